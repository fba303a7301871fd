"""The JetStream journal: several writers, and servers that fail."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from taphouse.journal import Stale, jetstream, stream_client
from taphouse.journal.jetstream import JetStream
from taphouse.journal.stream_client import Found, WriteRefused
from tests.chaos.tcp_proxy import TcpProxy
from tests.natsserver import NatsServer

pytestmark = pytest.mark.anyio

SOON = 40  # seconds: a test that waits longer has failed


async def test_the_previous_writer_of_a_claimed_stream_can_never_write_to_it_again(
    nats_server: NatsServer,
) -> None:
    name = nats_server.new_name()
    frozen = await JetStream.open(nats_server.url, house=name)
    successor = await JetStream.open(nats_server.url, house=name)
    await frozen.append("game/a", 0, [b"one"])
    assert await successor.claim("game/a") == [b"one"]
    for _ in range(3):
        with pytest.raises(Stale):
            await frozen.append("game/a", 1, [b"late"])
        await successor.append("game/a", len(await successor.read("game/a")), [b"more"])
    assert await successor.read("game/a") == [b"one", b"more", b"more", b"more"]
    await frozen.close()
    await successor.close()


async def test_a_stale_writer_of_a_claimed_stream_stays_stale(
    nats_server: NatsServer,
) -> None:
    name = nats_server.new_name()
    frozen = await JetStream.open(nats_server.url, house=name)
    successor = await JetStream.open(nats_server.url, house=name)
    await frozen.append("game/a", 0, [b"one"])
    await successor.claim("game/a")
    for _ in range(2):
        with pytest.raises(Stale):
            await frozen.append("game/a", 1, [b"late"])
    await frozen.close()
    await successor.close()


async def test_the_ends_of_idle_streams_are_forgotten_until_they_are_claimed(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jetstream, "KNOWN_ENDS", 2)
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


async def test_a_write_during_an_outage_is_stored_once_when_the_server_is_back(tmp_path: Path) -> None:
    server = NatsServer(tmp_path / "nats")
    server.start()
    journal = await JetStream.open(server.url)
    await journal.append("game/a", 0, [b"one"])
    server.kill()
    pending = asyncio.ensure_future(journal.append("game/a", 1, [b"two"]))
    done, _ = await asyncio.wait([pending], timeout=0.2)
    assert not done
    await asyncio.to_thread(server.start)
    await pending
    await journal.append("game/a", 2, [b"three"])
    assert await journal.read("game/a") == [b"one", b"two", b"three"]
    await journal.close()
    server.kill()


async def test_a_write_whose_answer_was_lost_is_recognized_and_not_repeated(nats_server: NatsServer) -> None:
    journal = await JetStream.open(nats_server.url, house=nats_server.new_name())
    answered = journal.connection._answered
    lost = 0

    async def lose_first(answer: object) -> None:
        nonlocal lost
        lost += 1
        if lost > 1:
            await answered(answer)  # type: ignore[arg-type]

    await journal.append("game/a", 0, [b"one"])
    next(iter(journal.connection.client._subs.values()))._cb = lose_first
    await journal.append("game/a", 1, [b"two"])
    assert lost >= 3  # the lost answer, a refusal, and the check of the last message
    assert await journal.read("game/a") == [b"one", b"two"]
    await journal.close()


async def test_servers_that_cannot_hold_the_requested_replicas_are_refused_with_the_reason(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_client, "STARTUP", 0.2)
    with pytest.raises(OSError, match="replicas > 1 not supported"):
        await JetStream.open(nats_server.url, replicas=3, house=nats_server.new_name())


async def test_messages_that_a_stuck_replica_lacks_are_read_from_the_leader(
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
async def test_a_message_that_is_too_long_for_nats_is_refused_and_the_connection_stays_open(
    nats_server: NatsServer, left: int
) -> None:
    journal = await JetStream.open(nats_server.url, house=nats_server.new_name())
    revision = await journal.put("room/a", b"short", 0)
    broken = asyncio.Event()
    journal.connection.lost = broken.set
    with pytest.raises(WriteRefused, match="NATS allows 1048576"):
        await journal.put("room/a", b"x" * (journal.connection.client.max_payload - left), revision)
    assert await journal.get("room/a") == (b"short", revision)
    assert await journal.put("room/a", b"again", revision) > revision
    assert not broken.is_set()
    await journal.close()


async def test_a_long_outage_is_reported_as_a_problem_until_writes_succeed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warned = asyncio.Event()
    monkeypatch.setattr(stream_client, "OUTAGE", 0)
    monkeypatch.setattr(stream_client, "ANSWER", 0.1)
    monkeypatch.setattr(stream_client.log, "warning", lambda _: warned.set())
    server = NatsServer(tmp_path / "nats")
    server.start()
    journal = await JetStream.open(server.url)
    assert journal.problem() is None
    await journal.append("game/a", 0, [b"one"])
    server.kill()
    warned.clear()
    pending = asyncio.ensure_future(journal.append("game/a", 1, [b"two"]))
    await warned.wait()
    problem = journal.problem()
    assert problem is not None
    assert "stores nothing in taphouse-lines (no answer)" in problem
    await asyncio.to_thread(server.start)
    await pending
    assert journal.problem() is None
    await journal.close()
    server.kill()


async def test_a_problem_ends_when_its_waiting_write_is_cancelled(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    warned = asyncio.Event()
    monkeypatch.setattr(stream_client, "OUTAGE", 0)
    monkeypatch.setattr(stream_client.log, "warning", lambda _: warned.set())
    journal = await JetStream.open(nats_server.url, house=nats_server.new_name())

    async def nobody_answers(*_: object) -> None:
        return None

    monkeypatch.setattr(journal.connection, "_ask", nobody_answers)
    pending = asyncio.ensure_future(journal.append("game/a", 0, [b"one"]))
    async with asyncio.timeout(SOON):
        await warned.wait()
    assert journal.problem() is not None
    pending.cancel()
    await asyncio.wait([pending])
    assert journal.problem() is None
    await journal.close()


async def test_a_read_waits_while_the_nats_stream_is_missing(nats_server: NatsServer) -> None:
    name = nats_server.new_name()
    journal = await JetStream.open(nats_server.url, house=name)
    await journal.connection.client.jsm().delete_stream(f"{name}-lines")
    pending = asyncio.ensure_future(journal.read("game/a"))
    done, _ = await asyncio.wait([pending], timeout=0.3)
    assert not done
    pending.cancel()
    await asyncio.wait([pending])
    await journal.close()


async def test_a_pending_request_is_repeated_as_soon_as_the_client_has_reconnected(
    nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_client, "ANSWER", SOON)
    proxy, lost = TcpProxy([nats_server.port]), asyncio.Event()

    async def lose(answer: object) -> None:
        lost.set()

    async with asyncio.timeout(SOON / 2), proxy:
        journal = await JetStream.open(proxy.servers, house=nats_server.new_name())
        try:
            await journal.append("game/a", 0, [b"one"])
            inbox = next(iter(journal.connection.client._subs.values()))
            inbox._cb, receive = lose, inbox._cb
            pending = asyncio.ensure_future(journal.append("game/a", 1, [b"two"]))
            await lost.wait()
            inbox._cb = receive
            proxy.mend()  # breaks the connection
            await pending
            assert await journal.read("game/a") == [b"one", b"two"]
        finally:
            await journal.connection.close()
