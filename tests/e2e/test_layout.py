"""What fits its place on small screens, measured in a real browser."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from taphouse.house.codes import LENGTH, LETTERS
from tests.e2e.driving import DESKTOP, SMALL, TV, sit_down_to
from tests.e2e.looking import THEMES
from tests.e2e.still import Still

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


def codes_that_leave(still):
    """Codes whose letters do not fit their place: if four of each letter fit, any four do."""
    for code in (letter * LENGTH for letter in LETTERS):
        still.tell(code=code)
        if still.page.evaluate(OVERFLOW) > 0.5:
            yield code


@pytest.mark.parametrize("width", NARROW)
def test_every_code_fits_a_narrow_lobby_and_the_page_on_which_one_joins(person, width):
    host, guest = person(**SMALL), person(**SMALL)
    path = f"/t/{sit_down_to(host, 'tip-tap', start=False)}"
    for somebody in (host, guest):
        somebody.page.set_viewport_size({"width": width, "height": 640})

    assert list(codes_that_leave(Still(host, path))) == []
    assert list(codes_that_leave(Still(guest, path))) == []


def test_every_code_fits_the_big_screen(person):
    screen = person(**TV)
    path = f"/t/{sit_down_to(person(), 'tip-tap', start=False)}/table"

    assert list(codes_that_leave(Still(screen, path))) == []


FOCUSED = """() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const ringed = focused.closest("label") ?? focused;
  const { x, y, width, height } = ringed.getBoundingClientRect();
  return { what: focused.outerHTML.slice(0, 80), x, y, width, height };
}"""
MARGIN = 8  # pixels round an element in which its ring lies
SEEN = 3  # times as bright, as WCAG 2.2 asks of a focus ring


def luminance(picture):
    part = np.asarray(Image.open(BytesIO(picture)).convert("RGB")) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return linear @ (0.2126, 0.7152, 0.0722) + 0.05


def unseen_rings(page):
    """Walks through the page by Tab: what has the focus, and looks as it did without."""
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
        if changed.sum() < 2 * (box["width"] + box["height"]):  # a pixel all round
            yield box["what"]


@pytest.mark.parametrize("theme", THEMES)
def test_the_focus_ring_is_seen_on_every_surface(person, theme):
    ada = person(color_scheme=theme, **DESKTOP).go()
    assert list(unseen_rings(ada.page)) == []

    sit_down_to(ada, "tip-tap", start=False)
    assert list(unseen_rings(ada.page)) == []
