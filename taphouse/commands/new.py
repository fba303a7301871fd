"""taphouse new: write a game in a package of its own, which passes all its tests at once."""

from __future__ import annotations

import keyword
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from taphouse.shelf import own_shelf

TEMPLATE = Path(__file__).parents[1] / "template"
ENDING = ".template"
NAMES = ("Quick Draw", "quick_draw", "quick-draw")  # of the game in the template
SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", help="the game's slug, such as quick-draw")
    parser.add_argument("--folder", type=Path, help="where to write it (a new folder of that name)")


def run(args: Namespace) -> int:
    if problem := problem_with(args.name):
        print(f"taphouse: {problem}", file=sys.stderr)
        return 2
    folder = args.folder or Path(args.name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        print(f"{folder} exists already", file=sys.stderr)
        return 2
    for path, text in files(args.name):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    print(f"{folder} has a game of its own, with tests. README.md there says what to do next.")
    return 0


def problem_with(slug: str) -> str | None:
    """Why a game cannot have this name."""
    package = slug.replace("-", "_")
    if not SLUG.fullmatch(slug):
        return f"{slug!r} is no slug: small letters, digits and hyphens"
    if keyword.iskeyword(package) or package in {*sys.stdlib_module_names, "taphouse", "tests"}:
        return f"Python or Taphouse uses the name {package!r}: choose another one"
    if slug in own_shelf():
        return f"Taphouse has a game {slug!r} already: choose another name"
    return None


def files(slug: str) -> Iterator[tuple[str, str]]:
    """The path and the text of each file of a new game."""
    own = slug.replace("-", " ").title(), slug.replace("-", "_"), slug
    for file in sorted(TEMPLATE.rglob(f"*{ENDING}")):
        path, text = file.relative_to(TEMPLATE).as_posix().removesuffix(ENDING), file.read_text("utf-8")
        for name, new in zip(NAMES, own, strict=True):
            path, text = path.replace(name, new), text.replace(name, new)
        yield path, text
