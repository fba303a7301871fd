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

from .messages import Batch, Known, NodeMessage, decode, encode, messages_in

log = logging.getLogger(__name__)

FULL = 256 * 1024  # bytes: NATS carries four times as much


class NodeBus:
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

    def put(self, node: str, message: NodeMessage) -> None:
        """Goes out at the end of this turn, after all that was put before."""
        self._unsent[node].append(encode(message))
        self._bell.set()

    def send_heartbeat(self, node: str) -> None:
        """A parcel goes out even if there is nothing to say: its number shows what was lost before."""
        self._unsent[node] += ()
        self._bell.set()

    def forget_all_but(self, nodes: set[str]) -> None:
        """A node that was forgotten and only slept sees a gap, as after any loss, but no lower number."""
        for gone in (self._sent.keys() | self._received.keys()) - nodes:
            self._highest = max(self._highest, self._sent.pop(gone, 0))
            self._received.pop(gone, None)

    async def run(self) -> None:
        """For as long as the node is open."""
        while True:
            await self._bell.wait()
            self._bell.clear()
            unsent, self._unsent = self._unsent, defaultdict(list)
            for node, messages in unsent.items():
                for load in _loads(messages):
                    await self._send(node, load)

    async def _send(self, node: str, messages: list[bytes]) -> None:
        self._sent[node] += 1
        batch = Batch(self._node, self._sent[node], tuple(msgspec.Raw(message) for message in messages))
        with suppress(Error):  # if there is no way now, the receiver will see the gap
            await self._client.publish(f"{self._subject}.{node}", encode(batch))

    async def _deliver(self, message: Msg) -> None:
        batch = decode(message.data, Batch)
        last = self._received.get(batch.sender, 0)
        if 1 < batch.number <= last:  # an older release counts from 1 again
            log.info("late parcel %d from node %s dropped after %d", batch.number, batch.sender, last)
            return
        self._received[batch.sender] = batch.number
        if batch.number != last + 1:
            log.info("parcel %d from node %s follows %d", batch.number, batch.sender, last)
            self._lost(batch.sender)
        for part in messages_in(batch):
            try:
                self._heard(batch.sender, part)
            except Exception:  # the rest is for other tables
                log.exception("message from another node not heard", extra={"why": type(part).__name__})


def _loads(messages: list[bytes]) -> list[list[bytes]]:
    """Parcels that NATS can carry."""
    loads, size = [list[bytes]()], 0
    for message in messages:
        if loads[-1] and size + len(message) > FULL:
            loads.append([])
            size = 0
        loads[-1].append(message)
        size += len(message)
    return loads
