"""A real house in a process of its own, and people in real browsers who see what their own page was sent."""

import json
import re
import subprocess
import sys
from contextlib import suppress
from time import monotonic

from playwright.sync_api import Browser, BrowserContext, TimeoutError, expect

SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
TV = {"viewport": {"width": 1920, "height": 1080}}
PATIENCE = 30  # seconds: far more than anything here takes
A_MOMENT = 3_000  # ms: on a busy machine a page needs that long to stand still; then it has gone
expect.set_options(timeout=PATIENCE * 1_000)

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

NOT_TOO_OFTEN = "() => new Promise((done) => setTimeout(done, 25))"  # to ask costs more than to play
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


class House:
    def __init__(self, data, *options):
        self.data, self.options, self.port, self.process = data, options, 0, None
        self.open()

    def open(self):
        command = [sys.executable, "-m", "taphouse.cli", "serve"]
        place = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen([*command, *place, *self.options], stdout=subprocess.PIPE, text=True)
        self.url = next(
            found[0] for line in self.process.stdout if (found := re.search(r"https?://\S+", line))
        )
        self.port = int(self.url.rpartition(":")[2])

    def kill(self):
        """As a power button does."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Person:
    """Somebody with a browser of their own. `view`, `room` and so on are what the page was sent last."""

    def __init__(self, browser: Browser, house: House, locale="en-GB", **device):
        self.house = house
        self.browser, self.device = browser, {**device, "locale": locale, "reduced_motion": "reduce"}
        self._come_in(None)

    def _come_in(self, kept):
        self.context: BrowserContext = self.browser.new_context(**self.device, storage_state=kept)
        self.context.set_default_timeout(PATIENCE * 1_000)
        self.page = self.context.new_page()
        self.got, self.heard, self.errors = {}, 0, []
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.errors.append(error))

    def _listen(self, socket):
        if "/ws/" in socket.url:
            socket.on("framereceived", self._hear)

    def _hear(self, frame):
        self.heard += 1
        message = json.loads(frame)
        self.got.setdefault(message["type"], []).append(message)

    def last(self, kind):
        return self.got[kind][-1]

    @property
    def view(self):
        return self.last("update")["view"]

    @property
    def last_finish(self):
        """The photo finish this page was shown last."""
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
        self.page.evaluate("() => document.fonts.ready.then(() => null)")  # letters that arrive move buttons
        return self

    def wait(self, condition):
        """Until what this page was sent makes it true, and is drawn: nobody presses where a button was."""
        end = monotonic() + PATIENCE
        while not self._is(condition):
            assert monotonic() < end, f"still waiting at {self.page.url}"
            self.page.evaluate(NOT_TOO_OFTEN)
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def wait_for_news(self):
        before = self.heard
        self.wait(lambda _: self.heard > before)

    def note(self, selector):
        """From now on, all that is shown there, however soon it is gone."""
        self.page.evaluate(NOTE, selector)

    def has_seen(self, selector, words):
        """Until these words were among what was noted there."""
        self.page.wait_for_function(NOTED, arg=[selector, words])

    def _is(self, condition):
        try:
            return condition(self)
        except (KeyError, IndexError, StopIteration):
            return False

    def press(self, name, exact=False):
        button = self.page.get_by_role("button", name=name, exact=exact).first
        button.tap() if self.device.get("has_touch") else button.click()

    def touch(self, target, key):
        """By finger, or by the key printed on it. Games do not wait: whether it was still there is told."""
        if not self.device.get("has_touch"):
            self.page.keyboard.press(key)
            return True
        try:
            self.page.locator(target).first.tap(timeout=A_MOMENT)
        except TimeoutError:
            return False
        return True

    def make_table(self, game):
        """Choose a game from the shelf; the maker sits at the new table's first seat."""
        name = self.page.get_by_role("heading", name=game, exact=True)
        card = self.page.get_by_role("article").filter(has=name)
        button = card.get_by_role("button", name="Make a table")
        button.tap() if self.device.get("has_touch") else button.click()
        self.wait(lambda p: p.room["stage"] == "lobby" and p.seat == 0)

    def close_and_reopen(self):
        """The whole browser is gone; only what the device keeps is left."""
        kept = self.context.storage_state()
        self.context.close()
        self._come_in(kept)
        return self

    def finger(self, shape):
        """Tap by touch, or by the one key printed on the shape, if it is still there."""
        target = f'button[data-shape="{shape}"]'
        with suppress(TimeoutError):
            key = self.page.locator(f"{target} kbd").text_content(timeout=A_MOMENT)
            self.touch(target, key.lower())


def table_of(person):
    return person.page.url.partition("/t/")[2][:4]


def start_a_game(person, game, bots=1):
    """A table with a phone, a desktop and perhaps a bot at it, just begun."""
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


def sit_down_to(person, game, start=True):
    """A full table of bots."""
    person.go()
    code = person.page.evaluate(OPEN, [game, start])
    person.go(f"/t/{code}")
    person.wait(lambda p: p.view if start else p.room)
    if start:
        person.page.locator(".play-surface > *").first.wait_for()
    return code
