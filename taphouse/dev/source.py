"""The files of a game that is being written: watched, imported again, and tried before they are played."""

from __future__ import annotations

import importlib
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from taphouse.bots.schedule import BotSchedule, run
from taphouse.core import SECOND, Game, Play, Value
from taphouse.languages import Languages
from taphouse.server import asyncapi
from taphouse.server.api import describe
from taphouse.server.game_files import GameFiles
from taphouse.shelf import Shelf, own_shelf, whole_shelf
from taphouse.table import lesson

WATCHED = {".css", ".js", ".json", ".md", ".py", ".svg", ".txt"}
TRIED = 10 * SECOND  # of play by bots, before people play by new rules


class Failure(Value):
    """Why saved files cannot be played."""

    what: str
    """One line: the error."""
    where: str
    """The lines of the game's own files that led to it."""


class Source:
    """The folder of one game."""

    def __init__(self, slug: str, shelf: Shelf) -> None:
        self.slug, self.folder = slug, shelf.folder(slug)
        self._module = cast(ModuleType, shelf[slug]).__name__
        self._seen = self._stamps()

    def has_changed(self) -> bool:
        """Whether a file was saved, added or removed since the last answer."""
        before, self._seen = self._seen, self._stamps()
        return before != self._seen

    def read_again(self) -> Shelf | Failure:
        """The shelf with the game as it is written now; the old modules stay if that fails."""
        old = {name: module for name, module in sys.modules.items() if self._is_own(module)}
        for name in old:
            del sys.modules[name]
        importlib.invalidate_caches()
        own_shelf.cache_clear()
        lesson.forget()
        try:
            importlib.import_module(self._module)
            shelf = whole_shelf()
            if self.slug not in shelf:
                raise ImportError("; ".join(shelf.problems))
            try_out(self.slug, shelf)
        except Exception as error:  # of any kind: it is half-written code
            for name in [name for name, module in sys.modules.items() if self._is_own(module)]:
                del sys.modules[name]
            sys.modules.update(old)
            own_shelf.cache_clear()
            return self.failure(error)
        return shelf

    def failure(self, error: BaseException) -> Failure:
        frames = traceback.extract_tb(error.__traceback__)
        own = [
            f"{Path(frame.filename).relative_to(self.folder)}:{frame.lineno}: {frame.line}"
            for frame in frames
            if Path(frame.filename).is_relative_to(self.folder)
        ]
        if isinstance(error, SyntaxError) and error.filename and error.lineno:
            own.append(f"{Path(error.filename).name}:{error.lineno}: {(error.text or '').strip()}")
        return Failure(f"{type(error).__name__}: {error}", "\n".join(own))

    def _is_own(self, module: ModuleType | None) -> bool:
        file = getattr(module, "__file__", None)
        return isinstance(file, str) and Path(file).is_relative_to(self.folder)

    def _stamps(self) -> dict[Path, tuple[int, int]]:
        stamps = {}
        for file in self.folder.rglob("*"):
            if file.suffix in WATCHED:
                try:
                    seen = file.stat()
                except OSError:  # an editor replaces it just now
                    continue
                stamps[file] = seen.st_mtime_ns, seen.st_size
        return stamps


def try_out(slug: str, shelf: Shelf) -> None:
    """Raises what a house would stumble on: it describes the game and plays some seconds of it by bots."""
    game: Game[Any, Any] = shelf[slug]
    describe(slug, game)
    asyncapi.document(shelf)
    Languages(shelf).words("en", slug)
    GameFiles(slug, shelf.folder(slug))
    lesson.lesson_of(shelf, slug)
    for seats in {game.SEATS[0], game.SEATS[-1]}:
        play = Play.begin(game, seats, "try", game.Options())
        for seat in (None, *range(seats)):
            game.view(play.state, seat)
        run(play, BotSchedule(dict.fromkeys(range(seats), "steady")), TRIED)
