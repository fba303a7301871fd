"""The games of a house: those of this package, and those that other packages bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple, cast

from taphouse import games
from taphouse.core import API_VERSION, Game

GROUP = "taphouse.games"  # the entry points of packages
OPTIONAL = {"PICTURES"}  # a rulebook of another package may do without
REQUIRED = tuple(
    sorted({*Game.__annotations__, *(name for name in vars(Game) if not name.startswith("_"))} - OPTIONAL)
)
"""The names that every game of another package defines."""


class Shelved(NamedTuple):
    """A game and where it comes from."""

    game: Game[Any, Any]
    folder: Path
    """Its texts, lesson and pictures."""
    package: str | None = None
    """The name and version of the other package that brings it; `None`: this one."""


class Shelf(Mapping[str, Game[Any, Any]]):
    """Every game by its slug, in order of place."""

    def __init__(self, games: Mapping[str, Shelved], problems: Iterable[str] = ()) -> None:
        self._games = dict(sorted(games.items(), key=lambda named: (named[1].game.PLACE, named[0])))
        self.problems = tuple(problems)
        """Why games of other packages are left out, a sentence for each."""

    def __getitem__(self, slug: str) -> Game[Any, Any]:
        return self._games[slug].game

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def folder(self, slug: str) -> Path:
        return self._games[slug].folder

    @property
    def foreign(self) -> dict[str, str]:
        """The packages that bring games of their own, by slug."""
        return {slug: shelved.package for slug, shelved in self._games.items() if shelved.package}


@cache
def own_shelf() -> Shelf:
    """The games of this package: the folder `tip_tap` holds `tip-tap`."""
    folders = [found.name for found in iter_modules(games.__path__) if found.ispkg]
    return Shelf(
        {
            folder.replace("_", "-"): Shelved(
                cast(Game[Any, Any], import_module(f"{games.__name__}.{folder}")),
                Path(str(games.__file__)).parent / folder,
            )
            for folder in folders
        }
    )


def whole_shelf(points: Iterable[EntryPoint] | None = None) -> Shelf:
    """The games of this package and of every package that names one as entry point."""
    own = own_shelf()
    found = {slug: Shelved(game, own.folder(slug)) for slug, game in own.items()}
    problems = []
    for point in sorted(entry_points(group=GROUP) if points is None else points, key=lambda each: each.name):
        try:
            if point.name in found:
                raise ImportError("a game of this name is installed already")
            found[point.name] = _opened(point)
        except Exception as error:  # of any kind: it is code of strangers
            problems.append(f"the game {point.name} of {_package(point)} is left out: {_reason(error)}")
    return Shelf(found, problems)


def _opened(point: EntryPoint) -> Shelved:
    module = point.load()
    speaks = getattr(module, "API_VERSION", None)
    if speaks != API_VERSION:
        raise ImportError(f"it speaks version {speaks} of the game kit, and this house {API_VERSION}")
    if missing := [name for name in REQUIRED if not hasattr(module, name)]:
        raise ImportError(f"it does not define {', '.join(missing)}")
    return Shelved(module, Path(module.__file__).parent, _package(point))


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def _reason(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]
