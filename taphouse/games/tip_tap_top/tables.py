"""Named states, for tests and for the client's gallery."""

from __future__ import annotations

from typing import Any

from taphouse.core import MS, SECOND, Dice, Time, replace

from .cards import Card, Hand, deck, in_order, numbers, without
from .events import Gesture
from .rules import BETWEEN_BLUFFS, setup
from .state import (
    Drawing,
    Feinting,
    Options,
    Outcome,
    Over,
    Racing,
    Resting,
    Showing,
    Slapped,
    State,
    Thinking,
    Winding,
)

BEGAN: Time = 9 * SECOND
WOUND: Time = 10 * SECOND
SHOWN: Time = WOUND + 200 * MS


def table(
    *hands: Hand,
    laid: tuple[tuple[Card, ...], ...] | None = None,
    pile: int | None = None,
    options: Options | None = None,
    **changes: Any,
) -> State:
    """The first seat's turn. Cards that are neither in `hands` nor in `laid` are the pile.

    If `pile` limits the pile, the last seat has laid the other cards.
    """
    seats, options = len(hands), options or Options()
    before = laid or ((),) * seats
    pairs = [number for mine in before for number in mine]
    rest = without(deck(seats), *pairs, *pairs, *(card for hand in hands for card in hand))
    for number in numbers(seats):
        while pile is not None and len(rest) > pile + 1 and rest.count(number) > 1:
            rest, before = without(rest, number, number), (*before[:-1], (*before[-1], number))
    return replace(
        setup(seats, options, Dice("a named table")),
        **{
            "turn": 0,
            "dealer": seats - 1,
            "hands": tuple(map(in_order, hands)),
            "pile": rest,
            "laid": before,
            "deadline": BEGAN + options.turn_limit * SECOND,
            "turns": 1,
            **changes,
        },
    )


def drawing(*hands: Hand, owed: int = 1, **changes: Any) -> State:
    return table(*hands, phase=Drawing(owed, since=BEGAN), **{"pile": 0, **changes})


def thinking(*hands: Hand, **changes: Any) -> State:
    return table(*hands, phase=Thinking(since=BEGAN), **changes)


def winding(*hands: Hand, gesture: Gesture = "slap", pair: Card | None = None, **changes: Any) -> State:
    phase = Winding(gesture, pair, since=WOUND, shown=SHOWN)
    return table(*hands, phase=phase, **{"gestures": 1, "tries": 1, **changes})


def racing(*hands: Hand, pair: Card, slaps: tuple[Slapped, ...] = (), **changes: Any) -> State:
    options = changes.get("options") or Options()
    must = changes.pop("must", tuple(seat for seat, hand in enumerate(hands) if hand and seat != 0))
    phase = Racing(pair, WOUND, SHOWN, must, until=SHOWN + options.race_limit * SECOND, slaps=slaps)
    return table(*hands, phase=phase, **{"gestures": 1, "tries": 1, **changes})


def feinting(*hands: Hand, **changes: Any) -> State:
    options = changes.get("options") or Options()
    phase = Feinting(WOUND, SHOWN, SHOWN + BETWEEN_BLUFFS, SHOWN + options.bluff_window * MS)
    outcome = Outcome(0, "bluff")
    return table(*hands, phase=phase, outcome=outcome, **{"gestures": 1, "tries": 1, **changes})


def showing(*hands: Hand, jammed: bool = False, **changes: Any) -> State:
    since = SHOWN + SECOND
    phase = Showing(jammed, SHOWN, since, until=since + SECOND)
    return table(*hands, phase=phase, **{"gestures": 1, "tries": int(jammed), **changes})


def resting(*hands: Hand, fault: bool = False, **changes: Any) -> State:
    phase = Resting(SHOWN, until=SHOWN + SECOND, shown=SHOWN if fault else None)
    return table(*hands, phase=phase, **{"gestures": 1, "tries": int(fault), **changes})


PAIRLESS, OTHER, JOKERS = ("2", "5", "9"), ("1", "4", "8", "10"), ("3", "6", "joker")
SEVENS = ("2", "4", "7", "7", "9")

TABLES: dict[str, State] = {
    "the first cards": setup(4, Options(), Dice("the first cards")),
    "a pair in hand": thinking(SEVENS, PAIRLESS, OTHER, JOKERS),
    "two pairs to choose from": thinking(("3", "3", "8", "8", "8", "10"), SEVENS, PAIRLESS, JOKERS),
    "a hand is up": winding(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7"),
    "a hand is up, and will not fall": winding(SEVENS, PAIRLESS, OTHER, JOKERS, gesture="bluff"),
    "a hand is up, without a pair": winding(PAIRLESS, SEVENS, JOKERS),
    "a hand is up, on its way to the rim": winding(SEVENS, PAIRLESS, JOKERS, gesture="graze"),
    "the race is on": racing(
        SEVENS, PAIRLESS, OTHER, JOKERS, pair="7", slaps=(Slapped(3, SHOWN + 204 * MS, 9 * MS),)
    ),
    "someone has no cards to race with": racing(SEVENS, PAIRLESS, OTHER, (), pair="7"),
    "too close to call": racing(
        SEVENS, PAIRLESS, JOKERS, pair="7", slaps=(Slapped(1, SHOWN + 300 * MS, 900 * MS),)
    ),
    "nobody moves": racing(SEVENS, PAIRLESS, JOKERS, OTHER, pair="7", away=(1, 2, 3)),
    "a bluff is on": feinting(SEVENS, PAIRLESS, OTHER, JOKERS, paid=(2,), touched={2: SHOWN - 80 * MS}),
    "a pair is laid": showing(
        ("2", "4", "9", "6"),
        PAIRLESS,
        OTHER,
        ("3", "joker"),
        laid=(("7",), (), (), ()),
        outcome=Outcome(
            0, "laid", "7", 3, (Slapped(2, SHOWN + 231 * MS, 9 * MS), Slapped(1, SHOWN + 402 * MS, 9 * MS))
        ),
    ),
    "the plates are jammed": showing(
        SEVENS,
        PAIRLESS,
        JOKERS,
        jammed=True,
        outcome=Outcome(
            0, "too-close", slaps=(Slapped(1, SHOWN + 318 * MS, 9 * MS), Slapped(2, SHOWN + 324 * MS, 9 * MS))
        ),
    ),
    "a slap has failed": resting(SEVENS, PAIRLESS, JOKERS, fault=True, outcome=Outcome(0, "rim")),
    "one card is no hand": showing(("6",), ("3", "5", "7"), ("3", "5", "6", "7", "joker"), pile=0),
    "from whom to take": drawing((), ("3", "5", "7"), ("3", "5", "6", "joker"), ("6", "7"), owed=2),
    "only one left to take from": resting((), (), ("3", "3", "5", "5", "joker"), pile=0),
    "one card in the pile, none in hand": resting(("3", "6"), (), ("3", "5", "6"), ("5", "9", "9"), pile=1),
    "all pairs in one go": winding(("2", "2", "7", "7", "7", "7", "joker"), (), (), pair="7", pile=0),
    "the last pair": thinking(("8", "8"), (), ("joker",), pile=0),
    "six at the table": racing(
        ("12", "12", "3", "15"),
        ("1", "14", "joker"),
        ("2", "13"),
        ("5", "6", "7", "8"),
        (),
        ("9", "10", "11"),
        pair="12",
        pile=12,
        away=(3,),
        slaps=(Slapped(1, SHOWN + 267 * MS, 4 * MS),),
    ),
    "two share the victory": table(
        (),
        ("joker",),
        (),
        laid=(tuple("123456789"), tuple("1234567"), ("8", "9", "10", "10")),
        pile=0,
        phase=Over((0, 1), 1),
    ),
}
