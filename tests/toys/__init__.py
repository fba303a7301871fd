"""Toy games, for tests of the house that need a game and not one of those that people play."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from taphouse.core import Locale
from taphouse.shelf import Shelf, Shelved, own_shelf

from . import lamps

FOLDER = Path(__file__).parent
TOY, OTHER_TOY, TOY_FOR_THREE = "lamps", "other-lamps", "lamps-for-three"


class SpokenOptions(lamps.Options, kw_only=True):
    language: Locale = "en"


def variant(**names: Any) -> Any:
    """The same game under another name, with these differences."""
    return SimpleNamespace(**{**vars(lamps), **names})


TOYS = {
    TOY: Shelved(cast(Any, lamps), FOLDER),
    OTHER_TOY: Shelved(variant(PLACE=-2), FOLDER),
    TOY_FOR_THREE: Shelved(variant(PLACE=-1, SEATS=range(3, 9), Options=SpokenOptions), FOLDER),
}
OWN = {slug: Shelved(game, own_shelf().folder(slug)) for slug, game in own_shelf().items()}
SHELF = Shelf({**OWN, **TOYS})
"""The games of this package, and the toys."""
