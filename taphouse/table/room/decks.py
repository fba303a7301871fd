"""Own decks at the table: the host chooses one for a game, the others may offer theirs."""

from __future__ import annotations

from taphouse import decks
from taphouse.core import NotADeck, replace
from taphouse.shelf import Shelf

from .setup import checked_options, choose, with_nobody_ready
from .state import Refusal, Room, RoomDeck

MOST_OFFERS = 4


def read_deck(shelf: Shelf, text: str) -> RoomDeck:
    try:
        found = decks.opened(shelf, text)
    except NotADeck as error:
        first = error.problems[0]
        raise Refusal("bad-deck", f"line {first.line}: {first.why}") from error
    return RoomDeck(decks.tidy(found), decks.summary(found.game, found.deck))


def check_decks_allowed(are_allowed: bool) -> None:
    """Whether this house lets tables play with own decks."""
    if not are_allowed:
        raise Refusal("no-decks")


def use_deck(shelf: Shelf, room: Room, text: str | None) -> Room:
    """Chooses the game of the deck, too. `None`: the chosen game is played without an own deck."""
    if text is None:
        kept = {game: deck for game, deck in room.before_a_game().decks.items() if game != room.game}
        return with_nobody_ready(replace(room, decks=kept)) if room.deck else room
    return _using(shelf, room, read_deck(shelf, text))


def _using(shelf: Shelf, room: Room, deck: RoomDeck) -> Room:
    game = deck.summary.game
    room = room.before_a_game() if game == room.game else choose(shelf, room, game)
    checked_options(shelf[game], room.options, deck=deck.text)
    return with_nobody_ready(replace(room, decks={**room.decks, game: deck}))


def offer_deck(shelf: Shelf, room: Room, player: int, text: str | None) -> Room:
    offers = {other: deck for other, deck in room.offers.items() if other != player and room.knows(other)}
    if text is None:
        return replace(room, offers=offers)
    if not room.takes_decks:
        raise Refusal("no-decks")
    if len(offers) >= MOST_OFFERS:
        raise Refusal("flood")
    return replace(room, offers={**offers, player: read_deck(shelf, text)})


def answer_offer(shelf: Shelf, room: Room, player: int, accepted: bool) -> Room:
    if (deck := room.offers.get(player)) is None:
        raise Refusal("no-such-player")
    room = _using(shelf, room, deck) if accepted else room
    return replace(room, offers={other: deck for other, deck in room.offers.items() if other != player})


def take_decks(room: Room, on: bool) -> Room:
    return replace(room, takes_decks=on, offers=room.offers if on else {})
