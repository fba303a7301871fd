"""Sends messages between nodes over NATS: all messages of one turn of the loop go in one batch.

Batches from one node to another have rising numbers. After a gap both nodes reopen their connections, and
nothing waits for the missing messages. A batch that comes after one with a higher number is dropped: a NATS
server that hung delivers it when it wakes up, and by then the connections are reopened.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from .messages import Batch, Known, NodeMessage, decode, encode, messages_in

log = logging.getLogger(__name__)

FULL = 256 * 1024  # bytes per batch: a quarter of what NATS allows


class NodeBus:
    """Calls `receive` for each message, and `lost` with a node's name when messages of it are missing."""

    def __init__(
        self,
        client: Client,
        house: str,
        node: str,
        receive: Callable[[str, Known], None],
        lost: Callable[[str], None],
    ) -> None:
        self._client, self._subject, self._node = client, f"{house}.node", node
        self._receive, self._lost = receive, lost
        self._unsent: defaultdict[str, list[bytes]] = defaultdict(list)
        self._highest = 0  # the highest number sent to any node that was forgotten since
        self._sent: defaultdict[str, int] = defaultdict(lambda: self._highest)
        self._received: dict[str, int] = {}
        self._wakeup = asyncio.Event()
        self.is_cut = False
        """NATS is out of reach. Batches are dropped: the client would send them all once it is back, and a
        page that has gone to another node meanwhile would lose its seat to its connection of before."""

    async def open(self) -> None:
        await self._client.subscribe(f"{self._subject}.{self._node}", cb=self._deliver)

    def put(self, node: str, message: NodeMessage) -> None:
        """Sends the message at the end of this turn of the loop, in order."""
        self._unsent[node].append(encode(message))
        self._wakeup.set()

    def send_heartbeat(self, node: str) -> None:
        """Sends a batch even if it is empty: its number shows whether an earlier one was lost."""
        self._unsent[node] += ()
        self._wakeup.set()

    def forget_all_but(self, nodes: set[str]) -> None:
        """Forgets other nodes. One that was only frozen sees a gap later, but no lower number."""
        for gone in (self._sent.keys() | self._received.keys()) - nodes:
            self._highest = max(self._highest, self._sent.pop(gone, 0))
            self._received.pop(gone, None)

    async def run(self) -> None:
        """Sends batches until it is cancelled."""
        while True:
            await self._wakeup.wait()
            self._wakeup.clear()
            unsent, self._unsent = self._unsent, defaultdict(list)
            for node, messages in unsent.items():
                for load in _loads(messages):
                    await self._send(node, load)

    async def _send(self, node: str, messages: list[bytes]) -> None:
        self._sent[node] += 1
        if self.is_cut:
            return  # the receiver will see the gap
        batch = Batch(self._node, self._sent[node], tuple(msgspec.Raw(message) for message in messages))
        with suppress(Error):  # the receiver will see the gap
            await self._client.publish(f"{self._subject}.{node}", encode(batch))

    async def _deliver(self, message: Msg) -> None:
        batch = decode(message.data, Batch)
        last = self._received.get(batch.sender, 0)
        if 1 < batch.number <= last:  # an older release counts from 1 again
            log.info("late batch %d from node %s dropped after %d", batch.number, batch.sender, last)
            return
        self._received[batch.sender] = batch.number
        if batch.number != last + 1:
            log.info("batch %d from node %s follows %d", batch.number, batch.sender, last)
            self._lost(batch.sender)
        for received in messages_in(batch):
            try:
                self._receive(batch.sender, received)
            except Exception:  # the other messages are for other tables
                log.exception("message from another node failed", extra={"why": type(received).__name__})


def _loads(messages: list[bytes]) -> list[list[bytes]]:
    """Splits messages into batches of at most `FULL` bytes, unless a single message is larger."""
    loads, size = [list[bytes]()], 0
    for message in messages:
        if loads[-1] and size + len(message) > FULL:
            loads.append([])
            size = 0
        loads[-1].append(message)
        size += len(message)
    return loads
