"""Ghosts: a finished game holds seats of another game on the same deal, and its players act as they did then.

What a seat is asked at one time is an occasion. A ghost that is asked the same again acts as long after the
question as its player did, and is as silent. Where the story differs (the occasion is new, the act is not
offered any more, or the occasion lasts longer than then) the game's bot decides what it does, and it is never
quicker than its player usually was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from statistics import median_low
from typing import Any, NamedTuple, TypeAlias

import msgspec

from taphouse.core import (
    MS,
    SECOND,
    Back,
    Dice,
    Entry,
    Game,
    Move,
    Offer,
    Play,
    Seat,
    Skill,
    Time,
    Value,
    is_offered,
    replace,
    table_acts,
)
from taphouse.core.record import Header, resume

LAUNCHED: Time = 120 * MS  # a tap so close to its time is not cancelled by a later view
PAUSE = LAUNCHED + 1  # from the time that an occasion lasted then to the first act of the bot
SLOWEST_PACE = 3 * SECOND


class Recorded(Value, array_like=True):
    """What a player did on an occasion."""

    after: Time
    """Since the occasion began."""
    act: Any
    number: int
    """The number of its entry: acts at the same time happen in the same order again."""
    offered: bool = True
    """An act that was not offered then need not be offered now."""
    blur: Time = 0
    seen: Time | None = None
    """The last update on the player's screen, since the occasion began."""


class Occasion(Value, array_like=True):
    """What a seat was asked, and what it did. A finger that was on its way falls after the end."""

    key: str
    lasted: Time
    acts: tuple[Recorded, ...] = ()


Ghost: TypeAlias = tuple[Occasion, ...]
"""All occasions of one seat in a finished game, in their order."""


def ghosts_of(game: Game[Any, Any], header: Header, entries: Iterable[Entry[Any]]) -> tuple[Ghost, ...]:
    """By seat."""
    play = resume(game, header)
    delays = [place.delay for place in header.places] or [0] * header.seats
    seats = [_Recorder(play, seat, delays[seat]) for seat in range(header.seats)]
    for number, entry in enumerate(entries):
        if entry.move is not None:
            seats[entry.move.seat].note(play, entry.move, number)
        play.replay(entry)
        for seat in seats:
            seat.look(play)
    return tuple(seat.ghost(play) for seat in seats)


def occasion(play: Play[Any, Any], seat: Seat) -> str:
    """Names what the seat is asked now: as the game defines it, otherwise by what it is offered."""
    view: Any = play.game.view(play.state, seat)
    own: Callable[[Any, Seat], Any] | None = getattr(play.game, "occasion", None)
    asked = own(view, seat) if own else [(offer.act, offer.values) for offer in view.offers]
    return sha256(msgspec.json.encode(asked, order="deterministic")).hexdigest()[:8]


class _Asked(NamedTuple):
    key: str
    since: Time
    """When the seat's screen shows it."""
    began: Time

    @classmethod
    def now(cls, play: Play[Any, Any], seat: Seat) -> _Asked:
        since = play.now if play.race is None else play.race.shown_to(seat)
        return cls(occasion(play, seat), since, play.now)


class _Recorder:
    """Divides what one seat saw and did into occasions."""

    def __init__(self, play: Play[Any, Any], seat: Seat, delay: Time) -> None:
        self._seat, self._delay = seat, delay
        self._asked = [_Asked.now(play, seat)]
        self._acts: list[list[Recorded]] = [[]]
        self._offers = play.game.offers(play.state, seat)  # by the newest occasion
        self._offered_before: tuple[Offer, ...] = ()  # at the end of the one before

    def note(self, play: Play[Any, Any], move: Move, number: int) -> None:
        """An act of this seat. The arbiter delays it again if a rival has a head start."""
        offered = is_offered(self._offers, move)
        place = -2 if not offered and self._is_late(move) else -1
        since = self._asked[place].since
        self._acts[place].append(
            Recorded(
                move.at - since - (self._delay if play.race else 0),
                msgspec.to_builtins(move.act),
                number,
                offered,
                move.blur,
                None if move.seen is None else move.seen - since,
            )
        )

    def look(self, play: Play[Any, Any]) -> None:
        asked, offers = _Asked.now(play, self._seat), play.game.offers(play.state, self._seat)
        if asked.key != self._asked[-1].key:
            self._asked.append(asked)
            self._acts.append([])
            self._offered_before = self._offers
        self._offers = offers

    def ghost(self, play: Play[Any, Any]) -> Ghost:
        ends = [*(asked.began for asked in self._asked[1:]), play.now]
        return tuple(
            Occasion(asked.key, end - asked.since, tuple(acts))
            for asked, end, acts in zip(self._asked, ends, self._acts, strict=True)
        )

    def _is_late(self, move: Move) -> bool:
        """The finger was on its way when the occasion before ended."""
        began = self._asked[-1].began
        was_on_its_way = move.at <= began + LAUNCHED or not move.saw(began)
        return was_on_its_way and not self._acts[-1] and is_offered(self._offered_before, move)


class GhostMove(NamedTuple):
    move: Move
    number: int | None
    """Of the entry that it repeats; `None`: the bot plays for the ghost."""


class Ghosts:
    """The ghosts of one table. They follow its journal from the start of the game."""

    def __init__(self, play: Play[Any, Any], ghosts: Mapping[Seat, Ghost]) -> None:
        if play.journal:
            raise ValueError("ghosts follow a game from its start")
        self._seen = Play(play.game, play.state, play.seed)
        self._seats = {seat: _Seat(self._seen, seat, ghost) for seat, ghost in ghosts.items()}

    def __contains__(self, seat: Seat) -> bool:
        return seat in self._seats

    def follow(self, journal: Sequence[Entry[Any]]) -> None:
        if not self._seats:
            return
        for entry in journal[len(self._seen.journal) :]:
            if entry.move is not None and entry.move.seat in self._seats:
                self._seats[entry.move.seat].acted(entry.move)
            self._seen.replay(entry)
            for seat in self._seats.values():
                seat.look(self._seen)

    def next(self, seat: Seat, skill: Skill) -> GhostMove | None:
        """What this ghost does if nothing happens before. `skill` is that of the bot that plays for it."""
        return self._seats[seat].next(self._seen, skill)


class _Seat:
    """One ghost at the table."""

    def __init__(self, play: Play[Any, Any], seat: Seat, ghost: Ghost) -> None:
        acts = play.game.Acts | table_acts(play.game)
        self._seat, self._made_by_table = seat, table_acts(play.game)
        self._left = [_with_acts(recorded, acts) for recorded in ghost]
        firsts = [recorded.acts[0].after for recorded in ghost if recorded.acts]
        self._pace = min(median_low(firsts), SLOWEST_PACE) if firsts else SECOND
        self._last: Time = 0
        self._falling: list[GhostMove] = []  # fingers on their way since an occasion that is over
        self._begin(_Asked.now(play, seat))

    def _begin(self, asked: _Asked) -> None:
        """The next time it is asked this, in the order of then."""
        self._asked = asked
        place = next((n for n, one in enumerate(self._left) if one.key == asked.key), None)
        self._known = None if place is None else self._left.pop(place)
        self._acts = list(self._known.acts) if self._known else []

    def look(self, play: Play[Any, Any]) -> None:
        asked = _Asked.now(play, self._seat)
        if asked.key != self._asked.key:
            self._falling += [self._again(act) for act in self._acts if self._is_falling(act, asked.began)]
            self._begin(asked)

    def _is_falling(self, act: Recorded, now: Time) -> bool:
        """It falls soon, or as soon after the end of the occasion as then."""
        lasted = self._known.lasted if self._known else 0
        return self._asked.since + act.after - now <= max(LAUNCHED, act.after - lasted)

    def acted(self, move: Move) -> None:
        self._last = move.at
        if self._falling:
            if self._falling[0].move.act == move.act:
                del self._falling[0]
        elif self._acts and self._acts[0].act == move.act:
            del self._acts[0]

    def next(self, play: Play[Any, Any], skill: Skill) -> GhostMove | None:
        if self._falling:
            return self._falling[0]
        if self._acts:
            again = self._again(self._acts[0])
            if self._may_be_done(play, self._acts[0], again.move):
                return again
            self._acts, self._known = [], None  # the story differs
        return self._by_bot(play, skill)

    def _again(self, act: Recorded) -> GhostMove:
        since = self._asked.since
        seen = None if act.seen is None else since + act.seen
        return GhostMove(Move(since + act.after, self._seat, act.act, act.blur, seen), act.number)

    def _may_be_done(self, play: Play[Any, Any], act: Recorded, move: Move) -> bool:
        return (
            not act.offered
            or isinstance(act.act, self._made_by_table)
            or is_offered(play.game.offers(play.state, self._seat), move)
        )

    def _by_bot(self, play: Play[Any, Any], skill: Skill) -> GhostMove | None:
        earliest = max(play.now, self._last + self._pace)
        if self._known is not None:
            earliest = max(earliest, self._asked.since + self._known.lasted + PAUSE)
        if self._seat in play.state.away:
            return GhostMove(Move(earliest, self._seat, Back()), None)
        view = play.game.view(play.state, self._seat)
        plan = play.game.plan(view, self._seat, Dice(play.seed, "bot", self._seat), skill)
        return GhostMove(Move(max(plan.at, earliest), self._seat, plan.act), None) if plan else None


def _with_acts(recorded: Occasion, acts: Any) -> Occasion:
    """Its acts as values of the game."""
    return replace(
        recorded, acts=tuple(replace(one, act=msgspec.convert(one.act, acts)) for one in recorded.acts)
    )
