"""Checks a record independently: its hashes, its rules, its order, the time of every tap, and its seal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from taphouse.core import MS, Entry, Game, Move, Play, Race, Seat, Time, Value, replace, table_acts
from taphouse.core.record import (
    Chain,
    End,
    Header,
    Line,
    Seal,
    Seated,
    encode,
    entries_of,
    has_link,
    resume,
)
from taphouse.fair import (
    JUDGING_VERSION,
    CountedTaps,
    Evidence,
    Fairness,
    Judgement,
    Ledger,
    RecordedLedgers,
    recompute,
)

from .seal import is_signed

Reason: TypeAlias = Literal[
    "changed",
    "setup",
    "rules",
    "impossible",
    "order",
    "unreadable",
    "time",
    "decided",
    "ledger",
    "race",
    "handicap",
    "fairness",
    "evidence",
    "bot",
    "after",
    "cut",
    "unsigned",
    "signature",
    "key",
    "unsealed",
    "receipt",
    "other-game",
]
SAYS: dict[Reason, str] = {
    "changed": "this line, or one before it, was changed after it was written. Its hash is wrong",
    "setup": "the rules would set up another game",
    "rules": "by the rules something else happens",
    "impossible": "this can't happen",
    "order": "it comes before something that was already decided",
    "unreadable": "its evidence can't be read",
    "time": "its time doesn't follow from its evidence",
    "decided": "it gives way to a decision that is not in the record, or is not the last one",
    "ledger": "its account doesn't follow from this player's earlier taps",
    "race": "its evidence names a race that was not on, or none while one was on",
    "handicap": "its handicap doesn't follow from the head starts of this game",
    "fairness": "it was judged with other settings than this game's",
    "evidence": "a person's tap has no evidence",
    "bot": "a bot's tap has evidence",
    "after": "this line comes after the end of the game",
    "cut": "the record stops here, but the game has no end",
    "unsigned": "the record stops here without the signature of the house",
    "signature": "the signature of the house is wrong",
    "key": "it is signed with another key than the one you gave",
    "unsealed": "this record has no seal: it was written by an older version, or the seal was removed",
    "receipt": "your receipts confirm the record up to here. After that it was changed",
    "other-game": "your receipts are from another game",
}
"""What is wrong with a line, in words. The page says the same."""
FACTS: tuple[Reason, ...] = ("evidence", "bot", "fairness")
"""Doubts about a tap that no other version of judging explains."""
EARLY = 100 * MS  # nobody reacts sooner to what opens a race: a tap may arrive before the race counts as on


class Problem(Value):
    """What is wrong with a line."""

    line: int
    why: Reason
    detail: str = ""
    other_version: bool = False
    """The journal names another version of the rules or of judging, which may have decided so."""

    @property
    def says(self) -> str:
        return f"{SAYS[self.why]}{self.detail}"


class Receipts(Value):
    """What a player's page kept of one game: running hashes, in the order in which they came."""

    match: str
    receipts: tuple[str, ...]


def examine(
    game: Game[Any, Any],
    header: Header,
    lines: Sequence[Line],
    text: Sequence[bytes],
    receipts: Sequence[Receipts] = (),
    key: str | None = None,
) -> Iterator[Problem]:
    """Everything that is wrong. `text` has the header and the lines as they were read."""
    changed = _changed(header, text)
    if changed is not None:
        yield changed
    else:
        yield from problems(game, header, lines)
        yield from _seal_problems(game, header, lines, text, key, asked=bool(key or receipts))
    for kept in receipts:
        yield from _receipt_problems(header, text, kept)


def links(text: Iterable[bytes]) -> list[str]:
    """The running hash at each line, computed again."""
    chain, found = Chain(), list[str]()
    for line in text:
        chain.follow(line)
        found.append(chain.link)
    return found


def _changed(header: Header, text: Sequence[bytes]) -> Problem | None:
    chain = Chain()
    for number, line in enumerate(text, 1):
        if not chain.follow(line) or (header.format > 1 and not has_link(line)):
            return Problem(number, "changed")
    return None


def _seal_problems(
    game: Game[Any, Any],
    header: Header,
    lines: Sequence[Line],
    text: Sequence[bytes],
    key: str | None,
    asked: bool,
) -> Iterator[Problem]:
    last = lines[-1] if lines else None
    if not isinstance(last, Seal):
        if header.format > 1:
            yield Problem(len(text), "unsigned" if isinstance(last, End) else "cut")
        elif asked:
            yield Problem(1, "unsealed")
        return
    digest = Chain.of(text[:-1]).digest
    if not is_signed(last, header.id, digest):
        yield Problem(len(text), "signature")
    if key is not None and key != last.key:
        yield Problem(len(text), "key")
    before = lines[-2] if len(lines) > 1 else None
    if not isinstance(before, End) or not _has_winners(game, header, lines):
        yield Problem(len(text) - 1, "cut")


def _has_winners(game: Game[Any, Any], header: Header, lines: Sequence[Line]) -> bool:
    try:
        return resume(game, header, entries_of(lines)).winners is not None
    except Exception:  # impossible: `problems` names the line
        return True


def _receipt_problems(header: Header, text: Sequence[bytes], kept: Receipts) -> Iterator[Problem]:
    if kept.match != header.id:
        yield Problem(1, "other-game")
        return
    places = {link: number for number, link in enumerate(links(text), 1)}
    confirmed = 0
    for receipt in kept.receipts:
        if places.get(receipt, 0) <= confirmed:
            yield Problem(max(confirmed, 1), "receipt")
            return
        confirmed = places[receipt]


def problems(game: Game[Any, Any], header: Header, lines: Sequence[Line]) -> Iterator[Problem]:
    """Checks rules and taps line by line and stops at the first line that is wrong.

    A difference that another version of rules or judging may explain is reported once, and the check goes on.
    """
    try:
        checks = _Checks(game, header)
        first = checks.set_up()
    except Exception as error:  # a start that no version of the rules can have
        yield Problem(1, "setup", _said(error))
        return
    if first is not None:
        yield first
        if not first.other_version:
            return
    for number, line in enumerate(lines, 2):
        found = checks.problem(number, line)
        if found is not None:
            yield found
            if not found.other_version:
                return


class _Checks:
    """The state of a check between two lines."""

    def __init__(self, game: Game[Any, Any], header: Header) -> None:
        self._game, self._header = game, header
        self._other_rules = _other("played", "rules", header.rules, game.RULES_VERSION)
        self._other_judging = _other("judged", "judging", header.judging, JUDGING_VERSION)
        self._rules: Play[Any, Any] | None = None
        """Decides everything again; `None` after a difference that older rules may explain."""
        self._again: list[Entry[Any]] = []
        self._play = resume(game, header)  # as the record says
        self._taps = _Taps(game, header)
        self._judges = True
        self._last: type[Any] = Header  # the kind of the last line

    def set_up(self) -> Problem | None:
        options = msgspec.convert(self._header.options, self._game.Options)
        play = Play.begin(self._game, self._header.seats, self._header.seed, options)
        if self._header.format > 1 and len(self._header.places) != self._header.seats:
            return Problem(1, "setup")
        if play.state == self._play.state:
            self._rules = play
            return None
        return Problem(1, "setup", self._other_rules, bool(self._other_rules))

    def problem(self, number: int, line: Line) -> Problem | None:
        if self._last is Seal or (self._last is End and not isinstance(line, Seal)):
            return Problem(number, "after")
        self._last = type(line)
        if isinstance(line, End | Seal):
            return None
        if isinstance(line, Seated):
            return None if self._taps.sit(line) else Problem(number, "impossible")
        try:
            return self._entry(number, line)
        except Exception as error:  # a move or events that no version of the rules can have in this state
            return Problem(number, "impossible", _said(error))

    def _entry(self, number: int, entry: Entry[Any]) -> Problem | None:
        if entry.at < self._play.now:
            return Problem(number, "order")
        problem: Problem | None = None
        if (doubt := self._taps.doubt(entry, self._play)) is not None:
            if doubt in FACTS or not self._other_judging:
                return Problem(number, doubt)
            if self._judges:
                problem, self._judges = Problem(number, doubt, self._other_judging, True), False
        if self._rules is not None and not self._is_decided_again(self._rules, entry):
            problem = Problem(number, "rules", self._other_rules, bool(self._other_rules))
            self._rules = None
            if not problem.other_version:
                return problem
        self._play.replay(entry)
        return problem

    def _is_decided_again(self, rules: Play[Any, Any], entry: Entry[Any]) -> bool:
        try:
            self._again = self._again or decided_at(rules, entry)
        except Exception:  # a move that today's rules cannot judge
            return False
        return bool(self._again) and encode(self._again.pop(0)) == encode(entry)


class _Taps:
    """Whether each tap follows from its evidence, and its evidence from the record before it."""

    def __init__(self, game: Game[Any, Any], header: Header) -> None:
        self._game, self._table_acts = game, table_acts(game)
        self._places, self._fairness = list(header.places), _fairness(header)
        self._fresh: set[Seat] = set()
        """Seats that another player took since their last tap."""
        self._ledgers = RecordedLedgers()  # by player; by seat if the header names no players
        self._counted = CountedTaps()
        self._races: list[tuple[Race | None, Time]] = []  # each race, or none, until when it was on

    def sit(self, change: Seated) -> bool:
        if not 0 <= change.seat < len(self._places):
            return False
        place = self._places[change.seat]
        self._places[change.seat] = replace(place, player=change.player, bot=change.bot)
        if change.player != place.player:
            self._fresh.add(change.seat)
        return True

    def doubt(self, entry: Entry[Any], play: Play[Any, Any]) -> Reason | None:
        """The first reason to doubt this entry. `play` is the game before it."""
        self._races.append((play.state.race, entry.at))
        self._ledgers.book(self._counted.follow(play.state.race), play.state.race)
        return next(self._doubts(entry, play), None)

    def _player(self, seat: Seat) -> int:
        return self._places[seat].player if 0 <= seat < len(self._places) else seat

    def _note(self, play: Play[Any, Any], move: Move, judged: Judgement | None) -> None:
        self._counted.note(self._game.contested(play.state, move), move, judged, self._player(move.seat))

    def _doubts(self, entry: Entry[Any], play: Play[Any, Any]) -> Iterator[Reason]:
        move = entry.move
        place = self._places[move.seat] if move is not None and 0 <= move.seat < len(self._places) else None
        if entry.evidence is None:
            if move is not None and place and not place.bot and not isinstance(move.act, self._table_acts):
                yield "evidence"
            if move is not None:
                self._note(play, move, None)
            return
        try:
            evidence = msgspec.convert(entry.evidence, Evidence)
        except msgspec.ValidationError:
            yield "unreadable"
            return
        if place is not None and place.bot:
            yield "bot"
        if place is not None and evidence.fairness != self._fairness:
            yield "fairness"
        judged = recompute(evidence)
        if move is None or (move.at, move.blur) != (judged.at, judged.blur) or evidence.judged != judged:
            yield "time"
            return
        if evidence.decided > play.now:
            yield "decided"
        self._races[-1] = (
            play.state.race,
            max(entry.at, evidence.arrived),
        )  # what this opens was not on before
        if place is not None:
            yield from self._strange(evidence, move.seat, play)
        player = self._player(move.seat)
        if not self._ledgers.explains(player, evidence) and not self._may_be_new(evidence.ledger, move.seat):
            yield "ledger"
        self._fresh.discard(move.seat)
        self._ledgers.tap(player, evidence, judged)
        self._note(play, move, judged)

    def _strange(self, evidence: Evidence, seat: Seat, play: Play[Any, Any]) -> Iterator[Reason]:
        """What the header and the rules do not explain."""
        place = self._places[seat]
        if evidence.decided not in _last_decisions(play.journal):
            yield "decided"
        if evidence.handicap != (place.delay if evidence.race else 0):
            yield "handicap"
        if not self._may_be_in(evidence):
            yield "race"

    def _may_be_in(self, evidence: Evidence) -> bool:
        """Whether the tap's race was on when it arrived, or its end was not on the player's screen yet.

        A race begins without delay. Its end may wait for a tap that is under way and for slower lines.
        """
        race, since = evidence.race, evidence.arrived - EARLY
        if race is not None:
            since = min(since, evidence.shown) - evidence.fairness.reach - evidence.fairness.max_hold
        for number, (other, until) in enumerate(reversed(self._races)):
            if number and until < since:
                return False
            if other == race:
                return True
        return False

    def _may_be_new(self, ledger: Ledger, seat: Seat) -> bool:
        """A new sitting may begin with a new ledger. An old record does not say who sat down."""
        return ledger == Ledger() and (not self._places or seat in self._fresh)


def _said(error: Exception) -> str:
    return f": {error}" if str(error) else f": {type(error).__name__}"


def _fairness(header: Header) -> Fairness | None:
    try:
        return msgspec.convert(header.fairness, Fairness)
    except msgspec.ValidationError:
        return None


def _last_decisions(journal: Sequence[Entry[Any]]) -> set[Time]:
    """The times of the last move and of all deadlines after it: a tap yields to one of these."""
    found = set[Time]()
    for entry in reversed(journal):
        found.add(entry.at)
        if entry.move is not None:
            return found
    return found | {0}


def _other(done: str, by: str, named: int, known: int) -> str:
    """The problem of a journal of another version; empty if it is of this one."""
    return "" if named == known else f" (it was {done} by version {named} of {by}; this house has {known})"


def decided_at(play: Play[Any, Any], entry: Entry[Any]) -> list[Entry[Any]]:
    """The entries that follow at the moment of `entry`; none if the rules forced an event before."""
    due, move = play.state.due, entry.move
    if move is None:
        return play.advance(entry.at) if due == entry.at else []
    return play.feed(move, entry.evidence) if move.at == entry.at and (due is None or due > move.at) else []
