"""True of the JetStream journal: many houses write to it, and servers come and go."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from taphouse.journal import Stale, jetstream, stream_client
from taphouse.journal.jetstream import JetStream
from taphouse.journal.stream_client import Found, Refused
from tests.chaos.ways import Ways
from tests.natsserver import NatsServer

pytestmark = pytest.mark.anyio

SOON = 40  # seconds: whatever takes longer never comes


async def test_whoever_had_a_stream_before_it_was_claimed_can_never_write_to_it_again(
    nats_server: NatsServer,
) -> None:
    name = nats_server.new_name()
    frozen = await JetStream.open(nats_server.url, house=name)
    heir = await JetStream.open(nats_server.url, house=name)
    await frozen.append("game/a", 0, [b"one"])
    assert await heir.claim("game/a") == [b"one"]
    for _ in range(3):
        with pytest.raises(Stale):
            await frozen.append("game/a", 1, [b"late"])
        await heir.append("game/a", len(await heir.read("game/a")), [b"more"])
    assert await heir.read("game/a") == [b"one", b"more", b"more", b"more"]
    await frozen.close()
    await heir.close()


async def test_whoever_was_told_that_a_stream_is_no_longer_his_is_told_so_again(
    nats_server: NatsServer,
) -> None:
    name = nats_server.new_name()
    frozen = await JetStream.open(nats_server.url, house=name)
    heir = await JetStream.open(nats_server.url, house=name)
    await frozen.append("game/a", 0, [b"one"])
    await heir.claim("game/a")
    for _ in range(2):
        with pytest.raises(Stale):
            await frozen.append("game/a", 1, [b"late"])
    await frozen.close()
    await heir.close()


async def test_the_ends_of_streams_that_rest_are_forgotten_and_they_go_on_when_they_are_claimed(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jetstream, "REMEMBERED", 2)
    journal = await JetStream.open(nats_server.url, house=nats_server.new_name())
    for game in "abc":
        await journal.append(f"game/{game}", 0, [b"one"])
        await journal.append("game/long", len(await journal.read("game/long")), [b"more"])
    assert list(journal._ends) == ["game/c", "game/long"]
    with pytest.raises(Stale):
        await journal.append("game/a", 1, [b"two"])
    assert await journal.claim("game/a") == [b"one"]
    await journal.append("game/a", 1, [b"two"])
    assert await journal.read("game/a") == [b"one", b"two"]
    await journal.close()


async def test_what_is_asked_while_the_server_is_down_is_kept_once_when_it_is_back(tmp_path: Path) -> None:
    server = NatsServer(tmp_path / "nats")
    server.start()
    journal = await JetStream.open(server.url)
    await journal.append("game/a", 0, [b"one"])
    server.kill()
    asked = asyncio.ensure_future(journal.append("game/a", 1, [b"two"]))
    done, _ = await asyncio.wait([asked], timeout=0.2)
    assert not done
    await asyncio.to_thread(server.start)
    await asked
    await journal.append("game/a", 2, [b"three"])
    assert await journal.read("game/a") == [b"one", b"two", b"three"]
    await journal.close()
    server.kill()


async def test_a_write_whose_answer_was_lost_is_known_again(nats_server: NatsServer) -> None:
    journal = await JetStream.open(nats_server.url, house=nats_server.new_name())
    answered = journal.connection._answered
    lost = 0

    async def deaf_once(answer: object) -> None:
        nonlocal lost
        lost += 1
        if lost > 1:
            await answered(answer)  # type: ignore[arg-type]

    await journal.append("game/a", 0, [b"one"])
    next(iter(journal.connection.client._subs.values()))._cb = deaf_once
    await journal.append("game/a", 1, [b"two"])
    assert lost >= 3  # the lost answer, a refusal, and the look at what is there
    assert await journal.read("game/a") == [b"one", b"two"]
    await journal.close()


async def test_servers_that_cannot_keep_as_many_replicas_as_asked_for_are_named_with_the_reason(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_client, "GATHERED", 0.2)
    with pytest.raises(OSError, match="replicas > 1 not supported"):
        await JetStream.open(nats_server.url, replicas=3, house=nats_server.new_name())


async def test_what_a_replica_that_is_stuck_does_not_have_is_asked_of_the_leader(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = await JetStream.open(nats_server.url, house=nats_server.new_name())
    for number in range(3):
        await journal.append("game/a", number, [b"%d" % number])
    has = journal.connection._batch

    async def stuck(subject: str, start: int) -> list[Found]:
        return [found for found in await has(subject, start) if found.sequence < 2]

    monkeypatch.setattr(journal.connection, "_batch", stuck)
    assert await journal.read("game/a") == await journal.claim("game/a") == [b"0", b"1", b"2"]
    await journal.close()


@pytest.mark.parametrize("left", [0, 50])
async def test_what_is_too_long_for_nats_is_refused_at_once_and_nothing_is_harmed(
    nats_server: NatsServer, left: int
) -> None:
    journal = await JetStream.open(nats_server.url, house=nats_server.new_name())
    revision = await journal.put("room/a", b"short", 0)
    broken = asyncio.Event()
    journal.connection.lost = broken.set
    with pytest.raises(Refused, match="NATS carries 1048576 at once"):
        await journal.put("room/a", b"x" * (journal.connection.client.max_payload - left), revision)
    assert await journal.get("room/a") == (b"short", revision)
    assert await journal.put("room/a", b"again", revision) > revision
    assert not broken.is_set()
    await journal.close()


async def test_whoever_runs_the_house_is_told_why_nothing_is_kept_for_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    complained = asyncio.Event()
    monkeypatch.setattr(stream_client, "LONG", 0)
    monkeypatch.setattr(stream_client, "ANSWER", 0.1)
    monkeypatch.setattr(stream_client.log, "warning", lambda _: complained.set())
    server = NatsServer(tmp_path / "nats")
    server.start()
    journal = await JetStream.open(server.url)
    assert journal.trouble() is None
    await journal.append("game/a", 0, [b"one"])
    server.kill()
    complained.clear()
    asked = asyncio.ensure_future(journal.append("game/a", 1, [b"two"]))
    await complained.wait()
    told = journal.trouble()
    assert told is not None
    assert "keeps nothing in taphouse-lines (no answer)" in told
    await asyncio.to_thread(server.start)
    await asked
    assert journal.trouble() is None
    await journal.close()
    server.kill()


async def test_whoever_no_longer_waits_is_no_trouble(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    complained = asyncio.Event()
    monkeypatch.setattr(stream_client, "LONG", 0)
    monkeypatch.setattr(stream_client.log, "warning", lambda _: complained.set())
    journal = await JetStream.open(nats_server.url, house=nats_server.new_name())

    async def nobody_answers(*_: object) -> None:
        return None

    monkeypatch.setattr(journal.connection, "_ask", nobody_answers)
    asked = asyncio.ensure_future(journal.append("game/a", 0, [b"one"]))
    async with asyncio.timeout(SOON):
        await complained.wait()
    assert journal.trouble() is not None
    asked.cancel()
    await asyncio.wait([asked])
    assert journal.trouble() is None
    await journal.close()


async def test_a_stream_that_is_not_there_is_not_taken_for_an_empty_one(nats_server: NatsServer) -> None:
    name = nats_server.new_name()
    journal = await JetStream.open(nats_server.url, house=name)
    await journal.connection.client.jsm().delete_stream(f"{name}-lines")
    asked = asyncio.ensure_future(journal.read("game/a"))
    done, _ = await asyncio.wait([asked], timeout=0.3)
    assert not done
    asked.cancel()
    await asyncio.wait([asked])
    await journal.close()


async def test_what_was_asked_on_a_line_that_broke_is_asked_again_as_soon_as_there_is_another(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_client, "ANSWER", SOON)
    ways, lost = Ways([nats_server.port]), asyncio.Event()

    async def deaf(answer: object) -> None:
        lost.set()

    async with asyncio.timeout(SOON / 2), ways:
        journal = await JetStream.open(ways.servers, house=nats_server.new_name())
        try:
            await journal.append("game/a", 0, [b"one"])
            inbox = next(iter(journal.connection.client._subs.values()))
            inbox._cb, hears = deaf, inbox._cb
            asked = asyncio.ensure_future(journal.append("game/a", 1, [b"two"]))
            await lost.wait()
            inbox._cb = hears
            ways.mend()  # breaks the line
            await asked
            assert await journal.read("game/a") == [b"one", b"two"]
        finally:
            await journal.connection.close()
