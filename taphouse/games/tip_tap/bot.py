"""A bot that searches like a person: look-alikes and the dark slow it down, and it sometimes errs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import exp

from taphouse.core import MS, SECOND, Dice, Plan, Seat, Skill, Time, Value, once_per_state, person_of

from .cards import COLOUR_OF, Shape
from .events import Done, Flip, Lift, Rest, Tap
from .lookalikes import LOOKALIKES
from .state import FREE, HANDS, REST, SPENT
from .views import View


class Person(Value):
    """The parameters of a skill."""

    pace: float  # search time, relative to a steady player's
    fooled: float  # how often a look-alike is mistaken for the shape itself, in colour
    jumpy: float  # how often it taps before the card is shown


PEOPLE: dict[Skill, Person] = {
    "gentle": Person(pace=1.14, fooled=0.145, jumpy=0.03),
    "steady": Person(pace=1.0, fooled=0.12, jumpy=0.03),
    "quick": Person(pace=0.87, fooled=0.107, jumpy=0.03),
}

SEARCH = 4_500 * MS  # one shape without look-alikes, scattered and in colour
IN_THE_DARK = 1.1
AS_A_FRAME = 1.2
MY_OWN = 0.7  # shapes in front of oneself are known better
UPSIDE_DOWN = 1.8  # a shape is turned in the mind before it is recognised
OTHER_COLOUR = 0.2  # how much a look-alike in another colour still disturbs
FOOLED_IN_THE_DARK = 2.0
NOTICES = 0.5  # how often a mistake is noticed and the search goes on
REACH = 300 * MS  # a finger that far on its way cannot be stopped
SLIPS = 0.4  # with real holds: how often a finger leaves a wrong shape


def plan(view: View, seat: Seat, dice: Dice, skill: Skill | Person) -> Plan | None:
    if view.since is None:
        return None
    person, dice = person_of(PEOPLE, skill), dice.fork(view.game, view.round)
    match view.phase:
        case "ready" if seat == view.lead:
            return Plan(view.since + dice.fork("flip").reaction(1_400 * MS, 250 * MS, 600 * MS), Flip())
        case "turning":
            return jump_the_gun(view, view.since, seat, dice.fork("jump"), person)
        case "hunting":
            return min(hunt(view, view.since, seat, dice, person), key=lambda plan: plan.at, default=None)
    return None


def jump_the_gun(view: View, since: Time, seat: Seat, dice: Dice, person: Person) -> Plan | None:
    if REST in view.hands[seat] or not dice.chance(person.jumpy):  # once is enough
        return None
    shape, _ = dice.pick(view.layout)
    return Plan(since + dice.between(300 * MS, 1_100 * MS), Tap(shape))


def hunt(view: View, since: Time, seat: Seat, dice: Dice, person: Person) -> Iterator[Plan]:
    """Everything this bot might do next; the earliest plan counts."""
    if seat in view.done:
        return
    hunches = look(sight(view, seat), dice, person)
    if REST in view.hands[seat]:
        late = [h.after for h in hunches if seat in view.beaten.get(h.shape, ())]
        yield Plan(since + max(late, default=0) + rest_after(dice.fork("rest")), Rest())
    if view.real_hold:
        yield from slips(view, seat, dice)
    if FREE not in view.hands[seat]:
        return
    tired = tired_after(dice)
    for hunch in hunches:
        if hunch.after < tired and would_tap(view, since, seat, hunch):
            yield Plan(since + hunch.after, Tap(hunch.shape))
    yield Plan(since + tired, Done())


class Sight(Value):
    """What a search depends on. It stays the same for a whole round, so each search is made once."""

    shapes: tuple[tuple[Shape, int, bool], ...]
    """Of the card, each with its turn on the table in degrees, and whether it is the bot's own."""
    in_colour: bool
    in_frames: bool


def sight(view: View, seat: Seat) -> Sight:
    turns, owner = turns_of(view.layout), view.owner
    shapes = tuple((shape, turns[shape], owner.get(shape) == seat) for shape in view.card or ())
    return Sight(shapes, view.side == "coloured", view.pieces == "frames")


@once_per_state
def turns_of(layout: tuple[tuple[Shape, int], ...]) -> dict[Shape, int]:
    """The layout stays the same for a whole game."""
    return dict(layout)


class Hunch(Value):
    """A shape that the bot takes for the one on the card."""

    shape: Shape
    after: Time


@lru_cache(maxsize=1024)  # bots that search at the same time, in all games of a house
def look(sight: Sight, dice: Dice, person: Person) -> tuple[Hunch, ...]:
    """Searches one shape after the other, the easiest first. Returns what it takes for each, and when."""
    hunches = list[Hunch]()
    effort = {shape: difficulty(sight, shape, turn, own) for shape, turn, own in sight.shapes}
    after = 0
    for shape in sorted(effort, key=lambda shape: effort[shape]):
        mind = dice.fork(shape)
        mean = SEARCH * person.pace * effort[shape]
        after += mind.reaction(mean * 0.5, mean * 0.1, mean * 0.5)
        fooled = mind.chance(person.fooled * (1 if sight.in_colour else FOOLED_IN_THE_DARK))
        notices, again = mind.chance(NOTICES), mind.reaction(mean * 0.3, mean * 0.1, mean * 0.3)
        hunches.append(Hunch(nearest(sight.in_colour, shape) if fooled else shape, after))
        if fooled and notices:
            hunches.append(Hunch(shape, after + again))
    return tuple(hunches)


def difficulty(sight: Sight, shape: Shape, turn: int, is_own: bool) -> float:
    turned = 1 - abs(turn / 180 - 1)
    return (
        (1 + crowd(sight.in_colour, shape))
        * (1 if sight.in_colour else IN_THE_DARK)
        * (AS_A_FRAME if sight.in_frames else 1)
        * (1 + (UPSIDE_DOWN - 1) * turned)
        * (MY_OWN if is_own else 1)
    )


@cache
def crowd(in_colour: bool, shape: Shape) -> float:
    """How much its look-alikes disturb the search for a shape."""
    return sum(
        exp(-far / 0.15) * (1 if like_coloured(in_colour, shape, other) else OTHER_COLOUR)
        for other, far in LOOKALIKES[shape].items()
    )


def nearest(in_colour: bool, shape: Shape) -> Shape:
    """The look-alike it is mistaken for: one of its colour, if there is any."""
    alike = LOOKALIKES[shape]
    return min(alike, key=lambda other: (not like_coloured(in_colour, shape, other), alike[other]))


def like_coloured(in_colour: bool, one: Shape, other: Shape) -> bool:
    """In the dark all shapes are."""
    return not in_colour or COLOUR_OF[one] == COLOUR_OF[other]


def would_tap(view: View, since: Time, seat: Seat, hunch: Hunch) -> bool:
    """A shape under another player's finger is left alone, unless this bot's finger is already falling."""
    if hunch.shape not in view.fingers:  # a finger that slipped off a wrong shape does not return to it
        return SPENT not in view.hands[seat] or hunch.shape in (view.card or ())
    if view.fingers[hunch.shape] == seat or seat in view.beaten.get(hunch.shape, ()):
        return False
    return 0 <= since + hunch.after - view.fell[hunch.shape] < REACH


def slips(view: View, seat: Seat, dice: Dice) -> Iterator[Plan]:
    for name, held in zip(HANDS, view.hands[seat], strict=True):
        if held in view.fell and held not in (view.card or ()) and dice.fork("slip", held).chance(SLIPS):
            yield Plan(view.fell[held] + SECOND, Lift(name))


@lru_cache(maxsize=1024)
def tired_after(dice: Dice) -> Time:
    return dice.fork("tired").reaction(20 * SECOND, 2 * SECOND, 4 * SECOND)


def rest_after(dice: Dice) -> Time:
    return dice.reaction(300 * MS, 50 * MS, 100 * MS)
