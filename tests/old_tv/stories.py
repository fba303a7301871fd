"""Every game on the big screen of old TVs: lobby, play, verdict and podium, without a script error.

`make old-tv` runs it; pictures go to .made/old-tv.
"""

import json
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic

import httpx
import pytest
from websockets.sync.client import connect

from taphouse.table.wire import VERSION
from tests.e2e.driving import House
from tests.old_tv.browsers import SHOWN, VERSIONS, OldBrowser, binary_of
from tests.old_tv.last_minute import go_to_the_last_minute
from tests.shelf import SHELF

MADE = Path(__file__).parents[2] / ".made"
SIZES = ((1920, 1080), (1280, 720))
WHOLE = (VERSIONS[0], VERSIONS[-1])
"""Versions that play every game. Those between play one game each."""
STORIES = [(game, version) for version in WHOLE for game in SHELF]
STORIES += zip(SHELF, VERSIONS[1:-1], strict=False)
PATIENCE = 300  # seconds for one part of the story: far more than a busy machine takes
CONNECTION = "ERR_CONNECTION"  # the house was closed for a moment: no mistake of the page
IS_OVER = "!!document.querySelector('.stage h1') && !document.querySelector('.board')"
STEPS = 5_000  # milliseconds: third, second, first
PARTS = {"3-verdict": "[data-verdict], .verdict-place", "4-winning-move": ".ending > .banner"}
NOTE = f"""window.noted = {{}};
void new MutationObserver(function () {{
  var parts = {json.dumps(PARTS)};
  for (var part in parts) if (document.querySelector(parts[part])) noted[part] = true;
}}).observe(document.body, {{ childList: true, subtree: true, attributes: true }})"""
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


class Host:
    """The host of a table, by the protocol alone: they start games and never tap."""

    def __init__(self, house: House, game: str) -> None:
        bots = ["steady"] * (SHELF[game].SEATS[-1] - 1)
        asked = {"game": game, "name": "Ada", "bots": bots}
        opened = httpx.post(f"{house.url}/api/tables", json=asked).json()
        self.code, self._token, self._house = opened["code"], opened["token"], house

    @contextmanager
    def connected(self, *messages: dict) -> Iterator[None]:
        """Takes the seat, sends these messages and reads whatever comes."""
        address = f"{self._house.url.replace('http', 'ws', 1)}/ws/{self.code}"
        hello = {"type": "hello", "v": VERSION, "token": self._token}
        with connect(address, max_size=None, ping_interval=None) as socket:  # the house pings
            for message in (hello, *messages):
                socket.send(json.dumps(message))
            reading = Thread(target=deque, args=(socket, 0))
            reading.start()
            yield
        reading.join()


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("game", "version"), STORIES)
def test_an_old_tv_shows_a_whole_game(game, version, house, old):
    """Given a table with an old TV, when it plays to the end, then the TV shows all of it without error."""
    host, tv = Host(house, game), old(version)
    pictures = MADE / "old-tv" / f"{game}-{version}"
    tv.go(f"{house.url}/t/{host.code}/table")
    tv.wait("document.querySelectorAll('.stage li').length > 1 && document.querySelector('.stage img')")
    tv.run(NOTE)
    stands(tv, pictures, "1-lobby")

    with host.connected({"type": "start"}):
        tv.wait("document.querySelector('.board > *')")
        tv.picture(pictures.with_name(f"{pictures.name}-2-play.png"))

    go_to_the_last_minute(house)
    tv.run("void dispatchEvent(new Event('online'))")
    wait_for_a_connection(house, tv)
    with host.connected():  # the game goes on now
        taken = set()
        end = monotonic() + PATIENCE
        while not tv.run(IS_OVER):
            assert monotonic() < end, tv.run(SHOWN)
            for part, selector in PARTS.items():
                if part not in taken and tv.has(selector):
                    taken.add(part)
                    tv.picture(pictures.with_name(f"{pictures.name}-{part}.png"))
            tv.pause(100)
        tv.pause(STEPS)
        stands(tv, pictures, "5-podium")

    assert tv.run("Object.keys(window.noted).sort()") == sorted(PARTS)
    assert [error for error in tv.errors if CONNECTION not in error] == []


def wait_for_a_connection(house, tv):
    """Waits until the TV is connected again: nothing happens at the table before."""
    end = monotonic() + PATIENCE
    while "taphouse_connections 1.0" not in httpx.get(f"{house.url}/metrics").text:
        assert monotonic() < end, tv.errors
        tv.pause(100)


def stands(tv, pictures, part):
    """Nothing of a still screen sticks out, in both sizes."""
    for width, height in SIZES:
        tv.resize(width, height)
        tv.picture(pictures.with_name(f"{pictures.name}-{part}-{height}.png"))
        assert tv.run(OUTSIDE) == [], (part, height)
    tv.resize(*SIZES[0])


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

    tv.wait(
        f"[].some.call(document.querySelectorAll('[data-code]'), e => e.textContent === '{table['code']}')"
    )
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
    tv.wait("parseFloat(getComputedStyle(document.querySelector('[data-code]')).fontSize) > 100")
    assert tv.run(OUTSIDE) == []
    assert tv.errors == []


def test_a_browser_that_fails_shows_one_sentence_and_the_qr_code(house, old):
    """Given a browser in which every script of the house fails, then the page is still not blank."""
    table = httpx.post(f"{house.url}/api/tables", json={"game": "tip-tap", "name": "Ada"}).json()
    tv = old(VERSIONS[0])
    tv.go(f"{house.url}/t/{table['code']}/table", before="delete window.Map; delete window.WeakMap;")
    tv.wait("document.querySelector('#plain img')")
    tv.wait("document.querySelector('#plain img').naturalWidth > 0")
    assert f"/t/{table['code']}/qr.svg" in tv.run("document.querySelector('#plain img').src")
    tv.picture(MADE / "old-tv" / "plain.png")
    shown = tv.run("[].filter.call(document.querySelectorAll('#plain p'), p => p.offsetHeight).length")
    assert shown == 1
