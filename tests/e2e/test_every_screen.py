"""Every page fits and has no barriers, in both themes and both font sizes."""

import pytest
from playwright.sync_api import expect

from taphouse.languages import APP
from tests.e2e.ahead import let_bots_play_ahead, to_a_photo_finish_and_the_end
from tests.e2e.driving import SMALL, TV, House, sit_down_to
from tests.e2e.page_faults import at_every_size, barriers, faults, with_large_text
from tests.ended import ended, keep
from tests.shelf import texts

CODE = "QUAY"
LOCALE = "fr-FR"
"""Its words are longer than English ones. `test_languages.py` has longer ones, on small phones."""
SAID = texts("fr", APP)
THEMES = ("dark", "light")
PAGES = {
    "/": "article",
    "/rules/tip-tap": "article h2",
    "/house": "dl .card",
    "/trust": "article",
    "/replay": "h1",
    "/no/such/place": "a[href='./']",
    f"/t/{CODE}": "button",
    f"/t/{CODE}/replay": ".glass .board > *",
}


@pytest.fixture
def house(tmp_path):
    keep(tmp_path, CODE, ended("tip-tap", 3))
    house = House(tmp_path)
    yield house
    house.kill()


def looks_well(page):
    at_every_size(page)
    with_large_text(page)
    has_no_barriers(page)


def has_no_barriers(page):
    for theme in THEMES:
        assert barriers(page, theme) == [], theme


def test_pages_fit_every_screen_and_have_no_barriers(person):
    ada = person(locale=LOCALE, **SMALL)

    for path, there in PAGES.items():
        ada.go(path)
        expect(ada.page.locator(there).first).to_be_visible()
        looks_well(ada.page)

    ada.go().press(SAID["settings"])
    expect(ada.page.locator("dialog[open]")).to_be_visible()
    looks_well(ada.page)

    ada.press(SAID["device.measure"])
    expect(ada.page.get_by_role("heading", name=SAID["calibrate"])).to_be_visible()
    looks_well(ada.page)


def test_a_lesson_fits_every_screen_and_has_no_barriers(person):
    ada = person(locale=LOCALE, **SMALL).go()

    ada.press(SAID["learn"])
    expect(ada.page.get_by_role("region", name=SAID["lesson"])).to_be_visible()
    looks_well(ada.page)

    ada.press(SAID["lesson.go-on"])
    expect(ada.page.get_by_role("button", name=SAID["lesson.skip"])).to_be_visible()
    ada.page.locator("body").dispatch_event("pointerdown")  # beside the bubble, which hides itself
    expect(ada.page.get_by_role("button", name=SAID["lesson.again"])).to_be_visible()
    looks_well(ada.page)


def test_a_table_fits_every_screen_without_barriers_from_the_lobby_to_the_evenings_podium(person, house):
    ada = person(locale=LOCALE, **SMALL)
    code = sit_down_to(ada, "tip-tap", start=False)
    screen = person(locale=LOCALE, **TV).go(f"/t/{code}/table")
    expect(screen.page.get_by_role("listitem").first).to_be_visible()
    looks_well(ada.page)
    has_no_barriers(screen.page)
    assert faults(screen.page) == []

    ada.page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    ada.press(SAID["start"].partition(" {{n}}")[0])
    ada.wait(lambda p: p.view)
    let_bots_play_ahead(house, [ada, screen], to_a_photo_finish_and_the_end)
    ada.wait(lambda p: p.room["stage"] == "over")
    expect(ada.page.get_by_role("heading", name=SAID["next"])).to_be_visible()
    assert ada.page.evaluate("() => scrollY") == 0  # the page begins with the winner
    looks_well(ada.page)
    has_no_barriers(screen.page)

    ada.press(SAID["look"], exact=True)
    ada.page.locator("dialog[open] li button").first.tap()
    expect(ada.page.get_by_role("button", name=SAID["why"])).to_be_visible()
    looks_well(ada.page)
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("Escape")

    ada.page.locator("button.well", has_text=SAID["evening"]).tap()
    expect(ada.page.locator("dialog[open] table")).to_be_visible()
    looks_well(ada.page)
    ada.press(SAID["evening.end"])
    ada.press(SAID["yes"], exact=True)
    ada.wait(lambda p: p.room["stage"] == "podium")
    expect(ada.page.get_by_role("button", name=SAID["evening.new"])).to_be_visible()
    expect(screen.page.locator(".confetti")).to_be_hidden()  # every browser here asks for reduced motion
    looks_well(ada.page)
    has_no_barriers(screen.page)
    assert faults(screen.page) == []
