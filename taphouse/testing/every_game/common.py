"""What the tests of every game share."""

import msgspec
import pytest

from taphouse.bots.schedule import BotSchedule, finish
from taphouse.core import (
    Play,
    applied,
)
from taphouse.core.record import header
from taphouse.languages import Languages
from taphouse.shelf import whole_shelf

SHELF = whole_shelf()
texts = Languages(SHELF).packaged


@pytest.fixture(scope="module", autouse=True)
def installed(slug):
    """Without its entry point a game is on no shelf."""
    if slug not in SHELF:
        reasons = [problem for problem in SHELF.problems if problem.startswith(f"the game {slug} ")]
        pytest.fail("; ".join(reasons) or f"{slug} is not installed: pip install -e .", pytrace=False)


def steady(seats):
    return BotSchedule(dict.fromkeys(range(seats), "steady"))


def variants(game):
    """The basic game, and each option changed alone."""
    schema = msgspec.json.schema(game.Options)["$defs"][game.Options.__name__]
    yield game.Options()
    del schema["properties"]["own_deck"]
    for name, field in schema["properties"].items():
        kinds = field.get("anyOf", [field])
        for choice in (choice for kind in kinds for choice in extremes(kind)):
            if choice != field["default"]:
                yield msgspec.convert({name: choice}, game.Options)


def extremes(kind):
    """All choices of one kind of option; of a number the least and the most."""
    if "enum" in kind:
        return kind["enum"]
    if kind.get("format") == "language":
        return ["en", "fr", "sw"]  # with words that bots know, and without
    match kind["type"]:
        case "integer":
            return [kind["minimum"], kind["maximum"]]
        case "boolean":
            return [False, True]
        case "null":
            return [None]
    raise AssertionError(f"an option that no lobby can show: {kind}")


def played(slug, seats, seed, options=None):
    """A whole game, with the header of its record."""
    game = SHELF[slug]
    options = options or game.Options()
    play = Play.begin(game, seats, seed, options)
    head = header(slug, play, seats, options, house="test")
    return head, finish(play, steady(seats))


def things(value):
    """Every name of a physical thing inside `value`. Things are strings; seats and times are not."""
    match value:
        case str():
            return {value}
        case dict():
            return things(tuple(value)) | things(tuple(value.values()))
        case tuple() | list() | frozenset():
            return set().union(*map(things, value))
        case msgspec.Struct():
            return things(tuple(msgspec.structs.astuple(value)))
    return set()


def sampled_games(game):
    """A few whole games, then every named table played out. Yields (before, event, after, seats)."""
    starts = [Play.begin(game, seats, f"sample {seats}") for seats in (game.SEATS[0], game.SEATS[-1])]
    tables = [Play(game, table, name) for name, table in game.TABLES.items()]
    for play in [*starts, *tables]:
        before, seats = play.state, len(play.state.points)
        here = [seat for seat in range(seats) if seat not in before.away] or range(seats)
        finish(play, BotSchedule(dict.fromkeys(here, "steady")))
        for event in (event for entry in play.journal for event in entry.events):
            after = applied(game, before, event)
            yield before, event, after, seats
            before = after
