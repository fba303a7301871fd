"""What a table wants done. Whoever runs the table performs its effects in their order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from taphouse.core import Time, Value
from taphouse.fair.finish import Finish

from .inputs import Handle
from .room import Room


class Keep(Value):
    """Write this, then answer with `Kept`. What depends on it is not sent before.

    The lines come first: a stored room never names a missing stream.
    """

    stream: str
    after: int
    """How many lines of the stream are stored already."""
    lines: tuple[bytes, ...]
    key: str
    room: bytes | None
    """`None`: the stored room is up to date."""
    revision: int
    """Of the room that `room` replaces."""
    dropped: tuple[str, ...]
    """Streams that no room names any more."""


class Send(Value):
    to: Handle
    message: bytes


class SendWelcome(Value):
    """A `Welcome`, and the seat token in it."""

    to: Handle
    message: bytes
    token: str | None


class SendRoom(Value):
    """The room as all may see it."""

    to: Handle
    message: bytes


class Close(Value):
    """Send a last message and close."""

    to: Handle
    message: bytes


class Ping(Value):
    to: Handle
    nonce: bytes


class AskAdvice(Value):
    """Ask the advisor, and answer with `Advised` if it knows something. The table does not wait."""

    match: str | None
    question: Any


class Recall(Value):
    """Look up earlier games of these people, and answer with `Recalled`. The table does not wait."""

    room: Room


class WakeAt(Value):
    """Call `handle` at this moment of the house's clock if nothing comes before. Replaces the last one."""

    moment: int | None
    """`None`: never."""


class Count(Value):
    """One more of these, for the observer."""

    what: str


class Log(Value):
    what: str
    fields: Mapping[str, Any]


class GameOver(Value):
    """A game ended by its rules."""

    room: Room
    finishes: tuple[Finish, ...]


class Judged(Value):
    """A tap got its verdict, `hold` after it arrived. `doubts` are the reasons for its corrections."""

    hold: Time
    doubts: tuple[str, ...]


class Processed(Value):
    """This many verdicts were sent. Nothing was left to wait for at `since`."""

    verdicts: int
    since: int


Effect: TypeAlias = (
    Keep
    | Send
    | SendWelcome
    | SendRoom
    | Close
    | Ping
    | AskAdvice
    | Recall
    | WakeAt
    | Count
    | Log
    | GameOver
    | Judged
    | Processed
)
