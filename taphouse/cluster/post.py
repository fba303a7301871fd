"""Messages between nodes over NATS: what is said in one turn of the loop travels in one parcel.

Parcels from one node to another are numbered upwards. After a gap both nodes open their lines anew, and
nothing waits for what is missing. A parcel that comes after one with a higher number is dropped: a NATS
server that hung sends it on when it wakes up, and the lines were opened anew by then.
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

from .messages import Known, Parcel, Part, decode, encode, unpacked

log = logging.getLogger(__name__)

FULL = 256 * 1024  # bytes: NATS carries four times as much


class Post:
    """`heard` gets each message that came in, `lost` the name of a node of which something is missing."""

    def __init__(
        self,
        client: Client,
        house: str,
        node: str,
        heard: Callable[[str, Known], None],
        lost: Callable[[str], None],
    ) -> None:
        self._client, self._subject, self._node = client, f"{house}.node", node
        self._heard, self._lost = heard, lost
        self._unsent: defaultdict[str, list[bytes]] = defaultdict(list)
        self._highest = 0  # number that any node got which was forgotten since
        self._sent: defaultdict[str, int] = defaultdict(lambda: self._highest)
        self._received: dict[str, int] = {}
        self._bell = asyncio.Event()

    async def open(self) -> None:
        await self._client.subscribe(f"{self._subject}.{self._node}", cb=self._deliver)

    def put(self, node: str, part: Part) -> None:
        """Goes out at the end of this turn, after all that was put before."""
        self._unsent[node].append(encode(part))
        self._bell.set()

    def write_to(self, node: str) -> None:
        """A parcel goes out even if there is nothing to say: its number shows what was lost before."""
        self._unsent[node] += ()
        self._bell.set()

    def forget_all_but(self, nodes: set[str]) -> None:
        """A node that was forgotten and only slept sees a gap, as after any loss, but no lower number."""
        for gone in (self._sent.keys() | self._received.keys()) - nodes:
            self._highest = max(self._highest, self._sent.pop(gone, 0))
            self._received.pop(gone, None)

    async def carry(self) -> None:
        """For as long as the node is open."""
        while True:
            await self._bell.wait()
            self._bell.clear()
            unsent, self._unsent = self._unsent, defaultdict(list)
            for node, parts in unsent.items():
                for load in _loads(parts):
                    await self._send(node, load)

    async def _send(self, node: str, parts: list[bytes]) -> None:
        self._sent[node] += 1
        parcel = Parcel(self._node, self._sent[node], tuple(msgspec.Raw(part) for part in parts))
        with suppress(Error):  # if there is no way now, the receiver will see the gap
            await self._client.publish(f"{self._subject}.{node}", encode(parcel))

    async def _deliver(self, message: Msg) -> None:
        parcel = decode(message.data, Parcel)
        last = self._received.get(parcel.sender, 0)
        if 1 < parcel.number <= last:  # an older release counts from 1 again
            log.info("late parcel %d from node %s dropped after %d", parcel.number, parcel.sender, last)
            return
        self._received[parcel.sender] = parcel.number
        if parcel.number != last + 1:
            log.info("parcel %d from node %s follows %d", parcel.number, parcel.sender, last)
            self._lost(parcel.sender)
        for part in unpacked(parcel):
            try:
                self._heard(parcel.sender, part)
            except Exception:  # the rest is for other tables
                log.exception("message from another node not heard", extra={"why": type(part).__name__})


def _loads(parts: list[bytes]) -> list[list[bytes]]:
    """Parcels that NATS can carry."""
    loads, size = [list[bytes]()], 0
    for part in parts:
        if loads[-1] and size + len(part) > FULL:
            loads.append([])
            size = 0
        loads[-1].append(part)
        size += len(part)
    return loads
