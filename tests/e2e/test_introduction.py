"""The title card of a game, read in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.e2e.driving import OPEN, PHONE, House


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path, "--introductions", "shown")
    yield house
    house.kill()


def test_a_title_card_explains_the_game_until_its_player_has_read_it_and_then_it_is_counted_down(person):
    ada = person(**PHONE).go()
    code = ada.page.evaluate(OPEN, ["tip-tap", True])
    ada.go(f"/t/{code}")

    expect(ada.page.get_by_role("heading", name="Tip Tap")).to_be_visible()
    expect(ada.page.get_by_text("Eight shapes in front of you.")).to_be_visible()
    ada.page.get_by_role("button", name="Got it!").click()

    expect(ada.page.get_by_role("timer").first).to_be_visible()
    ada.wait(lambda p: p.room["paused"] is None)
    assert "countdown" in [room["paused"] for room in ada.got["room"]]
