"""What nodes say to each other. Nodes of neighbouring versions understand each other: a kind of message that
is new is passed over, a field that is new is ignored, and a field that may be missing has a default."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

import msgspec

from taphouse.core import Value
from taphouse.fair import Kernel

VERSION = 1

T = TypeVar("T")


class NodeMessage(Value, tag=lambda name: name.lower(), tag_field="t"):
    """One message; a parcel has many."""


class Opened(NodeMessage):
    """A line to a table of yours was opened here, or is to be forgotten and begun anew."""

    line: int
    code: str


class Heard(NodeMessage):
    line: int
    text: bytes
    arrived: int
    """On the clock of the node that holds the line."""
    kernel: Kernel | None = None


class Ponged(NodeMessage):
    line: int
    nonce: bytes
    arrived: int
    kernel: Kernel | None = None


class Lost(NodeMessage):
    """The line is gone."""

    line: int


class Tell(NodeMessage):
    line: int
    text: bytes


class Ping(NodeMessage):
    line: int
    nonce: bytes


class Close(NodeMessage):
    line: int
    text: bytes


class Reopen(NodeMessage, tag="anew"):
    """Something may have been lost on the way: open your lines to me again."""


class OwnershipLost(NodeMessage, tag="adrift"):
    """A table that your players are at is no longer run here, and may not be run anywhere for a while."""

    code: str


class ClockQuestion(NodeMessage, tag="whattime"):
    asked: int
    """On the clock of whoever asks."""


class Time(NodeMessage):
    asked: int
    clock: int


Known: TypeAlias = (
    Opened | Heard | Ponged | Lost | Tell | Ping | Close | Reopen | OwnershipLost | ClockQuestion | Time
)


class Batch(Value):
    """All that one node had to say to another in one turn of its loop."""

    sender: str
    number: int
    """Of the parcels from this sender to this receiver: a gap is a loss, and a lower one is late."""
    messages: tuple[msgspec.Raw, ...] = msgspec.field(name="parts")
    version: int = VERSION


encode = msgspec.msgpack.Encoder().encode


def decode(message: bytes, kind: type[T]) -> T:
    return msgspec.msgpack.decode(message, type=kind)


def messages_in(batch: Batch) -> list[Known]:
    """What this node understands of it."""
    messages = []
    for message in batch.messages:
        try:
            messages.append(_read(message))
        except msgspec.ValidationError:
            continue  # of a version to come
    return messages


_read: Any = msgspec.msgpack.Decoder(Known).decode
