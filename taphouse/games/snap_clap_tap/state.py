"""The options, phases and state of the table, and predicates over them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, TypeVar, assert_never

from msgspec import Meta

from taphouse.core import GameOptions, Locale, Phase, Race, Seat, Time, Value

from .cards import Action, Card, matches
from .piles import Gifts, Give, Receive, ReceivePile, covering, size, tops

T = TypeVar("T")


USUAL_DEALS = 3


class Options(GameOptions):
    deals: Literal[1, 2, 3, 5] = 1  # rule 21; a game stored without it is one deal
    for_real: bool = False  # rule 24
    stop_limit: Annotated[int, Meta(ge=4, le=20, extra_json_schema={"unit": "s", "step": 1})] = 8  # rule 15
    call_limit: Annotated[int, Meta(ge=2, le=10, extra_json_schema={"unit": "s", "step": 1})] = 4  # rule 18
    idle_limit: Annotated[int, Meta(ge=10, le=60, extra_json_schema={"unit": "s", "step": 5})] | None = 20
    """Rule 20; `None`: switched off."""

    @classmethod
    def defaults_for(cls, locale: Locale) -> dict[str, Any]:
        return {**super().defaults_for(locale), "deals": USUAL_DEALS}


class FaceDown(Phase):
    """Dealt, and not yet turned up."""

    since: Time
    until: Time


class Free(Phase):
    """Everyone plays at the same time."""

    since: Time
    until: Time | None
    """How long players who cannot play wait for those who could; `None`: without a limit."""


class Stopping(Phase):
    """One player plays, the others watch."""

    stopper: Seat
    left: int
    since: Time
    until: Time


class Giving(Phase):
    """A goof was called; everyone sees what it costs."""

    caller: Seat
    offender: Seat
    card: Card
    on: Card
    did: Action | None
    gifts: Gifts
    since: Time
    until: Time


class Stuck(Phase):
    """Nobody can play anything."""

    tried: int
    """How many tops each receive pile has shown in vain."""
    since: Time
    until: Time


class DealOver(Phase):
    """Everyone sees who won the deal."""

    winners: tuple[Seat, ...]
    since: Time
    until: Time


class Over(Phase):
    winners: tuple[Seat, ...]


PhaseNow: TypeAlias = FaceDown | Free | Stopping | Giving | Stuck | DealOver | Over


class Gesture(Value):
    """What a seat was seen to do, and how long screens show it."""

    action: Action
    at: Time
    until: Time


class Bound(Value):
    """An action done for a card that lies on top."""

    action: Action
    at: Time


class LastPlay(Value):
    card: Card
    on: Card
    seen: Action | None
    """The last action the player was seen to do before it."""
    did: Action | None
    """What the player had done for that very card."""
    goof: bool
    at: Time
    until: Time
    """How long it can be called."""
    open: bool = True
    """False once it was called."""


class CardRace(Value, tag=True):
    """Cards laid on one card."""

    card: Card
    """The card on which they were laid."""
    landed: Time
    """When the card came to lie there; it may come up again later."""


class GoofRace(Value, tag=True):
    """Calls of one goof."""

    card: Card
    """The card that was laid with a goof."""
    deal: int
    """The deal in which it was laid."""


Contest: TypeAlias = CardRace | GoofRace
"""What several players are after."""


class State(Value):
    options: Options
    give: tuple[Give, ...]
    receive: Receive
    phase: PhaseNow
    bound: tuple[dict[Card, Bound], ...]
    gestures: tuple[Gesture | None, ...]
    plays: tuple[LastPlay | None, ...]
    running: Time = 0
    """Since when play has not halted."""
    away: tuple[Seat, ...] = ()
    deal: int = 1
    won: tuple[int, ...] = ()
    """How many deals each seat has won; empty in a game of one deal."""
    left_out: str | None = None
    """The kind of cards that this game is played without."""

    @property
    def due(self) -> Time | None:
        match self.phase:
            case FaceDown(until=until) | Stopping(until=until) | Giving(until=until) | DealOver(until=until):
                return until
            case Free(until=until):
                return until if somebody_waits(self) else None
            case Stuck(until=until):
                return until if self.here else None
            case Over():
                return None
        assert_never(self.phase)

    @property
    def race(self) -> Race | None:
        """Cards race for a pile, callers for a goof, and the call against the offender's next card."""
        return Race(self.running, open=True) if isinstance(self.phase, Free | Stopping) else None

    @property
    def awaited(self) -> tuple[Seat, ...]:
        return ()

    @property
    def here(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(len(self.give)) if seat not in self.away)

    @property
    def tops(self) -> tuple[Card, Card]:
        left, right = self.receive
        return left[-1].card, right[-1].card

    @property
    def points(self) -> tuple[int, ...]:
        """Deals won; in a game of one deal a card still held is a point lost."""
        return self.won if self.options.deals > 1 else tuple(-held for held in self.held)

    @property
    def held(self) -> tuple[int, ...]:
        """How many cards each seat still has."""
        return tuple(map(size, self.give))

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        return self.phase.winners if isinstance(self.phase, Over) else None


def done_for(state: State, seat: Seat, top: Card) -> Action | None:
    """Rule 10: for this card, on this pile, since it lies there."""
    done = state.bound[seat].get(top)
    return done.action if done else None


def still_bound(
    bound: tuple[dict[Card, Bound], ...], player: Seat, covered: Card
) -> tuple[dict[Card, Bound], ...]:
    """Rule 10: no action holds for a covered card; and one action serves for one play, on either pile."""
    spent = bound[player].get(covered)
    return tuple(
        {card: by for card, by in done.items() if card != covered and not (seat == player and by == spent)}
        for seat, done in enumerate(bound)
    )


def seen_doing(state: State, seat: Seat) -> Action | None:
    """Since the player's last play, as everybody saw it."""
    gesture, play = state.gestures[seat], state.plays[seat]
    if gesture is None or (play is not None and gesture.at <= play.at):
        return None
    return gesture.action


def pile_with(receive: Receive, card: Card) -> ReceivePile | None:
    """The receive pile that `card` lies on, covered or not."""
    return next((pile for pile in receive if any(placed.card == card for placed in pile)), None)


def can_play(state: State, seat: Seat) -> bool:
    return any(matches(card, top) for card in tops(state.give[seat]) for top in state.tops)


def is_able(state: State, seat: Seat) -> bool:
    """The player has a legal play and is not away."""
    return seat not in state.away and can_play(state, seat)


def somebody_can_play(state: State) -> bool:
    return any(can_play(state, seat) for seat in state.here)


def somebody_waits(state: State) -> bool:
    """Someone present cannot play, and other receive cards could help."""
    return max(map(len, state.receive)) > 1 and not all(can_play(state, seat) for seat in state.here)


def card_laid_by(state: State, seat: Seat) -> Card | None:
    play = state.plays[seat] if seat in range(len(state.plays)) else None
    return play.card if play else None


def is_rival(state: State, card: Card, on: Card) -> bool:
    """Whether `card` would have matched `on`, had no faster card covered it."""
    pile = pile_with(state.receive, on)
    if pile is None or not matches_from_hand(state, card, on):
        return False
    covered_at = covering(pile, on).at if pile[-1].card != on else None
    match state.phase:
        case Free():
            return True
        case Stopping(since=since):  # nobody else could play on what the stopper covers
            return covered_at is not None and covered_at <= since
    return covered_at is not None


def matches_from_hand(state: State, card: Card, on: Card) -> bool:
    unlocked = {pile.top for give in state.give for pile in give if pile.lock is None}
    return card in unlocked and matches(card, on)


def landed(state: State, card: Card) -> Time:
    """When `card` came to lie where it lies: it may come up again later."""
    return next(placed.at for pile in state.receive for placed in pile if placed.card == card)
