"""Writes the Python types and limits that the client shares as TypeScript; `--check` only compares."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import cast, get_args

from taphouse.core import MS, Skill, TimeScale
from taphouse.core.decks import LONGEST_DECK, LONGEST_TITLE, MOST_CARDS, CommonProblem
from taphouse.decks import CommonFinding, HouseDeck
from taphouse.dev import wire as dev
from taphouse.dev.slow_lines import LineQuality
from taphouse.fair import Finish
from taphouse.fair.screen_timeline import QUEUED
from taphouse.fair.settings import FAR_CAP, NEAR_CAP
from taphouse.house.lobby import Opened, OpenTable, PlayAgainst, Summary
from taphouse.languages import Language, Texts
from taphouse.replay.pictures import PictureBook
from taphouse.server.addresses import ChooseAddress, HouseAddresses
from taphouse.server.big_screens import ClaimBigScreen, NewBigScreen, PairedScreen
from taphouse.server.decks import LONGEST_LINK, DeckRead, DeckWritten, ReadDeck, TryDeck, WriteDeck
from taphouse.server.figures import Figures
from taphouse.server.openapi import About, ErrorBody, OnTheShelf
from taphouse.server.playtesting import Tried
from taphouse.shelf import own_shelf
from taphouse.table import wire
from taphouse.table.lesson import Lesson
from taphouse.table.session import ELECTED
from taphouse.testing.wire import Script, of_game

ROOT = Path(__file__).resolve().parent.parent
TOOL = "tools/wire.py"


def house() -> str:
    """The messages and HTTP bodies of pages and server, the lessons, the pictures, and the limits."""
    answers = (
        Opened,
        Summary,
        NewBigScreen,
        PairedScreen,
        OnTheShelf,
        About,
        Figures,
        HouseAddresses,
        Language,
        Texts,
        HouseDeck,
        DeckRead,
        DeckWritten,
        Tried,
        ErrorBody,
    )
    asked = (OpenTable, PlayAgainst, ClaimBigScreen, ChooseAddress, ReadDeck, WriteDeck, TryDeck, Lesson)
    script = Script(
        (wire.Up, *asked),
        (wire.Down, Finish, wire.Film, PictureBook, *answers),
        TOOL,
    )
    limits(script)
    for name, kind in {"Up": wire.Up, "Down": wire.Down}.items():
        script.add(name, kind, wire)
    for cls in (Finish, wire.Film, *asked, *answers, PictureBook):
        script.add(cls.__name__, cls, sys.modules[cls.__module__])
    for name, kind in {"CommonProblem": CommonProblem, "CommonFinding": CommonFinding}.items():
        script.add(name, kind, sys.modules[__name__])
    return script.text()


def debug_table() -> str:
    """What the debug table of `taphouse dev` asks and is told."""
    asked = (dev.Fork, dev.Assign, LineQuality)
    told = (dev.DevHouse, dev.DevState, dev.Forked, dev.SeatToken)
    script = Script(asked, told, TOOL)
    for cls in (*asked, *told):
        script.add(cls.__name__, cls, sys.modules[cls.__module__])
    return script.text()


def limits(script: Script) -> None:
    """Declares the numbers and choices that client and server share."""
    for name, value, doc in (
        ("VERSION", wire.VERSION, ""),
        (
            "LONGEST_NAME",
            wire.LONGEST_NAME,
            "Characters as people count them: an emoji or a letter with its accents is one.",
        ),
        ("SIGN_COUNT", wire.SIGN_COUNT, "Pub signs, numbered from 1."),
        ("REACTION_GAP", wire.REACTION_GAP, "Milliseconds between two reactions of one player."),
        ("COUNTDOWN", ELECTED // MS, "Milliseconds from a majority of votes to the start of the game."),
        ("MAX_HEAD_START", wire.MAX_HEAD_START, "Milliseconds."),
        ("NEAR_CAP", NEAR_CAP, "Milliseconds a verdict waits at most: friends on one continent."),
        ("FAR_CAP", FAR_CAP, "Milliseconds a verdict waits at most: rooms across oceans."),
        ("MIN_FRAME", wire.MIN_FRAME, "Microseconds between two frames, as a device may report them."),
        ("MAX_FRAME", wire.MAX_FRAME, "Microseconds between two frames, as a device may report them."),
        (
            "BEAT_MARGIN",
            QUEUED,
            "Microseconds of input that a browser may hold back: a beat commits to no later moment.",
        ),
        ("LONGEST_DECK", LONGEST_DECK, "Bytes of the text of a deck."),
        ("LONGEST_TITLE", LONGEST_TITLE, "Letters of the title of a deck."),
        ("MOST_CARDS", MOST_CARDS, "Cards of a deck."),
        ("LONGEST_LINK", LONGEST_LINK, "Bytes of a link that is drawn as a QR code."),
        ("TIME_SCALES", get_args(TimeScale), "Percent of the rules' time limits."),
        ("SKILLS", get_args(Skill), "Of bots, in rising order."),
    ):
        script.constant(name, value, doc)


def scripts() -> Iterator[tuple[Path, str]]:
    yield ROOT / "client/base/wire.ts", house()
    yield ROOT / "client/app/dev/wire.ts", debug_table()
    for found in own_shelf().values():
        home = cast(ModuleType, found)
        yield Path(inspect.getfile(home)).parent / "wire.ts", of_game(home, TOOL)


def main(check: bool) -> int:
    stale = [(path, text) for path, text in scripts() if not path.exists() or path.read_text("utf-8") != text]
    for path, text in stale:
        if check:
            print(f"{path.relative_to(ROOT)} is stale: run python tools/wire.py", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            print(path.relative_to(ROOT))
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
