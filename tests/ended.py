"""Games that bots played to their end, stored as a house stores them."""

import asyncio
import re
from threading import Thread

import msgspec

from taphouse.bots.schedule import BotSchedule, finish
from taphouse.core import Play
from taphouse.core.record import header, read_entry, write
from taphouse.games import shelf
from taphouse.house.recorded_seats import RecordedSeat, with_recorded_seats
from taphouse.house.room import Ended, Member, Room
from taphouse.journal.sqlite import Sqlite

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


def ended(slug="tip-tap", seats=3, seed="ended"):
    """The header and the entries of a whole game."""
    game = shelf()[slug]
    play = Play.begin(game, seats, seed)
    head = header(slug, play, seats, game.Options(), "test")
    finish(play, BotSchedule(dict.fromkeys(range(seats), "quick")))
    return head, play.journal


def decided_otherwise(journal):
    """Changes one line of a Tip Tap game to the other hand; returns its number and the changed game."""
    for number, entry in enumerate(journal):
        forged, times = re.subn(rb'("type":"Held","seat":\d,"hand":)"left"', rb'\1"right"', write(entry))
        if times:
            forged = re.sub(rb',"check":"\w+"', b"", forged)
            return number + 2, [
                *journal[:number],
                read_entry(shelf()["tip-tap"], forged),
                *journal[number + 1 :],
            ]
    raise AssertionError("nobody used the left hand")


def recorded_seats(seats):
    return tuple(RecordedSeat(name, sign, "quick") for sign, name in enumerate(NAMES[:seats], 1))


def as_file(head, journal):
    return b"\n".join([write(with_recorded_seats(head, recorded_seats(head.seats))), *map(write, journal)])


async def keep_table(data, code, *games):
    """Stores a table at which these games were played; it still shows the podium of the last one."""
    journal = Sqlite(data / "house.db")
    played = []
    for number, (head, entries) in enumerate(games, 1):
        await journal.append(f"game/{code}-{number}", 0, [write(head), *map(write, entries)])
        played.append(Ended(number, f"{code}-{number}", head.game, recorded_seats(head.seats)))
    last = games[-1][0]
    members = tuple(
        Member(seat.sign, seat.name, seat.sign, seat.bot, True) for seat in recorded_seats(last.seats)
    )
    room = Room(
        code,
        "salt",
        last.game,
        members=members,
        joined=len(members),
        stage="over",
        match=played[-1].match,
        ended=tuple(played),
        touched=2**40,
    )
    await journal.put(f"room/{code}", msgspec.json.encode(room), 0)
    await journal.close()


def keep(data, code, *games):
    """Like `keep_table`, for a thread in which an event loop already runs."""
    keeping = Thread(target=lambda: asyncio.run(keep_table(data, code, *games)))
    keeping.start()
    keeping.join()
