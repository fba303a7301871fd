"""A node as a process of its own, on a machine with clocks of its own: both are ahead of the others'.

`SIGUSR1` makes its wall clock jump, back and forth. When it was frozen and wakes up it speaks before it hears
that others have its tables. As a `younger` node it says more than this version knows.
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

HARD_OF_HEARING = 1.0  # seconds after waking up
JUMPS = (-3_600, 5 * 86_400, -400 * 86_400)  # seconds


def shift_clocks(seconds: int) -> None:
    """Before anything has looked at them."""
    wall, monotonic = time.time, time.monotonic_ns
    ahead, jumps = seconds, itertools.cycle(JUMPS)

    def jump(*_: object) -> None:
        nonlocal ahead
        ahead = seconds + next(jumps)

    time.time = lambda: wall() + ahead
    time.monotonic_ns = lambda: monotonic() + seconds * 1_000_000_000
    signal.signal(signal.SIGUSR1, jump)


def wake_up_slowly() -> None:
    """What it writes then can only be refused by the journal."""
    since, deaf_until = StreamClient.since, 0.0

    def woken(*_: object) -> None:
        nonlocal deaf_until
        deaf_until = time.monotonic() + HARD_OF_HEARING

    async def heard(self: StreamClient, subject: str, after: int, until: int) -> list[Found]:
        return [] if time.monotonic() < deaf_until else await since(self, subject, after, until)

    StreamClient.since = heard  # type: ignore[method-assign]
    signal.signal(signal.SIGCONT, woken)


def be_younger() -> None:
    """All that this node tells others and writes down has fields, and kinds of messages, that are new."""

    def with_news(message: object) -> bytes:
        if isinstance(message, messages.Batch):
            song = msgspec.Raw(msgspec.msgpack.encode({"t": "sing", "song": "la"}))
            message = msgspec.structs.replace(message, messages=(song, *message.messages), version=2)
        told: dict[str, Any] = msgspec.msgpack.decode(messages.encode(message))
        return msgspec.msgpack.encode(told | {"mood": "fine"})

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
    if version == "younger":
        be_younger()
    sys.exit(main(words))
