"""Taps beside a target, and taps that do not count."""

from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.e2e.driving import A_MOMENT, SMALL, sit_down_to
from tests.e2e.page_faults import faults
from tests.shelf import texts

TIP_TAP = texts("en", "tip-tap")
SEEN = """note => {
  const text = note.textContent.trim(), { visibility, pointerEvents } = getComputedStyle(note);
  const top = visibility === "visible" ? note.getBoundingClientRect().top : null;
  return [text, top, document.querySelector(".play-surface").innerText.includes(text), pointerEvents];
}"""


@pytest.fixture
def house(lasting_house):
    return lasting_house


def test_a_tap_beside_a_larger_target_counts_and_the_menu_shows_the_setting(person):
    ada = person(**SMALL)
    sit_down_to(ada, "racesmack", start=False)
    ada.press("Ada")
    ada.page.get_by_role("switch", name="Larger targets").tap()
    ada.page.keyboard.press("Escape")
    ada.page.get_by_text("Times and judging").tap()
    ada.page.get_by_text("× 3").tap()
    ada.wait(lambda p: p.room["time_scale"] == 300 and p.room["players"][0]["large_targets"])
    assert faults(ada.page) == []
    ada.press("Start")
    ada.wait(lambda p: p.view["phase"] == "picking")
    assert ada.view["until"] - ada.view["since"] == 60_000_000

    card = ada.page.locator(".hand button").first
    card.tap(trial=True)  # waits until it stands still
    box = card.bounding_box()
    ada.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] - 12)
    # every update counts: the pick may be revealed soon
    ada.wait(lambda p: any(update["view"]["pick"] for update in p.got["update"]))

    ada.press("Menu")
    for agreed in ("Time limits × 3", "You: with larger targets"):
        expect(ada.page.get_by_role("dialog").get_by_text(agreed.replace("× ", "×\u00a0"))).to_be_visible()


def test_a_tap_that_does_not_count_shows_its_reason_on_the_board_or_else_where_it_fell(person):
    ada = person(**SMALL)
    sit_down_to(ada, "tip-tap")
    shape, why = ada.page.locator("button[data-shape]").nth(17), ada.page.locator(".refusal")
    for _ in range(5):  # only so many taps can count before there is a card, or on one shape
        box = shape.bounding_box()
        shape.tap()
        with suppress(TimeoutError):
            text, top, on_the_board, catches = why.evaluate(SEEN, timeout=A_MOMENT)
            break

    whys = {words for key, words in TIP_TAP.items() if key.startswith("refused.")}
    assert text in {*whys, TIP_TAP["too-early"]}
    assert on_the_board if top is None else abs(top - box["y"]) < 160
    assert catches == "none"
