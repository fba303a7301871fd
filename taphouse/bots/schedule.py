"""Lets bots act at their planned time, in real or in simulated time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from taphouse.core import MS, SECOND, Dice, Entry, Game, Move, Play, Seat, Skill, Time
from taphouse.core.game import E, S
from taphouse.core.play import tie_break

FOREVER: Time = 24 * 3_600 * SECOND
LAUNCHED: Time = 120 * MS  # a tap so close to its time is not cancelled by a later view
BETWEEN: Time = 60 * MS  # from one act of a bot to its next: no person is quicker


class BotSchedule:
    """The bots of one table. Each sees its own view and plans one act at a time."""

    def __init__(self, skills: Mapping[Seat, Skill]) -> None:
        self.skills = dict(skills)
        self._meant: dict[Seat, Move] = {}
        self._waiting: set[Seat] = set()
        self._earliest: dict[Seat, Time] = {}
        self._thought_at = -1

    def next(self, play: Play[Any, Any]) -> Move | None:
        """The first move of any bot if nothing else happens before."""
        if self._thought_at != play.count:
            self._think(play)
        if not self._meant:
            return None
        at = min(move.at for move in self._meant.values())
        first, *tied = (move for move in self._meant.values() if move.at == at)
        return min((first, *tied), key=lambda move: tie_break(play.seed, move)) if tied else first

    def acted(self, seat: Seat) -> None:
        """Marks the plan of this bot as done; it does nothing more before the verdict."""
        self._earliest[seat] = self._meant.pop(seat).at + BETWEEN
        self._waiting.add(seat)

    def answered(self, seat: Seat) -> None:
        """Records that the verdict is in."""
        self._waiting.discard(seat)

    def join(self, seat: Seat, skill: Skill) -> None:
        self.skills[seat] = skill
        self._thought_at = -1

    def leave(self, seat: Seat) -> None:
        self.skills.pop(seat, None)
        self._meant.pop(seat, None)
        self._waiting.discard(seat)

    def _think(self, play: Play[Any, Any]) -> None:
        game, now = play.game, play.now
        under_way = {seat: move for seat, move in self._meant.items() if now <= move.at <= now + LAUNCHED}
        self._meant = {}
        for seat, skill in self.skills.items():
            if seat in self._waiting:
                continue
            if seat in under_way:
                self._meant[seat] = under_way[seat]
            elif plan := game.plan(game.view(play.state, seat), seat, Dice(play.seed, "bot", seat), skill):
                self._meant[seat] = Move(max(plan.at, now, self._earliest.get(seat, 0)), seat, plan.act)
        self._thought_at = play.count


def run(play: Play[S, E], bots: BotSchedule, to: Time) -> list[Entry[E]]:
    """Advances the time up to `to`, settling deadlines and letting the bots act on the way."""
    entries: list[Entry[E]] = []
    while play.winners is None:
        move, due = bots.next(play), play.due
        if move and move.at <= to and (due is None or move.at < due):
            bots.acted(move.seat)
            entries += play.feed(move)
            bots.answered(move.seat)
        elif due is not None and due <= to:
            entries += play.advance(due)
        else:
            break
    return entries


def finish(play: Play[S, E], bots: BotSchedule) -> Play[S, E]:
    """Plays on to the end."""
    run(play, bots, to=FOREVER)
    if play.winners is None:
        raise RuntimeError(f"{play.game} never ends: {play.state}")
    return play


def selfplay(
    game: Game[S, E], seats: int, seed: str, options: Any = None, skills: Mapping[Seat, Skill] | None = None
) -> Play[S, E]:
    """Plays a whole game among bots."""
    bots = BotSchedule(skills or dict.fromkeys(range(seats), "steady"))
    return finish(Play.begin(game, seats, seed, options), bots)
