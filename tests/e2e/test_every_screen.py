"""Every page fits and has no barriers, in both languages, both themes and both font sizes."""

import pytest
from playwright.sync_api import expect

from taphouse.languages import APP
from tests.e2e.ahead import let_bots_play_ahead, to_a_photo_finish_and_the_end
from tests.e2e.driving import SMALL, TV, House, sit_down_to
from tests.e2e.page_faults import at_every_size, barriers, faults, with_large_text
from tests.ended import ended, keep
from tests.shelf import texts

CODE = "QUAY"
LOCALES = {"en-GB": "dark", "fr-FR": "light"}
"""Every screen is tested in each language and in each theme; all four pairs would show nothing more."""
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


def words(locale):
    return texts(locale[:2], APP)


def looks_well(page, locale):
    at_every_size(page)
    with_large_text(page)
    assert barriers(page, LOCALES[locale]) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_pages_fit_every_screen_and_have_no_barriers(person, locale):
    ada, said = person(locale=locale, **SMALL), words(locale)

    for path, there in PAGES.items():
        ada.go(path)
        expect(ada.page.locator(there).first).to_be_visible()
        looks_well(ada.page, locale)

    ada.go().press(said["settings"])
    expect(ada.page.locator("dialog[open]")).to_be_visible()
    looks_well(ada.page, locale)

    ada.press(said["device.measure"])
    expect(ada.page.get_by_role("heading", name=said["calibrate"])).to_be_visible()
    looks_well(ada.page, locale)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_lesson_fits_every_screen_and_has_no_barriers(person, locale):
    ada, said = person(locale=locale, **SMALL).go(), words(locale)

    ada.press(said["learn"])
    expect(ada.page.get_by_role("region", name=said["lesson"])).to_be_visible()
    looks_well(ada.page, locale)

    ada.press(said["lesson.go-on"])
    expect(ada.page.get_by_role("button", name=said["lesson.skip"])).to_be_visible()
    ada.page.locator("body").dispatch_event("pointerdown")  # beside the bubble, which hides itself
    expect(ada.page.get_by_role("button", name=said["lesson.again"])).to_be_visible()
    looks_well(ada.page, locale)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_table_fits_every_screen_without_barriers_from_the_lobby_to_the_evenings_podium(
    person, house, locale
):
    ada, said = person(locale=locale, **SMALL), words(locale)
    code = sit_down_to(ada, "tip-tap", start=False)
    screen = person(locale=locale, **TV).go(f"/t/{code}/table")
    expect(screen.page.get_by_role("listitem").first).to_be_visible()
    looks_well(ada.page, locale)
    assert barriers(screen.page, LOCALES[locale]) == []
    assert faults(screen.page) == []

    ada.page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    ada.press(said["start"].partition(" {{n}}")[0])
    ada.wait(lambda p: p.view)
    let_bots_play_ahead(house, [ada, screen], to_a_photo_finish_and_the_end)
    ada.wait(lambda p: p.room["stage"] == "over")
    expect(ada.page.get_by_role("heading", name=said["next"])).to_be_visible()
    assert ada.page.evaluate("() => scrollY") == 0  # the page begins with the winner
    looks_well(ada.page, locale)
    assert barriers(screen.page, LOCALES[locale]) == []

    ada.press(said["look"], exact=True)
    ada.page.locator("dialog[open] li button").first.tap()
    expect(ada.page.get_by_role("button", name=said["why"])).to_be_visible()
    looks_well(ada.page, locale)
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("Escape")

    ada.page.locator("button.well", has_text=said["evening"]).tap()
    expect(ada.page.locator("dialog[open] table")).to_be_visible()
    looks_well(ada.page, locale)
    ada.press(said["evening.end"])
    ada.press(said["yes"], exact=True)
    ada.wait(lambda p: p.room["stage"] == "podium")
    expect(ada.page.get_by_role("button", name=said["evening.new"])).to_be_visible()
    expect(screen.page.locator(".confetti")).to_be_hidden()  # every browser here asks for reduced motion
    looks_well(ada.page, locale)
    assert barriers(screen.page, LOCALES[locale]) == []
    assert faults(screen.page) == []
