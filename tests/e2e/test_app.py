"""The client works as an app: a light page, quick access to the rules, an offline shell, and https."""

import pytest
from playwright.sync_api import expect

from tests.e2e.driving import DESKTOP, PHONE, House, Person

LIGHT = 130_000  # bytes transferred before anything is pressed
FEW = 12  # files: each one more is a wait on a slow line


def test_the_first_visit_of_a_phone_loads_a_light_page_without_any_board(person):
    ada, sizes = person(**PHONE), {}
    ada.page.on("requestfinished", lambda got: sizes.update({got.url: got.sizes()["responseBodySize"]}))

    ada.go()
    expect(ada.page.get_by_role("button", name="Make a table").first).to_be_visible()
    ada.page.wait_for_load_state("networkidle")

    assert not [url for url in sizes if "/Board-" in url]
    assert 50_000 < sum(sizes.values()) < LIGHT, sizes
    assert len(sizes) <= FEW, sizes


def test_a_page_that_loads_slowly_says_so_and_shows_the_app_after_all(person):
    ada, held = person(**PHONE), []
    ada.page.clock.install()
    ada.page.route("**/assets/*.js", lambda route: held.append(route))
    ada.page.goto(ada.house.url, wait_until="commit")
    ada.page.wait_for_function("() => document.readyState !== 'loading'")
    ada.page.clock.fast_forward(16_000)
    expect(ada.page.locator("#plain")).to_be_visible()

    for request in held:
        request.continue_()
    ada.page.unroute("**/assets/*.js")
    expect(ada.page.get_by_role("button", name="Make a table").first).to_be_visible()
    expect(ada.page.locator("#plain")).to_have_count(0)


def test_the_rules_open_by_one_press_or_one_key_and_the_player_keeps_their_seat(person):
    ada = person(**DESKTOP).go()
    ada.press("Play now against bots")
    ada.wait(lambda p: p.room["stage"] == "playing")

    ada.press("Rules (key ?)")
    expect(ada.page.get_by_role("dialog", name="Rules")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog", name="Rules")).to_be_hidden()
    ada.page.keyboard.press("?")

    expect(ada.page.get_by_role("dialog", name="Rules")).to_be_visible()
    assert ada.room["players"][ada.seat]["here"]


def test_the_shell_says_that_the_house_is_down_and_is_up_to_date_when_it_is_back(person, house):
    ada = person(**PHONE).go()
    ada.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    house.kill()

    ada.go()
    ada.press("Make a table")
    expect(ada.page.get_by_text("Can’t reach the game")).to_be_visible()

    house.open()
    ada.go()
    ada.press("Make a table")
    ada.wait(lambda p: p.room["stage"] == "lobby")


@pytest.fixture
def safe_house(tmp_path):
    house = House(tmp_path, "--https")
    yield house
    house.kill()


def test_a_game_can_be_played_over_https_with_a_generated_certificate(chromium, safe_house):
    ada = Person(chromium, safe_house, ignore_https_errors=True, **PHONE)
    ada.go("/trust")
    expect(ada.page.get_by_role("link", name="Get the certificate")).to_be_visible()
    safe = ada.page.request.get(f"{safe_house.url}/api/house").json()["https"]
    expect(ada.page.get_by_text(safe)).to_be_visible()

    ada.page.goto(safe)
    ada.press("Play now against bots")
    ada.wait(lambda p: p.room["stage"] == "playing" and p.view)

    expect(ada.page.locator(".play-surface")).to_be_visible()
    assert ada.page.evaluate("isSecureContext")
    ada.context.close()
    assert not ada.errors
