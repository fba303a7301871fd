"""A big screen shows a number, and the phone of a seated player gives it a table."""

from __future__ import annotations

from typing import Any

import pytest

from taphouse.core import SECOND
from taphouse.server.big_screens import MOST, NEW, OWN_TRIES, SHOWN, Pairings
from taphouse.table.room import Refusal

NOW = 3_600 * SECOND


def test_a_screen_gets_the_table_of_the_phone_that_sends_its_number() -> None:
    pairings = Pairings()
    screen, other = pairings.begin(NOW), pairings.begin(NOW)

    assert pairings.claim(screen.number, "KELP", NOW + SECOND)

    assert pairings.table_of(screen.secret, NOW + SECOND) == "KELP"
    assert pairings.table_of(other.secret, NOW + SECOND) is None


def test_a_number_expires() -> None:
    pairings = Pairings()
    screen = pairings.begin(NOW)

    assert not pairings.claim(screen.number, "KELP", NOW + SHOWN)

    with pytest.raises(Refusal, match="no-such-screen"):
        pairings.table_of(screen.secret, NOW + SHOWN)


def test_a_screen_that_has_a_table_is_not_taken_by_another() -> None:
    pairings = Pairings()
    screen = pairings.begin(NOW)
    pairings.claim(screen.number, "KELP", NOW)

    assert not pairings.claim(screen.number, "MOSS", NOW)
    assert pairings.claim(screen.number, "KELP", NOW), "the same phone may send it twice"

    assert pairings.table_of(screen.secret, NOW) == "KELP"


def test_two_screens_never_show_the_same_number() -> None:
    drawn = iter(["11111", "11111", "22222"])
    pairings = Pairings(lambda: next(drawn))

    assert [pairings.begin(NOW).number for _ in range(2)] == ["11111", "22222"]


def test_the_numbers_at_once_are_limited_until_the_oldest_expire() -> None:
    pairings = Pairings()
    for _ in range(MOST):
        pairings.begin(NOW)

    with pytest.raises(Refusal, match="flood"):
        pairings.begin(NOW)

    pairings.begin(NOW + SHOWN)


async def claim(house: Any, **body: Any) -> Any:
    return await house.http.post("/api/big-screens/claim", json=body)


@pytest.mark.anyio
async def test_a_seated_player_pairs_a_big_screen_over_http(house: Any) -> None:
    opened = await house.table(name="Ada")
    screen = (await house.http.post("/api/big-screens")).json()
    place = f"/api/big-screens/{screen['secret']}"
    assert (await house.http.get(place)).json() == {"table": None}

    answer = await claim(house, number=screen["number"], table=opened["code"].lower(), token=opened["token"])

    assert (answer.status_code, answer.json()) == (200, {"table": opened["code"]})
    assert (await house.http.get(place)).json() == {"table": opened["code"]}


@pytest.mark.anyio
async def test_nobody_without_a_seat_pairs_a_big_screen(house: Any) -> None:
    opened, elsewhere = await house.table(name="Ada"), await house.table(name="Bo")
    screen = (await house.http.post("/api/big-screens")).json()

    for token in ("", "1.x", elsewhere["token"]):
        answer = await claim(house, number=screen["number"], table=opened["code"], token=token)
        assert answer.json()["why"] == "not-seated"

    assert (await house.http.get(f"/api/big-screens/{screen['secret']}")).json() == {"table": None}


@pytest.mark.anyio
async def test_guesses_of_numbers_are_limited(house: Any) -> None:
    opened = await house.table(name="Ada")
    seat = {"table": opened["code"], "token": opened["token"]}

    answers = [(await claim(house, number="00000", **seat)).json()["why"] for _ in range(OWN_TRIES.burst + 1)]

    assert answers == ["no-such-screen"] * OWN_TRIES.burst + ["flood"]


@pytest.mark.anyio
async def test_one_address_cannot_take_the_numbers_of_all_screens(house: Any) -> None:
    answers = [(await house.http.post("/api/big-screens")).status_code for _ in range(NEW.burst + 1)]

    assert answers == [201] * NEW.burst + [429]
    at_once = NEW.burst + NEW.per_second * SHOWN / SECOND
    assert at_once <= MOST / 25


@pytest.mark.anyio
async def test_a_number_is_drawn_as_a_qr_code_and_other_text_is_not(house: Any) -> None:
    answer = await house.http.get("/tv/12345/qr.svg")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")

    for other in ("1234", "123456", "abcde", "١٢٣٤٥"):
        assert (await house.http.get(f"/tv/{other}/qr.svg")).status_code == 404


@pytest.mark.anyio
async def test_a_page_of_another_site_neither_opens_nor_pairs_a_big_screen(house: Any) -> None:
    for path in ("/api/big-screens", "/api/big-screens/claim"):
        answer = await house.http.post(path, headers={"origin": "https://elsewhere.example"})
        assert answer.status_code == 403
