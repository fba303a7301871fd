"""A house of several nodes: players do not notice which node they are connected to."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import pytest

from taphouse.journal.stream_client import StreamClient
from taphouse.server import api
from taphouse.table import wire
from tests.server.conftest import Browser, Open

pytestmark = pytest.mark.anyio

Node = Any


async def seated(house: Open, code: str, name: str) -> Browser:
    browser = await house.connection(code)
    browser.write(wire.Sit(name))
    while (await browser.until("welcome"))["player"] is None:
        pass
    await browser.until("room")
    return browser


async def test_a_new_table_can_be_joined_at_once_on_every_node(house: tuple[Open, Open]) -> None:
    one, two = house
    table = await one.table(name="Ada")
    ada = await one.connection(table["code"], table["token"])
    bo = await seated(two, table["code"], "Bo")
    assert [p["name"] for p in (await ada.until("room"))["players"]][:1] == ["Ada"]
    ada.write(wire.Start())
    assert (await bo.until("update"))["n"] >= 1
    bo.write(wire.Pause())
    assert (await bo.until("sorry"))["why"] == "not-host"


async def test_an_unknown_code_is_refused_on_every_node(house: tuple[Open, Open]) -> None:
    _, two = house
    line = await two.line("ZZZZ")
    line.write(wire.Hello(wire.VERSION))
    assert (await line.until("goodbye"))["why"] == "no-such-table"


async def test_every_node_describes_every_table(house: tuple[Open, Open]) -> None:
    one, two = house
    code = (await one.table(name="Ada"))["code"]
    assert (await two.http.get(f"/api/tables/{code}")).json()["players"] == 1
    assert (await two.http.get(f"/t/{code}/qr.svg")).status_code == 200
    assert (await two.http.get("/api/tables/*")).status_code == 404
    assert (await two.http.get("/healthz")).text == "ok"


async def test_a_seat_token_is_valid_on_every_node(house: tuple[Open, Open]) -> None:
    one, two = house
    table = await one.table(name="Ada")
    browser = await two.line(table["code"])
    browser.write(wire.Hello(wire.VERSION, table["token"]))
    assert (await browser.until("welcome"))["player"] == 1


async def test_a_closed_node_hands_its_tables_over_and_connections_of_other_nodes_stay_open(
    node: Node,
) -> None:
    async with AsyncExitStack() as stack:
        two = await stack.enter_async_context(node())
        async with node() as one:
            table = await one.table(name="Ada", bots=["steady"])
            ada = await two.connection(table["code"], table["token"])
            ada.write(wire.Start())
            await ada.until("update")
        again = await ada.until("welcome")
        assert again["player"] == 1
        while (await ada.until("room"))["paused"] is not None:
            pass
        await ada.until("update")
        ada.write(wire.Pause())
        while (await ada.until("room"))["paused"] != "host":
            pass


async def test_a_node_is_not_ready_while_its_journal_cannot_be_written(
    house: tuple[Open, Open], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = house
    ask = StreamClient._ask

    async def without_a_leader(connection: StreamClient, subject: str, *more: Any) -> Any:
        return None if "lines" in subject else await ask(connection, subject, *more)

    assert (await one.http.get("/readyz")).text == "ok"
    monkeypatch.setattr(api, "WRITABLE", 0.5)
    monkeypatch.setattr(StreamClient, "_ask", without_a_leader)
    assert (await one.http.get("/readyz")).status_code == 503
