"""A node as a process of its own, whose monotonic and wall clocks are ahead of the other nodes'.

`SIGUSR1` makes its wall clock jump back and forth. After it was frozen it sends before it reads that other
nodes own its tables. As a `newer` node it sends messages and fields that this version does not know.
"""

from __future__ import annotations

import itertools
import signal
import sys
import time
from typing import Any

import msgspec

from taphouse.cli import main
from taphouse.cluster import messages, node_bus, registry
from taphouse.journal.jetstream import JetStream
from taphouse.journal.stream_client import Found, StreamClient

READS_NOTHING = 1.0  # seconds after waking up
JUMPS = (-3_600, 5 * 86_400, -400 * 86_400)  # seconds


def shift_clocks(seconds: int) -> None:
    """Shifts both clocks, before anything has read them."""
    wall, monotonic = time.time, time.monotonic_ns
    ahead, jumps = seconds, itertools.cycle(JUMPS)

    def jump(*_: object) -> None:
        nonlocal ahead
        ahead = seconds + next(jumps)

    time.time = lambda: wall() + ahead
    time.monotonic_ns = lambda: monotonic() + seconds * 1_000_000_000
    signal.signal(signal.SIGUSR1, jump)


def wake_up_slowly() -> None:
    """Reads nothing for a while after it was frozen, so that only the journal can refuse its writes."""
    since, blind_until = StreamClient.since, 0.0

    def woken(*_: object) -> None:
        nonlocal blind_until
        blind_until = time.monotonic() + READS_NOTHING

    async def late_since(self: StreamClient, subject: str, after: int, until: int) -> list[Found]:
        return [] if time.monotonic() < blind_until else await since(self, subject, after, until)

    StreamClient.since = late_since  # type: ignore[method-assign]
    signal.signal(signal.SIGCONT, woken)


def pretend_newer() -> None:
    """Adds unknown fields and kinds of messages to all that this node sends and stores."""

    def with_news(message: object) -> bytes:
        if isinstance(message, messages.Batch):
            song = msgspec.Raw(msgspec.msgpack.encode({"t": "sing", "song": "la"}))
            message = msgspec.structs.replace(message, messages=(song, *message.messages), version=2)
        fields: dict[str, Any] = msgspec.msgpack.decode(messages.encode(message))
        return msgspec.msgpack.encode(fields | {"mood": "fine"})

    put = JetStream.put

    async def put_with_news(self: JetStream, key: str, value: bytes, revision: int) -> int:
        if key.startswith("room/"):
            value = msgspec.json.encode(msgspec.json.decode(value) | {"mood": "fine"})
        return await put(self, key, value, revision)

    messages.VERSION = 2
    node_bus.encode = registry.encode = with_news  # type: ignore[assignment]
    JetStream.put = put_with_news  # type: ignore[method-assign]


if __name__ == "__main__":
    ahead, version, *words = sys.argv[1:]
    shift_clocks(int(ahead))
    wake_up_slowly()
    if version == "newer":
        pretend_newer()
    sys.exit(main(words))
