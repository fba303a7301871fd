"""The house under a path, behind the proxies of the documentation, as one process and on two cores."""

import pytest
from playwright.sync_api import expect

from tests.e2e.ahead import let_bots_play_ahead, until
from tests.e2e.driving import DESKTOP, PHONE, TV, House, table_of
from tests.e2e.real_proxies import Caddy, Nginx

ALLOW = {"ignore_https_errors": True}
INSTALLED = "() => navigator.serviceWorker.ready.then(({ scope }) => scope)"


@pytest.fixture(params=[(Nginx, "1"), (Caddy, "2")], ids=["nginx", "caddy, two workers"])
def house(request, tmp_path):
    kind, workers = request.param
    proxy = kind(tmp_path)
    options = ("--url", f"{proxy.url}/", "--workers", workers)
    house = House(tmp_path / "data", *options, port=proxy.house_port)
    yield house
    house.kill()
    proxy.stop()


def test_a_whole_game_is_played_under_a_path(person, house):
    asked = []
    people = [person(**device, **ALLOW) for device in (PHONE, DESKTOP, TV)]
    ada, bo, screen = people
    for somebody in people:
        somebody.page.on("request", lambda request: asked.append(request.url))

    # given a table whose link and QR code name the public address
    ada.go("").make_table("Tip Tap")
    code = table_of(ada)
    expect(ada.page.get_by_text(house.url.partition("://")[2]).first).to_be_visible()

    # when a friend types its code, and the TV opens its page
    bo.go().page.get_by_label("Code of the table").fill(code)
    bo.press("Join")
    bo.press("Sit down")
    screen.go(f"/t/{code}/table")
    ada.wait(lambda p: len(p.room["players"]) == 2)
    ada.press("Start with 2")
    for somebody in people:
        somebody.wait(lambda p: p.view["phase"])

    # and the friend loads the page again in the middle of the game
    bo.page.reload()
    bo.wait(lambda p: p.seat == 1 and p.view["phase"])
    let_bots_play_ahead(house, people, until(lambda state: state.winners is not None))

    # then all see the end, the game can be watched again, and the home page leads back to the table
    for somebody in people:
        somebody.wait(lambda p: p.room["stage"] == "over")
    ada.go(f"/t/{code}/replay")
    expect(ada.page.get_by_role("slider").first).to_be_visible()
    ada.go()
    ada.page.get_by_role("link", name=f"Back to table {code}").tap()
    ada.wait(lambda p: p.room["stage"] == "over")
    ada.go("/nowhere").page.get_by_role("link", name="Home").tap()
    expect(ada.page.get_by_label("Code of the table")).to_be_visible()
    assert ada.page.url == f"{house.url}/"

    # and no request left the path
    inside = tuple(f"{scheme}{house.url.removeprefix('http')}" for scheme in ("http", "ws"))
    assert [url for url in asked if not url.startswith(inside)] == []
    if house.url.startswith("http:"):  # a worker needs a certificate that the browser trusts, or this machine
        assert ada.page.wait_for_function(INSTALLED).json_value() == f"{house.url}/"
