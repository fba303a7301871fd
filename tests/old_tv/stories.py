"""Every game on the big screen of old TVs: lobby, play, verdict and podium, without a script error.

`make old-tv` runs it; pictures go to .made/old-tv. Old browsers of all versions watch the same table.
"""

import shutil
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import httpx
import pytest
from playwright.sync_api import sync_playwright

from taphouse.games import shelf
from tests.e2e.ahead import as_far_as, let_bots_play_ahead
from tests.e2e.conftest import QUIET
from tests.e2e.driving import OPEN, PHONE, House, Person
from tests.old_tv.browsers import VERSIONS, OldBrowser, binary_of
from tools.frames import TAP

MADE = Path(__file__).parents[2] / ".made"
SIZES = ((1920, 1080), (1280, 720))
LEFT = 4  # entries of a game that are played live after bots played ahead
PATIENCE = 120  # seconds for one part of the story
CONNECTION = "ERR_CONNECTION"  # the house was closed for a moment: no mistake of the page
VERDICT = "[data-verdict]"
# Words and pieces that stick out of the stage, or have no size, are a layout that fell apart.
OUTSIDE = """(function () {
  var stage = document.querySelector(".stage"), box = stage.getBoundingClientRect(), found = [];
  stage.querySelectorAll("h1, h2, p, b, .card, .token, [data-code], img").forEach(function (each) {
    var r = each.getBoundingClientRect(), style = getComputedStyle(each);
    if (each.closest(".unseen, .confetti, [data-moment], .ending, [data-verdict]")) return;
    if (style.visibility !== "visible" || !each.getClientRects().length) return;
    var slack = 0.02 * box.width;
    if (r.left < box.left - slack || r.right > box.right + slack || r.top < box.top - slack ||
        r.bottom > box.bottom + slack || (each.tagName === "IMG" && r.width < 8))
      found.push(each.tagName + "." + each.getAttribute("class") + ": " + each.textContent.slice(0, 30));
  });
  return found;
})()"""


@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path / "house")
    yield house
    house.kill()


@pytest.fixture
def old(tmp_path):
    """Opens old browsers, and closes them after the test."""
    folder = MADE / "old-tv"
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as closing:

        def opened(version, size=SIZES[0]):
            browser = OldBrowser(binary_of(version, folder), tmp_path / f"profile-{version}", size)
            closing.callback(browser.close)
            return browser

        yield opened


class Screens:
    """Old browsers around one table."""

    def __init__(self, game, tvs):
        self.game, self.tvs = game, tvs
        self.seen = {version: set() for version in tvs}

    def save(self, part, version, *, still=True):
        tv = self.tvs[version]
        self.seen[version].add(part)
        for size in SIZES if still else SIZES[:1]:
            if still:
                tv.resize(*size)
                assert tv.run(OUTSIDE) == [], f"{self.game}, {part}, Chromium {version}, {size}"
            tv.picture(MADE / "old-tv" / f"{self.game}-{part}-{version}-{size[1]}.png")
        if still:
            tv.resize(*SIZES[0])

    def save_all(self, part):
        for version in self.tvs:
            self.save(part, version)

    def look_for(self, part, selector):
        for version, tv in self.tvs.items():
            if part not in self.seen[version] and tv.has(selector):
                self.save(part, version, still=False)

    def have_all(self, part):
        return all(part in parts for parts in self.seen.values())

    def errors(self):
        return {
            version: [error for error in tv.errors if CONNECTION not in error]
            for version, tv in self.tvs.items()
            if any(CONNECTION not in error for error in tv.errors)
        }


@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", shelf())
def test_old_tvs_show_a_whole_game(game, chromium, house, old):
    """Given a table with old TVs around it, when it plays, then all show each part without an error."""
    phone = Person(chromium, house, **PHONE)
    code = phone.go().page.evaluate(OPEN, [game, False])
    phone.go(f"/t/{code}").wait(lambda p: p.room)
    screens = Screens(game, {version: old(version) for version in VERSIONS})
    for tv in screens.tvs.values():
        tv.go(f"{house.url}/t/{code}/table")
    for tv in screens.tvs.values():
        tv.wait("document.querySelectorAll('.stage li').length > 1 && document.querySelector('.stage img')")
    screens.save_all("1-lobby")

    phone.page.get_by_role("button", name="Start with").tap()
    phone.wait(lambda p: p.room["stage"] == "playing" and p.room["paused"] is None)
    for tv in screens.tvs.values():
        tv.wait("document.querySelector('.board > *')")
    screens.save_all("2-play")

    def play_until(is_done):
        end = monotonic() + PATIENCE
        while not is_done() and monotonic() < end:
            phone.page.evaluate(TAP)
            phone.page.wait_for_timeout(100)
            screens.look_for("3-verdict", VERDICT)
            screens.look_for("4-winning-move", ".ending > .banner")

    play_until(lambda: phone.room["stage"] != "playing" or screens.have_all("3-verdict"))
    if phone.room["stage"] == "playing":
        let_bots_play_ahead(house, [phone], as_far_as(lambda states: max(1, len(states) - LEFT)))
        for tv in screens.tvs.values():
            tv.run("void dispatchEvent(new Event('online'))")
    play_until(lambda: phone.room["stage"] == "over")
    assert phone.room["stage"] == "over"
    for tv in screens.tvs.values():
        tv.wait("document.querySelector('[data-place]') || document.querySelector('.stage h1')")
        tv.wait("!document.querySelector('.board')")
        tv.pause(5_000)  # third, second, first
    screens.save_all("5-podium")
    phone.context.close()

    assert screens.have_all("3-verdict")
    assert screens.errors() == {}


@pytest.mark.parametrize("version", VERSIONS)
def test_an_old_tv_is_paired_by_its_number(version, house, old):
    """Given an old TV at /tv, when a phone claims its number, then it shows that table."""
    tv = old(version)
    tv.go(f"{house.url}/tv")
    tv.wait("document.querySelector('[data-number]')")
    number = tv.run("document.querySelector('[data-number]').textContent")
    tv.picture(MADE / "old-tv" / f"pairing-{version}.png")
    table = httpx.post(f"{house.url}/api/tables", json={"game": "tip-tap", "name": "Ada"}).json()

    claim = {"number": number, "table": table["code"], "token": table["token"]}
    assert httpx.post(f"{house.url}/api/big-screens/claim", json=claim).status_code == 200

    tv.wait(f"document.querySelector('[data-code]').textContent.includes('{table['code']}')")
    assert tv.errors == []


@pytest.mark.parametrize("version", [VERSIONS[0], VERSIONS[-1]])
def test_the_home_page_of_an_old_tv_leads_to_the_big_screen_by_remote_control(version, house, old):
    """Given the home page in an old browser, when arrow and Enter are pressed, then it is a big screen."""
    tv = old(version)
    tv.go(house.url)
    tv.wait("document.querySelector('.stage a')" if version < 93 else "document.querySelector('main')")
    for key, code in (("ArrowDown", 40), ("Enter", 13)):
        for kind in ("keyDown", "keyUp"):
            text = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
            tv.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text)
    tv.wait("document.querySelector('[data-number]')")
    assert tv.errors == []


def test_chrome_63_which_has_no_resize_observer_shows_the_lobby(house, old):
    """Given Chromium 64 without what came in 64 to 66, when it opens a table, then it shows the lobby."""
    table = httpx.post(f"{house.url}/api/tables", json={"game": "tip-tap", "name": "Ada"}).json()
    tv = old(VERSIONS[0])
    gone = "delete window.ResizeObserver; delete window.AbortController; delete window.AbortSignal;"
    tv.go(f"{house.url}/t/{table['code']}/table", before=gone)
    tv.wait("document.querySelectorAll('.stage li').length > 1")
    assert tv.run("parseFloat(getComputedStyle(document.querySelector('[data-code]')).fontSize)") > 100
    assert tv.run(OUTSIDE) == []
    assert tv.errors == []


def test_a_browser_that_fails_shows_one_sentence_and_the_qr_code(house, old):
    """Given a browser in which every script of the house fails, then the page is still not blank."""
    table = httpx.post(f"{house.url}/api/tables", json={"game": "tip-tap", "name": "Ada"}).json()
    tv = old(VERSIONS[0])
    tv.go(f"{house.url}/t/{table['code']}/table", before="delete window.Map; delete window.Promise;")
    tv.wait("document.querySelector('#plain img')")
    tv.wait("document.querySelector('#plain img').naturalWidth > 0")
    assert f"/t/{table['code']}/qr.svg" in tv.run("document.querySelector('#plain img').src")
    tv.picture(MADE / "old-tv" / "plain.png")
    shown = tv.run("[].filter.call(document.querySelectorAll('#plain p'), p => p.offsetHeight).length")
    assert shown == 1
