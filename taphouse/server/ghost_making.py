"""The process that makes ghosts of one game and ends. The cost of a file falls on this process alone."""

from __future__ import annotations

import sys

import msgspec

from taphouse.bots.ghosts import ghosts_of
from taphouse.core import Value
from taphouse.core.record import Seal, entries_of
from taphouse.fair import Fairness
from taphouse.replay.verify import SAYS, examine
from taphouse.shelf import Shelf, whole_shelf
from taphouse.table.finished_game import FinishedGame
from taphouse.table.recorded_seats import recorded_seats
from taphouse.table.room import Refusal

from .filming import first, opened, read
from .short_process import limit

LARGEST = 512 * 1024  # bytes of all ghosts: each time a room is stored they are; a game of bots has 30 KB


class Answer(Value):
    """A finished game, or the reason why there is none."""

    game: FinishedGame | None = None
    why: str = ""


def answer(shelf: Shelf, record: bytes) -> Answer:
    """The file is not trusted: every error becomes a reason."""
    try:
        return Answer(finished_game(shelf, record))
    except Refusal as refusal:
        return Answer(why=f"{refusal.why} {refusal.detail}")
    except MemoryError:
        return Answer(why="it takes too much memory")
    except Exception as error:
        return Answer(why=f"{error or type(error).__name__}"[:200])


def finished_game(shelf: Shelf, record: bytes) -> FinishedGame:
    """Judges the game again: ghosts are made only of a game that is whole, unchanged and of these rules."""
    text = record.splitlines() or [b""]
    game, header = opened(shelf, text)
    lines = read(game, text[1:])
    if (doubt := first(examine(game, header, lines, text))) is not None:
        raise ValueError(f"line {doubt.line}: {doubt.says}")
    if not lines or not isinstance(lines[-1], Seal):
        raise ValueError(SAYS["unsealed"])
    ghosts = ghosts_of(game, header, entries_of(lines))
    if len(msgspec.json.encode(ghosts)) > LARGEST:
        raise ValueError("the game is too long to be played against")
    fairness = msgspec.convert(header.fairness, Fairness)
    return FinishedGame(
        header.game, header.options, header.seed, fairness, recorded_seats(header, lines), ghosts
    )


def main() -> None:
    limit()
    sys.stdout.buffer.write(msgspec.msgpack.encode(answer(whole_shelf(), sys.stdin.buffer.read())))


if __name__ == "__main__":
    main()
