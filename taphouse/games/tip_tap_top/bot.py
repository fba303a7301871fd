"""A bot that follows races at human speed, is fooled by some bluffs, and bluffs where it has paid before."""

from __future__ import annotations

from math import exp

from taphouse.core import MS, Dice, Plan, Seat, Skill, Time, Value, person_of

from .allowed import BOUNCE
from .events import Acts, Bluff, Follow, Pass, Slap, Take
from .views import View


class Person(Value):
    """The parameters of a skill."""

    pace: float  # how long everything takes, relative to a steady player's
    cheek: float  # how readily a bluff is tried
    reads: float  # how much the odds count: who bluffs often, who holds enough cards for a pair
    slips: float  # how often a hand still falls though nothing fell
    jumpy: float  # how often it falls when nobody raised a hand
    overlooks: float  # how often a pair in hand is overlooked
    blunders: float  # how often a pair is seen that is not there
    dreams: float  # how often a race goes unnoticed


PEOPLE: dict[Skill, Person] = {
    "gentle": Person(
        1.19, 0.4, 0.42, slips=0.105, jumpy=0.018, overlooks=0.085, blunders=0.034, dreams=0.026
    ),
    "steady": Person(1.0, 0.55, 0.8, slips=0.06, jumpy=0.01, overlooks=0.04, blunders=0.015, dreams=0.015),
    "quick": Person(0.85, 0.74, 1.2, slips=0.037, jumpy=0.006, overlooks=0.017, blunders=0.007, dreams=0.007),
}

BELIEVES = 0.45  # how often a raised hand is followed before it falls, when the odds are even
PATIENCE = 4  # hands raised in vain before a pair is given up


def plan(view: View, seat: Seat, dice: Dice, skill: Skill | Person) -> Plan | None:
    person = person_of(PEOPLE, skill)
    if view.since is None:
        return None
    if seat == view.turn:
        return play(view, view.since, seat, dice.fork("turn", view.turns, view.gestures), person)
    if view.counts[seat]:
        return follow(view, view.since, seat, dice.fork("other", view.turns, view.gestures), person)
    return None


def play(view: View, since: Time, seat: Seat, dice: Dice, person: Person) -> Plan | None:
    """A slap, a bluff and a pass take equally long to decide: the wait reveals nothing."""
    after = round(dice.fork("think", view.owed).reaction(1_700 * MS, 250 * MS, 900 * MS) * person.pace)
    match view.phase:
        case "drawing":
            return Plan(since + after, Take(richest(view, dice.fork("take", view.owed))))
        case "thinking":
            return Plan(since + after, choice(view, seat, dice, person))
        case "feinting" if view.open is not None:
            act, at = choice(view, seat, dice, person), view.open + after
            return Plan(at, act) if act != Pass() and at < view.deadline else None
    return None


def richest(view: View, dice: Dice) -> Seat:
    return max(dice.shuffled(view.sources), key=lambda seat: view.counts[seat])


def choice(view: View, seat: Seat, dice: Dice, person: Person) -> Acts:
    pairs = () if dice.fork("overlook").chance(person.overlooks) else view.pairs
    if view.tries < PATIENCE and dice.fork("bluff").chance(bluff_pays(view, seat, person) / (1 + view.tries)):
        return Bluff()
    if pairs and view.tries < PATIENCE:
        return Slap(pairs[0])
    return Slap() if dice.fork("blunder").chance(person.blunders) else Pass()


def bluff_pays(view: View, seat: Seat, person: Person) -> float:
    """How many hands follow a raised one, as far as seen; a player who never bluffs fools nobody."""
    others = [other for other, count in enumerate(view.counts) if count and other != seat]
    fell = sum(view.caught[other] for other in others)
    return min(0.9, person.cheek * (2 + fell) / (4 + 0.5 * view.gestures)) if others else 0.0


def follow(view: View, since: Time, seat: Seat, dice: Dice, person: Person) -> Plan | None:
    at_a_glance = dice.fork("wind-up").reaction(250 * MS, 25 * MS, 45 * MS)
    once_sure = round(dice.fork("fall").reaction(290 * MS, 30 * MS, 80 * MS) * person.pace)
    believes = dice.fork("believe").chance(follows_blindly(view, person))
    match view.phase:
        case "drawing" | "thinking" if seat not in view.touched and dice.fork("jump").chance(person.jumpy):
            return Plan(since + dice.fork("when").between(200 * MS, 1_500 * MS), Follow())
        case "winding" if believes and seat not in view.paid:
            return Plan(since + at_a_glance, Follow())
        case "racing" if seat in view.must and not dice.fork("dream").chance(person.dreams):
            if seat in view.paid:  # the hand is still on its way back up
                return Plan(max(since + once_sure, view.touched[seat] + BOUNCE + 50 * MS), Follow())
            if believes and view.wound is not None:
                return Plan(max(since, view.wound + at_a_glance), Follow())
            return Plan(since + once_sure, Follow())
        case "feinting" if not believes and seat not in view.paid and dice.fork("slip").chance(person.slips):
            return Plan(since + once_sure, Follow())
    return None


def follows_blindly(view: View, person: Person) -> float:
    """How likely a raised hand is a slap: by earlier slaps and bluffs, and by the number of cards."""
    honest = view.honest[view.turn] - (view.phase == "racing")  # as it was when the hand went up
    feints = view.feints[view.turn] - (view.phase == "feinting")
    cards = view.counts[view.turn] - len(view.paid)
    kept_his_word = (honest + 2) / (honest + feints + 3)
    has_a_pair = 1 - exp(-0.08 * cards * (cards - 1) / 2)
    a_slap = kept_his_word * has_a_pair / (kept_his_word * has_a_pair + 1 - kept_his_word)
    return min(0.95, max(0.05, BELIEVES + person.reads * (a_slap - 0.5)))
