"""What a seat may know: its own cards, how many the others hold, and of a raised hand only that it is up."""

from __future__ import annotations

from collections import Counter
from typing import Literal, TypeAlias

from taphouse.core import Dice, Offer, Seat, Time, Value, once_per_state, replace

from .allowed import offers
from .cards import JOKER, Card, Hand, in_order, pairs_in, without
from .events import CardDrawn, Events, Fooled, Gesture, HouseTook, PairLaid, Took, TooSoon, WoundUp
from .rules import WIND_UP_LEAST, WIND_UP_MOST
from .state import (
    Drawing,
    Feinting,
    Outcome,
    Over,
    Racing,
    Resting,
    Showing,
    Slapped,
    State,
    Thinking,
    Winding,
    opponents_with_cards,
    waiting,
)

PhaseName: TypeAlias = Literal[
    "drawing", "thinking", "winding", "racing", "feinting", "showing", "resting", "over"
]


class View(Value):
    """The table of Tip Tap Top, as one seat may see it."""

    offers: tuple[Offer, ...]
    """What this seat may do now."""
    phase: PhaseName
    """`drawing`: the active player draws. `thinking`: slap, bluff or pass. `winding`: a hand is up. `racing`:
    a paddle fell, everyone follows. `feinting`: it was a bluff. `showing`: the race is decided. `resting`:
    the turn is over.
    """
    since: Time | None
    """When the phase began; while racing or feinting, when the paddle fell or did not."""
    until: Time | None
    """The public deadline, if there is one."""
    deadline: Time
    """When the active player's time is up; a race or a bluff under way is played out."""
    wound: Time | None
    """When the hand of this race or this bluff went up."""
    open: Time | None
    """After a bluff: when the next hand may go up."""
    turn: Seat
    """Whose turn it is."""
    dealer: Seat
    """Who dealt."""
    turns: int
    """How many turns there were."""
    gestures: int
    """How many hands were raised in this game."""
    tries: int
    """Hands raised since the turn began or a pair was laid."""
    hand: Hand
    pairs: tuple[Card, ...]
    """The number of each pair in this hand, the lowest first."""
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    pile: int
    """How many cards are left to draw."""
    laid: tuple[tuple[Card, ...], ...]
    """The pairs in front of each seat, by their number."""
    pairs_left: int
    """How many pairs are still to be laid."""
    owed: int
    """How many cards the active player still draws."""
    sources: tuple[Seat, ...]
    """The opponents from whom they may be taken."""
    must: tuple[Seat, ...]
    """Who still has to slap."""
    slaps: tuple[Slapped, ...]
    """The paddles of this race, in the order of the verdict."""
    paid: tuple[Seat, ...]
    """Who touched their plate since the last hand went up, and lost a card."""
    touched: dict[Seat, Time]
    """When each seat that paid in this turn did so last."""
    outcome: Outcome | None
    """The result of the last raised hand."""
    honest: tuple[int, ...]
    """How many races each seat began."""
    feints: tuple[int, ...]
    """How many bluffs each seat made."""
    caught: tuple[int, ...]
    """How many cards each seat lost by touching its plate."""
    plates: Literal["flick", "buttons"]
    """How hands are raised on a page."""
    away: tuple[Seat, ...]
    """Who is not waited for."""
    points: tuple[int, ...]
    """Of each seat; more is better."""
    joker: Seat | None
    """Who held the Joker in the end."""
    winners: tuple[Seat, ...] | None
    """`None`: the game is not over."""


class Scene(Value):
    """The phase, as everyone sees it."""

    phase: PhaseName
    since: Time | None = None
    until: Time | None = None
    wound: Time | None = None
    open: Time | None = None


def view(state: State, seat: Seat | None) -> View:
    if seat is None:
        return public_view(state)
    hand = in_order(state.hands[seat])
    return replace(public_view(state), offers=offers(state, seat), hand=hand, pairs=pairs_in(hand))


@once_per_state
def public_view(state: State) -> View:
    scene, phase = scene_of(state), state.phase
    race = phase if isinstance(phase, Racing) else None
    drawing = phase if isinstance(phase, Drawing) else None
    return View(
        offers=(),
        phase=scene.phase,
        since=scene.since,
        until=scene.until,
        deadline=state.deadline,
        wound=scene.wound,
        open=scene.open,
        turn=state.turn,
        dealer=state.dealer,
        turns=state.turns,
        gestures=state.gestures,
        tries=state.tries,
        hand=(),
        pairs=(),
        counts=tuple(map(len, state.hands)),
        pile=len(state.pile),
        laid=state.laid,
        pairs_left=state.pairs_left,
        owed=drawing.owed if drawing else 0,
        sources=opponents_with_cards(state) if drawing else (),
        must=waiting(state, race) if race else (),
        slaps=race.slaps if race else (),
        paid=state.paid,
        touched=state.touched,
        outcome=state.outcome,
        honest=state.honest,
        feints=state.feints,
        caught=state.caught,
        plates=state.options.plates,
        away=state.away,
        points=state.points,
        joker=phase.joker if isinstance(phase, Over) else None,
        winners=state.winners,
    )


def scene_of(state: State) -> Scene:
    match state.phase:
        case Drawing(since=since):
            return Scene("drawing", since, state.deadline)
        case Thinking(since):
            return Scene("thinking", since, state.deadline)
        case Winding(since=since):
            return Scene("winding", since)  # rule 16: neither what it is nor when it will show
        case Racing(wound=wound, shown=shown, until=until):
            return Scene("racing", shown, until, wound)
        case Feinting(wound, shown, open, until):
            return Scene("feinting", shown, until, wound, open)
        case Showing(since=since, until=until):
            return Scene("showing", since, until)
        case Resting(since, until):
            return Scene("resting", since, until)
        case Over():
            return Scene("over")


def tell(event: Events, seat: Seat | None) -> Events | None:
    match event:
        case WoundUp():
            return replace(event, gesture=None, pair=None, shown=None)  # rule 16
        case CardDrawn(drawer) if seat != drawer:
            return replace(event, card=None)
        case Took(taker, giver) | HouseTook(taker, giver) if seat not in (taker, giver):
            return replace(event, card=None)
        case TooSoon(giver, taker) | Fooled(giver, taker) if seat not in (taker, giver):
            return replace(event, card=None)
        case PairLaid(seat=taker, loser=giver) if seat not in (taker, giver):
            return replace(event, card=None)
    return event


def reshuffle(state: State, seat: Seat | None, dice: Dice) -> State:
    """Another state `seat` could not tell from this one: unseen cards and gestures change places."""
    unseen = [other for other in range(len(state.hands)) if other != seat]
    pool = dice.shuffled([card for other in unseen for card in state.hands[other]] + list(state.pile))
    phase, fixed = state.phase, {}
    if isinstance(phase, Racing) and seat != state.turn:
        pair = dice.pick([card for card, copies in Counter(pool).items() if copies > 1 and card != JOKER])
        phase, fixed, pool = replace(phase, pair=pair), {state.turn: (pair, pair)}, without(pool, pair, pair)
    hands = list(state.hands)
    for other in unseen:
        kept = fixed.get(other, ())
        lacking = len(hands[other]) - len(kept)
        hands[other], pool = (*kept, *pool[:lacking]), pool[lacking:]
    if isinstance(phase, Winding):
        phase = rewound(phase, hands[state.turn], seat == state.turn, dice)
    return replace(state, hands=tuple(hands), pile=pool, phase=phase)


def rewound(winding: Winding, hand: Hand, own: bool, dice: Dice) -> Winding:
    """Only its owner knows what a raised hand is; nobody knows how long it stays up."""
    winding = replace(winding, shown=winding.since + dice.between(WIND_UP_LEAST, WIND_UP_MOST))
    if own:
        return winding
    gestures: tuple[Gesture, ...] = ("slap", "bluff", "graze")
    gesture = dice.pick(gestures)
    return replace(
        winding, gesture=gesture, pair=next(iter(pairs_in(hand)), None) if gesture == "slap" else None
    )
