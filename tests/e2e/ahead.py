"""Bots play the middle of a game, so that browsers play only its beginning and its end."""

import sqlite3
from contextlib import closing
from itertools import product

from taphouse.bots.schedule import BotSchedule, finish, run
from taphouse.core import MS, SECOND
from taphouse.core.record import Chain, Seated, entries_of, read_header, read_lines, resume
from taphouse.replay.rerun import states
from taphouse.table.match import Match
from tests.shelf import SHELF

LONGEST_GAME = 3_600 * SECOND  # of play: bots end every game long before


def let_bots_play_ahead(house, people, ahead):
    """Stops the house and continues every stored game: `ahead` gets one and returns its new entries."""
    for person in people:
        person.page.locator(".board > *").first.wait_for()  # the house serves the board's code, too
    house.kill()
    with closing(sqlite3.connect(house.data / "house.db")) as db, db:
        stored = {}
        for stream, number, line in db.execute("SELECT stream, number, line FROM lines ORDER BY number"):
            if stream.startswith("game/"):
                stored.setdefault(stream, []).append((number, line))
        for stream, lines in stored.items():
            chain, game = Chain.of(line for _, line in lines), StoredGame([line for _, line in lines])
            added = [*game.bots_sit_down(), *ahead(game)]
            rows = [
                (stream, number, chain.write(line)) for number, line in enumerate(added, lines[-1][0] + 1)
            ]
            db.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)
    house.open()
    for person in people:
        reconnect_now(person)
    for person in people:
        person.wait(lambda p: is_back(p) and p.room["paused"] is None)


def reconnect_now(person):
    """Makes the page reconnect now: after a failed attempt it would wait before the next one."""
    person.page.evaluate("() => void dispatchEvent(new Event('online'))")


def is_back(person):
    """Whether the page received the welcome, the room and an update on its newest socket."""
    return all(person.received_on[kind] == person.sockets for kind in ("welcome", "room", "update"))


class StoredGame:
    def __init__(self, lines):
        first, *self.lines = lines
        self.head = read_header(first)
        self.game = SHELF[self.head.game]

    def resumed(self):
        return resume(self.game, self.head, entries_of(read_lines(self.game, self.lines)))

    def bots_sit_down(self):
        """The lines that say that bots play every seat from here on."""
        people = [(seat, place) for seat, place in enumerate(self.head.places) if not place.bot]
        return [Seated(seat, place.player, bot=True) for seat, place in people]


def until(condition):
    """Bots play until `condition(state)`. If a game never reaches it, bots of other levels play another."""

    def ahead(stored):
        for levels in product(("quick", "steady", "gentle"), repeat=stored.head.seats):
            play, bots, entries = stored.resumed(), BotSchedule(dict(enumerate(levels))), []
            now, end = play.now, play.now + LONGEST_GAME
            while play.winners is None and not condition(play.state) and now < end:
                now += 100 * MS
                entries += run(play, bots, to=now)
            if condition(play.state):
                return entries
        raise AssertionError("no game reached the condition")

    return ahead


def as_far_as(choose):
    """Bots play to the end; `choose` gets all new states and returns how many entries to keep."""

    def ahead(stored):
        play = stored.resumed()
        known = len(play.journal)
        finish(play, BotSchedule(dict.fromkeys(range(stored.head.seats), "quick")))
        shown = list(states(stored.game, stored.head, play.journal))[known:]
        return play.journal[known:][: choose(shown)]

    return ahead


def to_a_photo_finish_and_the_end(stored):
    """Bots play to the end. If a game has no photo finish, bots of other levels play another."""
    for levels in product(("quick", "steady", "gentle"), repeat=stored.head.seats):
        play = stored.resumed()
        known = len(play.journal)
        finish(play, BotSchedule(dict(enumerate(levels))))
        match = Match(resume(stored.game, stored.head), {}, clock=0)
        match.replay(play.journal, clock=0)
        if match.finishes:
            return play.journal[known:]
    raise AssertionError("no game had a photo finish")
