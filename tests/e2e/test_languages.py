"""Languages that a house adds, and two pseudo-languages that show which texts do not fit."""

import json
import re

import pytest
from playwright.sync_api import expect

from taphouse.languages import APP
from tests.e2e.ahead import let_bots_play_ahead, to_a_photo_finish_and_the_end
from tests.e2e.driving import PHONE, SMALL, House, sit_down_to
from tests.e2e.page_faults import LEAST, SIZES, barriers, but_names, faults
from tests.e2e.scripted_page import ScriptedPage
from tests.e2e.test_every_screen import CODE, PAGES
from tests.e2e.test_for_everyone import misfits
from tests.e2e.test_rules import ALL_DRAWN, SHEET
from tests.ended import ended, keep
from tests.shelf import SHELF, texts
from tools import pseudo

LONG, RIGHT_TO_LEFT = "en-XA", "ar-XB"
SHEETS = ("settings", "language.current", "device.measure")


@pytest.fixture(scope="module")
def lasting_house(tmp_path_factory):
    data = tmp_path_factory.mktemp("house")
    keep(data, CODE, ended("tip-tap", 3))
    pseudo.write(data)
    house = House(data)
    yield house
    house.kill()


@pytest.fixture
def house(lasting_house):
    return lasting_house


@pytest.fixture
def reader(person):
    """Opens a small phone whose language was chosen before."""

    def enter(code, **device):
        ada = person(**(device or SMALL))
        ada.context.add_init_script(f"localStorage.setItem('taphouse.locale', '{code}')")
        return ada

    return enter


def misfit(page):
    return but_names(faults(page))


def note_of(house, code):
    own = json.loads((house.data / "languages" / code / "app.json").read_text("utf-8"))
    return own["language.unreviewed"]


def test_a_language_put_into_the_folder_of_a_running_house_can_be_chosen(person, house):
    ada = person(**PHONE).go()
    folder = house.data / "languages" / "tlh"
    folder.mkdir(parents=True)
    own = {"language.name": "tlhIngan Hol", "make-table": "raS yIchenmoH", "language": "Hol"}
    (folder / "app.json").write_text(json.dumps(own), "utf-8")
    (folder / "tip-tap.json").write_text(json.dumps({"tagline": "nom yIQot!"}), "utf-8")

    ada.go().press("Language: English")
    expect(ada.page.get_by_text("Not yet read by a native speaker").first).to_be_visible()
    its_own = ada.page.get_by_role("radio", name="[Àççéñtš]")
    expect(its_own).to_have_accessible_name(re.compile(re.escape(note_of(house, LONG))))
    expect(ada.page.locator("small", has_text=note_of(house, LONG))).to_have_attribute("lang", LONG)
    ada.page.get_by_text("tlhIngan Hol").tap()
    expect(ada.page.get_by_role("dialog", name="Hol")).to_be_visible()

    ada.go()
    expect(ada.page.get_by_role("button", name="raS yIchenmoH").first).to_be_visible()
    expect(ada.page.get_by_text("nom yIQot!")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Play now against bots")).to_be_visible()  # not translated
    expect(ada.page.locator("html")).to_have_attribute("lang", "tlh")


def test_the_chosen_language_is_spoken_while_the_house_is_down(person, tmp_path):
    house = House(tmp_path)
    lea = person(at=house, locale="fr-CA", **PHONE).go()
    lea.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    house.kill()

    lea.go()

    expect(lea.page.get_by_role("button", name=texts("fr", APP)["make-table"]).first).to_be_visible()


@pytest.mark.parametrize("code", [LONG, RIGHT_TO_LEFT])
def test_pages_fit_a_small_phone_in_long_words_and_from_right_to_left(reader, house, code):
    ada, found = reader(code), {}
    said = json.loads((house.data / "languages" / code / "app.json").read_text("utf-8"))

    def look(where):
        found[where] = misfit(ada.page) + (barriers(ada.page, "light") if code == RIGHT_TO_LEFT else [])

    for path, there in PAGES.items():
        ada.go(path)
        expect(ada.page.locator(there).first).to_be_visible()
        look(path)
    for sheet in SHEETS:
        ada.go()
        if sheet == "device.measure":
            ada.press(said["settings"])
        label = said[sheet].replace("{{name}}", said["language.name"])
        ada.press(label)
        expect(ada.page.locator("dialog[open]")).to_be_visible()
        look(sheet)

    assert ada.page.locator("html").get_attribute("dir") == said["language.direction"]
    assert {where: faults for where, faults in found.items() if faults} == {}


@pytest.mark.parametrize("code", [LONG, RIGHT_TO_LEFT])
def test_a_table_fits_a_small_phone_in_long_words_and_from_right_to_left(reader, house, code):
    ada, found = reader(code), {}
    said = json.loads((house.data / "languages" / code / "app.json").read_text("utf-8"))

    def look(where):
        found[where] = misfit(ada.page) + (barriers(ada.page, "dark") if code == RIGHT_TO_LEFT else [])

    sit_down_to(ada, "tip-tap", start=False)
    expect(ada.page.get_by_role("switch").first).not_to_have_attribute("aria-label", "")  # words are loaded
    look("lobby")
    ada.page.locator("footer button").last.tap()
    ada.wait(lambda p: p.view)
    let_bots_play_ahead(house, [ada], to_a_photo_finish_and_the_end)
    ada.wait(lambda p: p.room["stage"] == "over")
    expect(ada.page.get_by_role("heading", name=said["next"])).to_be_visible()
    look("result")
    ada.press(said["look"], exact=True)
    ada.page.locator("dialog[open] li button").first.tap()
    expect(ada.page.get_by_role("button", name=said["why"])).to_be_visible()
    look("photo finish")
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("Escape")
    ada.page.locator("button.well", has_text=said["evening"]).tap()
    expect(ada.page.locator("dialog[open] table")).to_be_visible()
    look("evening")
    ada.press(said["evening.end"])
    ada.press(said["yes"], exact=True)
    ada.wait(lambda p: p.room["stage"] == "podium")
    expect(ada.page.get_by_role("button", name=said["evening.new"])).to_be_visible()
    look("podium")

    assert {where: faults for where, faults in found.items() if faults} == {}


def test_the_lobby_says_that_bots_do_not_know_the_words_of_a_language(person):
    ada, slug = (
        person(**SMALL),
        next(slug for slug, game in SHELF.items() if hasattr(game, "BOT_LANGUAGES")),
    )
    sit_down_to(ada, slug, start=False)
    abstain = ada.page.get_by_text(texts("en", slug)["bots-abstain"])
    expect(abstain).to_be_hidden()

    ada.page.get_by_role("radiogroup").get_by_text("Right to left").tap()

    expect(abstain).to_be_visible()


@pytest.mark.parametrize("slug", list(SHELF))
def test_boards_and_their_rules_fit_a_small_phone_in_long_words(reader, slug):
    game, ada = SHELF[slug], reader(LONG)
    page = ScriptedPage(ada, f"/t/{sit_down_to(ada, slug, start=False)}")

    assert list(misfits(page, game, SIZES[0], LEAST)) == []

    ada.page.keyboard.press("?")
    ada.page.wait_for_function(ALL_DRAWN)
    assert ada.page.evaluate(SHEET)["outside"] == []
    assert misfit(ada.page) == []


@pytest.mark.parametrize("slug", list(SHELF))
def test_boards_do_not_mirror_and_have_no_barriers_from_right_to_left(reader, slug):
    game, ada = SHELF[slug], reader(RIGHT_TO_LEFT)
    page = ScriptedPage(ada, f"/t/{sit_down_to(ada, slug, start=False)}")
    state = next(state for state in game.TABLES.values() if state.winners is None)

    page.show(game, state, seat=0)

    assert ada.page.locator(".play-surface").evaluate("board => getComputedStyle(board).direction") == "ltr"
    assert misfit(ada.page) + barriers(ada.page, "dark") == []
