"""A house on its own hotspot answers what phones ask there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from taphouse.languages import package_codes
from taphouse.server.address import Address
from taphouse.server.hotspot import EVENING, Welcomed, preferred
from taphouse.server.interfaces import Choice

WLAN = Choice("wlan0", "10.42.0.1", "network")
ANDROID = ("connectivitycheck.gstatic.com", "/generate_204")
APPLE = ("captive.apple.com", "/hotspot-detect.html")
WINDOWS = ("www.msftconnecttest.com", "/connecttest.txt")
GNOME = ("nmcheck.gnome.org", "/check_network_status.txt")
SYSTEMS = [ANDROID, APPLE, WINDOWS, GNOME]


@pytest.fixture
async def hotspot(open_house: Any) -> AsyncIterator[Any]:
    def address(port: int) -> Address:
        return Address("0.0.0.0", 80, look=lambda version: [WLAN])

    async with open_house(address=address, is_hotspot=True) as house:
        yield house


async def asked(house: Any, place: tuple[str, str], phone: str = "10.42.0.20") -> Any:
    return await house.http.get(place[1], headers={"host": place[0], "x-forwarded-for": phone})


@pytest.mark.anyio
@pytest.mark.parametrize("place", SYSTEMS)
async def test_a_phone_that_joins_is_sent_to_the_page_in_its_sheet(
    hotspot: Any, place: tuple[str, str]
) -> None:
    answer = await asked(hotspot, place)
    assert (answer.status_code, answer.headers["location"]) == (302, "http://10.42.0.1/hotspot")
    page = await hotspot.http.get("/hotspot", headers={"host": "10.42.0.1", "accept-language": "fr-CH, en"})
    assert 'lang="fr"' in page.text
    assert "<b>http://10.42.0.1</b>" in page.text
    assert "<script" not in page.text


@pytest.mark.anyio
async def test_a_phone_whose_button_was_pressed_gets_the_answers_that_keep_it_on_the_wifi(
    hotspot: Any,
) -> None:
    done = await hotspot.http.post("/hotspot", headers={"host": "10.42.0.1", "x-forwarded-for": "10.42.0.20"})
    assert "<b>http://10.42.0.1</b>" in done.text
    assert (await asked(hotspot, ANDROID)).status_code == 204
    assert "<BODY>Success</BODY>" in (await asked(hotspot, APPLE)).text
    assert (await asked(hotspot, WINDOWS)).text == "Microsoft Connect Test"
    assert (await asked(hotspot, GNOME)).text == "NetworkManager is online\n"
    assert (await asked(hotspot, ANDROID, phone="10.42.0.21")).status_code == 302, "another phone"


@pytest.mark.anyio
async def test_windows_opens_the_house_in_its_browser(hotspot: Any) -> None:
    opened = await asked(hotspot, ("www.msftconnecttest.com", "/redirect"))
    assert opened.headers["location"] == "http://10.42.0.1/"
    assert (await asked(hotspot, WINDOWS)).text == "Microsoft Connect Test"


@pytest.mark.anyio
async def test_firefox_shows_no_bar(hotspot: Any) -> None:
    assert (await asked(hotspot, ("detectportal.firefox.com", "/success.txt"))).text == "success\n"


@pytest.mark.anyio
async def test_any_other_name_leads_to_the_house(hotspot: Any) -> None:
    for path in ("/", "/api/house", "/anything"):
        assert (await asked(hotspot, ("example.com", path))).status_code == 302


@pytest.mark.anyio
@pytest.mark.parametrize("own", ["10.42.0.1", "localhost", "127.0.0.1:8000"])
async def test_pages_of_the_house_itself_are_served_as_ever(hotspot: Any, own: str) -> None:
    answer = await hotspot.http.get("/api/house", headers={"host": own})
    assert answer.json()["address"] == "http://10.42.0.1"


@pytest.mark.anyio
async def test_a_house_without_a_hotspot_answers_no_probe(house: Any) -> None:
    assert (await asked(house, ANDROID)).status_code == 404
    assert (await house.http.post("/hotspot")).status_code in (404, 405)


def test_a_phone_is_forgotten_after_an_evening() -> None:
    welcomed = Welcomed()
    welcomed.add("10.42.0.20", now=0)
    assert welcomed.has("10.42.0.20", now=EVENING - 1)
    assert not welcomed.has("10.42.0.20", now=EVENING)
    assert not welcomed.has("10.42.0.21", now=0)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("de-AT,de;q=0.9,en;q=0.8", "de"), ("ja, pt-BR;q=0.5", "pt"), ("ja", "en"), ("", "en"), (";;,", "en")],
)
def test_the_sheet_speaks_a_language_that_the_phone_accepts(accepted: str, language: str) -> None:
    assert preferred(accepted, package_codes()) == language
