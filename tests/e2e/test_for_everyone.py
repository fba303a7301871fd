"""Every screen, at every size, for thick fingers, weak eyes, keyboards and those whom motion makes sick."""

import json
import re
from contextlib import suppress
from importlib.resources import files

import pytest
from playwright.sync_api import TimeoutError, expect

from taphouse.games import shelf
from tests.e2e.ahead import as_far_as, let_bots_play_ahead, until
from tests.e2e.driving import A_MOMENT, DESKTOP, PHONE, TV, table_of
from tests.e2e.looking import barriers, faults, motions

SIZES = [(360, 640), (768, 1024), (1440, 900), (1920, 1080)]
LARGE_TEXT_SIZES = [(390, 844), (768, 1024), (1440, 900)]
SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
FINGER, LEAST = 44, 24  # pixels: what a finger wants; what WCAG 2.2 asks for at least
THEMES = ("dark", "light")
TIP_TAP = json.loads((files("taphouse.games") / "tip_tap/words.json").read_text("utf-8"))["en"]
ESSENTIAL = ("rail",)  # a bar that shows how much time is left

OWN_LINE = "WebSocket = class extends WebSocket { constructor(...to) { super(...to); window.line = this; } }"
LONGEST = (
    "Wilhelmina Gräfn",
    "Maximiliane Mohn",
    "Bartholomew Wumm",
    "Konstantinopolis",
    "Christophoros I.",
    "Donaudampfschiff",
    "Mme Wattenwyller",
    "Seraphina Müller",
)
OPEN = """async ([game, start]) => {
  const shelf = await (await fetch("/api/games")).json();
  const most = shelf.find(({ slug }) => slug === game).seats[1];
  const table = { game, name: "Ada", bots: Array(most - 1).fill("steady"), start };
  const headers = { "content-type": "application/json" };
  const opened = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(table) });
  const { code, token } = await opened.json();
  localStorage.setItem(`taphouse.seat.${code}`, token);
  return code;
}"""

SEEN = """note => [
  note.textContent.trim(), note.getBoundingClientRect().top, getComputedStyle(note).pointerEvents
]"""


def sit_down_to(person, game, start=True):
    """A full table of bots."""
    person.go()
    code = person.page.evaluate(OPEN, [game, start])
    person.go(f"/t/{code}")
    person.wait(lambda p: p.view if start else p.room)
    if start:
        expect(person.page.locator(".play-surface")).to_be_visible()
    return code


def at_every_size(person, least, sizes=SIZES):
    for width, height in sizes:
        person.page.set_viewport_size({"width": width, "height": height})
        assert but_names(faults(person.page, least)) == [], (width, height)
    person.page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})


def with_large_text(person, least):
    """As somebody sees it who asked his browser for letters twice as large."""
    browser = person.context.new_cdp_session(person.page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    expect(person.page.locator("html")).to_have_css("font-size", "32px")
    at_every_size(person, least, LARGE_TEXT_SIZES)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    browser.detach()


def but_names(found):
    """A name is whatever its owner likes: it may be shortened where it is only a label."""
    return [fault for fault in found if not ("one-line" in fault and fault.endswith("is cut off"))]


def tab_to(person, target):
    expect(target).to_be_visible()
    for _ in range(60):
        if target.evaluate("element => element === document.activeElement"):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {target}")


def free_of_barriers(page):
    for theme in THEMES:
        assert barriers(page, theme) == [], theme


@pytest.mark.parametrize("game", list(shelf()))
def test_a_board_fits_every_screen_and_has_no_barriers(person, house, game):
    lea = person(locale="fr-FR", viewport={"width": 360, "height": 640})
    code = sit_down_to(lea, game)
    at_every_size(lea, FINGER)
    with_large_text(lea, FINGER)
    free_of_barriers(lea.page)
    moving = [motion for motion in motions(lea.page) if not motion.endswith(ESSENTIAL)]
    assert moving == []

    screen = person(**TV).go(f"/t/{code}/table")
    screen.wait(lambda p: p.view)
    expect(screen.page.locator(".board > *").first).to_be_visible()
    assert faults(screen.page) == []
    free_of_barriers(screen.page)
    lea.wait(lambda p: p.room["big"])
    assert faults(lea.page, FINGER) == []  # with less to show
    screen.context.close()

    let_bots_play_ahead(house, [lea], as_far_as(lambda states: len(states) - 2))  # nothing is fuller
    lea.page.evaluate("localStorage.setItem('taphouse.locale', 'en')")
    lea.go(f"/t/{code}").wait(lambda p: p.view)
    at_every_size(lea, LEAST)
    with_large_text(lea, LEAST)
    free_of_barriers(lea.page)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_house_has_no_barriers(person, locale):
    ada = person(locale=locale, **SMALL).go()
    expect(ada.page.get_by_role("article").first).to_be_visible()
    free_of_barriers(ada.page)
    assert faults(ada.page) == []

    ada.page.locator("header button").last.tap()
    expect(ada.page.locator("dialog[open]")).to_be_visible()
    free_of_barriers(ada.page)

    ada.go("/rules/tip-tap")
    expect(ada.page.get_by_role("heading", level=2).first).to_be_visible()
    free_of_barriers(ada.page)

    code = sit_down_to(ada, "tip-tap", start=False)
    expect(ada.page.get_by_role("switch").first).to_have_attribute("aria-label", re.compile(r"\w"))
    free_of_barriers(ada.page)
    assert faults(ada.page) == []

    bo = person(locale=locale, **DESKTOP).go(f"/t/{code}/table")
    bo.wait(lambda p: p.room)
    free_of_barriers(bo.page)


def test_podium_and_photo_finish_have_no_barriers(person, house):
    ada = person(**SMALL)
    sit_down_to(ada, "tip-tap")
    let_bots_play_ahead(house, [ada], until(lambda state: state.winners is not None))
    ada.wait(lambda p: p.room["stage"] == "over")
    free_of_barriers(ada.page)

    ada.press("Look")
    expect(ada.page.locator("dialog[open]")).to_be_visible()
    free_of_barriers(ada.page)
    ada.page.locator("dialog[open] li button").first.tap()
    expect(ada.page.get_by_role("button", name="Why?")).to_be_visible()
    free_of_barriers(ada.page)


def test_whoever_has_no_pointer_plays_all_the_same(person):
    """From the front door through the lesson of a game, by keys alone."""
    ada = person(**DESKTOP).go()
    card = ada.page.get_by_role("article").filter(
        has=ada.page.get_by_role("heading", name="Tip Tap", exact=True)
    )
    tab_to(ada, card.get_by_role("button", name="Learn it"))

    ada.page.keyboard.press("Enter")
    ada.wait(lambda p: p.room["paused"] == "lesson" and p.room["lesson"] == 0)
    tab_to(ada, ada.page.get_by_role("button", name="Go on"))
    ada.page.keyboard.press("Enter")
    ada.wait(lambda p: p.room["lesson"] == 1)
    ada.page.keyboard.press("Space")  # turns the card
    for finger in range(2):
        ada.wait(lambda p, finger=finger: p.room["lesson"] == 3 + finger and p.room["paused"] == "lesson")
        shape = next(shape for shape in ada.view["card"] if shape not in ada.view["fingers"])
        ada.page.keyboard.press(ada.page.locator(f'button[data-shape="{shape}"] kbd').text_content().lower())
    ada.wait(lambda p: p.room["lesson"] == 6 and p.room["paused"] == "lesson")

    assert ada.view["points"][ada.seat] == 2
    tab_to(ada, ada.page.get_by_role("button", name="Go on"))
    ada.page.keyboard.press("Enter")
    ada.wait(lambda p: p.room["lesson"] == 7)


def test_text_twice_as_large_is_still_all_there(person):
    ada = person(**PHONE).go()
    expect(ada.page.get_by_role("article").first).to_be_visible()
    ada.page.add_style_tag(content=":root { font-size: 200% }")
    assert but_names(faults(ada.page)) == []

    ada.press("Make a table")
    ada.wait(lambda p: p.room["stage"] == "lobby" and table_of(p))
    expect(ada.page.get_by_role("article").first).to_be_visible()
    assert but_names(faults(ada.page)) == []


def test_a_finger_beside_a_larger_target_is_taken_and_the_table_has_agreed(person):
    ada = person(**SMALL)
    sit_down_to(ada, "racesmack", start=False)
    ada.press("Ada")
    ada.page.get_by_role("switch", name="Larger targets").tap()
    ada.page.keyboard.press("Escape")
    ada.page.get_by_text("× 3").tap()
    ada.wait(lambda p: p.room["windows"] == 300 and p.room["players"][0]["large_targets"])
    assert faults(ada.page) == []
    ada.press("Start")
    ada.wait(lambda p: p.view["phase"] == "picking")
    assert ada.view["until"] - ada.view["since"] == 60_000_000

    card = ada.page.locator(".hand button").first
    box = card.bounding_box()
    ada.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] - 12)
    ada.wait(lambda p: p.view["pick"] is not None or p.view["phase"] != "picking")
    assert ada.seat in ada.view["picked"] or ada.view["phase"] != "picking"

    ada.press("Menu")
    for agreed in ("Time limits × 3", "You: with larger targets"):
        expect(ada.page.get_by_role("dialog").get_by_text(agreed.replace("× ", "×\u00a0"))).to_be_visible()


def test_a_finger_that_does_not_count_is_told_why_where_it_fell(person):
    ada = person(**SMALL)
    sit_down_to(ada, "tip-tap")
    shape, why = ada.page.locator("button[data-shape]").nth(17), ada.page.locator(".refusal")
    for _ in range(5):  # before there is a card, or on one shape, only so many can count
        box = shape.bounding_box()
        shape.tap()
        with suppress(TimeoutError):
            text, top, catches = why.evaluate(SEEN, timeout=A_MOMENT)
            break

    assert text in {words for key, words in TIP_TAP.items() if key.startswith("refused.")}
    assert abs(top - box["y"]) < 160
    assert catches == "none"


@pytest.mark.parametrize("game", list(shelf()))
def test_the_big_screen_shows_the_longest_names_whole(person, house, game):
    ada = person(**SMALL)
    ada.context.add_init_script(OWN_LINE)
    code = sit_down_to(ada, game, start=False)
    for player, name in zip(ada.room["players"], LONGEST, strict=False):
        rename = {"type": "rename", "player": player["id"], "name": name, "sign": player["sign"]}
        ada.page.evaluate("message => line.send(JSON.stringify(message))", rename)
    ada.wait(lambda p: all(player["name"] in LONGEST for player in p.room["players"]))
    ada.press("Start with")
    ada.wait(lambda p: p.view)
    let_bots_play_ahead(house, [ada], as_far_as(lambda states: len(states) // 2))

    screen = person(**TV).go(f"/t/{code}/table")
    screen.wait(lambda p: p.view)
    expect(screen.page.locator(".play-surface > *")).to_be_visible()

    assert faults(screen.page) == []
