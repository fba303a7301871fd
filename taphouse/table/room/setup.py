"""The setup before a game: game, options, handicaps, and who is ready."""

from __future__ import annotations

from typing import Any

import msgspec

from taphouse.core import Excluded, Game, GameOptions, Locale, TimeScale, replace
from taphouse.fair import Fairness
from taphouse.shelf import Shelf

from ..wire import HeadStart
from .seats import seat_the_bench
from .state import Refusal, Room


def choose(
    shelf: Shelf,
    room: Room,
    game: str,
    options: dict[str, Any] | None = None,
    fairness: Fairness | None = None,
    time_scale: TimeScale | None = None,
    locale: Locale | None = None,
) -> Room:
    """Changes only what is given: other options of the chosen game stay.

    Without `options`, those this game was last played with apply."""
    room = replace(room.before_a_game(), locale=locale or room.locale)
    if game not in shelf:
        raise Refusal("no-such-game", game[:40])
    chosen = room.options if game == room.game else {}
    options = _last_options(shelf[game], room, game) if options is None else {**chosen, **options}
    checked_options(shelf[game], options, deck=room.decks[game].text if game in room.decks else None)
    room = replace(room, game=game, options=options, fairness=fairness or room.fairness)
    if time_scale not in (None, room.time_scale):
        room = with_nobody_ready(replace(room, time_scale=time_scale))
    return seat_the_bench(shelf, room)


def _last_options(rules: Game[Any, Any], room: Room, game: str) -> dict[str, Any]:
    """The options this game was last played with this evening, else the defaults in the table's language."""
    latest = (played.options for played in reversed(room.evening) if played.game == game)
    return next(latest, rules.Options.defaults_for(room.locale))


def checked_options(
    game: Game[Any, Any], variants: dict[str, Any], time_scale: TimeScale = 100, deck: str | None = None
) -> Any:
    """The game's options from what a browser sent. Raises a refusal that names what is wrong."""
    kind = game.Options
    unknown = sorted(
        set(variants) - (set(kind.__struct_encode_fields__) - set(GameOptions.__struct_encode_fields__))
    )
    if unknown:
        raise Refusal("bad-options", unknown[0][:40])
    try:
        common = {"windows": time_scale} if deck is None else {"windows": time_scale, "own_deck": deck}
        return msgspec.convert({**variants, **common}, kind)
    except msgspec.ValidationError as error:
        cause = error.__cause__
        raise Refusal("bad-options", cause.why if isinstance(cause, Excluded) else str(error)) from error


def give_head_start(room: Room, player: int, ms: HeadStart) -> Room:
    return with_nobody_ready(room.before_a_game().having(replace(room.person(player), head_start=ms)))


def take_large_targets(room: Room, player: int, large: bool) -> Room:
    return with_nobody_ready(room.before_a_game().having(replace(room.person(player), large_targets=large)))


def ready(room: Room, player: int, is_ready: bool) -> Room:
    return room.having(replace(room.member(player), ready=is_ready))


def with_nobody_ready(room: Room) -> Room:
    """After a change every player must be ready again, so that all see the change before the game starts."""
    return replace(room, members=tuple(replace(m, ready=m.bot is not None) for m in room.members))
