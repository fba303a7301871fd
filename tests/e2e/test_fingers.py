"""Fingers that fall beside their target, and fingers that do not count."""

import json
from contextlib import suppress
from importlib.resources import files

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.e2e.driving import A_MOMENT, SMALL, sit_down_to
from tests.e2e.looking import faults

TIP_TAP = json.loads((files("taphouse.games") / "tip_tap/words.json").read_text("utf-8"))["en"]
SEEN = """note => [
  note.textContent.trim(), note.getBoundingClientRect().top, getComputedStyle(note).pointerEvents
]"""


@pytest.fixture
def house(lasting_house):
    return lasting_house


def test_a_finger_beside_a_larger_target_is_taken_and_the_table_has_agreed(person):
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
    card.tap(trial=True)  # once it stands still
    box = card.bounding_box()
    ada.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] - 12)
    ada.wait(lambda p: any(update["view"]["pick"] for update in p.got["update"]))  # it may lie open soon

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

    whys = {words for key, words in TIP_TAP.items() if key.startswith("refused.")}
    assert text in {*whys, TIP_TAP["too-early"]}
    assert abs(top - box["y"]) < 160
    assert catches == "none"
