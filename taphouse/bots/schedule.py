"""Lets bots act at their planned time, in real or in simulated time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from taphouse.core import MS, SECOND, Dice, Entry, Game, Move, Play, Seat, Skill, Time, replace
from taphouse.core.game import E, S
from taphouse.core.play import tie_break

from .ghosts import LAUNCHED, Ghosts

FOREVER: Time = 24 * 3_600 * SECOND
BETWEEN: Time = 60 * MS  # from one act of a bot to its next: no person is quicker


class BotSchedule:
    """The bots of one table. Each sees its own view and plans one act at a time.

    A ghost is a bot that repeats what a player did."""

    def __init__(self, skills: Mapping[Seat, Skill], ghosts: Ghosts | None = None) -> None:
        self.skills = dict(skills)
        self._ghosts = ghosts
        self._meant: dict[Seat, Move] = {}
        self._repeats: dict[Seat, int] = {}  # the number of the entry that a ghost repeats
        self._waiting: dict[Seat, Time] = {}  # when those act whose verdict is not in
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
        if all(move.seat in self._repeats for move in (first, *tied)):
            # one after the other, in the order of then
            is_next = at not in (self._waiting[seat] for seat in self._repeats if seat in self._waiting)
            return min((first, *tied), key=lambda move: self._repeats[move.seat]) if is_next else None
        return min((first, *tied), key=lambda move: tie_break(play.seed, move)) if tied else first

    def acted(self, seat: Seat) -> None:
        """Marks the plan of this bot as done; it does nothing more before the verdict."""
        at = self._meant.pop(seat).at
        self._earliest[seat], self._waiting[seat] = at + BETWEEN, at

    def answered(self, seat: Seat) -> None:
        """Records that the verdict is in."""
        self._waiting.pop(seat, None)

    def join(self, seat: Seat, skill: Skill) -> None:
        self.skills[seat] = skill
        self._thought_at = -1

    def leave(self, seat: Seat) -> None:
        self.skills.pop(seat, None)
        self._meant.pop(seat, None)
        self._waiting.pop(seat, None)

    def _think(self, play: Play[Any, Any]) -> None:
        game, now = play.game, play.now
        under_way = {seat: move for seat, move in self._meant.items() if now <= move.at <= now + LAUNCHED}
        self._meant = {}
        if self._ghosts is not None:
            self._ghosts.follow(play.journal)
        for seat, skill in self.skills.items():
            if seat in self._waiting:
                continue
            if seat in under_way:
                self._meant[seat] = under_way[seat]
            elif self._ghosts is not None and seat in self._ghosts:
                self._plan_ghost(self._ghosts, seat, skill, now)
            elif plan := game.plan(game.view(play.state, seat), seat, Dice(play.seed, "bot", seat), skill):
                self._meant[seat] = Move(max(plan.at, now, self._earliest.get(seat, 0)), seat, plan.act)
        self._thought_at = play.count

    def _plan_ghost(self, ghosts: Ghosts, seat: Seat, skill: Skill, now: Time) -> None:
        self._repeats.pop(seat, None)
        if (planned := ghosts.next(seat, skill)) is not None:
            move = planned.move
            self._meant[seat] = replace(move, at=max(move.at, now))
            if planned.number is not None:
                self._repeats[seat] = planned.number


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
