"""Brings each connection to the worker that can answer it: the workers of a house share one port.

A worker reads the first line of a request. If another one runs the table that it names, that worker gets the
connection itself, with what was read of it. From then on it costs no more than one that arrived there.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable, Sequence
from typing import NamedTuple

from taphouse.house.codes import normalized
from taphouse.house.share import Share

LONGEST = (
    128 * 1024
)  # bytes of a request that arrived together: the kernel takes a little more in one message
ANSWER = 2.0  # seconds for a worker's answer to another one
FIRST_LINE = re.compile(rb"([A-Z]+) ([^ ?]+)[^ ]* HTTP/1\.[01]\r\n")
TABLE = re.compile(rb"/(?:ws|t|api/tables)/([^/]+)")
WHOLE_HOUSE = re.compile(rb"/(?:api/house|api/big-screens|metrics)(?:/|$)|/qr\.svg$")


class Box(NamedTuple):
    """The two ends through which one worker receives connections. They outlive a worker that is restarted."""

    incoming: socket.socket
    outgoing: socket.socket

    @classmethod
    def make(cls) -> Box:
        incoming, outgoing = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        incoming.setblocking(False)
        outgoing.setblocking(False)
        return cls(incoming, outgoing)


class Handover:
    """One worker's part. The first worker answers for the whole house: its addresses, screens and figures."""

    def __init__(self, share: Share, boxes: Sequence[Box]) -> None:
        self.share, self._boxes = share, boxes
        self._next_table = share.number
        self._arriving = set[asyncio.Task[object]]()

    def takes(self, transport: asyncio.Transport, request: bytes) -> bool:
        """True if the request that begins here is for another worker, which has the connection now."""
        worker = self._worker_for(request)
        if worker in (None, self.share.number) or len(request) > LONGEST:
            return False
        try:
            fd: int = transport.get_extra_info("socket").fileno()
            socket.send_fds(self._boxes[worker].outgoing, [request], [fd])
        except BlockingIOError:  # it is being restarted and many wait for it
            pass
        transport.abort()  # closes it for this process only, if the other one has it
        return True

    def open(self, protocol: Callable[[bytes], asyncio.Protocol]) -> None:
        """Takes connections from now on. `protocol` is made for one with what was read of it."""
        incoming = self._boxes[self.share.number].incoming
        asyncio.get_running_loop().add_reader(incoming, self._receive, incoming, protocol)

    async def ask_others(self, path: str) -> list[bytes]:
        """The answers of all other workers to a GET request; those that give none in time are left out."""
        others = [number for number in range(self.share.of) if number != self.share.number]
        answers = await asyncio.gather(*[self._ask(other, path) for other in others], return_exceptions=True)
        return [answer for answer in answers if isinstance(answer, bytes)]

    async def _ask(self, worker: int, path: str) -> bytes:
        here, there = socket.socketpair()
        with there:
            request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            socket.send_fds(self._boxes[worker].outgoing, [request.encode()], [there.fileno()])
        async with asyncio.timeout(ANSWER):
            reader, writer = await asyncio.open_unix_connection(sock=here)
            try:
                head, _, body = (await reader.read()).partition(b"\r\n\r\n")
            finally:
                writer.close()
        if not head.startswith(b"HTTP/1.1 200 "):
            raise OSError(f"worker {worker} does not answer {path}")
        return body

    def _worker_for(self, request: bytes) -> int | None:
        """`None`: any worker can answer."""
        if (line := FIRST_LINE.match(request)) is None:
            return None
        method, path = line.groups()
        if WHOLE_HOUSE.search(path):
            return 0
        if tables := TABLE.findall(path):
            return self.share.owner(normalized(tables[-1].decode("latin-1")))
        if method == b"POST" and path.endswith(b"/api/tables"):  # new tables are dealt out in turn
            self._next_table = (self._next_table + 1) % self.share.of
            return self._next_table
        return None

    def _receive(self, incoming: socket.socket, protocol: Callable[[bytes], asyncio.Protocol]) -> None:
        try:
            request, fds, _, _ = socket.recv_fds(incoming, LONGEST, 1)
        except BlockingIOError:
            return
        connection = socket.socket(fileno=fds[0])
        connection.setblocking(False)
        loop = asyncio.get_running_loop()
        task = loop.create_task(loop.connect_accepted_socket(lambda: protocol(request), connection))
        self._arriving.add(task)
        task.add_done_callback(self._arriving.discard)
