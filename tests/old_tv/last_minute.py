"""A game whose last minute is known: a photo finish and the end come while a TV is watched."""

import sqlite3
from contextlib import closing
from functools import partial

import msgspec

from taphouse.bots.schedule import BotSchedule, finish, run
from taphouse.core import SECOND, Play, replace
from taphouse.core.record import Chain, Seated, read_header
from taphouse.table.match import Match
from tests.shelf import SHELF

SEEDS = 50  # games in which a last minute is looked for
LONGEST = 20 * SECOND  # of play that is shown live
DRAWN = 2 * SECOND  # of play: until a slow screen shows the game that goes on, and is ready for news
SHOWN = 3 * SECOND  # of play: from the photo finish to the end of the game, at least
NEAR = 60  # lines before the end at which live play may begin


def go_to_the_last_minute(house):
    """Stops the house, puts a fixed game in the place of its one stored game, and opens the house again.

    The first seat is a person's, who is not to tap: rules and bots are pure, so what follows is known."""
    house.kill()
    with closing(sqlite3.connect(house.data / "house.db")) as db, db:
        query = "SELECT stream, line FROM lines WHERE stream LIKE 'game/%' AND number = 1"
        [(stream, line)] = db.execute(query)
        head = read_header(line)
        game, host = SHELF[head.game], head.places[0]
        begin = partial(Play.begin, game, head.seats, options=msgspec.convert(head.options, game.Options))
        seed, journal = last_minute_of(begin, head.seats)
        chain, head = Chain(), replace(head, seed=seed, start=msgspec.to_builtins(begin(seed).state))
        lines = [head, Seated(0, host.player, bot=True), *journal]
        db.execute("DELETE FROM lines WHERE stream = ?", (stream,))
        rows = [(stream, number, chain.write(line)) for number, line in enumerate(lines, 1)]
        db.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)
    house.open()


def last_minute_of(begin, seats):
    """A seed, and what bots play until a photo finish and the end follow, while the first seat is idle."""
    for seed in map(str, range(SEEDS)):
        bots = BotSchedule(dict.fromkeys(range(seats), "quick"))
        journal = finish(begin(seed), bots).journal
        for kept in range(len(journal) - 1, max(0, len(journal) - NEAR), -1):
            if ends_well(partial(begin, seed), journal[:kept]):
                return seed, journal[:kept]
    raise AssertionError("no game has a photo finish shortly before its end")


def ends_well(begin, journal):
    """Whether the game ends soon, and a photo finish comes neither at once nor at its end."""
    play = begin()
    for entry in journal:
        play.replay(entry)
    goes_on = play.now
    run(play, BotSchedule(dict.fromkeys(range(1, len(play.state.points)), "steady")), goes_on + LONGEST)
    if play.winners is None:
        return False
    match = Match(begin(), {}, clock=0)
    match.replay([entry for entry in play.journal if entry.at <= goes_on + DRAWN], clock=0)
    before = len(match.finishes)
    match.replay([entry for entry in play.journal if goes_on + DRAWN < entry.at <= play.now - SHOWN], clock=0)
    return len(match.finishes) > before
