"""The rules on a screen: what can be done now, and pictures that the real board draws."""

import re

import pytest
from playwright.sync_api import expect

from taphouse.languages import APP
from tests.e2e.driving import DESKTOP, SMALL, sit_down_to
from tests.e2e.page_faults import barriers, but_names, faults
from tests.e2e.scripted_page import ScriptedPage
from tests.shelf import SHELF, texts

PICK = {
    "racesmack": ("the first cards", 0, "now.pick"),
    "snap-clap-tap": ("five at once", 0, "now.do"),
    "tap-the-table": ("two fists so far", 4, "now.fist"),
    "tip-tap": ("a shape to steal", 0, "now.tap"),
    "tip-tap-top": ("a pair in hand", 0, "now.slap"),
}
NOW = "dialog .moves-now"
SHEET = """() => {
  const dialog = document.querySelector("dialog[open]");
  const fold = dialog.querySelector("summary").getBoundingClientRect();
  const scrolls = Math.max(dialog.scrollHeight - dialog.clientHeight, fold.bottom - innerHeight);
  const texts = dialog.querySelectorAll(".moves-now, .moves-now *, .steps > li, .steps > li > p");
  const outside = [dialog, ...texts]
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => element.textContent);
  return { scrolls: Math.round(scrolls), outside };
}"""
ALL_DRAWN = """() => {
  const pictures = [...document.querySelectorAll(".steps .rule-picture")];
  return pictures.length === 4 && pictures.every((picture) => {
    const { width, height } = picture.getBoundingClientRect();
    const board = picture.querySelector(":scope > .drawn .places");
    return width > 100 && height > 60 && board?.checkVisibility({ visibilityProperty: true });
  });
}"""


@pytest.fixture
def house(lasting_house):
    return lasting_house


def rules(ada):
    return ada.page.get_by_role("dialog", name="Rules")


@pytest.mark.parametrize("slug", PICK)
def test_a_question_mark_shows_what_can_be_done_now_and_four_pictures_on_one_small_screen(person, slug):
    ada, game, (name, seat, move) = person(**SMALL), SHELF[slug], PICK[slug]
    page = ScriptedPage(ada, f"/t/{sit_down_to(ada, slug, start=False)}")
    page.show(game, game.TABLES[name], seat=seat)

    ada.page.keyboard.press("?")
    ada.page.wait_for_function(ALL_DRAWN)

    expect(ada.page.locator(NOW, has_text=texts("en", slug)[move])).to_be_visible()
    assert ada.page.evaluate(SHEET) == {"scrolls": 0, "outside": []}

    for given in game.TABLES.values():  # play goes on beneath
        page.show(game, given, seat=0)
        assert not re.search(r"\bnow\.\w|{{", ada.page.locator(NOW).inner_text())
        assert ada.page.evaluate(SHEET) == {"scrolls": 0, "outside": []}


def test_the_pictures_take_no_finger_no_focus_and_no_key_and_do_not_move(person):
    ada, game = person(**DESKTOP), SHELF["tip-tap"]
    page = ScriptedPage(ada, f"/t/{sit_down_to(ada, 'tip-tap', start=False)}")
    page.show(game, game.TABLES["a shape to steal"], seat=0)
    question = ada.page.get_by_role("button", name="Rules (key ?)")

    question.focus()
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_function(ALL_DRAWN)
    before = ada.page.locator(".steps").inner_html()
    ada.page.locator(".rule-picture").first.click(force=True)
    ada.page.keyboard.press("1")
    focused = set()
    for _ in range(4):
        ada.page.keyboard.press("Tab")
        focused.add(ada.page.evaluate("() => document.activeElement.closest('.rule-picture') !== null"))

    assert focused == {False}
    assert ada.page.locator(".steps").inner_html() == before
    assert but_names(faults(ada.page)) == []
    assert barriers(ada.page, "dark") + barriers(ada.page, "light") == []

    ada.page.keyboard.press("Escape")
    expect(rules(ada)).to_be_hidden()
    expect(question).to_be_focused()


def test_watchers_see_the_pictures_and_every_rule_that_has_one_shows_its_own(person):
    game, path = SHELF["tip-tap"], f"/t/{sit_down_to(person(), 'tip-tap', start=False)}"
    bo = person(**SMALL)
    page = ScriptedPage(bo, path)
    bo.press(texts("en", APP)["watch"])
    page.show(game, game.TABLES["a shape to steal"], seat=None)

    bo.page.keyboard.press("?")
    bo.page.wait_for_function(ALL_DRAWN)
    assert bo.page.locator(NOW).count() == 0

    rules(bo).get_by_text(texts("en", APP)["rules.all"]).tap()
    bo.page.locator("#rule-17").scroll_into_view_if_needed()
    expect(bo.page.locator("#rule-17 .rule-picture > .drawn")).to_be_visible()
    assert bo.page.locator("#rule-18 .rule-picture").count() == 0

    bo.page.set_viewport_size({"width": 800, "height": 640})
    bo.page.mouse.click(20, 20)  # beside the sheet
    expect(rules(bo)).to_be_hidden()
