"""Measures how smoothly a phone shows Snap Clap Tap while six bots lay ten cards a second.

python bench/smooth.py [--rate 10] [--seconds 15] [--slow 1 4]

A socket in the page delivers the updates of real games, so every run is the same.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from itertools import pairwise
from statistics import quantiles
from typing import Any

import msgspec
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from taphouse.core import SECOND, Dice, Move, Play, Seat, told
from taphouse.games import snap_clap_tap as game
from taphouse.games.snap_clap_tap.cards import ACTIONS, Card, is_stop, matches, satisfies
from taphouse.games.snap_clap_tap.events import Do, Lay
from taphouse.games.snap_clap_tap.piles import size, tops
from taphouse.games.snap_clap_tap.rules import FACE_DOWN
from taphouse.games.snap_clap_tap.state import State
from taphouse.table.wire import VERSION

SEATS = 6
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
STILL = 3_000  # ms before the first card: the long frames of the machine itself
STALL = 50  # ms: after a longer frame a screen is unfit for a race
COSTS = ("TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration")

SOCKET = """
    const script = %s;
    window.frames_seen = [];
    const frame = (at) => { frames_seen.push(at); requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
    const say = (socket, message) => socket.onmessage?.({ data: message });
    window.WebSocket = class {
        static OPEN = 1;
        readyState = 1;
        constructor() { window.socket = this; setTimeout(() => this.onopen?.()); }
        close() {}
        send(text) {
            if (JSON.parse(text).type === "hello") for (const message of script.opening) say(this, message);
        }
    };
    window.perform = () => new Promise((done) => {
        const began = performance.now();
        const next = (i) => {
            if (i === script.updates.length) return done();
            const [at, message] = script.updates[i];
            setTimeout(() => { say(socket, message); next(i + 1); }, began + at - performance.now());
        };
        next(0);
    });
"""


def plays(state: State) -> Iterator[tuple[Seat, Card, Card]]:
    """All cards that can be laid now and stop nobody, the fullest hands first."""
    for seat in sorted(range(SEATS), key=lambda seat: -size(state.give[seat])):
        for card in tops(state.give[seat]):
            for on in state.tops:
                if matches(card, on) and not is_stop(card):
                    yield seat, card, on


def updates(rate: float, seconds: float) -> Iterator[tuple[float, bytes]]:
    """The updates of consecutive games without a pause: each with its time in milliseconds."""
    n, shown, step = 0, 0.0, round(SECOND / rate)
    for number in range(1_000):
        play = Play.begin(game, SEATS, f"smooth/{number}")
        play.advance(FACE_DOWN)
        at = FACE_DOWN
        while play.winners is None and (found := next(plays(play.state), None)):
            seat, card, on = found
            action = Dice(play.seed, at).pick([each for each in ACTIONS if satisfies(each, on)])
            for act, when in ((Do(action, (on,)), at + step // 2), (Lay(card, on), at + step)):
                entries = play.feed(Move(when, seat, act))
                shown += step / 2_000
                if shown > seconds * 1_000:
                    return
                n += 1
                yield shown, update(n, when, play.state, [e for entry in entries for e in entry.events])
            at += step


def update(n: int, at: int, state: Any, events: list[Any]) -> bytes:
    news = [event for event in (told(game, event, 0) for event in events) if event is not None]
    return msgspec.json.encode(
        {"type": "update", "n": n, "at": at, "view": game.view(state, 0), "news": news}
        | {"race": "search", "beat": None, "finishes": [], "places": []}
    )


def opening(code: str) -> list[str]:
    """A table of six in the middle of a game."""
    names = ("You", "Ada", "Bo", "Chidi", "Mia", "Zoé")
    players = [
        {"id": i, "name": name, "sign": i + 1, "bot": "quick", "here": True, "ready": True, "rating": None}
        for i, name in enumerate(names)
    ]
    room = {"type": "room", "code": code, "game": "snap-clap-tap", "options": {}, "fairness": {}}
    table = {"stage": "playing", "paused": None, "host": 0, "players": players, "watchers": 0}
    welcome = {"type": "welcome", "v": VERSION, "code": code, "player": 0, "token": None}
    first = update(0, FACE_DOWN, game.TABLES["everyone has one card"], [])
    return [json.dumps(welcome), json.dumps(room | table), first.decode()]


def costs(page: CDPSession) -> dict[str, float]:
    return {metric["name"]: metric["value"] for metric in page.send("Performance.getMetrics")["metrics"]}


def frames(page: Page, meanwhile: str) -> list[float]:
    """The duration of each frame in milliseconds."""
    page.evaluate("frames_seen.length = 0")
    page.evaluate(meanwhile)
    return [later - sooner for sooner, later in pairwise(page.evaluate("frames_seen"))]


def percentiles(lengths: list[float]) -> dict[str, float]:
    found = quantiles(lengths, n=100)
    return {f"p{p}": round(found[p - 1], 1) for p in (50, 90, 95, 99)}


def measure(browser: Browser, address: str, rate: float, seconds: float, slow: int) -> dict[str, Any]:
    request = urllib.request.Request(f"{address}/api/tables", b'{"game":"snap-clap-tap"}')
    code = json.load(urllib.request.urlopen(request))["code"]
    sent = [(round(at, 3), message.decode()) for at, message in updates(rate, seconds)]
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.add_init_script(SOCKET % json.dumps({"opening": opening(code), "updates": sent}))
    page.goto(f"{address}/t/{code}")
    page.wait_for_selector("[data-pile]")
    page.evaluate("document.fonts.ready")
    devtools = context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    still = frames(page, f"new Promise((rested) => setTimeout(rested, {STILL}))")
    before = costs(devtools)
    lengths = frames(page, "perform()")
    after = costs(devtools)
    context.close()
    laid = len(sent) / 2
    return {
        "slow": slow,
        "plays_per_second": round(laid / (sum(lengths) / 1_000), 1),
        "still_frame_ms": percentiles(still),
        "frame_ms": percentiles(lengths),
        "longest_ms": round(max(lengths), 1),
        "stalls": sum(length > STALL for length in lengths),
        "main_thread_ms_per_play": {
            cost.removesuffix("Duration"): round((after[cost] - before[cost]) * 1_000 / laid, 2)
            for cost in COSTS
        },
    }


def main(rate: float, seconds: float, slow: list[int]) -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        command = [sys.executable, "-m", "taphouse.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
        command += ["--introductions", "none"]
        house = subprocess.Popen([*command, "--data", data], stdout=subprocess.PIPE, text=True)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            lines = iter(house.stdout)  # type: ignore[arg-type]
            address = next(word for line in lines for word in line.split() if word.startswith("http://"))
            for times in slow:
                print(json.dumps(measure(browser, address, rate, seconds, times)))
        finally:
            browser.close()
            house.terminate()
            house.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rate", type=float, default=10, help="cards laid per second")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument(
        "--slow", type=int, nargs="+", default=[1, 4], help="how many times slower the page is"
    )
    asked = parser.parse_args()
    main(asked.rate, asked.seconds, asked.slow)
