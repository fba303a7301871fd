"""What is true of every game in a real browser: it is played on a phone, and its board fits every screen.

A test module imports all names of this one, and names the game by a fixture `slug` of the scope `module`.
It is skipped without Playwright (`pip install playwright`) and Chromium.
"""

import json
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager, suppress
from random import Random
from time import monotonic

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="pip install playwright")

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
HANDS = [(390, 844), (360, 640), (844, 390), (1440, 900)]
TV = (1920, 1080)
ENOUGH = 4  # acts that counted
LONGEST = 60  # seconds of play until then: a table that waits for bots
LOOKS = 4  # at a board of each size while bots play, a quarter of a second apart
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
OPEN = "fieldset:not(.foul)"  # an act of the plain board
TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"
NAMELESS = """() => [...document.querySelectorAll("button")]
  .filter((button) => !button.closest("[aria-hidden=true]") && !button.textContent.trim() && !button.ariaLabel
    && !button.getAttribute("aria-labelledby"))
  .map((button) => button.outerHTML)"""


@pytest.fixture(scope="module")
def a_browser():
    with playwright.sync_playwright() as running:
        try:
            browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        except playwright.Error as error:
            pytest.skip(f"no Chromium: {error.message.splitlines()[0]}")
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Of a house in a process of its own, with all installed games."""
    place = ["--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path_factory.mktemp("house"))]
    command = [sys.executable, "-m", "taphouse", "serve", *place, "--introductions", "none"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    found = (re.search(r"https?://\S+", line) for line in process.stdout)
    yield next(filter(None, found))[0]
    process.kill()
    process.wait()
    process.stdout.close()


class Player:
    """A person at a table of bots, who knows what their page received last."""

    def __init__(self, context, address, slug):
        shelf = {game["slug"]: game for game in context.request.get(f"{address}/api/games").json()}
        asked = {
            "game": slug,
            "name": "Ada",
            "start": True,
            "bots": ["quick"] * (shelf[slug]["seats"][0] - 1),
        }
        opened = context.request.post(f"{address}/api/tables", data=asked).json()
        self.address = f"{address}/t/{opened['code']}"
        self.page, self.errors, self.got, self.counted = context.new_page(), [], {}, 0
        self.page.add_init_script(f"localStorage['taphouse.seat.{opened['code']}'] = {opened['token']!r}")
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._receive))

    def _receive(self, frame):
        message = json.loads(frame)
        self.got[message["type"]] = message
        if message["type"] == "update":
            self.counted += sum(self._is_own_act(event) for event in message["news"])

    def _is_own_act(self, event):
        return event.get("seat") == 0 and event["type"] not in ("Refused", "Left", "Returned")

    @property
    def is_over(self):
        return self.got.get("room", {}).get("stage") == "over"

    def press_anything(self, chance):
        """Presses a button of the plain board, or sends what is to be written. It may be gone by then."""
        acts = self.page.locator(OPEN)
        if (count := acts.count()) == 0:
            return
        act = acts.nth(chance.randrange(count))
        with suppress(playwright.Error):
            for blank in act.locator("input").all():
                blank.fill("river", timeout=1_000)
            buttons = act.locator("button")
            buttons.nth(chance.randrange(buttons.count())).dispatch_event(
                "click", {"detail": 0}, timeout=1_000
            )


@contextmanager
def seated(browser, address, slug, **device):
    context = browser.new_context(**device, locale="en-GB", reduced_motion="reduce")
    player = Player(context, address, slug)
    try:
        yield player
    finally:
        context.close()
    assert player.errors == []


def test_a_person_plays_it_with_bots_on_the_plain_board_of_a_phone(a_browser, address, slug):
    with seated(a_browser, address, slug, **PHONE) as player:
        player.page.goto(f"{player.address}?board=plain")
        player.page.locator(".plain").wait_for()
        chance, end = Random(slug), monotonic() + LONGEST
        while player.counted < ENOUGH and not player.is_over and monotonic() < end:
            player.press_anything(chance)
            assert not player.page.evaluate(TOO_WIDE)
            player.page.wait_for_timeout(50)

        assert player.counted >= ENOUGH or player.is_over


def test_its_board_fits_every_screen_and_names_its_buttons(a_browser, address, slug):
    with seated(a_browser, address, slug, **PHONE) as player:
        player.page.goto(player.address)
        player.page.locator(".board > *").first.wait_for()
        for size in HANDS:
            look_at(player.page, size)
        player.page.goto(f"{player.address}/table")
        player.page.locator(".board > *").first.wait_for()
        look_at(player.page, TV)

        assert "update" in player.got


def look_at(page, size):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for _ in range(LOOKS):
        page.wait_for_timeout(250)
        assert not page.evaluate(TOO_WIDE), size
        assert page.evaluate(NAMELESS) == [], size
