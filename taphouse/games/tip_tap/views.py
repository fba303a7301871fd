"""What a seat may know: everything but the order of the deck, and the card before its screen shows it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Dice, Offer, Seat, Time, Value, once_per_state, replace

from .allowed import offers
from .cards import COLOUR_OF, Card, Colour, Shape
from .events import CardShown, DeckShuffled, Events, Flipped, GameEnded, HouseFlipped
from .rules import GOAL, turned_at
from .state import Dealing, Hand, Hunting, Over, Ready, State, Turning, all_held, sees_the_card, shown_to

PhaseName: TypeAlias = Literal["ready", "turning", "hunting", "dealing", "over"]


class View(Value):
    """The table of Tip Tap, as one seat may see it."""

    offers: tuple[Offer, ...]
    """What this seat may do now."""
    game: int
    """Which game of a series this is, counted from 1."""
    games: int
    """How many games the series has."""
    round: int
    """Counted from 1."""
    phase: PhaseName
    """`ready`: the lead may flip. `turning`: the card is about to show. `hunting`: find its shapes.
    `dealing`: the shapes go to the players who held them.
    """
    since: Time | None
    """When this seat saw the phase begin; while hunting, when it saw the card."""
    until: Time | None
    """The public deadline, if there is one."""
    lead: Seat
    """Who turns the card."""
    card: Card | None
    """The shapes to find. `None`: no card is visible."""
    deck: int
    """How many cards are left."""
    pieces: Literal["shapes", "frames"]
    """What lies on the table."""
    side: Literal["coloured", "dark"]
    """Which side is up."""
    layout: tuple[tuple[Shape, int], ...]
    """The shapes in reading order, each with the degrees by which it is turned."""
    colours: dict[Shape, Colour]
    """Empty in the dark."""
    owner: dict[Shape, Seat]
    """The owner of each shape; a shape without one lies in the centre."""
    fingers: dict[Shape, Seat]
    """Whose finger is on each shape that is held."""
    fell: dict[Shape, Time]
    """When each of the fingers fell."""
    beaten: dict[Shape, tuple[Seat, ...]]
    """Who came too late to a shape in this round."""
    hands: tuple[tuple[Hand, Hand], ...]
    """Of each seat, left and right: free, rest, spent, or the name of the shape it holds."""
    real_hold: bool
    """A finger must really stay on the glass."""
    done: tuple[Seat, ...]
    """Who said "nothing more"."""
    away: tuple[Seat, ...]
    """Who is not waited for."""
    dealt: dict[Shape, Seat]
    """In `dealing` and after the last round: who takes each shape."""
    wrong: tuple[Shape, ...]
    """Held in the round just ended, but not on its card."""
    points: tuple[int, ...]
    """Of each seat; more is better."""
    goal: int
    """With so many shapes the game ends."""
    winners: tuple[Seat, ...] | None
    """`None`: the game is not over."""


class Scene(Value):
    """The phase, as one seat sees it."""

    phase: PhaseName
    since: Time | None = None
    until: Time | None = None
    card: Card | None = None
    dealt: dict[Shape, Seat] = {}
    wrong: tuple[Shape, ...] = ()


def view(state: State, seat: Seat | None) -> View:
    shared = leads_view(state) if seat in (state.lead, None) else others_view(state)
    return shared if seat is None else replace(shared, offers=offers(state, seat))


@once_per_state
def others_view(state: State) -> View:
    """Only the scene is another."""
    view, scene = leads_view(state), scene_for(state, (state.lead + 1) % len(state.hands))
    if scene == scene_for(state, state.lead):
        return view
    return replace(view, phase=scene.phase, since=scene.since, until=scene.until, card=scene.card)


@once_per_state
def leads_view(state: State) -> View:
    scene, fingers = scene_for(state, state.lead), state.fingers
    return View(
        offers=(),
        game=state.game,
        games=state.games,
        round=state.round,
        phase=scene.phase,
        since=scene.since,
        until=scene.until,
        lead=state.lead,
        card=scene.card,
        deck=len(state.deck),
        pieces=state.options.pieces,
        side=state.options.side,
        layout=state.layout,
        colours=COLOUR_OF if state.options.side == "coloured" else {},  # rule 22
        owner=state.owner,
        fingers=fingers,
        fell={shape: state.fell[shape] for shape in fingers},
        beaten=state.beaten,
        hands=state.hands,
        real_hold=state.options.real_hold,
        done=state.done,
        away=state.away,
        dealt=scene.dealt,
        wrong=scene.wrong,
        points=state.points,
        goal=GOAL,
        winners=state.winners,
    )


def scene_for(state: State, seat: Seat | None) -> Scene:
    match state.phase:
        case Ready(since):
            return Scene("ready", since, state.due)
        case Turning(since=since):
            return Scene("turning", since)  # no seat may know when the card will show
        case Hunting() as hunt if not sees_the_card(hunt, seat, state.lead):
            return Scene("turning", hunt.flipped)
        case Hunting() as hunt:
            return Scene("hunting", shown_to(hunt, seat, state.lead), hunt.until, hunt.card)
        case Dealing(card, dealt, wrong, since, until):
            return Scene("dealing", since, until, card, dealt, wrong)
        case Over(last=Dealing(card, dealt, wrong)):
            return Scene("over", card=card, dealt=dealt, wrong=wrong)
        case Over():
            return Scene("over")


def tell(event: Events, seat: Seat | None) -> Events | None:
    match event:
        case Flipped() | HouseFlipped():
            return replace(event, shown=None)
        case CardShown(lead=lead) if seat in (lead, None) and event.lead_shown > event.shown:
            return None  # rule 8: `LeadSaw` comes later
        case DeckShuffled() | GameEnded():
            return replace(event, deck=())
    return event


def reshuffle(state: State, seat: Seat | None, dice: Dice) -> State:
    """Another state `seat` could not tell from this one: unseen cards change places."""
    match state.phase:
        case Turning() as turning:
            card, deck = swapped(state, turning.card, dice)
            moment = turned_at(turning.since, dice)
            return replace(state, deck=deck, phase=replace(turning, card=card, until=moment))
        case Hunting() as hunt if not sees_the_card(hunt, seat, state.lead):
            card, deck = swapped(state, hunt.card, dice)
            return replace(state, deck=deck, phase=replace(hunt, card=card))
    return replace(state, deck=dice.shuffled(state.deck))


def swapped(state: State, card: Card, dice: Dice) -> tuple[Card, tuple[Card, ...]]:
    """The card in play and the deck, after one changed places with the other."""
    cards = dice.shuffled((card, *state.deck))
    other = next(each for each in cards if not all_held(state, each))
    return other, tuple(each for each in cards if each != other)
