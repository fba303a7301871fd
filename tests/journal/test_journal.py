"""Tests that every journal must pass."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from pathlib import Path
from random import Random

import pytest

from taphouse.journal import Closed, Journal, Stale, stream_client
from taphouse.journal.jetstream import JetStream
from taphouse.journal.sqlite import Sqlite
from taphouse.lab.house_simulation.disk_model import Disk, DiskJournal
from taphouse.lab.house_simulation.kept_record import KeptRecord
from taphouse.replay.verify import Receipts, examine
from tests.house.fingers import race
from tests.house.party import Party, token
from tests.lab.house_simulation.real_time import modelled_nats, opened
from tests.natsserver import NatsServer
from tests.sealed import KEY, Sealed, receipts_of

pytestmark = pytest.mark.anyio

Opener = Callable[[], Awaitable[Journal]]


def in_an_hour() -> int:
    return int(time.time()) + 3_600


def an_hour_ago() -> int:
    return int(time.time()) - 3_600


@pytest.fixture(params=["sqlite", "sqlite-full", "jetstream", "modelled jetstream", "modelled disk"])
async def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Opens the same journal again with each call."""

    async def sqlite() -> Journal:
        return Sqlite(tmp_path / "house.db", "full" if request.param == "sqlite-full" else "normal")

    if request.param.startswith("sqlite"):
        return sqlite
    if request.param.startswith("modelled"):
        return modelled(request.param)
    server: NatsServer = request.getfixturevalue("nats_server")
    name = server.new_name()

    async def jetstream() -> Journal:
        return await JetStream.open(server.url, house=name)

    return jetstream


def modelled(which: str) -> Opener:
    """The journals of the simulated house: what they promise is what the real ones promise."""
    disk, nats = Disk(KeptRecord(), Random(1)), modelled_nats()
    writers = count()

    async def open_model() -> Journal:
        if which == "modelled disk":
            return DiskJournal(disk, f"writer {next(writers)}", lambda: int(time.time()))
        return await opened(nats, "house")

    return open_model


@pytest.fixture
async def journal(reopen: Opener) -> AsyncIterator[Journal]:
    opened = await reopen()
    yield opened
    await opened.close()


async def test_a_stream_is_read_in_the_order_it_was_written(journal: Journal) -> None:
    await journal.append("t/QUAY", 0, [b"one"])
    await journal.append("t/QUAY", 1, [b"two", b"three"])
    assert await journal.read("t/QUAY") == [b"one", b"two", b"three"]


async def test_a_stream_that_was_never_written_is_empty(journal: Journal) -> None:
    assert await journal.read("t/QUAY") == []


async def test_a_claimed_stream_is_read_completely_and_can_be_continued(journal: Journal) -> None:
    await journal.append("t/QUAY", 0, [b"one", b"two"])
    assert await journal.claim("t/QUAY") == [b"one", b"two"]
    await journal.append("t/QUAY", 2, [b"three"])
    assert await journal.read("t/QUAY") == [b"one", b"two", b"three"]


async def test_a_stream_that_was_never_written_can_be_claimed(journal: Journal) -> None:
    assert await journal.claim("t/QUAY") == []
    await journal.append("t/QUAY", 0, [b"one"])
    assert await journal.read("t/QUAY") == [b"one"]


async def test_a_long_stream_is_read_completely(journal: Journal) -> None:
    lines = [b"%d" % n for n in range(2_500)]
    for n in range(0, 2_500, 2):
        await journal.append("a", n, lines[n : n + 2])
    assert await journal.read("a") == lines


async def test_streams_do_not_mix(journal: Journal) -> None:
    await journal.append("a", 0, [b"1"])
    await journal.append("b", 0, [b"2"])
    assert await journal.read("a") == [b"1"]
    assert await journal.read("b") == [b"2"]


@pytest.mark.parametrize("after", [0, 2, -1])
async def test_a_write_that_does_not_follow_the_end_of_a_stream_is_stale(
    journal: Journal, after: int
) -> None:
    await journal.append("a", 0, [b"one"])
    with pytest.raises(Stale):
        await journal.append("a", after, [b"other"])
    assert await journal.read("a") == [b"one"]


async def test_of_concurrent_writes_after_the_same_line_exactly_one_succeeds(journal: Journal) -> None:
    outcomes = await asyncio.gather(
        *[journal.append("a", 0, [str(i).encode()]) for i in range(8)], return_exceptions=True
    )
    assert outcomes.count(None) == 1
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 7
    assert await journal.read("a") == [str(outcomes.index(None)).encode()]


async def test_a_stale_write_does_not_affect_other_writes(journal: Journal) -> None:
    stale, *others = await asyncio.gather(
        journal.append("a", 9, [b"late"]),
        *[journal.append(f"b{i}", 0, [b"in time"]) for i in range(50)],
        return_exceptions=True,
    )
    assert isinstance(stale, Stale)
    assert others == [None] * 50
    assert [await journal.read(f"b{i}") for i in range(50)] == [[b"in time"]] * 50


async def test_concurrent_writes_to_many_streams_keep_the_order_of_each(journal: Journal) -> None:
    async def table(code: int) -> None:
        for n in range(20):
            await journal.append(f"t{code}", n, [f"{code}:{n}".encode()])

    await asyncio.gather(*[table(code) for code in range(30)])
    for code in range(30):
        assert await journal.read(f"t{code}") == [f"{code}:{n}".encode() for n in range(20)]


async def test_streams_are_found_by_the_time_of_their_first_line(journal: Journal) -> None:
    await journal.append("game/short", 0, [b"x" * 1_000])
    for n in range(4):
        await journal.append("game/long", n, [b"x" * 1_000])
    found = await journal.begun_before(in_an_hour())
    assert sorted(found) == ["game/long", "game/short"]
    assert found["game/long"] > found["game/short"] > 0
    assert await journal.begun_before(an_hour_ago()) == {}


async def test_more_streams_than_fit_into_one_request_are_all_found(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_client, "AT_ONCE", 2)
    await asyncio.gather(*[journal.append(f"game/{n}", 0, [b"one"]) for n in range(5)])
    assert sorted(await journal.begun_before(in_an_hour())) == [f"game/{n}" for n in range(5)]


async def test_an_empty_journal_finds_no_streams(journal: Journal) -> None:
    assert await journal.begun_before(in_an_hour()) == {}


@pytest.mark.parametrize("length", [1, 25, 60])
async def test_a_dropped_stream_is_gone_and_others_are_unchanged(journal: Journal, length: int) -> None:
    await journal.append("game/a", 0, [b"%d" % n for n in range(length)])
    await journal.append("game/b", 0, [b"other"])
    await journal.drop("game/a")
    assert await journal.read("game/a") == []
    assert await journal.read("game/b") == [b"other"]
    assert list(await journal.begun_before(in_an_hour())) == ["game/b"]


async def test_a_stream_that_does_not_exist_can_be_dropped(journal: Journal) -> None:
    await journal.drop("game/a")
    assert await journal.read("game/a") == []


async def test_the_writer_of_a_dropped_stream_can_never_continue_it(journal: Journal, reopen: Opener) -> None:
    await journal.append("game/a", 0, [b"one"])
    other = await reopen()
    await other.drop("game/a")
    for _ in range(2):
        with pytest.raises(Stale):
            await journal.append("game/a", 1, [b"late"])
    assert await journal.read("game/a") == []
    await other.close()


async def test_a_value_is_replaced_at_its_current_revision(journal: Journal) -> None:
    first = await journal.put("room/QUAY", b"one", 0)
    second = await journal.put("room/QUAY", b"two", first)
    assert second != first
    assert await journal.get("room/QUAY") == (b"two", second)


async def test_a_put_of_a_new_value_is_stale_if_one_exists(journal: Journal) -> None:
    revision = await journal.put("room/QUAY", b"one", 0)
    with pytest.raises(Stale):
        await journal.put("room/QUAY", b"other", 0)
    assert await journal.get("room/QUAY") == (b"one", revision)


async def test_a_put_at_an_older_revision_is_stale(journal: Journal) -> None:
    first = await journal.put("room/QUAY", b"one", 0)
    second = await journal.put("room/QUAY", b"two", first)
    with pytest.raises(Stale):
        await journal.put("room/QUAY", b"other", first)
    assert await journal.get("room/QUAY") == (b"two", second)


async def test_a_deleted_value_is_gone(journal: Journal) -> None:
    await journal.put("a", b"1", 0)
    new_revision = await journal.put("b", b"2", 0)
    await journal.delete("a")
    assert await journal.get("a") is None
    assert await journal.values() == {"b": (b"2", new_revision)}


async def test_a_deleted_value_can_be_put_as_new_but_not_replaced(journal: Journal) -> None:
    revision = await journal.put("a", b"1", 0)
    await journal.delete("a")
    with pytest.raises(Stale):
        await journal.put("a", b"late", revision)
    new_revision = await journal.put("a", b"2", 0)
    assert await journal.get("a") == (b"2", new_revision)


async def test_stored_lines_and_values_are_there_after_a_reopen(reopen: Opener) -> None:
    before = await reopen()
    await before.append("a", 0, [b"one", b"two"])
    revision = await before.put("k", b"v", 0)
    await before.close()
    after = await reopen()
    assert await after.read("a") == [b"one", b"two"]
    assert await after.get("k") == (b"v", revision)
    await after.close()


async def test_closing_a_journal_stores_pending_writes(reopen: Opener) -> None:
    before = await reopen()
    appended = asyncio.gather(*[before.append(f"t{i}", 0, [b"x"]) for i in range(100)])
    await asyncio.gather(appended, before.close())
    after = await reopen()
    assert [await after.read(f"t{i}") for i in range(100)] == [[b"x"]] * 100
    await after.close()


async def test_a_closed_journal_refuses_every_operation(journal: Journal) -> None:
    await journal.close()
    with pytest.raises(Closed):
        await journal.append("a", 0, [b"one"])
    with pytest.raises(Closed):
        await journal.get("a")
    with pytest.raises(Closed):
        await journal.begun_before(in_an_hour())
    with pytest.raises(Closed):
        await journal.drop("a")
    await journal.close()  # closing twice does no harm


async def test_the_hashes_of_a_record_go_on_after_a_fail_over_and_its_end_is_signed(
    reopen: Opener, journal: Journal
) -> None:
    before = Party(journal)
    table, ada, bo = await before.playing("Bo")
    while len(receipts_of(ada).receipts) < 10:
        await race(before, table, ada, bo)
    other = await reopen()
    try:
        after = Party(other)
        after.time = before.time
        again = await after.restart(table)
        screens = [await after.enter(again, token(screen)) for screen in (ada, bo)]
        while again.room.stage == "playing":
            await race(after, again, *screens)
        game = Sealed(await after.stored(again), {})
    finally:
        await other.close()

    kept = [receipts_of(screen).receipts for screen in (ada, screens[0])]
    receipts = Receipts(again.room.match, (*kept[0], *kept[1]))
    assert kept[0]
    assert list(examine(game.game, game.header, game.lines, game.text, [receipts], KEY.public)) == []
