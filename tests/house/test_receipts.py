"""Every verdict comes with the running hash of the stored record, and the hash tells nothing else."""

import shutil
from pathlib import Path

from taphouse.core import MS
from taphouse.core.record import Chain, Seated, has_link, is_sealed, read_header, read_lines
from taphouse.replay.verify import examine, links
from taphouse.table import wire
from tests.house.fingers import do, lit, paint, race
from tests.house.party import player, token
from tests.sealed import race_of_hands, receipts_of
from tests.toys import SHELF

STORED = Path(__file__).parents[1] / "stored/988adf1/house-closed"


async def race_for(receipts, here, table, ada, bo):
    """Races until the second player has so many more receipts."""
    enough = len(receipts_of(bo).receipts) + receipts
    while len(receipts_of(bo).receipts) < enough:
        await race(here, table, ada, bo)


async def tap(here, table, screen, lamp):
    await paint(here, table, screen, here.time)
    here.time += 250 * MS
    await here.say(table, screen, do(screen, here.time - 30 * MS, type="Tap", lamp=lamp))
    await here.wait(table, 0.5)


def test_the_receipt_of_a_verdict_is_the_hash_of_the_record_that_is_stored_by_then(at_a_party):
    async def story(here):
        table, ada, bo = await here.playing("Bo")
        lamps = await lit(here, table, ada, bo)
        await tap(here, table, ada, lamps[0])

        verdict = next(u for u in ada.all("update") if any(n["type"] == "Took" for n in u["news"]))
        text = await here.stored(table)
        number = links(text).index(verdict["receipt"]) + 1
        assert b'"Took"' in text[number - 1]
        assert text[number - 1].endswith(b'"chain":"%s"}' % verdict["receipt"].encode())
        assert ada.last("room")["match"] == read_header(text[0]).id

    at_a_party(story)


def test_the_record_is_stored_before_its_receipt_is_sent(at_a_party):
    async def story(here):
        table, ada, bo = await here.playing("Bo")
        lamps = await lit(here, table, ada, bo)
        append, sent = here.journal.append, []

        async def slow(*write):
            sent.append(len(receipts_of(ada).receipts))
            await append(*write)
            sent.append(len(receipts_of(ada).receipts))

        here.journal.append = slow
        await tap(here, table, ada, lamps[0])
        assert sent
        assert all(before == after for before, after in zip(sent[::2], sent[1::2], strict=True))
        assert len(receipts_of(ada).receipts) > sent[-1]

    at_a_party(story)


def test_an_update_without_news_has_no_receipt_so_that_nobody_learns_of_hidden_moves(at_a_party):
    async def story(here):
        table, ada, bo = await here.playing("Bo")
        await race(here, table, ada, bo)
        again = await here.enter(table, token(ada))
        assert again.last("update")["news"] == []
        assert again.last("update")["receipt"] is None
        assert all(u["news"] for s in (ada, bo) for u in s.all("update") if u["receipt"])

    at_a_party(story)


def test_a_seat_that_changes_hands_is_explained_in_the_record(at_a_party):
    async def story(here):
        table, ada, bo = await here.playing("Bo")
        await race_for(8, here, table, ada, bo)
        await here.say(table, bo, wire.Stand())
        await here.wait(table, 60)
        cleo = await here.enter(table, name="Cleo")
        await race_for(8, here, table, ada, cleo)

        lines = list(read_lines(SHELF[table.room.game], (await here.stored(table))[1:]))
        changes = [line for line in lines if isinstance(line, Seated)]
        assert [(change.seat, change.bot) for change in changes] == [(1, True), (1, False)]
        assert changes[-1].player == player(cleo)
        assert await here.problems(table) == []

    at_a_party(story)


def test_a_player_who_is_back_after_a_bot_played_for_them_leaves_a_correct_record(at_a_party):
    async def story(here):
        table, ada, bo = await here.playing("Bo")
        await race_for(8, here, table, ada, bo)
        table.disconnect(bo)
        await here.wait(table, 90)
        again = await here.enter(table, token(bo))
        await race_for(8, here, table, ada, again)
        assert await here.problems(table) == []

    at_a_party(story)


def test_a_restart_keeps_the_ledgers_of_the_players_at_their_seats(at_a_party):
    async def story(here):
        table, ada, bo = await here.playing("Bo")
        await race_for(20, here, table, ada, bo)
        ledgers = dict(table.match.arbiter.ledgers)
        again = await here.restart(table)
        assert ledgers
        assert again.match.arbiter.ledgers == ledgers

    at_a_party(story)


def test_a_game_that_a_house_without_hashes_began_goes_on_with_them_and_is_sealed(at_a_party, tmp_path):
    shutil.copy(STORED / "house.db", tmp_path / "house.db")

    async def story(here):
        here.time *= 1_000
        await here.lobby.restore()
        tables = [here.by_hand(code) for code in here.lobby.tables]
        table = next(table for table in tables if table.room.stage == "playing")
        begun = await here.stored(table)
        keys = [here.lobby.house.tokens.sign(table.code, member, table.room.salt) for member in (1, 3)]
        ada, bo = [await here.enter(table, key) for key in keys]
        while table.room.stage == "playing":
            await race_of_hands(here, table, ada, bo)

        text = await here.stored(table)
        assert text[: len(begun)] == begun
        assert not any(map(has_link, begun))
        assert all(map(has_link, text[len(begun) :]))
        assert is_sealed(text)
        Chain.of(text)
        lines = list(read_lines(SHELF[table.room.game], text[1:]))
        found = examine(SHELF[table.room.game], read_header(text[0]), lines, text)
        assert all(problem.other_version for problem in found)

    at_a_party(story)
