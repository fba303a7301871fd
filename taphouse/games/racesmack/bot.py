"""A bot that plays like a person: hard rules and Shifting Gears take longer and cause more errors."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import assert_never

from taphouse.core import MS, SECOND, Dice, Plan, Seat, Skill, Time, Value, person_of

from .correct import Ring, correct_cards, ring_of
from .events import Lose, Pay, Pick, Place, Row, Smack, Turn
from .faces import Card
from .finishes import standing
from .state import Losing, Paying, Placing
from .templates import (
    Duplicates,
    Freq,
    Highest,
    Neighbours,
    Number,
    NumberAdjacent,
    Rule,
    Rules,
    RulesAdjacent,
    Variety,
    read_rule,
)
from .views import View


class Person(Value):
    """The parameters of a skill."""

    pace: float  # how long it takes to find a correct card, relative to a steady player
    slips: float  # how often it errs in a search of one second; in one of four seconds, twice as often
    taste: float  # how random the choice of a card is
    jumpy: float  # how often it taps before the cards are shown


PEOPLE: dict[Skill, Person] = {
    "gentle": Person(pace=1.22, slips=0.175, taste=3.1, jumpy=0.03),
    "steady": Person(pace=1.0, slips=0.13, taste=2.0, jumpy=0.02),
    "quick": Person(pace=0.82, slips=0.085, taste=0.4, jumpy=0.02),
}

READ = 1_100 * MS  # a rule that was unknown a moment ago
COMPARE = 300 * MS  # each further Rule card: which number is the highest?
DECODE = 450 * MS  # a die, a hand or tally marks instead of icons
BREAK_A_TIE = 1_500 * MS
NONE_IS_RIGHT = 1.4  # every card is looked at twice
LOST_IN_THOUGHT = 0.02  # how often it does not tap at all
OWN_FIRST = 0.6  # how often its own card is smacked if several are correct
GLANCE = 800 * MS  # to see what was correct, before anything is placed


def plan(view: View, seat: Seat, dice: Dice, skill: Skill | Person) -> Plan | None:
    if view.since is None or seat in view.away:
        return None
    person, dice = person_of(PEOPLE, skill), dice.fork(view.round)
    match view.phase:
        case "picking" if view.pick is None and view.hand:
            return choose_a_card(view.races[seat], view.hand, view.since, dice.fork("pick"), person)
        case "closed" | "flipping":
            return jump_the_gun(view, view.since, seat, dice.fork("jump"), person)
        case "turning" if view.turn == seat:
            lap = dice.fork("turn", view.heights[seat])
            return Plan(view.since + lap.reaction(700 * MS, 150 * MS, 400 * MS), Turn())
        case "smacking" if not any(each.seat == seat for each in view.prints):
            # Rule 38: a marked player does not smack if several cards are correct.
            is_marked = seat in view.marked
            return find_and_smack(sight(view), view.since, seat, is_marked, dice.fork("smack"), person)
        case "resolving":
            return make_a_choice(view, view.since, seat, dice.fork("choice"), person)
    return None


@lru_cache(maxsize=1_024)  # planned once, not after every move of another player
def choose_a_card(race: Row, hand: Row, since: Time, dice: Dice, person: Person) -> Plan:
    """The card that would help the Race most, if it is won."""
    liking = {card: worth((*race, card)) + whim(dice, card, person) for card in hand}
    pace = person.pace * SECOND
    return Plan(
        since + dice.fork().reaction(2.2 * pace, 0.4 * pace, 0.8 * pace),
        Pick(max(liking, key=lambda c: liking[c])),
    )


def jump_the_gun(view: View, since: Time, seat: Seat, dice: Dice, person: Person) -> Plan | None:
    card = view.pick or view.ring[seat]
    if card is None or seat in view.early or not dice.chance(person.jumpy):  # once is enough
        return None
    return Plan(since + dice.between(150 * MS, 550 * MS), Smack(card))


# ---- smacking ----


class Sight(Value):
    """What a search depends on. It stays the same for a whole round, so each search is made once."""

    rule: Rule
    is_known: bool
    """The rule was to be read before the cards were shown."""
    cards: tuple[Card | None, ...]
    tiebreaker: bool


def sight(view: View) -> Sight:
    assert view.rule is not None
    is_known = view.rule_card is None or view.rule_card not in view.ring
    return Sight(read_rule(view.rule), is_known, view.ring, view.tiebreaker)


@lru_cache(maxsize=1_024)
def find_and_smack(
    sight: Sight, since: Time, seat: Seat, is_marked: bool, dice: Dice, person: Person
) -> Plan | None:
    ring, dice = ring_of(sight.cards), dice.fork()
    right = correct_cards(sight.rule, sight.cards, sight.tiebreaker)
    if dice.chance(LOST_IN_THOUGHT) or (len(right) > 1 and is_marked):
        return None
    mean = effort(sight, ring) * person.pace
    after = dice.reaction(0.55 * mean, 0.15 * mean, 0.45 * mean)
    errs = dice.chance(person.slips * sqrt(mean / SECOND))
    fits = right or tuple(at for at in ring if at == seat)  # rule 11
    whose = seen_as_right(seat, tuple(ring), fits, errs, dice)
    card = None if whose is None else sight.cards[whose]
    return None if card is None else Plan(since + max(400 * MS, after), Smack(card))


def effort(sight: Sight, ring: Ring) -> Time:
    """How long a steady player takes to be sure."""
    found, work = correct_cards(sight.rule, sight.cards, tiebreaker=False), counting(sight.rule, ring)
    if not sight.is_known:
        work += READ + COMPARE * (sum(card.is_rule for card in ring.values()) - 1)
    work += DECODE * sum(card.way != "icons" for card in ring.values())
    if sight.tiebreaker and len(found) > 1:
        work += BREAK_A_TIE
    return round(work * (1 if found else NONE_IS_RIGHT))


def counting(rule: Rule, ring: Ring) -> Time:
    icons, cards = sum(len(card.icons) for card in ring.values()), len(ring)
    match rule:
        case Freq(extreme="most"):
            return 600 * MS + 130 * MS * icons
        case Freq():
            return 800 * MS + 170 * MS * icons
        case Variety() | Duplicates():
            return 600 * MS + 380 * MS * cards
        case Neighbours():
            return 800 * MS + 600 * MS * cards
        case NumberAdjacent():
            return 700 * MS + 400 * MS * cards
        case Number() | Highest():
            return 400 * MS + 200 * MS * cards
        case Rules() | RulesAdjacent():
            return 300 * MS + 150 * MS * cards
    assert_never(rule)


def seen_as_right(
    seat: Seat, seats: tuple[Seat, ...], fits: tuple[Seat, ...], errs: bool, dice: Dice
) -> Seat | None:
    """The owner of the card that the bot smacks, if any."""
    wrong = tuple(at for at in seats if at not in fits)
    if errs and wrong:
        return dice.pick(wrong)
    if seat in fits and dice.chance(OWN_FIRST):
        return seat
    return dice.pick(fits) if fits else None


# ---- after the round ----


def make_a_choice(view: View, since: Time, seat: Seat, dice: Dice, person: Person) -> Plan | None:
    task, race = view.task, view.races[seat]
    if task is None:
        return None
    begins = task.since + (GLANCE if task.since == since else 0)
    match task:
        case Placing(cards):
            mind = dice.fork(cards[0])
            left, right = worth((cards[0], *race)), worth((*race, cards[0]))
            act: Place | Lose | Pay = Place(cards[0], "left" if left > right else "right")
        case Losing(count, source):
            mind = dice.fork("lose", count)
            held = race if source == "race" else view.hand
            if not held:
                return None
            liking = {card: missed(race, card, source == "race") + whim(mind, card, person) for card in held}
            act = Lose(min(liking, key=lambda card: liking[card]))
        case Paying(choices):
            mind = dice.fork("pay")
            act = Pay(mind.pick(choices))
    pace = person.pace * SECOND
    return Plan(begins + mind.reaction(0.7 * pace, 0.15 * pace, 0.5 * pace), act)


def worth(race: Row) -> float:
    """How near a Race is to its finish: 1 is there."""
    stand = standing(race)
    if stand is None:
        return 0.02 * len(race)
    have = sum(min(have, need) for have, need in stand.counts)
    return 0.3 + 0.7 * have / sum(need for _, need in stand.counts) - 0.3 * stand.broken


def missed(race: Row, card: Card, is_in_race: bool) -> float:
    if is_in_race:
        return -worth(tuple(each for each in race if each != card))
    return worth((*race, card))


def whim(dice: Dice, card: Card, person: Person) -> float:
    return person.taste * 0.3 * dice.fork(card).roll()
