"""A given deal: that of a finished game, whose players are there as ghosts, or the deal of the day."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from taphouse.core import Game, Skill, Value, replace
from taphouse.shelf import Shelf

from ..finished_game import FinishedGame
from .bots import add_bot
from .decks import use_deck
from .seats import free_sign, sit
from .setup import checked_options, choose
from .state import Deal, Member, Refusal, Room

DAY = 24 * 3_600  # seconds
FIRST_DAY = 20_453  # days from 1970 to 31 December 2025: the deal of 1 January 2026 has the number 1
RIVALS: tuple[Skill, ...] = ("steady",) * 3  # of the deal of the day: the same for everyone


class DealOfTheDay(Value):
    """The deal that everybody can play today, by UTC."""

    day: int
    """Its number."""
    game: str
    """Its game."""


def deal_of_the_day(shelf: Shelf, wall: int) -> DealOfTheDay | None:
    """The games take turns. One that is played in a language would not be the same for everyone."""
    games = [slug for slug, game in shelf.items() if slug not in shelf.foreign and _is_for_everyone(game)]
    day = wall // DAY - FIRST_DAY
    return DealOfTheDay(day, games[day % len(games)]) if games else None


def _is_for_everyone(game: Game[Any, Any]) -> bool:
    defaults = game.Options.defaults_for
    return defaults("en") == defaults("fr") and len(RIVALS) + 1 in game.SEATS


def seed_of_the_day(today: DealOfTheDay) -> str:
    """Public: the rules and this number are all it takes to compute the deal."""
    return sha256(f"taphouse deal {today.day} {today.game}".encode()).hexdigest()[:16]


def with_deal_of_the_day(shelf: Shelf, room: Room, today: DealOfTheDay) -> Room:
    """`room` has one person, and its game is that of the day."""
    for skill in RIVALS:
        room = add_bot(shelf, room, skill)
    return _dealt(shelf, room, seed_of_the_day(today), today.day)


def against_ghosts(
    shelf: Shelf, room: Room, finished: FinishedGame, seat: int, name: str, sign: int | None, browser: str
) -> tuple[Room, int]:
    """A person has `seat`, and ghosts have the others. Returns the person's id, too."""
    if not 0 <= seat < len(finished.seats):
        raise Refusal("no-such-player")
    common = {"windows", "own_deck"}
    variants = {option: value for option, value in finished.options.items() if option not in common}
    room = choose(
        shelf, room, finished.game, variants, finished.fairness, finished.options.get("windows", 100)
    )
    if (deck := finished.options.get("own_deck")) is not None:
        room = use_deck(shelf, room, deck)
    room, player = sit(shelf, room, name, sign, browser)
    ghosts = tuple(
        Member(
            room.joined + 1 + other,
            recorded.name,
            recorded.sign,
            bot=recorded.bot or "steady",
            ready=True,
            head_start=recorded.head_start,
            ghost=finished.ghosts[other],
        )
        for other, recorded in enumerate(finished.seats)
        if other != seat
    )
    person = room.members[0]
    person = replace(person, sign=free_sign(ghosts, sign or finished.seats[seat].sign))
    room = replace(
        room, members=(*ghosts[:seat], person, *ghosts[seat:]), joined=room.joined + len(finished.seats)
    )
    return _dealt(shelf, room, finished.seed), player


def _dealt(shelf: Shelf, room: Room, seed: str, day: int | None = None) -> Room:
    return replace(room, deal=Deal(seed, room.game, _options(shelf, room), _seats(room), day))


def without_other_deal(shelf: Shelf, room: Room) -> Room:
    """Before a game: the deal is given up if another game is played, or another way. Then ghosts leave."""
    deal = room.deal
    if deal is None:
        return room
    if (deal.game, deal.seats) == (room.game, _seats(room)) and deal.options == _options(shelf, room):
        return room
    ghosts = [member for member in room.members if member.ghost is not None]
    for ghost in ghosts:
        room = room.without(ghost)
    for _ in ghosts:
        room = add_bot(shelf, room, "steady")
    return replace(room, deal=None)


def _seats(room: Room) -> tuple[Skill | None, ...]:
    return tuple(member.bot for member in room.members)


def _options(shelf: Shelf, room: Room) -> dict[str, Any]:
    deck = room.deck.text if room.deck else None
    options = checked_options(shelf[room.game], room.options, room.time_scale, deck)
    found: dict[str, Any] = msgspec.to_builtins(options)
    return found
