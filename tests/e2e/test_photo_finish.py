"""A photo finish shows the same verdict and the same reason on every screen."""

import pytest
from playwright.sync_api import expect

from tests.e2e.driving import DESKTOP, PHONE, TV, sit_down_to
from tests.e2e.scripted_page import LONGEST, ScriptedPage
from tests.shelf import SHELF

MS = 1_000
FIRST = LONGEST[2]
RECORD = """() => {
  window.written = [];
  const CARD = { x: 64, width: 1080 - 2 * 64 };
  const { fillText, roundRect } = CanvasRenderingContext2D.prototype;
  let box = null;
  CanvasRenderingContext2D.prototype.roundRect = function (x, y, width, height, ...rest) {
    box = { x, y, width, height };
    return roundRect.call(this, x, y, width, height, ...rest);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const { width } = this.measureText(text);
    const boxed = this.textAlign === "right", left = boxed ? x - width : x;
    written.push({ text, left, right: left + width, box: boxed ? box : CARD });
    return fillText.call(this, text, x, y);
  };
  navigator.canShare = () => true;
  navigator.share = async (what) => void (window.shared = what.title);
}"""


@pytest.fixture
def house(lasting_house):
    return lasting_house


def lane(seat, response, blur):
    corrections = {"late": 0, "corrections": [], "false_start": False}
    return {"seat": seat, "response": response * MS, "blur": blur * MS, **corrections}


def photo(contest, first, gap):
    """A photo finish of two taps, each measured to 11 milliseconds."""
    lanes = [lane(2, first, 11), lane(0, first + gap, 11)]
    return {
        "contest": contest,
        "number": 0,
        "gap": gap * MS,
        "blur": 22 * MS,
        "last": False,
        "lanes": lanes,
        "absent": None,
    }


GAME = SHELF["racesmack"]
ROUND = GAME.TABLES["won and lost"]
ERROR = "inside the measuring error of ±\u00a022\u00a0ms. The earlier reading wins"


def show(person, path, seat, finish):
    page = ScriptedPage(person, path)
    page.show(GAME, ROUND, seat, finishes=[finish])
    return page.page


def test_a_close_race_shows_one_verdict_on_the_board_the_sheet_and_the_big_screen(person):
    finish = photo({"round": ROUND.round}, 412, 13)
    ada, screen = person(**DESKTOP), person(**TV)
    path = f"/t/{sit_down_to(ada, 'racesmack', start=False)}"
    verdict = f"13\u00a0ms, {ERROR}: {FIRST}"

    board = show(ada, path, 0, finish)
    expect(board.get_by_text(verdict).first).to_be_visible()
    television = show(screen, f"{path}/table", None, finish)
    expect(television.get_by_text(verdict)).to_be_visible()
    expect(television.get_by_text(f"{FIRST} was the fastest")).to_be_visible()

    board.locator("button.lanes").click()
    sheet = board.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name=f"{FIRST} was the fastest")).to_be_visible()
    expect(sheet.get_by_text(f"{ERROR}: {FIRST}")).to_be_visible()
    for page in (board, television):
        assert "too close" not in page.locator("body").inner_text().lower()


def test_a_shared_picture_names_players_table_and_day_and_long_times_fit_their_boxes(person):
    ada = person(**PHONE)
    code = sit_down_to(ada, "racesmack", start=False)
    finish = photo({"round": ROUND.round}, 93_428, 13)
    finish["lanes"].append(lane(3, 93_900, 11))
    page = show(ada, f"/t/{code}", 0, finish)
    page.locator(".middle button, button.middle").first.tap()
    page.evaluate(RECORD)
    today = page.evaluate("() => new Date().toLocaleDateString('en', { dateStyle: 'long' })")
    ada.press("Share as a picture")
    page.wait_for_function("() => window.shared")

    written = page.evaluate("() => written")
    words = " ".join(each["text"] for each in written)
    assert page.evaluate("() => shared") == f"{FIRST} was the fastest · Racesmack"
    assert f"{ERROR}: {FIRST}" in words
    assert not {"You", "you", "you."} & set(words.split())
    assert f"Table {code} · {today}" in words
    times = [each for each in written if each["text"] in ("93,428 ms", "93,441 ms", "93,900 ms")]
    assert len(times) == 3
    for each in times:
        box = each["box"]
        assert box["x"] <= each["left"]
        assert each["right"] <= box["x"] + box["width"]
