"""A house with few descriptors reserves some for players and for /healthz."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from taphouse.server.descriptors import ENOUGH, shares
from taphouse.table import wire
from tests.processes import running
from tests.server.conftest import Connect, Open

pytestmark = pytest.mark.anyio
SOFT, HARD = 64, 160
GAME = "tip-tap"  # a process of its own knows installed games only
SOON = 20  # seconds: a test that waits longer has failed


@pytest.mark.parametrize("descriptors", [64, 160, 256, 1_024, 4_096, 12_000, ENOUGH])
async def test_the_shares_fit_into_the_descriptors(descriptors: int) -> None:
    found = shares(descriptors)
    assert 8 <= found.connections < found.connections + found.closing < found.all < descriptors


async def test_twelve_thousand_open_files_allow_ten_thousand_connections() -> None:
    assert shares(12_000).connections >= 10_000


@asynccontextmanager
async def started(data: Path, connect: Connect) -> AsyncIterator[Open]:
    """A house in its own process, with a low limit of open files."""
    limited = f'ulimit -Sn {SOFT} && ulimit -Hn {HARD} && exec "$0" "$@"'
    serve = (sys.executable, "-m", "taphouse.cli", "serve", "--host", "127.0.0.1", "--port", "0")
    with running("sh", "-c", limited, *serve, "--data", str(data)) as house:
        once = httpx.Limits(max_keepalive_connections=0)
        base = f"http://{house.address}"
        async with (
            asyncio.timeout(3 * SOON),
            httpx.AsyncClient(base_url=base, timeout=SOON, limits=once) as http,
        ):
            yield Open(house.port, http, connect)


async def figure(house: Open, name: str) -> float:
    lines = (await house.http.get("/metrics")).text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


async def test_a_house_raises_its_limit_of_open_files_to_the_hard_limit(
    tmp_path: Path, connect: Connect
) -> None:
    async with started(tmp_path, connect) as house:
        assert (
            await figure(house, "taphouse_connections_max")
            == shares(HARD).connections
            > shares(SOFT).connections
        )


async def test_a_crowd_of_watchers_does_not_keep_a_player_from_their_seat(
    tmp_path: Path, connect: Connect
) -> None:
    async with started(tmp_path, connect) as house:
        party = await house.table(game=GAME, name="Ada", bots=["gentle"], start=True)
        tables = [await house.table(game=GAME) for _ in range(3)]
        watchers = [await house.connection(tables[n % 3]["code"]) for n in range(HARD + 20)]
        assert (await house.http.get("/healthz")).status_code == 200
        ada = await house.connection(party["code"], party["token"])
        assert await figure(house, "taphouse_players") == 1
        assert (await watchers[0].until("goodbye"))["why"] == "flood"
        more = [await house.connection(tables[n % 3]["code"]) for n in range(20)]
        ada.write(wire.Ready(True))
        await ada.until("room")
        assert await figure(house, "taphouse_over_limit_total") >= 20
        for line in (*watchers, *more):
            line.transport.disconnect(False)


async def test_a_crowd_of_idle_tcp_connections_does_not_block_players(
    tmp_path: Path, connect: Connect
) -> None:
    async with started(tmp_path, connect) as house:
        party = await house.table(game=GAME, name="Ada")
        idle = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(HARD + 20)]
        try:
            assert (await house.http.get("/healthz")).status_code == 200
            await house.connection(party["code"], party["token"])
        finally:
            for line in idle:
                line.close()
