"""Plays each game with bots on a phone and a TV, and saves a picture of each part of its story.

Run it in the root of the project, with the client built: .venv/bin/python -m tools.frames FOLDER [GAME ...]
--theme, --locale and --phone say how the screens look: --theme light --locale de --phone 360x640.
The player on the phone taps anything that can be tapped, so the pictures differ each time.
"""

import argparse
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from time import monotonic

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from taphouse.shelf import own_shelf
from tests.e2e.ahead import as_far_as, let_bots_play_ahead
from tests.e2e.conftest import QUIET
from tests.e2e.driving import A_MOMENT, OPEN, PHONE, TV, House, Person

LEFT = 8  # entries of a game that are played live after bots played ahead
ARRIVING = 450  # milliseconds until what has just come stands still
PATIENCE = 60  # seconds for one part of the story
TAP = """() => {
  const targets = [...document.querySelectorAll("[data-target]:not(:disabled)")];
  const target = targets[Math.floor(Math.random() * targets.length)];
  if (!target) return;
  const { x, y, width, height } = target.getBoundingClientRect();
  const middle = { clientX: x + width / 2, clientY: y + height / 2 };
  const at = { bubbles: true, ...middle, pointerId: 1, pointerType: "touch" };
  for (const type of ["pointerdown", "pointerup"]) target.dispatchEvent(new PointerEvent(type, at));
}"""
VERDICT = "[data-verdict], .play-surface .verdict"
MOMENT = "[data-moment]:not([data-verdict])"


class Story:
    """One game on a phone and a TV."""

    def __init__(self, folder: Path, game: str, phone: Person, tv: Person):
        self.folder, self.game, self.phone, self.tv = folder, game, phone, tv
        self.saved: set[str] = set()

    def save(self, part: str, *pages: Page) -> None:
        """Saves the first picture of a part, for each screen that has one."""
        for page in pages or (self.phone.page, self.tv.page):
            name = f"{self.game}-{part}-{'phone' if page is self.phone.page else 'tv'}.png"
            if name not in self.saved:
                self.saved.add(name)
                page.wait_for_timeout(ARRIVING)
                page.screenshot(path=self.folder / name)
                print(name)

    def play_until(self, *parts: str, most: float = PATIENCE) -> bool:
        """The player on the phone taps until these parts are saved from both screens, or time is up."""
        end = monotonic() + most
        while monotonic() < end:
            self.look()
            if all(
                f"{self.game}-{part}-{screen}.png" in self.saved
                for part in parts
                for screen in ("phone", "tv")
            ):
                return True
            self.phone.page.evaluate(TAP)
            self.phone.page.wait_for_timeout(120)
        return False

    def look(self) -> None:
        for person in (self.tv, self.phone):
            page = person.page
            if page.locator("dialog[open]").count():
                page.keyboard.press("Escape")  # a sheet that a tap opened
            elif page.locator(".ending > .banner").count():
                self.save("5-winning-move", page)
            elif page.locator(VERDICT).count():
                self.save("4-verdict", page)
            elif page.locator(MOMENT).count():
                self.save("3-moment", page)
            elif person.got.get("update") and person.last("update")["race"]:
                self.save("2-race", page)


def record(game: str, folder: Path, browser: Browser, phone_size: tuple[int, int], **look: str) -> None:
    with tempfile.TemporaryDirectory() as data:
        house = House(Path(data), "--introductions", "shown")
        try:
            small = PHONE | {"viewport": dict(zip(("width", "height"), phone_size, strict=True))}
            phone, tv = (
                Person(browser, house, motion="no-preference", **look, **device) for device in (small, TV)
            )
            code = phone.go().page.evaluate(OPEN, [game, False])
            phone.go(f"/t/{code}").wait(lambda p: p.room)
            tv.go(f"/t/{code}/table").wait(lambda p: p.room)
            story = Story(folder, game, phone, tv)
            tv.page.mouse.click(900, 500)
            story.save("0-lobby")
            phone.page.locator("footer .amber").tap()
            for person in (phone, tv):
                person.page.locator(".title-card").wait_for()
            tv.page.wait_for_timeout(1_800)  # the three pictures have come
            story.save("0-title")
            with suppress(TimeoutError):
                phone.page.locator(".title-card button").tap(timeout=A_MOMENT)  # it may have gone by itself
            phone.wait(lambda p: p.room["paused"] is None)
            tv.page.wait_for_timeout(600)
            story.save("1-deal")
            story.play_until("2-race", "3-moment", "4-verdict")
            if phone.room["stage"] == "playing":
                let_bots_play_ahead(house, [phone, tv], as_far_as(lambda states: max(1, len(states) - LEFT)))
            story.play_until("5-winning-move", most=4 * PATIENCE)
            phone.wait(lambda p: p.room["stage"] == "over")
            tv.page.wait_for_timeout(4_500)  # third, second, drum roll, first
            story.save("6-podium")
            phone.context.close()
            tv.context.close()
        finally:
            house.kill()


def size(text: str) -> tuple[int, int]:
    width, height = text.split("x")
    return int(width), int(height)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the pictures go; made if it is not there")
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help=f"of {', '.join(own_shelf())}: all of them if none"
    )
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    parser.add_argument("--locale", default="en-GB", help="language of both screens")
    parser.add_argument("--phone", type=size, default=(390, 844), metavar="WIDTHxHEIGHT")
    asked = parser.parse_args()
    if unknown := set(asked.games) - set(own_shelf()):
        sys.exit(f"no such game: {', '.join(sorted(unknown))}")
    asked.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        for game in asked.games or own_shelf():
            record(game, asked.folder, browser, asked.phone, color_scheme=asked.theme, locale=asked.locale)
        browser.close()


if __name__ == "__main__":
    main()
