"""What a seat may know: everything that lies open, and of the secrets only its own hand, pick and smack."""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from taphouse.core import SECOND, Dice, Offer, Seat, Time, Value, once_per_state, put, replace

from .allowed import offers
from .events import CardsDrawn, Events, HouseLost, HousePicked, Lost, Picked, Result, Row, Smacked
from .faces import Card, is_rule
from .finishes import Standing, standing
from .rules import ruling
from .state import Closed, Flipping, Over, Picking, Print, Resolving, Smacking, State, Task, Turning
from .templates import Written, write

UPSIDE_DOWN = 1 * SECOND  # rule 8

PhaseName: TypeAlias = Literal["picking", "closed", "turning", "flipping", "smacking", "resolving", "over"]


class View(Value):
    """The table of Racesmack, as one seat may see it."""

    offers: tuple[Offer, ...]
    """What this seat may do now."""
    round: int
    """Counted from 1."""
    phase: PhaseName
    """`picking`: lay a card. `closed`: the cards are about to be revealed. `turning` and `flipping`: After
    You, cards are turned up one after the other. `smacking`: smack a correct card. `resolving`: place and
    lose cards.
    """
    since: Time | None
    """When the phase began; while smacking, when the cards were shown."""
    until: Time | None
    """The public deadline of the phase, if there is one; a task has its own."""
    rule: Written | None
    """What makes a card correct, as the cards lie. After You: `None` before a Rule card is turned."""
    rule_card: Card | None
    """The Rule card with this rule; `None`: the default."""
    tiebreaker: bool
    """The variant: of several correct cards only some stay correct."""
    blind: bool
    """After You: hands are face-down piles."""
    ring: tuple[Card | None, ...]
    """The cards to smack, by seat; after the round those that were."""
    heights: tuple[int, ...]
    """How many cards lie in front of each seat, face up or down."""
    upright: Time | None
    """Until then one's own Rule card is upside down."""
    turn: Seat | None
    """After You: who turns a card."""
    hand: Row
    """One's own; empty for spectators, and where hands are blind."""
    hands: tuple[int, ...]
    """How many cards each seat has in hand."""
    pick: Card | None
    """One's own."""
    picked: tuple[Seat, ...]
    """Who has laid a card."""
    smacked: int
    """How many have smacked."""
    prints: tuple[Print, ...]
    """One's own smack; everyone's after the round, or where the table shows them. The earliest first."""
    early: tuple[Seat, ...]
    """Who made a false start in this round."""
    marked: tuple[Seat, ...]
    """Time Penalty: incorrect in this round whenever several cards are correct."""
    result: Result | None
    """The result of the last round. `None`: none is shown."""
    task: Task | None
    """What this seat has to choose."""
    races: tuple[Row, ...]
    """The Race of each seat."""
    standings: tuple[Standing | None, ...]
    """How near each Race is to the finish that counts in it."""
    top: Card | None
    """The top card of the draw pile, open to all."""
    draw: int
    """How many cards are left to draw."""
    away: tuple[Seat, ...]
    """Who is not waited for."""
    points: tuple[int, ...]
    """Of each seat; more is better."""
    winners: tuple[Seat, ...] | None
    """`None`: the game is not over."""
    won_by: Literal["finish", "cards"] | None
    """How it was won. `None`: the game is not over."""


class Scene(Value):
    """The phase, as all see it."""

    phase: PhaseName
    since: Time | None = None
    until: Time | None = None
    turn: Seat | None = None


def view(state: State, seat: Seat | None) -> View:
    public = spectators_view(state)
    if seat is None:
        return public
    mine = public.ring[seat]
    turned = isinstance(state.phase, Smacking) and mine is not None and is_rule(mine)
    return replace(
        public,
        offers=offers(state, seat),
        upright=public.since + UPSIDE_DOWN if turned and public.since is not None else None,
        hand=() if public.blind else state.hands[seat],
        pick=state.picks[seat],
        prints=prints_for(state, seat),
        task=state.tasks[seat],
    )


@once_per_state
def spectators_view(state: State) -> View:
    now, (rule, rule_card) = scene(state), rule_in_sight(state)
    return View(
        offers=(),
        round=state.round,
        phase=now.phase,
        since=now.since,
        until=now.until,
        rule=rule,
        rule_card=rule_card,
        tiebreaker=state.options.tiebreaker,
        blind=state.options.after_you,
        ring=state.ring or state.tops,
        heights=tuple(
            len(pile) + (pick is not None) for pile, pick in zip(state.piles, state.picks, strict=True)
        ),
        upright=None,
        turn=now.turn,
        hand=(),
        hands=tuple(map(len, state.hands)),
        pick=None,
        picked=tuple(each for each in state.seats if state.picks[each] is not None),
        smacked=len(state.prints),
        prints=prints_for(state, None),
        early=state.early,
        marked=state.marked,
        result=state.result,
        task=None,
        races=state.races,
        standings=tuple(map(standing, state.races)),
        top=state.draw[0] if state.draw else None,  # rule 4
        draw=len(state.draw),
        away=state.away,
        points=state.points,
        winners=state.winners,
        won_by=state.phase.by if isinstance(state.phase, Over) else None,
    )


def scene(state: State) -> Scene:
    match state.phase:
        case Picking(since, until):
            return Scene("picking", since, until)
        case Closed(since, until):
            return Scene("closed", since, until)
        case Turning(seat, since, until):
            return Scene("turning", since, until, seat)
        case Flipping(seat, since, until):
            return Scene("flipping", since, until, seat)
        case Smacking(since, until):
            return Scene("smacking", since, until)
        case Resolving(since):
            return Scene("resolving", since)
        case Over():
            return Scene("over")
    assert_never(state.phase)


def rule_in_sight(state: State) -> tuple[Written | None, Card | None]:
    if state.result is not None:
        return state.result.rule, state.result.card
    if state.options.after_you and not isinstance(state.phase, Smacking):
        return None, None  # rule 40
    rule, card = ruling(state)
    return write(rule), card


def prints_for(state: State, seat: Seat | None) -> tuple[Print, ...]:
    """Rule 43."""
    if state.result is not None or state.options.smacks == "shown":
        return state.prints
    return tuple(each for each in state.prints if each.seat == seat)


def tell(event: Events, seat: Seat | None) -> Events | None:
    match event:
        case Picked() | HousePicked() if event.seat != seat:
            return replace(event, card=None)
        case Smacked(open=False) if event.seat != seat:
            return None  # rule 43: only the counter shows it
        case Lost(source="hand") if event.seat != seat:
            return replace(event, card=None)
        case HouseLost(cards=cards, source=source) if source == "blind" or (
            source == "hand" and event.seat != seat
        ):
            return replace(event, cards=(None,) * len(cards))
        case CardsDrawn(cards, blind):
            hidden = ((None,) * len(row) for row in cards)
            own = None if blind else seat
            return replace(
                event, cards=tuple(cards[at] if at == own else row for at, row in enumerate(hidden))
            )
    return event


def reshuffle(state: State, seat: Seat | None, dice: Dice) -> State:
    """Another state `seat` could not tell from this one: other cards where it sees none, other smacks."""
    known = seat if not state.options.after_you else None
    hidden = [each for each in state.seats if each != known]
    pool = list(dice.shuffled(sum((state.hands[each] for each in hidden), state.draw[1:])))
    for each in hidden:
        size, picks = len(state.hands[each]), state.picks
        hand, pool = tuple(pool[:size]), pool[size:]
        state = replace(state, hands=put(state.hands, each, hand))
        if picks[each] is not None:
            state = replace(state, picks=put(picks, each, dice.pick(hand)))
    state = replace(state, draw=(*state.draw[:1], *pool))
    return with_other_prints(with_other_rules_to_come(state, dice), seat, dice)


def with_other_rules_to_come(state: State, dice: Dice) -> State:
    """Racing Rules: only this round's card is open."""
    if not state.rule_deck:
        return state
    now = (state.round - 1) % len(state.rule_deck)
    rest = dice.shuffled(state.rule_deck[:now] + state.rule_deck[now + 1 :])
    return replace(state, rule_deck=(*rest[:now], state.rule_deck[now], *rest[now:]))


def with_other_prints(state: State, seat: Seat | None, dice: Dice) -> State:
    if state.result is not None or state.options.smacks == "shown":
        return state
    others = iter(dice.shuffled(each for each in state.seats if each != seat))
    shown = [each for each in state.seats if state.piles[each]]
    prints = (
        each if each.seat == seat else replace(each, seat=next(others), whose=dice.pick(shown))
        for each in state.prints
    )
    return replace(state, prints=tuple(prints))
