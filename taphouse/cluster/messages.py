"""Messages between nodes. Nodes of neighbouring versions understand each other: unknown messages are skipped,
unknown fields are ignored, and fields that may be missing have a default. The short names are those sent."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from taphouse.core import Value
from taphouse.fair import Kernel

VERSION = 1
SENT = {"number": "line"}  # field names as they are sent

T = TypeVar("T")


class NodeMessage(Value, tag=lambda name: name.lower(), tag_field="t"):
    """One message; a batch has many."""


class Connected(NodeMessage, tag="opened", rename=SENT):
    """A connection to a table of yours was opened here. If you know its number, drop the old one."""

    number: int
    code: str
    opening: int = 0
    """How often this connection was opened. 0: not counted, by an older node."""


class Received(NodeMessage, tag="heard", rename=SENT):
    number: int
    text: bytes
    arrived: int
    """On the clock of the node that holds the socket."""
    kernel: Kernel | None = None


class Ponged(NodeMessage, rename=SENT):
    number: int
    nonce: bytes
    arrived: int
    kernel: Kernel | None = None


class Disconnected(NodeMessage, tag="lost", rename=SENT):
    """The connection is gone."""

    number: int


Kind: TypeAlias = Literal["welcome", "room"]
"""What the node of the socket remembers until the next one comes."""


class Send(NodeMessage, tag="tell", rename=SENT):
    number: int
    text: bytes
    kind: Kind | None = None
    token: str | None = None
    """Of a welcome: it proves the seat to the next owner of the table."""
    opening: int = 0
    """The opening that this is sent to."""


class Ping(NodeMessage, rename=SENT):
    number: int
    nonce: bytes


class Close(NodeMessage, rename=SENT):
    number: int
    text: bytes
    opening: int = 0


class Reopen(NodeMessage, tag="anew"):
    """A message may be lost: open your connections to my tables again."""


class OwnershipLost(NodeMessage, tag="adrift"):
    """A table of your players no longer runs here, and may run nowhere for a while."""

    code: str


class ClockQuestion(NodeMessage, tag="whattime"):
    asked: int
    """On the clock of the asking node."""


class Time(NodeMessage):
    asked: int
    clock: int


Known: TypeAlias = (
    Connected
    | Received
    | Ponged
    | Disconnected
    | Send
    | Ping
    | Close
    | Reopen
    | OwnershipLost
    | ClockQuestion
    | Time
)


class Batch(Value):
    """All messages of one node to another from one turn of its loop."""

    sender: str
    number: int
    """Counts the batches from this sender to this receiver: a gap is a loss, a lower number is late."""
    messages: tuple[msgspec.Raw, ...] = msgspec.field(name="parts")
    version: int = VERSION


encode = msgspec.msgpack.Encoder().encode


def decode(message: bytes, kind: type[T]) -> T:
    return msgspec.msgpack.decode(message, type=kind)


def messages_in(batch: Batch) -> list[Known]:
    """The messages that this version knows."""
    messages = []
    for message in batch.messages:
        try:
            messages.append(_read(message))
        except msgspec.ValidationError:
            continue  # from a newer version
    return messages


_read: Any = msgspec.msgpack.Decoder(Known).decode
