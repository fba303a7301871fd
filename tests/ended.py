"""Games that bots played to their end, stored as a house stores them."""

import asyncio
import re
from threading import Thread

import msgspec

from taphouse.bots.schedule import BotSchedule, finish
from taphouse.core import Play, replace
from taphouse.core.record import FORMAT, Chain, End, Place, encode, header, read_line
from taphouse.fair import Fairness
from taphouse.journal.sqlite import Sqlite
from taphouse.replay.seal import HouseKey
from taphouse.table.recorded_seats import RecordedSeat, with_recorded_seats
from taphouse.table.room import Ended, Member, Room
from tests.shelf import SHELF

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


def ended(slug="tip-tap", seats=3, seed="ended"):
    """The header and the entries of a whole game."""
    game = SHELF[slug]
    play = Play.begin(game, seats, seed)
    head = header(slug, play, seats, game.Options(), "test")
    finish(play, BotSchedule(dict.fromkeys(range(seats), "quick")))
    return head, play.journal


def decided_otherwise(journal):
    """Changes one line of a Tip Tap game to the other hand; returns its number and the changed game."""
    for number, entry in enumerate(journal):
        forged, times = re.subn(rb'("type":"Held","seat":\d,"hand":)"left"', rb'\1"right"', encode(entry))
        if times:
            return number + 2, [
                *journal[:number],
                read_line(SHELF["tip-tap"], forged),
                *journal[number + 1 :],
            ]
    raise AssertionError("nobody used the left hand")


def recorded_seats(seats):
    return tuple(RecordedSeat(name, sign, "quick") for sign, name in enumerate(NAMES[:seats], 1))


def as_file(head, journal):
    return b"\n".join(map(Chain().write, [with_recorded_seats(head, recorded_seats(head.seats)), *journal]))


def as_record(name, head, journal):
    """The lines as a house of today stores them, sealed."""
    places = tuple(Place(number, bot=True) for number in range(1, head.seats + 1))
    fairness = msgspec.to_builtins(Fairness())
    head = replace(head, format=FORMAT, id=name, places=places, fairness=fairness)
    seats = msgspec.to_builtins(recorded_seats(head.seats), builtin_types=(tuple,))
    chain = Chain()
    lines = [*map(chain.write, [head, *journal, End(seats)])]
    return [*lines, chain.write(HouseKey(b"secret").seal(name, chain.digest))]


async def keep_table(data, code, *games):
    """Stores a table at which these games were played; it still shows the podium of the last one."""
    journal = Sqlite(data / "house.db")
    played = []
    for number, (head, entries) in enumerate(games, 1):
        await journal.append(f"game/{code}-{number}", 0, as_record(f"{code}-{number}", head, entries))
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
