"""A bot that plays like a person: it sees one match after another, sometimes slips, watches the others."""

from __future__ import annotations

from collections.abc import Iterator

from taphouse.core import MS, Dice, Plan, Seat, Skill, Time, Value, person_of

from .cards import ACTIONS, FACES, Action, Card, is_stop, is_striped, matches, satisfies
from .events import Cry, Do, Lay, Pass
from .piles import Lock
from .views import PlayView, View


class Person(Value):
    """The parameters of a skill."""

    pace: float  # how long seeing and moving take, relative to a steady player's
    slips: float  # how often the action is wrong or forgotten
    misreads: float  # how often a card that does not match seems to
    notices: float  # how often another player's goof is seen
    cries_wolf: float  # how often a goof is seen where there was none


PEOPLE: dict[Skill, Person] = {
    "gentle": Person(pace=1.11, slips=0.066, misreads=0.018, notices=0.4, cries_wolf=0.0085),
    "steady": Person(pace=1.0, slips=0.06, misreads=0.015, notices=0.45, cries_wolf=0.008),
    "quick": Person(pace=0.89, slips=0.055, misreads=0.013, notices=0.5, cries_wolf=0.0075),
}

SEEING = (1_500 * MS, 250 * MS, 700 * MS)  # until a match of two cards is seen
MOVING = (520 * MS, 80 * MS, 180 * MS)  # from the action to the card on the pile
CRYING = (900 * MS, 150 * MS, 600 * MS)  # from another player's card to the call at their seat
PASSING = (1_600 * MS, 200 * MS, 400 * MS)

FORGETS = 0.4  # share of slips; the others are wrong actions
JOKER_LATER = 1.5  # a striped card fits at any time: others first
STOP_SOONER = 0.8
BIG_PILE_SOONER = 0.9


def plan(view: View, seat: Seat, dice: Dice, skill: Skill | Person) -> Plan | None:
    person = person_of(PEOPLE, skill)
    dice = dice.fork(view.deal) if view.deal > 1 else dice  # the same cards come again in each deal
    plans = [*cries(view, seat, dice, person)]
    if view.phase == "free" or view.stopper == seat:
        plans += play(view, seat, dice, person)
    return min(plans, key=lambda plan: plan.at, default=None)


class Candidate(Value):
    """A card of the bot, and the receive card that it fits, or seems to fit."""

    card: Card
    on: Card
    since: Time
    ease: float


def play(view: View, seat: Seat, dice: Dice, person: Person) -> Iterator[Plan]:
    found = list(look(view, seat, dice, person))
    begun = [candidate for candidate in found if candidate.on in view.bound]  # finish this first
    for candidate in begun:
        after = max(view.bound[candidate.on].at, candidate.since)
        yield Plan(
            after + takes(MOVING, dice.fork("move", candidate.card, candidate.on), person), lay(candidate)
        )
    if not begun:
        attention = attentive_since(view, seat)
        yield from (begin(candidate, max(candidate.since, attention), dice, person) for candidate in found)
    if view.stopper == seat and all(is_striped(candidate.card) for candidate in found):
        yield Plan(last_moment(view, seat) + takes(PASSING, dice.fork("pass", view.until), person), Pass())


def look(view: View, seat: Seat, dice: Dice, person: Person) -> Iterator[Candidate]:
    largest = max(pile.size for pile in view.give[seat])
    for pile, lock in zip(view.give[seat], view.locks, strict=True):
        for target in view.receive:
            card, on = pile.top, target.card
            if card is None or on is None or knows_better(lock, card, on):
                continue
            if matches(card, on) or dice.fork("misread", card, on).chance(person.misreads):
                since = max(target.at, lock.until if lock else 0)
                yield Candidate(card, on, since, ease(card, pile.size == largest))


def knows_better(lock: Lock | None, card: Card, on: Card) -> bool:
    """The card has bounced there before."""
    return lock is not None and (lock.card, lock.on) == (card, on)


def last_moment(view: View, seat: Seat) -> Time:
    mine = view.plays[seat]
    return max(view.since or 0, mine.at if mine else 0)


def attentive_since(view: View, seat: Seat) -> Time:
    """A bot that has begun an action sees nothing else until its card is covered."""
    moment, gesture = last_moment(view, seat), view.gestures[seat]
    if gesture is None or gesture.at <= moment:
        return moment
    return min((pile.at for pile in view.receive if pile.at > gesture.at), default=gesture.at)


def ease(card: Card, from_largest: bool) -> float:
    return (
        (JOKER_LATER if is_striped(card) else 1)
        * (STOP_SOONER if is_stop(card) else 1)
        * (BIG_PILE_SOONER if from_largest else 1)
    )


def begin(candidate: Candidate, since: Time, dice: Dice, person: Person) -> Plan:
    """Sees the match, then does the action, or what it takes for it."""
    mind = dice.fork("see", candidate.card, candidate.on)
    at = since + round(takes(SEEING, mind, person) * candidate.ease)
    action = meant(candidate.on, mind.fork("slip"), person)
    if action is None:
        return Plan(at + takes(MOVING, mind.fork("move"), person), lay(candidate))
    return Plan(at, Do(action, (candidate.on,)))


def meant(on: Card, dice: Dice, person: Person) -> Action | None:
    """`None`: no action is required, or it is forgotten."""
    asked = FACES[on].sign
    if asked == "stop":
        return None
    right = dice.pick([action for action in ACTIONS if satisfies(action, on)])
    if not dice.chance(person.slips):
        return right
    wrong = [action for action in ACTIONS if not satisfies(action, on)]
    return None if not wrong or dice.chance(FORGETS) else dice.pick(wrong)


def cries(view: View, seat: Seat, dice: Dice, person: Person) -> Iterator[Plan]:
    for other, laid in enumerate(view.plays):
        if other == seat or laid is None or laid.until is None:
            continue
        mind = dice.fork("watch", other, laid.card)
        at = laid.at + takes(CRYING, mind, person)
        if mind.chance(suspicion(laid, person)):
            yield Plan(at, Cry(other, laid.card))


def suspicion(laid: PlayView, person: Person) -> float:
    return person.cries_wolf if satisfies(laid.seen, laid.on) else person.notices


def takes(how_long: tuple[Time, Time, Time], dice: Dice, person: Person) -> Time:
    return round(dice.reaction(*how_long) * person.pace)


def lay(candidate: Candidate) -> Lay:
    return Lay(candidate.card, candidate.on)
