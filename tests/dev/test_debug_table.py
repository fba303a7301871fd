"""The HTTP side of the debug table, and a house that has none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from taphouse.core import MS
from taphouse.dev.part import DevPart
from taphouse.dev.source import Source
from taphouse.server.sockets import clock
from taphouse.shelf import Shelf
from taphouse.table import wire
from tests.dev.conftest import SLUG
from tests.server.conftest import SOON, Open, Opener, anyio_backend, connect, open_house, serve

__all__ = ["anyio_backend", "connect", "open_house", "serve"]

pytestmark = pytest.mark.anyio


@pytest.fixture
def part(source: Source) -> DevPart:
    return DevPart(source, lambda line: None)


@pytest.fixture
async def house(open_house: Opener, shelf: Shelf, part: DevPart) -> AsyncIterator[Open]:
    async with open_house(shelf=shelf, part=part) as found:
        yield found


@pytest.fixture
async def code(house: Open) -> str:
    """A table of Ada and a bot, who have begun."""
    opened = await house.table(game=SLUG, name="Ada", bots=["steady"], start=True)
    await house.connection(opened["code"], opened["token"])
    return str(opened["code"])


async def state(house: Open, code: str, question: str = "") -> dict[str, Any]:
    answer = await house.http.get(f"/api/dev/tables/{code}{question}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def until(house: Open, code: str, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    async with asyncio.timeout(SOON):
        while not is_so(found := await state(house, code)):
            pass
    return found


async def test_a_house_that_is_not_a_designers_has_none_of_it(
    open_house: Opener, shelf: Shelf, part: DevPart
) -> None:
    """Each address of the debug table, with each method, and its page."""
    async with open_house() as ordinary:
        opened = await ordinary.table(name="Ada")
        assert (await ordinary.http.get("/api/house")).json()["dev"] is False
        for page in ("/dev", f"/dev/{opened['code']}"):
            assert (await ordinary.http.get(page)).status_code in (404, 503)  # 503: pages are not built
        for route in part.routes(None):  # type: ignore[arg-type]
            path = route.path.replace("{code}", opened["code"]).replace("{seat:int}", "0")  # type: ignore[attr-defined]
            for method in ("GET", "POST"):
                answer = await ordinary.http.request(method, path, json={})
                assert answer.status_code in (404, 405), path
                assert "seed" not in answer.text


async def test_a_page_of_another_site_and_other_devices_learn_no_secret(house: Open, code: str) -> None:
    for headers in ({"origin": "http://evil.example"}, {"host": "evil.example"}, {"host": "192.168.1.5"}):
        answer = await house.http.get(f"/api/dev/tables/{code}", headers=headers)
        assert answer.status_code == 400
        assert "state" not in answer.text
    assert (await house.http.get("/api/dev", headers={"host": "192.168.1.5"})).status_code == 200


async def test_the_debug_table_tells_the_whole_state_and_what_a_seat_sees_of_it(
    house: Open, code: str
) -> None:
    found = (await state(house, code))["moment"]
    assert found["state"]["phase"]["bang"] > 0
    assert "bang" not in found["view"]
    assert found["view"]["offers"] == [{"act": "Draw", "foul": True}]


async def test_any_moment_so_far_can_be_looked_at(house: Open, code: str) -> None:
    later = await until(house, code, lambda found: found["count"] >= 2)
    assert len(later["entries"]) == later["count"]
    first = await state(house, code, "?at=0&after=1")
    assert first["moment"]["number"] == 0
    assert first["moment"]["state"]["phase"]["type"] == "Tense"
    assert len(first["entries"]) == first["count"] - 1
    second = await state(house, code, "?at=1")
    assert second["moment"]["state"]["phase"]["type"] == "Drawing"


async def test_a_fork_goes_on_from_its_moment_and_leaves_the_table_as_it_is(house: Open, code: str) -> None:
    before = await until(house, code, lambda found: found["count"] >= 2)
    forked = await house.http.post(f"/api/dev/tables/{code}/fork", json={"moment": 1})
    other = str(forked.json()["code"])
    found = await state(house, other)
    assert (found["count"], found["moment"]["state"]["phase"]["type"]) == (1, "Drawing")
    assert found["entries"] == before["entries"][:1]
    assert [seat["is_bots"] for seat in found["seats"]] == [False, True]
    assert (await state(house, code))["count"] >= before["count"]
    tables = (await house.http.get("/api/dev")).json()["tables"]
    assert {table["code"] for table in tables} == {code, other}


async def test_a_bots_seat_can_be_played_by_a_person(house: Open, code: str) -> None:
    seat = f"/api/dev/tables/{code}/seats/1"
    assert (await house.http.post(f"{seat}/token")).status_code == 400
    await house.http.post(seat, json={"bot": None})
    await until(house, code, lambda found: not found["seats"][1]["is_bots"])
    token = (await house.http.post(f"{seat}/token")).json()["token"]
    page = await house.line(code)
    page.write(wire.Hello(wire.VERSION, token))
    assert (await page.until("welcome"))["player"] == 2
    assert (await page.until("update"))["view"]["offers"]


async def test_a_bot_that_plays_a_persons_seat_keeps_it_when_the_page_comes_back(
    house: Open, code: str
) -> None:
    await house.http.post(f"/api/dev/tables/{code}/seats/0", json={"bot": "quick"})
    await until(house, code, lambda found: found["seats"][0]["bot"] == "quick")
    token = (await house.http.post(f"/api/dev/tables/{code}/seats/0/token")).json()["token"]
    await house.connection(code, token)
    await until(house, code, lambda found: found["seats"][0]["bot"] == "quick")
    await until(house, code, lambda found: any(entry["seat"] == 0 for entry in found["entries"]))


async def test_a_seat_with_a_slow_line_is_answered_late(house: Open, code: str) -> None:
    seat, line = f"/api/dev/tables/{code}/seats/0", {"delay": 300, "jitter": 0, "loss": 0}
    await house.http.post(f"{seat}/line", json=line)
    assert (await state(house, code))["seats"][0]["line"] == line
    page = await house.connection(code, (await house.http.post(f"{seat}/token")).json()["token"])
    asked = clock()
    page.write(wire.Resume())  # the game is not paused
    await page.until("sorry")
    assert clock() - asked >= 298 * MS  # two timers of the loop, which count in whole milliseconds


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("seats/0", {"bot": "perfect"}),
        ("seats/0/line", {"delay": -5}),
        ("seats/7", {"bot": None}),
        ("fork", {"moment": "now"}),
    ],
)
async def test_requests_that_make_no_sense_change_nothing(
    house: Open, code: str, path: str, body: dict[str, Any]
) -> None:
    before = (await state(house, code))["seats"]
    answer = await house.http.post(f"/api/dev/tables/{code}/{path}", json=body)
    assert answer.status_code == 400
    assert (await state(house, code))["seats"] == before


async def test_an_unknown_table_and_an_impossible_moment_are_refused(house: Open, code: str) -> None:
    assert (await house.http.get("/api/dev/tables/ZZZZ")).status_code == 404
    assert (await house.http.get(f"/api/dev/tables/{code}?at=-1")).status_code == 400


async def test_running_games_are_judged_again_when_the_house_opens_again(
    open_house: Opener, shelf: Shelf, part: DevPart, source: Source, package: Path
) -> None:
    async with open_house(shelf=shelf, part=part) as house:
        opened = await house.table(game=SLUG, name="Ada", bots=["quick"], start=True)
        code = str(opened["code"])
        await house.connection(code, opened["token"])
        before = await until(house, code, lambda found: max(found["moment"]["state"]["points"]) == 1)
    rules = package / "rules.py"
    rules.write_text(rules.read_text().replace("state.points[seat] + 1", "state.points[seat] + 5"))
    assert part.is_to_reopen()
    new = part.new_shelf()
    async with open_house(shelf=new, part=part) as house:
        found = await state(house, code)
        assert found["entries"][: before["count"]] == before["entries"]
        assert max(found["moment"]["state"]["points"]) == 5
        assert (await house.http.get("/api/dev")).json()["generation"] == 2
    rules.write_text("oh no")
    assert not part.is_to_reopen()
