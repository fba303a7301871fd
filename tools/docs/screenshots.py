"""Makes the pictures of the documentation from the real product: a house, bots, Chromium.

Run it in the root of the project, with the client built: `make screenshots`, or for some of the pictures
.venv/bin/python -m tools.docs.screenshots PICTURE ...
The games are played anew, so the pictures differ each time.
"""

from __future__ import annotations

import argparse
import base64
import io
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Error, sync_playwright

from taphouse.shelf import own_shelf
from tests.e2e.ahead import as_far_as, let_bots_play_ahead
from tests.e2e.conftest import QUIET
from tests.e2e.driving import PHONE, House, Person
from tools.frames import TAP

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
ADDRESS = "http://192.168.1.20:8000"  # what a host sees at home; shown on screens and in QR codes
BOTS = 3
HEIGHT = 560  # of a picture, in pixels
QUALITY = 80  # of WebP, of 100
SETTLING = 300  # milliseconds until a race is drawn
ARRIVING = 700  # milliseconds until what has just come stands still
TV = {"viewport": {"width": 1280, "height": 720}}  # laid out like a large one, half the work to draw
PATIENCE = 150  # seconds for one picture

MOVING_HEIGHT = 400
MOVING_QUALITY = 45
FRAME = 125  # milliseconds
REACTION = 900  # milliseconds until the player on the phone finds a shape
LONGEST = 14_000  # milliseconds of a film: a longer round is not shown
AFTERWARDS = 1_500  # milliseconds that are filmed after a round

# Taking pictures makes pages stutter, and the phone would say so. Its page is told of frames that come
# evenly, as on a phone that has nothing else to do.
EVEN_FRAMES = """{
  const draw = window.requestAnimationFrame.bind(window), LONGEST = 40;
  let drawn = 0, told = 0;
  window.requestAnimationFrame = (then) =>
    draw((now) => {
      if (now !== drawn) [drawn, told] = [now, told ? Math.min(now, told + LONGEST) : now];
      then(told);
    });
}"""


class Party:
    """A table with a phone, a TV and bots."""

    def __init__(self, browser: Browser, house: House, game: str, bots: str, motion: str):
        self.house = house
        self.phone, self.tv = (
            Person(browser, house, color_scheme="dark", motion=motion, **device) for device in (PHONE, TV)
        )
        self.phone.context.add_init_script(EVEN_FRAMES)
        table = {"game": game, "name": "Ada", "bots": [bots] * BOTS, "start": False}
        opened = self.phone.go().context.request.post(f"{house.url}/api/tables", data=table).json()
        self.code = opened["code"]
        self.phone.page.evaluate(
            "([key, token]) => localStorage.setItem(key, token)",
            [f"taphouse.seat.{self.code}", opened["token"]],
        )
        self.phone.go(f"/t/{self.code}").wait(lambda p: p.room)
        self.tv.go(f"/t/{self.code}/table").wait(lambda p: p.room)
        self.tv.page.mouse.click(640, 360)  # sound is on: no hint about it

    def start(self, share: float) -> None:
        """Starts the game, and bots play this share of it."""
        self.phone.press("Start with")
        for person in (self.phone, self.tv):
            person.wait(lambda p: p.view and p.room["paused"] is None)
        let_bots_play_ahead(
            self.house, [self.phone, self.tv], as_far_as(lambda states: int(share * len(states)))
        )

    def shots_of_a_race(self) -> tuple[Image.Image, Image.Image]:
        """The TV and the phone in one race; on a busy machine perhaps one a little later than the other."""
        shots = None
        end = monotonic() + PATIENCE
        while monotonic() < end:
            if self.phone.last("update")["race"]:
                self.phone.page.wait_for_timeout(SETTLING)
                shots = shot(self.tv), shot(self.phone)
                if self.phone.last("update")["race"]:
                    return shots
            self.phone.page.evaluate(TAP)
            self.phone.page.wait_for_timeout(150)
        if shots is None:
            sys.exit("no race began")
        print("This machine is busy: in the next picture one screen may be late.")
        return shots

    def wait_for(self, selector: str) -> None:
        end = monotonic() + PATIENCE
        while not self.tv.page.locator(selector).count():
            if monotonic() > end:
                sys.exit(f"{selector} was never shown")
            self.phone.page.evaluate(TAP)
            self.tv.page.wait_for_timeout(100)
        self.tv.page.wait_for_timeout(ARRIVING)


@contextmanager
def party(
    browser: Browser, game: str, bots: str = "steady", motion: str = "no-preference"
) -> Iterator[Party]:
    with tempfile.TemporaryDirectory() as data:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        house = House(Path(data), "--url", ADDRESS, "--introductions", "none", port=port)
        house.url = f"http://127.0.0.1:{port}"
        try:
            yield Party(browser, house, game, bots, motion)
        finally:
            house.kill()


def shot(person: Person) -> Image.Image:
    return Image.open(io.BytesIO(person.page.screenshot())).convert("RGB")


def scaled(image: Image.Image, height: int) -> Image.Image:
    return image.resize((round(image.width * height / image.height), height), Image.Resampling.LANCZOS)


def rounded(image: Image.Image, radius: int) -> Image.Image:
    mask = Image.new("L", (image.width * 4, image.height * 4))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, *mask.size), radius * 4, fill=255)
    image.putalpha(mask.resize(image.size, Image.Resampling.LANCZOS))
    return image


def side_by_side(tv: Image.Image, phone: Image.Image, height: int = HEIGHT) -> Image.Image:
    left, right = (rounded(scaled(image, height), height // 28) for image in (tv, phone))
    both = Image.new("RGBA", (left.width + height // 28 + right.width, height))
    both.paste(left, (0, 0))
    both.paste(right, (both.width - right.width, 0))
    return both


def save(name: str, image: Image.Image) -> None:
    path = PICTURES / f"{name}.webp"
    image.save(path, quality=QUALITY, method=4)
    print(f"{path.name}: {image.width} x {image.height}, {path.stat().st_size // 1024} KiB")


def of_a_game(browser: Browser, game: str) -> None:
    with party(browser, game, motion="reduce") as table:  # pieces stand where they belong
        table.start(0.5)
        save(game, side_by_side(*table.shots_of_a_race()))


def of_a_lobby(browser: Browser) -> None:
    with party(browser, "racesmack") as table:
        table.tv.page.wait_for_timeout(ARRIVING)
        save("lobby", side_by_side(shot(table.tv), shot(table.phone)))


def of_a_verdict_and_a_podium(browser: Browser) -> None:
    with party(browser, "racesmack") as table:
        table.start(0.3)
        table.wait_for("[data-verdict].full")
        table.tv.page.wait_for_timeout(ARRIVING)  # the last card has flown
        save("verdict", rounded(scaled(shot(table.tv), HEIGHT), HEIGHT // 28))
        let_bots_play_ahead(
            table.house, [table.phone, table.tv], as_far_as(lambda states: max(1, len(states) - 3))
        )
        table.tv.wait(lambda p: p.room["stage"] == "over")
        table.tv.page.wait_for_timeout(5_500)  # third, second, drum roll, first
        save("podium", rounded(scaled(shot(table.tv), HEIGHT), HEIGHT // 28))


class Film:
    """What a page shows, frame by frame, with its time."""

    def __init__(self, person: Person):
        self.frames: list[tuple[float, bytes]] = []
        self.session = person.context.new_cdp_session(person.page)
        self.session.on("Page.screencastFrame", self._keep)
        self.session.send("Page.startScreencast", {"format": "jpeg", "quality": 90})

    def _keep(self, frame: dict[str, Any]) -> None:
        self.frames.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
        with suppress(Error):  # the film is over
            self.session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def end(self) -> None:
        self.session.send("Page.stopScreencast")

    def at(self, time: float) -> Image.Image:
        shown = [data for when, data in self.frames if when <= time]
        return Image.open(io.BytesIO(shown[-1] if shown else self.frames[0][1])).convert("RGB")


def filmed_round(table: Party) -> list[Image.Image]:
    phone = table.phone
    while phone.view["phase"] != "dealing":
        phone.wait_for_news()
    phone.wait(lambda p: p.view["phase"] == "ready")
    films = [Film(table.tv), Film(phone)]
    if phone.view["lead"] == phone.seat:
        phone.page.wait_for_timeout(ARRIVING)
        phone.page.evaluate(TAP)
    phone.wait(lambda p: p.view["phase"] == "hunting")
    for shape in phone.view["card"]:
        phone.page.wait_for_timeout(REACTION)
        if phone.view["phase"] == "hunting":
            phone.finger(shape)
    while phone.view["phase"] == "hunting":
        phone.wait_for_news()
    phone.page.wait_for_timeout(AFTERWARDS)
    for film in films:
        film.end()
    first, last = max(film.frames[0][0] for film in films), max(film.frames[-1][0] for film in films)
    times = [first + tick * FRAME / 1000 for tick in range(int((last - first) * 1000 / FRAME))]
    return [side_by_side(*(film.at(time) for film in films), MOVING_HEIGHT) for time in times]


def of_a_round(browser: Browser) -> None:
    """A short moving picture: a card is turned, and the player on the phone and bots find its shapes."""
    with party(browser, "tip-tap", bots="quick") as table:
        table.start(0.3)
        frames = filmed_round(table)
        while len(frames) * FRAME > LONGEST:
            frames = filmed_round(table)
    path = PICTURES / "round.webp"
    settings = {"duration": FRAME, "loop": 0, "quality": MOVING_QUALITY, "method": 4}
    frames[0].save(path, save_all=True, append_images=frames[1:], **settings)
    print(f"{path.name}: {len(frames) * FRAME / 1000:.1f} seconds, {path.stat().st_size // 1024} KiB")


def main() -> None:
    makers = {game: lambda browser, game=game: of_a_game(browser, game) for game in own_shelf()}
    makers |= {
        "lobby": of_a_lobby,
        "verdict": of_a_verdict_and_a_podium,
        "round": of_a_round,
    }
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pictures", nargs="*", metavar="PICTURE", help=f"of {', '.join(makers)}: all if none")
    asked = parser.parse_args().pictures
    if unknown := set(asked) - set(makers):
        sys.exit(f"no such picture: {', '.join(sorted(unknown))}")
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        for name in asked or makers:
            makers[name](browser)
        browser.close()


if __name__ == "__main__":
    main()
