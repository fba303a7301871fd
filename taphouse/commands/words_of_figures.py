"""Days, counts and records in plain English."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from taphouse.book.entries import PersonId
from taphouse.book.figures import Figures


def record_lines(
    found: Figures, names: Mapping[PersonId, str], games: Mapping[str, str]
) -> dict[str, list[str]]:
    """By what was recorded. `games`: names by slug; a game without one has its slug."""
    return {
        "Fastest fingers": [
            f"{names[e.person]}: {e.ms} ms in {games.get(e.game, e.game)}, {day(e.at)}" for e in found.fastest
        ],
        "Closest finishes": [
            f"{names[e.first]} before {names[e.second]} by {e.gap / 1_000:.1f} ms "
            f"in {games.get(e.game, e.game)}, {day(e.at)}"
            for e in found.closest
        ],
        "Streaks": [
            f"{names[e.person]}: {e.wins} wins in a row against "
            f"{', '.join(names[other] for other in e.group if other != e.person)}"
            + (", and it goes on" if e.is_on else "")
            for e in found.streaks
        ],
    }


def day(at: int) -> str:
    return datetime.fromtimestamp(at).date().isoformat()


def many(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
