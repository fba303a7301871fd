"""A sealed game of two people and a bot, with head start, evidence and receipts; and forgeries of it."""

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from taphouse.core import MS, replace
from taphouse.core.record import Chain, End, entries_of, read_header, read_lines, resume
from taphouse.fair import CountedTaps, Evidence, Ledger, recompute
from taphouse.fair.belief import QUOTA
from taphouse.replay.seal import HouseKey
from taphouse.replay.verify import Receipts
from taphouse.table import wire
from tests.house.fingers import do, paint
from tests.house.party import party, player
from tests.toys import SHELF

KEY = HouseKey(b"secret")  # the secret of the party's house
FORGER = HouseKey(b"somebody else's")
FULL = Ledger(quota=QUOTA)
"""The ledger that a forger gives to a player: it believes more on credit than theirs."""


@dataclass
class Sealed:
    text: list[bytes]
    receipts: dict[str, Receipts]
    """By the name of the player."""

    def __post_init__(self):
        self.header = read_header(self.text[0])
        self.game = SHELF[self.header.game]
        self.lines = list(read_lines(self.game, self.text[1:]))


@cache
def sealed():
    """The record of a whole game as the house stored it."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:  # a test may have a loop
        return thread.submit(lambda: asyncio.run(_played(Path(folder)))).result()


async def _played(folder):
    async with party(folder) as here:
        table, ada, bo = await here.at_a_table("Bo", bots=("gentle",), game="tip-tap")
        await here.say(table, ada, wire.Handicap(player(bo), 60))
        await here.say(table, ada, wire.Start())
        while table.room.stage == "playing":
            await race_of_hands(here, table, ada, bo)
        receipts = {"Ada": receipts_of(ada), "Bo": receipts_of(bo)}
        return Sealed(await here.stored(table), receipts)


def receipts_of(screen):
    """What the page of a player keeps of the game on the table."""
    found = [update["receipt"] for update in screen.all("update")]
    return Receipts(screen.last("room")["match"], tuple(receipt for receipt in found if receipt))


async def race_of_hands(here, table, ada, bo):
    """One card: both tap its shapes, if both see it. Hands that must rest do so when no hand is free."""
    await here.wait(table, 0.1, step=50 * MS)
    for screen in (bo, ada):
        view = screen.last("update")["view"]
        if all(hand == "rest" for hands in view["hands"] for hand in hands):
            await here.say(table, screen, do(screen, here.time, type="Rest"))
    card = ada.last("update")["view"]["card"]
    if not card or not bo.last("update")["view"]["card"]:
        return
    for shape in card:
        for screen in (bo, ada):
            if table.room.stage == "playing":
                await paint(here, table, screen, here.time)
                await here.wait(table, 0.25, step=50 * MS)
                await here.say(table, screen, do(screen, here.time - 30 * MS, type="Tap", shape=shape))
                other = ada if screen is bo else bo
                await here.say(table, other, wire.Beat(other.last("update")["n"], here.time))
                await here.wait(table, 0.3, step=50 * MS)


# ---- forgeries ----


def forged(game, entries, key=KEY):
    """A record in which everything follows from these moves and their evidence, signed with `key`.

    Times, ledgers, verdicts, hashes and the end are computed again, as the house itself could do it.
    """
    play, ledgers, counted = resume(game.game, game.header), {}, CountedTaps()
    for entry in _in_order(entries):
        move, evidence = entry.move, evidence_of(entry)
        if play.winners is not None:
            break
        play.advance(move.at)
        for seat, surplus in counted.follow(play.state.race).items():
            if seat in ledgers:
                ledgers[seat] = ledgers[seat].book(surplus)
        if evidence is not None:
            ledger = FULL if evidence.ledger == FULL else ledgers.get(move.seat, evidence.ledger)
            evidence = replace(evidence, ledger=ledger, decided=play.now, judged=None)
            evidence = replace(evidence, judged=recompute(evidence))
            ledgers[move.seat] = evidence.judged.ledger
            move = replace(move, at=evidence.judged.at, blur=evidence.judged.blur)
        move = replace(move, at=max(move.at, play.now))
        counted.note(game.game.contested(play.state, move), move, evidence and evidence.judged)
        play.feed(move, msgspec.to_builtins(evidence))
    for _ in range(1_000):
        if play.winners is None:
            play.advance(play.state.due)
    assert play.winners, "the forged game never ends"
    end = next(line for line in game.lines if isinstance(line, End))
    return signed(game.header, [*play.journal, end], key)


def signed(header, lines, key=KEY):
    """The text of a record with fitting hashes and a fitting signature; without one if there is no key."""
    chain = Chain()
    text = [chain.write(header), *map(chain.write, lines)]
    return text if key is None else [*text, chain.write(key.seal(header.id, chain.digest))]


def moves(game):
    return [entry for entry in entries_of(game.lines) if entry.move is not None]


def evidence_of(entry):
    return None if entry.evidence is None else msgspec.convert(entry.evidence, Evidence)


def with_evidence(entry, **fields):
    return replace(entry, evidence=msgspec.to_builtins(replace(evidence_of(entry), **fields)))


def _in_order(entries):
    """By the time at which each finger fell."""

    def fell(entry):
        evidence = evidence_of(entry)
        return recompute(replace(evidence, decided=0)).at if evidence else entry.move.at

    return sorted(entries, key=fell)
