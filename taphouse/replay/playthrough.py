"""A whole game as text that a person can read and a test can compare."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from taphouse.bots.schedule import selfplay
from taphouse.core import MS, Entry, Value
from taphouse.shelf import Shelf


class Title(Value):
    """The first line of a golden playthrough: all it takes to play that game again."""

    game: str
    seats: int
    seed: str
    options: dict[str, Any] = {}


def golden(shelf: Shelf, first_line: str) -> str:
    """The playthrough that begins with this line."""
    title = msgspec.json.decode(first_line, type=Title)
    game = shelf[title.game]
    options = msgspec.convert(title.options, game.Options)
    return playthrough(first_line, selfplay(game, title.seats, title.seed, options).journal)


def playthrough(title: str, journal: Iterable[Entry[Any]]) -> str:
    lines = [title]
    for entry in journal:
        who = f"seat {entry.move.seat}  {_say(entry.move.act)}" if entry.move else "clock"
        lines.append(f"\n{entry.at / MS:>10.1f} ms  {who}")
        lines += [f"{'':15}{_say(event)}" for event in entry.events]
    return "\n".join(lines) + "\n"


def _say(value: Any) -> str:
    fields = msgspec.to_builtins(value)
    return " ".join([fields.pop("type"), *(f"{key}={_brief(field)}" for key, field in fields.items())])


def _brief(field: Any) -> str:
    """A deck of cards is shown by its size only."""
    return f"<{len(field)}>" if isinstance(field, list) and len(field) > 8 else str(field).replace(" ", "")
