"""A game whose last minute is known: a photo finish and the end come while a TV is watched."""

import sqlite3
from contextlib import closing
from functools import cache

import msgspec

from taphouse.bots.schedule import BotSchedule, finish, run
from taphouse.core import SECOND, Play, replace
from taphouse.core.record import Chain, Seated, read_header
from taphouse.table.match import Match
from tests.shelf import SHELF

SEEDS = 50  # games in which a last minute is looked for
LONGEST = 60 * SECOND  # of play that is shown live
SHOWN = 5 * SECOND  # of play: from the photo finish to the end of the game, at least
CUTS = 40  # places of a game at which live play may begin


def go_to_the_last_minute(house):
    """Stops the house, puts a fixed game in the place of its one stored game, and opens the house again.

    The first seat is a person's, who is not to tap: rules and bots are pure, so what follows is known."""
    house.kill()
    with closing(sqlite3.connect(house.data / "house.db")) as db, db:
        query = "SELECT stream, line FROM lines WHERE stream LIKE 'game/%' AND number = 1"
        [(stream, line)] = db.execute(query)
        head = read_header(line)
        game, host = SHELF[head.game], head.places[0]
        seed, journal = last_minute_of(head.game)
        start = Play.begin(game, head.seats, seed, msgspec.convert(head.options, game.Options))
        chain, head = Chain(), replace(head, seed=seed, start=msgspec.to_builtins(start.state))
        lines = [head, Seated(0, host.player, bot=True), *journal]
        db.execute("DELETE FROM lines WHERE stream = ?", (stream,))
        rows = [(stream, number, chain.write(line)) for number, line in enumerate(lines, 1)]
        db.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)
    house.open()


@cache
def last_minute_of(slug):
    """A seed, and what bots play until a photo finish and the end follow, while the first seat is idle."""
    game = SHELF[slug]
    seats = game.SEATS[-1]
    for seed in map(str, range(SEEDS)):
        bots = BotSchedule(dict.fromkeys(range(seats), "quick"))
        journal = finish(Play.begin(game, seats, seed), bots).journal
        for kept in range(len(journal) - 1, 0, -max(1, len(journal) // CUTS)):
            if ends_well(lambda seed=seed: Play.begin(game, seats, seed), journal[:kept]):
                return seed, journal[:kept]
    raise AssertionError("no game has a photo finish shortly before its end")


def ends_well(begin, journal):
    """Whether the game ends within a minute, and a photo finish comes some time before."""
    play = begin()
    for entry in journal:
        play.replay(entry)
    run(play, BotSchedule(dict.fromkeys(range(1, len(play.state.points)), "steady")), play.now + LONGEST)
    if play.winners is None:
        return False
    watched = [entry for entry in play.journal[len(journal) :] if entry.at <= play.now - SHOWN]
    match = Match(begin(), {}, clock=0)
    match.replay(journal, clock=0)
    known = len(match.finishes)
    match.replay(watched, clock=0)
    return len(match.finishes) > known
