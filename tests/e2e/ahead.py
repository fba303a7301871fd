"""Bots play the middle of a game, so that browsers need not play more than its beginning and its end."""

import sqlite3
from contextlib import closing
from itertools import product

from taphouse.bots.crew import Crew, finish, run
from taphouse.core import MS
from taphouse.core.record import read_entry, read_header, resume, write
from taphouse.games import shelf
from taphouse.house.match import Match
from taphouse.replay.retell import watch


def let_bots_play_ahead(house, people, ahead):
    """While the house is closed every game it kept goes on: `ahead` takes one up and tells what came."""
    for person in people:
        person.page.locator(".board > *").first.wait_for()  # the board comes from the house, too
    house.kill()
    with closing(sqlite3.connect(house.data / "house.db")) as db, db:
        kept = {}
        for stream, number, line in db.execute("SELECT stream, number, line FROM lines ORDER BY number"):
            if stream.startswith("game/"):
                kept.setdefault(stream, []).append((number, line))
        for stream, lines in kept.items():
            entries = ahead(Kept([line for _, line in lines]))
            rows = [(stream, number, write(entry)) for number, entry in enumerate(entries, lines[-1][0] + 1)]
            db.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)
    house.open()
    for person in people:
        call_again(person)
    for person in people:
        person.wait(lambda p: is_back(p) and p.room["paused"] is None)


def call_again(person):
    """Now, over a new line: a page that found the house closed takes its time."""
    person.page.evaluate("() => void dispatchEvent(new Event('online'))")


def is_back(person):
    """Greeted on the newest line, and shown the room and the table there."""
    return all(person.heard_on[kind] == person.lines for kind in ("welcome", "room", "update"))


class Kept:
    """A game as it was written down."""

    def __init__(self, lines):
        first, *self._lines = lines
        self.head = read_header(first)
        self.game = shelf()[self.head.game]

    def taken_up(self):
        return resume(self.game, self.head, (read_entry(self.game, line) for line in self._lines))


def until(condition):
    """Bots play as far as `condition(state)`. Not every game comes to that: other bots play another game."""

    def ahead(kept):
        for levels in product(("quick", "steady", "gentle"), repeat=kept.head.seats):
            play, crew, entries = kept.taken_up(), Crew(dict(enumerate(levels))), []
            now = play.now
            while play.winners is None and not condition(play.state):
                now += 100 * MS
                entries += run(play, crew, to=now)
            if condition(play.state):
                return entries
        raise AssertionError("no game came to such a table")

    return ahead


def as_far_as(choose):
    """Bots play to the end; of all the states on the way `choose` tells where to stop."""

    def ahead(kept):
        play = kept.taken_up()
        known = len(play.journal)
        finish(play, Crew(dict.fromkeys(range(kept.head.seats), "quick")))
        states = list(watch(kept.game, kept.head, play.journal))[known:]
        return play.journal[known:][: choose(states)]

    return ahead


def to_a_photo_finish_and_the_end(kept):
    """Not every game has a photo finish: other bots play another game."""
    for levels in product(("quick", "steady", "gentle"), repeat=kept.head.seats):
        play = kept.taken_up()
        known = len(play.journal)
        finish(play, Crew(dict(enumerate(levels))))
        match = Match(resume(kept.game, kept.head), {}, clock=0)
        match.replay(play.journal, clock=0)
        if match.finishes:
            return play.journal[known:]
    raise AssertionError("no game had a photo finish")
