"""What a seat may know: all but the order of the deck, and a countdown before its starter is decided."""

from __future__ import annotations

from typing import Literal, TypeAlias

from taphouse.core import Dice, Locale, Offer, Seat, Time, Value, replace

from .allowed import offers
from .cards import COLOURS, Card, Colour, OwnCard, colour_of, face_up
from .dealing import boxes, deck_size
from .decks import deck_of
from .events import Advised, Called, DeckShuffled, Events, FinalBegan, GameEnded, Hint, How, Tokens
from .fists import majority, voters
from .state import (
    AnsweredQuestion,
    Answering,
    Asking,
    Comparing,
    Countdown,
    Justifying,
    Over,
    Ready,
    Said,
    Settling,
    Starting,
    State,
    Thinking,
    Voting,
)

PhaseName: TypeAlias = Literal[
    "ready",
    "thinking",
    "calling",
    "countdown",
    "answering",
    "voting",
    "justifying",
    "settling",
    "comparing",
    "asking",
    "over",
]
RULINGS_SHOWN = 3


class View(Value):
    """The table of Tap the Table, as one seat may see it."""

    offers: tuple[Offer, ...]
    """What this seat may do now."""
    game: int
    """Which game of a series this is, counted from 1."""
    games: int
    """How many games the series has."""
    turn: int
    """Counted from 1."""
    turns: int
    """How many cards the deck had; the Final Countdown goes on beyond."""
    phase: PhaseName
    """`ready`: the active player reveals a card. `thinking`: a solution is sought. `calling`: a countdown was
    called. `countdown`: it runs. `answering`: one player types. `voting`: fists. `justifying`: the solution
    is defended. `settling`: the turn is over. `comparing`: whose fist is the smallest? `asking`: a question
    about the rules.
    """
    since: Time | None
    until: Time | None
    shown: Time | None
    """While a solution is sought: when the card was turned."""
    active: Seat
    """Who reveals the cards."""
    deck: int
    """How many cards are left."""
    cards: tuple[Card, ...]
    """Face up, one of each colour."""
    own: dict[Card, OwnCard]
    """Those of them that are of an own deck."""
    answers: Literal["typed", "aloud"]
    """How solutions are proposed."""
    language: Locale
    """The language of the game."""
    for_real: bool
    """Microphones listen for knocks on the table: each is a fist."""
    tokens: tuple[int, ...]
    """Of each seat, in this game."""
    points: tuple[int, ...]
    """All tokens of each seat, counted below zero: more is better."""
    said: tuple[Said, ...]
    """In this game, the last one last."""
    by: Seat | None
    """Who proposes, defends or asks."""
    starter: Seat | None
    """Of the countdown in this turn."""
    rivals: tuple[Seat, ...]
    """Who called it at the same time, and did not get it."""
    text: str
    """The solution on the table."""
    hints: tuple[Hint, ...]
    """What may be wrong with it."""
    tries: tuple[str, ...]
    """What this seat typed and was refused."""
    voters: tuple[Seat, ...]
    """Who may lay a fist."""
    needed: int
    """So many fists are a majority."""
    fists: tuple[Seat, ...]
    """Who does not accept the solution."""
    fine: tuple[Seat, ...]
    """Who accepts the solution."""
    defence: str
    """The argument for the solution."""
    heard: Time | None
    """From when on the defence ends as soon as every fist is lifted or kept."""
    kept: tuple[Seat, ...]
    """Who is not convinced by it."""
    advice: float | None
    """How badly the solution fits its criteria, by the advisor that the bots have asked."""
    drums: dict[Seat, Time]
    """The last beat of each seat."""
    dancing: bool
    """The others may drum: nobody has found a solution for long."""
    how: How | None
    paid: Tokens | None
    """Tokens that changed hands."""
    out: Seat | None
    """In the Final Countdown: who made the mistake."""
    contenders: tuple[Seat, ...]
    """In the Final Countdown: who is still in it."""
    named: dict[Seat, Seat]
    """Whose fist each seat names as the smallest."""
    question: str
    """The question about the rules."""
    answer: str
    """The proposed answer."""
    record: tuple[AnsweredQuestion, ...]
    """The last few questions about the rules, with their answers."""
    away: tuple[Seat, ...]
    """Who is not waited for."""
    winners: tuple[Seat, ...] | None
    """`None`: the game is not over."""


class Scene(Value):
    """The phase, as one seat sees it."""

    phase: PhaseName
    since: Time | None = None
    until: Time | None = None
    by: Seat | None = None
    starter: Seat | None = None
    rivals: tuple[Seat, ...] = ()
    text: str = ""
    hints: tuple[Hint, ...] = ()
    tries: tuple[str, ...] = ()
    fists: tuple[Seat, ...] = ()
    fine: tuple[Seat, ...] = ()
    defence: str = ""
    heard: Time | None = None
    kept: tuple[Seat, ...] = ()
    advice: float | None = None
    dancing: bool = False
    how: How | None = None
    paid: Tokens | None = None
    out: Seat | None = None
    named: dict[Seat, Seat] = {}
    question: str = ""
    answer: str = ""


def view(state: State, seat: Seat | None) -> View:
    scene, options, who = scene_for(state, seat), state.options, voters(state)
    cards, own = face_up(state.middle), state.own
    return View(
        offers=() if seat is None else offers(state, seat),
        game=state.game,
        games=options.games,
        turn=state.turn,
        turns=deck_size(options),
        phase=scene.phase,
        since=scene.since,
        until=scene.until,
        shown=state.race.since if state.race else None,
        active=state.active,
        deck=len(state.deck),
        cards=cards,
        own={card: own[card] for card in cards if card in own},
        answers=options.answers,
        language=options.language,
        for_real=options.for_real,
        tokens=state.tokens,
        points=state.points,
        said=state.said[state.fresh :],
        by=scene.by,
        starter=scene.starter,
        rivals=scene.rivals,
        text=scene.text,
        hints=scene.hints,
        tries=scene.tries,
        voters=who,
        needed=majority(len(who)),
        fists=scene.fists,
        fine=scene.fine,
        defence=scene.defence,
        heard=scene.heard,
        kept=scene.kept,
        advice=scene.advice,
        drums=state.drums,
        dancing=scene.dancing,
        how=scene.how,
        paid=scene.paid,
        out=scene.out,
        contenders=state.contenders,
        named=scene.named,
        question=scene.question,
        answer=scene.answer,
        record=state.record[-RULINGS_SHOWN:],
        away=state.away,
        winners=state.winners,
    )


def scene_for(state: State, seat: Seat | None) -> Scene:
    match state.phase:
        case Ready(since):
            return Scene("ready", since, state.due)
        case Starting(thinking, calls, since, until) if seat in calls:
            return Scene("calling", since, until, dancing=thinking.dancing)
        case (
            Thinking(since, _, until, alone, dancing)
            | Starting(thinking=Thinking(since, _, until, alone, dancing))
        ):
            until = alone if state.active in state.away else until
            return Scene("thinking", since, until, dancing=dancing)
        case Countdown(starter, rivals, _, since, until):
            return Scene("countdown", since, until, starter=starter, rivals=rivals)
        case Answering(by, starter, since, until, tries):
            mine = tries if seat == by else ()
            return Scene("answering", since, until, by, starter, tries=mine)
        case Voting(by, starter, text, hints, since, until, fists, fine, advice):
            scene = Scene("voting", since, until, by, starter, (), text, hints, (), fists, fine)
            return replace(scene, advice=advice)
        case Justifying(by, starter, text, hints, since, until, fists, defence, _, advice, heard, kept):
            scene = Scene("justifying", since, until, by, starter, (), text, hints, (), fists, (), defence)
            return replace(scene, advice=advice, heard=heard, kept=kept)
        case Settling(how, by, text, fists, tokens, out, since, until):
            return Scene("settling", since, until, by, text=text, fists=fists, how=how, paid=tokens, out=out)
        case Comparing(since, until, named):
            return Scene("comparing", since, until, named=named)
        case Asking(by, question, answer, since, until, _, fists, fine):
            scene = Scene("asking", since, until, by, fists=fists, fine=fine)
            return replace(scene, question=question, answer=answer)
        case Over():
            return Scene("over")


def tell(event: Events, seat: Seat | None) -> Events | None:
    match event:
        case Called(seat=caller) if seat != caller:
            return None  # rule 18: nobody can answer a call that is not known yet
        case Advised():
            return None  # advice is for bots, not for people
        case DeckShuffled() | FinalBegan() | GameEnded():
            return replace(event, deck=())
    return event


def reshuffle(state: State, seat: Seat | None, dice: Dice) -> State:
    """Another state `seat` could not tell from this one: other cards in the deck, and other hidden calls."""
    state = replace(state, deck=redrawn(state, dice))
    match state.phase:
        case Starting(thinking=thinking, calls=calls) if seat not in calls:
            return replace(state, phase=thinking)
    return state


def redrawn(state: State, dice: Dice) -> tuple[Card, ...]:
    """In the Final Countdown every card of the deck has been seen, but not their order."""
    if state.is_final:
        return dice.shuffled(state.deck)
    seen = {*state.middle, *state.used}
    deck: list[Card] = []
    for colour in COLOURS:
        left = sum(colour_of(card) == colour for card in state.deck)
        deck += unseen(state, colour, seen, dice)[:left]
    return dice.shuffled(deck)


def unseen(state: State, colour: Colour, seen: set[Card], dice: Dice) -> tuple[Card, ...]:
    """Own cards first, as they are dealt."""
    options = state.options
    own, ours = boxes(colour, deck_of(options), options.language, letters=True)
    return tuple(card for card in (*dice.shuffled(own), *dice.shuffled(ours)) if card not in seen)
