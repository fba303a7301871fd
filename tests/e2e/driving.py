"""A real house in its own process, and people in real browsers who know the messages of their page."""

import json
import re
import subprocess
import sys
from contextlib import suppress
from functools import partial
from threading import Timer
from time import monotonic

from playwright.sync_api import Browser, BrowserContext, TimeoutError, expect

from tests.shelf import SHELF

SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
TV = {"viewport": {"width": 1920, "height": 1080}}
TIMEOUT = 30  # seconds: far more than any wait here takes
A_MOMENT = 3_000  # ms: a page on a busy machine stands still by then, or the target is gone
expect.set_options(timeout=TIMEOUT * 1_000)

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

NOT_TOO_OFTEN = 25  # ms: a query costs more than a move
FRAMES = """async (frames) => {
  for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame);
  return true;
}"""
NOTE = """selector => {
  const noted = (window.noted ??= {})[selector] = new Set();
  const note = () => {
    for (const shown of document.querySelectorAll(selector))
      noted.add(shown.getAttribute("aria-label") ?? shown.textContent);
  };
  new MutationObserver(note).observe(document.body, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
}"""
NOTED = "([selector, words]) => [...noted[selector]].some((shown) => shown.includes(words))"


def wait_for_frames(page, frames):
    """Waits until the page has drawn this often. Unlike `evaluate`, it fails if nothing is drawn any more."""
    page.wait_for_function(FRAMES, arg=frames)


class House:
    def __init__(self, data, *options, port=0):
        self.data, self.options, self.port, self.process = data, options, port, None
        self.open()

    def open(self):
        command = [sys.executable, "-m", "taphouse.cli", "serve"]
        place = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen([*command, *place, *self.options], stdout=subprocess.PIPE, text=True)
        timer = Timer(TIMEOUT, self.process.kill)  # ends its output, too
        timer.start()
        lines = (re.search(r"https?://\S+", line) for line in self.process.stdout)
        address = next(filter(None, lines), None)
        timer.cancel()
        assert address, "the house did not open: its errors are above"
        self.url = address[0]
        self.port = self.port or int(self.url.rpartition(":")[2])

    def kill(self):
        """Kills the process without a shutdown, like a power failure."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Person:
    """A person with their own browser. `view`, `room` and so on are what the page received last."""

    def __init__(self, browser: Browser, house: House, locale="en-GB", motion="reduce", **device):
        self.house = house
        self.browser, self.device = browser, {**device, "locale": locale, "reduced_motion": motion}
        self._open_browser(None)

    def _open_browser(self, stored):
        self.context: BrowserContext = self.browser.new_context(**self.device, storage_state=stored)
        self.context.set_default_timeout(TIMEOUT * 1_000)
        self.page = self.context.new_page()
        self.got, self.received, self.errors = {}, 0, []
        self.sockets, self.received_on = 0, {}
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.errors.append(error))

    def _listen(self, socket):
        if "/ws/" in socket.url:
            self.sockets += 1
            socket.on("framereceived", partial(self._receive, self.sockets))

    def _receive(self, number, frame):
        self.received += 1
        message = json.loads(frame)
        self.got.setdefault(message["type"], []).append(message)
        self.received_on[message["type"]] = number

    def last(self, kind):
        return self.got[kind][-1]

    @property
    def view(self):
        return self.last("update")["view"]

    @property
    def last_finish(self):
        """The newest photo finish that this page received."""
        return [finish for update in self.got["update"] for finish in update["finishes"]][-1]

    @property
    def room(self):
        return self.last("room")

    @property
    def seat(self):
        player = self.last("welcome")["player"]
        return next(seat for seat, other in enumerate(self.room["players"]) if other["id"] == player)

    def go(self, path="/"):
        self.page.goto(self.house.url + path)
        self.page.wait_for_function("() => document.fonts.ready.then(() => true)")  # late fonts move buttons
        return self

    def wait(self, condition):
        """Waits until messages make `condition` true and are drawn, so that buttons stand still."""
        end = monotonic() + TIMEOUT
        while not self._is(condition):
            assert monotonic() < end, f"still waiting at {self.page.url}"
            self.page.wait_for_timeout(NOT_TOO_OFTEN)
        wait_for_frames(self.page, 2)

    def wait_for_news(self):
        before = self.received
        self.wait(lambda _: self.received > before)

    def note(self, selector):
        """Records from now on every text shown at `selector`, however briefly."""
        self.page.evaluate(NOTE, selector)

    def has_seen(self, selector, words):
        """Asserts that a text recorded at `selector` contains `words`, now or soon."""
        try:
            self.page.wait_for_function(NOTED, arg=[selector, words])
        except TimeoutError:
            shown = self.page.evaluate("selector => [...noted[selector]]", selector)
            raise AssertionError(f"{words!r} was never shown at {selector}, but {shown}") from None

    def _is(self, condition):
        try:
            return condition(self)
        except (KeyError, IndexError, StopIteration):
            return False

    def press(self, name, exact=False):
        button = self.page.get_by_role("button", name=name, exact=exact).first
        button.tap() if self.device.get("has_touch") else button.click()

    def touch(self, target, key):
        """Taps the target, or presses its key. Returns `False` if the target was gone: games do not wait."""
        if not self.device.get("has_touch"):
            self.page.keyboard.press(key)
            return True
        try:
            self.page.locator(target).first.tap(timeout=A_MOMENT)
        except TimeoutError:
            return False
        return True

    def make_table(self, game):
        """Chooses a game from the shelf; this person gets the first seat of the new table."""
        name = self.page.get_by_role("heading", name=game, exact=True)
        card = self.page.get_by_role("article").filter(has=name)
        button = card.get_by_role("button", name="Make a table")
        button.tap() if self.device.get("has_touch") else button.click()
        self.wait(lambda p: p.room["stage"] == "lobby" and p.seat == 0)

    def close_and_reopen(self):
        """Closes the whole browser; only the stored data of the device remains."""
        stored = self.context.storage_state()
        self.context.close()
        self._open_browser(stored)
        return self

    def finger(self, shape):
        """Taps the shape by touch, or by the one key printed on it, if it is still there."""
        target = f'button[data-shape="{shape}"]'
        with suppress(TimeoutError):
            key = self.page.locator(f"{target} kbd").text_content(timeout=A_MOMENT)
            self.touch(target, key.lower())


def table_of(person):
    return person.page.url.partition("/t/")[2][:4]


def start_a_game(person, game, bots=1):
    """Starts a game with a phone, a desktop and `bots` bots."""
    ada = person(**PHONE).go()
    ada.make_table(game)
    bo = person(**DESKTOP).go(f"/t/{table_of(ada)}")
    bo.press("Sit down")
    for seats in range(2, 2 + bots):
        ada.wait(lambda p, seats=seats: len(p.room["players"]) == seats)
        ada.press("Add a bot")
    ada.wait(lambda p: len(p.room["players"]) == 2 + bots)
    ada.press(f"Start with {2 + bots}")
    for somebody in (ada, bo):
        somebody.wait(lambda p: p.view["phase"])
    return ada, bo


def open_table(person, game):
    """Opens a table whose other seats have bots, without a page. Returns its address."""
    seats = SHELF[game].SEATS[-1]
    asked = {"game": game, "name": "Ada", "bots": ["steady"] * (seats - 1)}
    opened = person.context.request.post(f"{person.house.url}/api/tables", data=asked).json()
    seat = f"taphouse.seat.{opened['code']}"
    person.context.add_init_script(f"localStorage.setItem({seat!r}, {opened['token']!r})")
    return f"/t/{opened['code']}"


def sit_down_to(person, game, start=True):
    """Opens a table and fills all other seats with bots."""
    person.go()
    code = person.page.evaluate(OPEN, [game, start])
    person.go(f"/t/{code}")
    person.wait(lambda p: p.view if start else p.room)
    if start:
        person.page.locator(".play-surface > *").first.wait_for()
    return code


def has_no_button_but_the_announcer(screen):
    """A big screen has nothing to press, but for the announcer where the browser plays sound at once."""
    assert set(screen.page.get_by_role("button").all_inner_texts()) <= {"Announcer: Off"}
