"""All games. A folder here is a game; nothing else lists it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import Any, cast

import msgspec

from taphouse.core import Game, Lesson


@cache
def shelf() -> dict[str, Game[Any, Any]]:
    """Every game by its slug, in order of place: the folder `tip_tap` holds `tip-tap`."""
    folders = [found.name for found in iter_modules(__path__) if found.ispkg]
    games = {
        folder.replace("_", "-"): cast(Game[Any, Any], import_module(f"{__name__}.{folder}"))
        for folder in folders
    }
    return dict(sorted(games.items(), key=lambda named: named[1].PLACE))


@cache
def lesson(slug: str) -> Lesson | None:
    """The lesson of this game, or `None`."""
    path = files(f"{__name__}.{slug.replace('-', '_')}") / "lesson.json"
    return msgspec.json.decode(path.read_bytes(), type=Lesson) if path.is_file() else None
