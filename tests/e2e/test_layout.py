"""Texts fit their places on small screens, measured in a real browser."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from taphouse.games.racesmack import tables as racesmack
from taphouse.games.tip_tap.tables import OPEN, hunting, tray
from taphouse.house.codes import LENGTH, LETTERS
from tests.e2e.driving import DESKTOP, SMALL, TV, sit_down_to
from tests.e2e.page_faults import FINGER, THEMES, but_names, faults
from tests.e2e.scripted_page import ScriptedPage, drawn
from tests.shelf import SHELF, texts

NARROW = (320, 360)
OVERFLOW = """() => {
  const word = document.querySelector("[data-code]");
  const letters = document.createRange();
  letters.selectNodeContents(word);
  return letters.getBoundingClientRect().width - word.parentElement.getBoundingClientRect().width;
}"""


@pytest.fixture
def house(lasting_house):
    return lasting_house


def codes_that_leave(page):
    """Codes that overflow their place: if four of each letter fit, any four do."""
    for code in (letter * LENGTH for letter in LETTERS):
        page.tell(code=code)
        if page.page.evaluate(OVERFLOW) > 0.5:
            yield code


def test_every_code_fits_a_narrow_lobby_and_the_page_to_join(person):
    host, guest = person(**SMALL), person(**SMALL)
    path = f"/t/{sit_down_to(host, 'tip-tap', start=False)}"
    for page in ScriptedPage(host, path), ScriptedPage(guest, path):
        for width in NARROW:
            page.page.set_viewport_size({"width": width, "height": 640})
            assert list(codes_that_leave(page)) == []


def test_every_code_fits_the_big_screen(person):
    screen = person(**TV)
    path = f"/t/{sit_down_to(person(), 'tip-tap', start=False)}/table"

    assert list(codes_that_leave(ScriptedPage(screen, path))) == []


THREE = "three shapes for three, each with a full tray"
LAPS = """() => {
  const box = (element) => element.getBoundingClientRect();
  const laps = [];
  for (const place of document.querySelectorAll(".card.face li")) {
    const shape = place.querySelector(".print svg"), name = place.querySelector(".who .one-line");
    const time = place.querySelector(".gap");
    for (const [what, part] of Object.entries({ shape, name, time })) {
      if (!part || box(part).width < 8) laps.push(`no ${what}`);
      else if (box(part).left < box(place).left - 1 || box(part).right > box(place).right + 1)
        laps.push(`a ${what} leaves its place`);
    }
  }
  for (const ring of document.querySelectorAll(".won")) {
    const { left, right } = box(ring), line = 1.5;
    if (left - line < 0 || right + line > innerWidth) laps.push("a ring leaves the screen");
    const cell = box(ring.closest(".cell, .field > div"));
    if (left - line < cell.left - 1 || right + line > cell.right + 1)
      laps.push("a ring lies on its neighbour");
  }
  return laps;
}"""


def races(state):
    """A photo finish for each shape of the card; the widest time has four digits."""
    lane = {"blur": 11_500, "late": 0, "corrections": [], "false_start": False}
    for seat, (shape, gap) in enumerate(zip(state.phase.card, (13, 1_220, 152), strict=True)):
        first, second = {"seat": seat, "response": 400_000}, {"seat": (seat + 1) % 3}
        lanes = [lane | first, lane | second | {"response": 400_000 + gap * 1_000}]
        contest = {"game": state.game, "round": state.round, "shape": shape}
        yield {
            "contest": contest,
            "number": seat,
            "gap": gap * 1_000,
            "blur": 23_000,
            "last": False,
            "absent": None,
            "lanes": lanes,
        }


SIZES = {
    (320, 640): THREE,
    (360, 640): THREE,
    (390, 844): THREE,
    (844, 390): "the shapes are dealt",  # here this table has the narrowest card
}


def test_three_shapes_with_their_winners_and_times_fit_a_narrow_card_of_tip_tap(person):
    ada, game = person(**SMALL), SHELF["tip-tap"]
    page = ScriptedPage(ada, f"/t/{sit_down_to(ada, 'tip-tap', start=False)}")
    for (width, height), table in SIZES.items():
        ada.page.set_viewport_size({"width": width, "height": height})
        page.show(game, game.TABLES[table], seat=0, finishes=races(game.TABLES[table]))

        assert ada.page.evaluate(LAPS) == [], (width, height)
        assert but_names(faults(ada.page)) == [], (width, height)


SMALLEST = """() => Math.min(...[...document.querySelectorAll("button[data-shape]")]
  .map((shape) => Math.min(shape.clientWidth, shape.clientHeight)))"""


PHONES = {
    (844, 390): ((3, 3, 3, 3, 3, 3), (0, 7), (1, 5, 2, 4, 0)),
    (360, 640): ((3, 3, 3, 3, 3, 3), (7, 7, 7, 7, 7, 7), (0, 7), (7, 6, 5, 4)),
}


@pytest.mark.parametrize("size", PHONES, ids=str)
def test_every_shape_on_a_phone_is_as_large_as_a_finger_whoever_has_how_many(person, size):
    ada, game = person(**SMALL), SHELF["tip-tap"]
    page = ScriptedPage(ada, f"/t/{sit_down_to(ada, 'tip-tap', start=False)}")
    ada.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for counts in PHONES[size]:
        owner = {shape: seat for seat, count in enumerate(counts) for shape in tray(seat, count)}
        page.show(game, hunting(*[OPEN] * len(counts), owner=owner), seat=0)

        assert ada.page.locator("button[data-shape]").count() == 45, counts
        assert but_names(faults(ada.page)) == [], counts
        assert ada.page.evaluate(SMALLEST) >= FINGER, counts


def test_the_last_races_beside_a_board_show_their_times_whole(person):
    ada, game = person(viewport={"width": 1280, "height": 800}), SHELF["tip-tap"]
    page = ScriptedPage(ada, f"/t/{sit_down_to(ada, 'tip-tap', start=False)}")
    state = game.TABLES[THREE]
    page.show(game, state, seat=0, finishes=races(state))

    assert ada.page.locator(".evidence li").count() == 3
    overflow = "list => list.scrollWidth - list.clientWidth"
    assert ada.page.locator(".evidence").evaluate(overflow) == 0


def test_a_desktop_shows_all_five_rivals_of_racesmack_without_scrolling(person):
    ada, game = person(**DESKTOP), SHELF["racesmack"]
    page = ScriptedPage(ada, f"/t/{sit_down_to(ada, 'racesmack', start=False)}")
    for size in ((1440, 900), (1280, 720)):
        ada.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.show(game, game.TABLES["six with Shifting Gears"], seat=0)
        rivals = ada.page.locator(".rivals-place section > ul")
        rows = rivals.locator("> li")
        assert rows.count() == 5
        assert rivals.evaluate("list => list.scrollHeight - list.clientHeight") <= 0
        race = rows.first.locator("> .race").bounding_box()
        assert race["height"] > rows.first.bounding_box()["height"] / 3


@pytest.mark.parametrize("size", [(844, 390), (667, 375)], ids=str)
def test_a_phone_on_its_side_shows_all_five_rivals_of_racesmack_while_a_card_is_picked(person, size):
    ada, game = person(**SMALL), SHELF["racesmack"]
    page = ScriptedPage(ada, f"/t/{sit_down_to(ada, 'racesmack', start=False)}")
    ada.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    six = game.TABLES["six with Shifting Gears"]
    page.show(game, racesmack.table(*[None] * 6, races=dict(enumerate(six.races))), seat=0)

    rivals = ada.page.locator(".rivals-place section > ul")
    assert rivals.locator("> li").count() == 5
    assert rivals.evaluate("list => list.scrollHeight - list.clientHeight") <= 0
    assert but_names(faults(ada.page)) == []


LIVE = {
    "racesmack": "the shape seen most often",
    "snap-clap-tap": "five at once",
    "tap-the-table": "two fists so far",
    "tip-tap": "right, wrong and too late",
    "tip-tap-top": "the race is on",
}
COVERED = """() => {
  const note = document.querySelector(".refusal");
  const said = document.querySelector(".play-surface").innerText.includes(note?.textContent);
  if (!note?.checkVisibility({ visibilityProperty: true })) return said ? [] : ["no note"];
  if (said) return ["told twice"];
  const { left, top, right, bottom } = note.getBoundingClientRect();
  const screen = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return [...document.querySelectorAll("[data-target], button, a[href], input, textarea, select")]
    .filter((target) => !target.disabled && target.checkVisibility({ visibilityProperty: true }))
    .filter((target) => {
      const box = target.getBoundingClientRect();
      return box.left < right && left < box.right && box.top < bottom && top < box.bottom;
    })
    .map((target) => `on ${target.ariaLabel ?? target.textContent}`)
    .concat(screen ? [] : ["outside"]);
}"""


def longest_refusal(slug):
    words = texts("fr", slug)
    refusals = [key for key in words if key.startswith("refused.")]
    return max(refusals, key=lambda key: len(words[key])).removeprefix("refused.")


@pytest.mark.parametrize("slug", LIVE)
def test_the_reason_why_a_tap_did_not_count_is_told_once_and_covers_no_target(person, slug):
    lea, game = person(locale="fr-FR", **SMALL), SHELF[slug]
    page = ScriptedPage(lea, f"/t/{sit_down_to(lea, slug, start=False)}")
    refused = {"type": "Refused", "seat": 1, "why": longest_refusal(slug)}
    page.show(game, game.TABLES[LIVE[slug]], seat=1)
    targets = lea.page.locator(".play-surface [data-target]:enabled:visible").all()
    fingers = [target.bounding_box() for target in targets]
    assert fingers

    for box in fingers[::5]:
        lea.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.show(game, game.TABLES[LIVE[slug]], seat=1, news=[refused])
        drawn(lea.page)
        assert lea.page.evaluate(COVERED) == []


FOCUSED = """() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const ringed = focused.closest("label") ?? focused;
  const { x, y, width, height } = ringed.getBoundingClientRect();
  return { what: focused.outerHTML.slice(0, 80), x, y, width, height };
}"""
MARGIN = 8  # pixels around an element that contain its ring
SEEN = 3  # contrast that WCAG 2.2 requires of a focus ring


def luminance(picture):
    part = np.asarray(Image.open(BytesIO(picture)).convert("RGB")) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return linear @ (0.2126, 0.7152, 0.0722) + 0.05


def unseen_rings(page):
    """Walks through the page by Tab; returns elements that look the same with and without focus."""
    seen = set()
    while True:
        page.keyboard.press("Tab")
        box = page.evaluate(FOCUSED)
        if box is None or box["what"] + str(box["y"]) in seen:
            return
        seen.add(box["what"] + str(box["y"]))
        clip = {side: box[side] - MARGIN for side in ("x", "y")}
        clip |= {side: box[side] + 2 * MARGIN for side in ("width", "height")}
        focused = luminance(page.screenshot(clip=clip))
        page.evaluate("() => void ((window.held = document.activeElement), held.blur())")
        plain = luminance(page.screenshot(clip=clip))
        page.evaluate("() => held.focus({ preventScroll: true, focusVisible: true })")
        changed = np.maximum(focused, plain) / np.minimum(focused, plain) >= SEEN
        if changed.sum() < 2 * (box["width"] + box["height"]):  # one pixel all around
            yield box["what"]


@pytest.mark.parametrize("theme", THEMES)
def test_the_focus_ring_is_visible_on_every_surface(person, theme):
    ada = person(color_scheme=theme, **DESKTOP).go()
    assert list(unseen_rings(ada.page)) == []

    sit_down_to(ada, "tip-tap", start=False)
    assert list(unseen_rings(ada.page)) == []
