"""Bots play the middle of a game, so that browsers need not play more than its beginning and its end."""

import sqlite3
from contextlib import closing

from taphouse.core.record import read_entry, read_header, resume, write
from taphouse.games import shelf
from taphouse.sim.bots import Crew, finish
from taphouse.sim.replay import watch


def let_bots_play_ahead(house, people, to):
    """While the house is closed every game it kept goes on; of all its states `to` chooses where it stops."""
    known = {person: received(person) for person in people}
    house.kill()
    with closing(sqlite3.connect(house.data / "house.db")) as db, db:
        kept = {}
        for stream, number, line in db.execute("SELECT stream, number, line FROM lines ORDER BY number"):
            if stream.startswith("game/"):
                kept.setdefault(stream, []).append((number, line))
        for stream, lines in kept.items():
            ahead = played_ahead([line for _, line in lines], to)
            rows = [(stream, number, write(entry)) for number, entry in enumerate(ahead, lines[-1][0] + 1)]
            db.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)
    house.open()
    for person in people:
        person.wait(lambda p: is_back(p, known[p]) and p.room["paused"] is None)


def received(person):
    return [len(person.got[kind]) for kind in ("welcome", "room", "update")]


def is_back(person, known):
    """Greeted again, and shown the room and the table again."""
    return all(now > before for now, before in zip(received(person), known, strict=True))


def played_ahead(lines, to):
    """What bots at every seat add to a game written down, as far as its `to`th state from now on."""
    head = read_header(lines[0])
    game = shelf()[head.game]
    play = resume(game, head, (read_entry(game, line) for line in lines[1:]))
    known = len(play.journal)
    finish(play, Crew(dict.fromkeys(range(head.seats), "quick")))
    ahead, states = play.journal[known:], list(watch(game, head, play.journal))[known:]
    return ahead[: to(states)]
