"""Finds a game's package in the current folder, and makes it importable as if pip had installed it."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from taphouse.shelf import GROUP


class Package(NamedTuple):
    """A package of games that is not, or need not be, installed."""

    folder: Path
    """With its `pyproject.toml`."""
    name: str
    version: str
    games: dict[str, str]
    """The module of each game, by slug."""


def package_in(folder: Path) -> Package | None:
    """The package of games in this folder. Raises `ValueError` if its `pyproject.toml` cannot be read."""
    file = folder / "pyproject.toml"
    if not file.is_file():
        return None
    project = tomllib.loads(file.read_text("utf-8")).get("project", {})
    games = project.get("entry-points", {}).get(GROUP)
    if not games:
        return None
    return Package(
        folder, str(project.get("name", folder.name)), str(project.get("version", "0")), dict(games)
    )


def put_on_path(package: Package, scratch: Path) -> None:
    """Processes that this one starts find it, too. It comes before the same package as pip installed it."""
    about = scratch / f"{package.name.replace('-', '_')}-{package.version}.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package.name}\nVersion: {package.version}\n", "utf-8"
    )
    points = "".join(f"{slug} = {module}\n" for slug, module in package.games.items())
    (about / "entry_points.txt").write_text(f"[{GROUP}]\n{points}", "utf-8")
    places = [
        str(scratch),
        *(str(place) for place in (package.folder / "src", package.folder) if place.is_dir()),
    ]
    sys.path[:0] = places
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [*places, os.environ.get("PYTHONPATH")]))
