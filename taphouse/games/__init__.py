"""All games. A folder here is a game; nothing else lists it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, cast

from taphouse.core import Game


@cache
def shelf() -> dict[str, Game[Any, Any]]:
    """Every game by its slug, in order of place: the folder `tip_tap` holds `tip-tap`."""
    folders = [found.name for found in iter_modules(__path__) if found.ispkg]
    games = {
        folder.replace("_", "-"): cast(Game[Any, Any], import_module(f"{__name__}.{folder}"))
        for folder in folders
    }
    return dict(sorted(games.items(), key=lambda named: named[1].PLACE))
