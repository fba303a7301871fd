"""A bot that knows a part of the table of things, thinks at a person's pace, and defends its near misses."""

from __future__ import annotations

from collections.abc import Iterator

from taphouse.core import MS, SECOND, Act, Dice, Plan, Seat, Skill, Time, Value, person_of

from .cards import MISFITS, Card, candidates, check_of, checks_of, fit, letter_of, text_of
from .events import (
    LONGEST_DEFENCE,
    Ask,
    Claim,
    Count,
    Defend,
    Done,
    Drum,
    Fine,
    Fist,
    Keep,
    Lift,
    Name,
    Reveal,
    Say,
)
from .texts import said
from .things import THINGS, find
from .views import View
from .words import compare, has_letter


class Person(Value):
    """The parameters of a skill."""

    knows: float  # how much of the table of things the bot knows
    pace: float  # how long thinking takes, relative to a steady player's
    rash: float  # how often the first near miss is good enough
    nerve: float  # how often a slow neighbour is counted down
    forgets: float  # how often a word said before is taken for new


PEOPLE: dict[Skill, Person] = {
    "gentle": Person(knows=0.18, pace=1.32, rash=0.37, nerve=0.36, forgets=0.13),
    "steady": Person(knows=0.3, pace=1.0, rash=0.25, nerve=0.6, forgets=0.06),
    "quick": Person(knows=0.59, pace=0.8, rash=0.15, nerve=0.72, forgets=0.03),
}

THINK = (2 * SECOND, 3 * SECOND, 4 * SECOND, 6 * SECOND, 8 * SECOND)  # by the number of criteria
ANOTHER_TRY = 900 * MS  # when an idea does not fit, or was said
TRIES = (8, 5, 4, 3)  # so many ideas are tried before a bot has to make do with less
LOST = 8 * SECOND  # no idea at all; something is said in the end
SOUND = 0.5  # so small a misfit: worth starting a countdown for
SPEECHLESS = 50 * SECOND
POLITE = 5 * SECOND  # nobody is counted down sooner
LETTER = 110 * MS
BEAT = 340 * MS
DOUBT = ((0.0, 0.04), (0.5, 0.45), (1.0, 0.92))  # up to this misfit: taps a fist so often
CERTAIN = 0.95
TOO_CLOSE = 0.4  # how much a hint adds to the doubt
MUSES = 0.0015  # how often a bot asks a question about the rules in a turn
DEFENCES, MUSINGS = 12, 6


class Idea(Value):
    text: str
    misfit: float
    """0 fits all criteria; 1 misses one."""
    after: Time


def plan(view: View, seat: Seat, dice: Dice, skill: Skill | Person) -> Plan | None:
    meant = intentions(view, seat, dice, person_of(PEOPLE, skill))
    offered = {offer.act for offer in view.offers}
    plans = (Plan(at, act) for at, act in meant if type(act).__name__ in offered)
    return min(plans, key=lambda plan: plan.at, default=None)


def intentions(view: View, seat: Seat, dice: Dice, person: Person) -> Iterator[tuple[Time, Act]]:
    """Everything this bot might do next; the earliest plan counts."""
    if view.since is None:
        return
    since, mind = view.since, dice.fork(view.game, view.turn)
    match view.phase:
        case "ready":
            yield since + mind.fork("reveal").reaction(800 * MS, 150 * MS, 300 * MS), Reveal()
        case "thinking" | "countdown" if seat == view.active:
            yield from speak_up(view, dice, person)
        case "thinking":
            yield from count_down(view, dice, person)
            yield dance(view, since, seat, mind.fork("dance"))
        case "countdown" if mind.fork("along").chance(0.3):
            yield view.drums.get(seat, since) + SECOND, Drum()
        case "answering":
            yield from answer(view, since, seat, dice, person)
        case "voting" if seat == view.by:
            idea = best_idea(view, dice, person)
            yield since + mind.fork("label").reaction(700 * MS, 100 * MS, 200 * MS), Say(idea.text)
        case "voting" if seat not in view.fine:
            yield vote(view, since, mind.fork("vote", view.text))
        case "justifying":
            yield from justify(view, since, seat, mind.fork("justify"))
        case "settling" if not view.record and mind.fork("muse").chance(MUSES):
            yield since + SECOND, musing(view, mind.fork("muse", "what"))
        case "asking" if seat not in view.fine:
            ruling = mind.fork("ruling", view.by)
            yield (
                since + ruling.reaction(2_400 * MS, 400 * MS, 600 * MS),
                Fist() if ruling.chance(0.35) else Fine(),
            )
        case "comparing" if seat not in view.named:
            fist = mind.fork("fist")
            yield since + fist.reaction(2 * SECOND, 300 * MS, 600 * MS), Name(fist.pick(view.contenders))


def speak_up(view: View, dice: Dice, person: Person) -> Iterator[tuple[Time, Act]]:
    """The active player has a solution; or, counted down, says the next best thing at the last moment."""
    if view.shown is None or view.until is None:
        return
    idea = best_idea(view, dice, person)
    if idea.after < SPEECHLESS:
        yield view.shown + idea.after, Claim()
    pressed = dice.fork(view.game, view.turn, "pressed")
    if view.phase == "countdown" and idea.misfit <= 1 and pressed.chance(0.6):
        yield view.until - pressed.reaction(600 * MS, 100 * MS, 300 * MS), Claim()


def count_down(view: View, dice: Dice, person: Person) -> Iterator[tuple[Time, Act]]:
    mind = dice.fork(view.game, view.turn, "count")
    if view.shown is None or not mind.chance(person.nerve):
        return
    idea = best_idea(view, dice, person)
    wait = max(POLITE, idea.after) + mind.reaction(2 * SECOND, 500 * MS, 3 * SECOND)
    if idea.misfit <= SOUND and idea.after < SPEECHLESS:
        yield view.shown + wait, Count()


def dance(view: View, since: Time, seat: Seat, mind: Dice) -> tuple[Time, Act]:
    """A bot joins in where others drum."""
    if seat in view.drums:
        return view.drums[seat] + BEAT, Drum()
    begun = max(view.drums.values(), default=since)
    return begun + mind.reaction(1_500 * MS, 200 * MS, 400 * MS), Drum()


def answer(view: View, since: Time, seat: Seat, dice: Dice, person: Person) -> Iterator[tuple[Time, Act]]:
    if seat != view.by:
        return
    hand = dice.fork(view.game, view.turn, "type")
    if view.answers == "aloud":
        yield since + hand.reaction(700 * MS, 100 * MS, 300 * MS), Claim()
        return
    text = best_idea(view, dice, person).text
    typing = sum(typed(word, hand.fork(word), person) for word in (*view.tries, text))
    yield since + typing, Say(text)


def typed(word: str, hand: Dice, person: Person) -> Time:
    letters = round((len(word) * LETTER + 500 * MS) * person.pace)
    return letters + hand.reaction(300 * MS, 50 * MS, 300 * MS)


def best_idea(view: View, dice: Dice, person: Person) -> Idea:
    """The first idea that fits and was not said; otherwise the least bad one."""
    mind = dice.fork(view.game, view.turn, "idea")
    after = mind.fork("think").reaction(*thinking(view, person))
    groups = list(
        zip(MISFITS, candidates(checks_of(view.cards, view.own), view.language), TRIES, strict=True)
    )
    if mind.fork("rash").chance(person.rash):
        groups = [*groups[1:], groups[0]]
    for misfit, things, tries in groups:
        for number in range(tries if things else 0):
            thing = mind.fork(misfit, number).pick(things)
            text = THINGS[thing].said_in(view.language)
            known = dice.fork(view.game, "knows", thing).chance(person.knows)
            if known and not is_taken(view, text, mind, person):
                return Idea(text, misfit, after)
            after += round(ANOTHER_TRY * person.pace)
    anything = THINGS[mind.fork("anything", len(view.tries)).below(len(THINGS))]
    return Idea(anything.said_in(view.language), float(len(view.cards)), after + LOST)


def thinking(view: View, person: Person) -> tuple[float, float, float]:
    mean = THINK[max(0, len(view.cards) - 1)] * person.pace
    return mean * 0.6, mean * 0.15, mean * 0.4


def is_taken(view: View, text: str, mind: Dice, person: Person) -> bool:
    """Refused once, said before, on a card, or without its letter. A bot sometimes forgets what was said."""
    if text in view.tries or any(is_against(text, card, view) for card in view.cards):
        return True
    before = any(compare(text, said.text, view.language) for said in view.said)
    return before and not mind.fork("forgets", text).chance(person.forgets)


def is_against(text: str, card: Card, view: View) -> bool:
    letter, language = letter_of(card, view.own), view.language
    if letter is not None:
        return not has_letter(text, letter, language)
    return compare(text, text_of(card, language, view.own), language) is not None


def misfit_of_solution(view: View) -> float | None:
    """How badly the solution fits its criteria; `None`: an unknown word, and no advice about it."""
    thing = find(view.text, view.language) if view.text else None
    if thing is None:
        return view.advice
    return sum(1 - fit(thing, test, view.language) for test in checks_of(view.cards, view.own))


def vote(view: View, since: Time, mind: Dice) -> tuple[Time, Act]:
    misfit = misfit_of_solution(view)
    if misfit is None:  # abstains: an unknown word is fine, after a thought
        return since + mind.reaction(2_600 * MS, 300 * MS, 400 * MS), Fine()
    doubt = next((often for most, often in DOUBT if misfit <= most), CERTAIN)
    after = mind.reaction(1_600 * MS, 300 * MS, 700 * MS)
    return since + after, Fist() if mind.chance(doubt + TOO_CLOSE * bool(view.hints)) else Fine()


def justify(view: View, since: Time, seat: Seat, mind: Dice) -> Iterator[tuple[Time, Act]]:
    if seat == view.by:
        if not view.defence:
            yield (
                since + mind.fork("write").reaction(2_500 * MS, 300 * MS, 500 * MS),
                Defend(defence(view, mind)),
            )
        speech = 6 * SECOND if view.answers == "aloud" else 11 * SECOND  # a bot has no voice
        yield since + mind.fork("done").reaction(speech, 500 * MS, SECOND), Done()
    elif seat in view.fists and view.heard is not None:
        misfit = misfit_of_solution(view)
        convinced = 0.5 if misfit is None else max(0.05, 0.5 - 0.35 * misfit)
        listener = mind.fork("listen")
        after = listener.reaction(2_400 * MS, 400 * MS, 600 * MS)
        yield view.heard + after, Lift() if listener.chance(convinced) else Keep()


def defence(view: View, mind: Dice) -> str:
    """About the criterion that fits worst, in the language of the game."""
    thing = find(view.text, view.language)
    cards = sorted(
        view.cards, key=lambda card: fit(thing, check_of(card, view.own), view.language) if thing else 0
    )
    key = f"defence.{mind.fork('phrase').between(1, DEFENCES)}"
    card = text_of(cards[0], view.language, view.own) if cards else ""
    return said(key, view.language, word=view.text, card=card)[:LONGEST_DEFENCE]


def musing(view: View, mind: Dice) -> Ask:
    number, language = mind.between(1, MUSINGS), view.language
    return Ask(said(f"musing.{number}.question", language), said(f"musing.{number}.answer", language))
