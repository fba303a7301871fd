"""The host chooses on the page /house which address friends are given."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from taphouse.server.address import Address
from taphouse.server.interfaces import Choice

pytestmark = pytest.mark.anyio

HOME = Choice("wlan0", "192.168.1.5", "router")
GUESTS = Choice("wlan1", "10.42.0.1", "network")
GUEST = {"x-forwarded-for": "192.168.1.20", "host": "192.168.1.5:8000"}


@pytest.fixture
async def house(open_house: Any) -> AsyncIterator[Any]:
    def address(port: int) -> Address:
        return Address("0.0.0.0", port, look=lambda version: [HOME, GUESTS])

    async with open_house(address=address) as found:
        yield found


async def chosen(house: Any) -> str:
    answer: str = (await house.http.get("/api/house/addresses")).json()["chosen"]
    return answer


async def test_the_host_chooses_another_address_and_codes_name_it(house: Any) -> None:
    # given a house that chose an address itself, and a guest who came in there
    about = (await house.http.get("/api/house", headers=GUEST)).json()
    assert (about["address"], about["opened_at"]) == ("http://192.168.1.5:8000", None)
    before = (await house.http.get("/api/house/addresses")).json()
    assert [each["devices"] for each in before["addresses"]] == [1, 0]
    assert (before["chosen"], before["is_own_choice"]) == ("192.168.1.5", False)

    # when the host chooses the other one
    after = (await house.http.post("/api/house/addresses", json={"address": "10.42.0.1"})).json()

    # then friends are given it, and the guest's page says so
    assert (after["chosen"], after["is_own_choice"]) == ("10.42.0.1", True)
    about = (await house.http.get("/api/house", headers=GUEST)).json()
    assert about["address"] == f"http://10.42.0.1:{house.port}"
    assert about["opened_at"] == "192.168.1.5:8000"


@pytest.mark.parametrize(
    "headers",
    [
        GUEST,
        {"x-forwarded-for": "192.168.1.20"},
        {"host": "evil.example"},
        {"origin": "https://evil.example"},
    ],
)
async def test_only_a_page_on_the_computer_of_the_house_may_choose(
    house: Any, headers: dict[str, str]
) -> None:
    body = {"address": "10.42.0.1"}
    answer = await house.http.post("/api/house/addresses", json=body, headers=headers)
    assert answer.status_code == 403
    assert await chosen(house) == "192.168.1.5"


@pytest.mark.parametrize("headers", [GUEST, {"host": "evil.example"}])
async def test_nobody_else_learns_the_addresses_of_the_computer(house: Any, headers: dict[str, str]) -> None:
    answer = (await house.http.get("/api/house/addresses", headers=headers)).json()
    assert (answer["addresses"], answer["chosen"]) == ([], None)


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b'{"address": "192.168.1.6"}', b'{"address": "10.42.0.1", "x": 1}']
)
async def test_what_is_no_address_of_the_computer_is_refused(house: Any, body: bytes) -> None:
    assert (await house.http.post("/api/house/addresses", content=body)).status_code == 400
    assert await chosen(house) == "192.168.1.5"


async def test_a_choice_of_many_kilobytes_is_refused(house: Any) -> None:
    assert (await house.http.post("/api/house/addresses", content=b" " * 2_000)).status_code == 413
