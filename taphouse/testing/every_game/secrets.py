"""What a seat sees and is told."""

import msgspec

from taphouse.core import (
    Dice,
    GameOptions,
    replace,
    reshuffled,
    told,
)
from taphouse.replay.rerun import states
from taphouse.testing.every_game.common import SHELF, played, sampled_games, things


def test_no_seat_can_tell_a_reshuffled_table_from_this_one(slug):
    game, seats = SHELF[slug], SHELF[slug].SEATS[0]
    head, play = played(slug, seats, "secrets")
    found = list(states(game, head, play.journal))
    if hasattr(game, "reshuffle"):
        secrets_are_kept(game, found[:-1])
    else:
        everything_is_shown(game, [*game.TABLES.values(), *found])


def secrets_are_kept(game, found):
    differ = 0
    for state in found:
        for seat in [*range(len(state.points)), None]:
            other = reshuffled(game, state, seat, Dice("other"))
            differ += other != state
            assert game.view(other, seat) == game.view(state, seat)
    assert differ, "reshuffle does nothing: a game without secrets does not have it"


def everything_is_shown(game, found):
    """A game without secrets: offers aside, every seat sees the same, and all that is in the state."""
    for state in found:
        shown = [replace(game.view(state, seat), offers=()) for seat in [*range(len(state.points)), None]]
        assert shown == [shown[0]] * len(shown), "a game with secrets has `reshuffle`"
        assert details(state) <= details(shown[0]), "not in the view: a game with secrets has `reshuffle`"


def details(value):
    """Every name and number in what the state knows, without the options: those are public."""
    match value:
        case GameOptions() | None | bool():
            return set()
        case str() | int() | float():
            return {value}
        case dict():
            return details(tuple(value)) | details(tuple(value.values()))
        case msgspec.Struct():
            return set().union(*map(details, msgspec.structs.astuple(value)))
    return set().union(*map(details, value))


def test_no_seat_is_told_of_a_thing_it_never_sees(slug):
    game = SHELF[slug]
    secret = things(game.setup(game.SEATS[0], game.Options(), Dice()))
    for before, event, after, seats in sampled_games(game):
        for seat in [*range(seats), None]:
            seen = things(game.view(before, seat)) | things(game.view(after, seat))
            assert things(told(game, event, seat)) & secret <= seen, (event, seat)


def test_a_view_fits_in_one_packet(slug):
    game, seats = SHELF[slug], SHELF[slug].SEATS[-1]
    head, play = played(slug, seats, "size")
    sizes = [len(msgspec.json.encode(game.view(state, 0))) for state in states(game, head, play.journal)]
    assert max(sizes) < 4_000
