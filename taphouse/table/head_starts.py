"""What the table may suggest: from the book of the house, or else from the games of this evening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from taphouse.book.head_starts import Contest, Finisher, suggested
from taphouse.core import head_start_scale

from .context import TableContext
from .effects import Effect, Recall
from .evening import Played
from .inputs import Recalled
from .room import Room
from .wire import MAX_HEAD_START

Topic = tuple[str, tuple[tuple[int, str], ...], int]


class HeadStarts:
    """Asks the book again when other people sit here, another game is chosen, or one is over."""

    def __init__(self, context: TableContext, effects: list[Effect]) -> None:
        self._context, self._effects = context, effects
        self._asked: Topic | None = None
        self._known: tuple[Topic, tuple[Contest, ...]] | None = None

    def ask(self, room: Room) -> None:
        topic = _topic(room)
        may_help = self._context.has_book and len(topic[1]) > 1 and self._scale(room) is not None
        if may_help and room.stage == "lobby" and topic != self._asked:
            self._asked = topic
            self._effects.append(Recall(room))

    def recalled(self, answer: Recalled) -> None:
        self._known = _topic(answer.room), answer.contests

    def suggested(self, room: Room) -> Mapping[int, int]:
        """Milliseconds by player. Empty while too little is known, and for games where it would not help."""
        if room.stage != "lobby" or (scale := self._scale(room)) is None:
            return {}
        is_known = self._known is not None and self._known[0] == _topic(room)
        contests = self._known[1] if self._known and is_known else contests_of(room.evening, room.game)
        return suggested(contests, [player for player, _ in _people(room)], scale, MAX_HEAD_START)

    def _scale(self, room: Room) -> int | None:
        return head_start_scale(self._context.shelf[room.game])


def contests_of(evening: Sequence[Played], game: str) -> tuple[Contest, ...]:
    """How people came out of this game in an evening."""
    return tuple(
        tuple(
            Finisher(result.player, result.place, result.head_start)
            for result in played.results
            if not result.bot
        )
        for played in evening
        if played.game == game
    )


def _topic(room: Room) -> Topic:
    return room.game, _people(room), len(room.evening)


def _people(room: Room) -> tuple[tuple[int, str], ...]:
    """Who has a seat, by number and name: another name is another person in the book."""
    return tuple((member.id, member.name) for member in room.members if member.bot is None)
