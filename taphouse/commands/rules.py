"""taphouse rules: print the rulebook of a game, or the tests of each rule."""

from __future__ import annotations

import ast
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from taphouse.languages import Languages, package_codes
from taphouse.shelf import Shelf, whole_shelf

PACKAGE = Path(str(files("taphouse")))
NUMBERED = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", choices=sorted(whole_shelf()))
    parser.add_argument("--coverage", action="store_true", help="print each numbered rule with its tests")
    parser.add_argument("--language", choices=package_codes(), default="en")


def run(args: Namespace) -> int:
    shelf = whole_shelf()
    games = [args.game] if args.game else sorted(shelf)
    if not args.coverage:
        print("\n\n".join(_rulebook(shelf, game, args.language) for game in games))
        return 0
    if not any(PACKAGE.rglob("test_*.py")):
        print("the tests are not installed: run this from a clone of the source tree", file=sys.stderr)
        return 2
    folders = [PACKAGE, PACKAGE.parent / "tests"]
    return max([coverage(shelf, game, args.language, folders) for game in games])


def coverage(shelf: Shelf, game: str, language: str, folders: Sequence[Path]) -> int:
    """Prints each rule with its tests. Returns 1 if a rule has no test or a test names no rule."""
    shown: dict[int, list[str]] = {}
    for test, number in tests_by_rule(game, folders):
        shown.setdefault(number, []).append(test)
    rules = {int(number): text for number, text in NUMBERED.findall(_rulebook(shelf, game, language))}
    for number, text in rules.items():
        print(f"{game} {number}. {text[:90]}")
        for test in shown.get(number, ["NO TEST"]):
            print(f"      {test}")
    missing = sorted(set(rules) - set(shown))
    unknown = sorted(set(shown) - set(rules))
    print(f"{game}: {len(rules) - len(missing)} of {len(rules)} rules tested")
    if unknown:
        print(f"{game}: tests name rules that are not in the rulebook: {unknown}", file=sys.stderr)
    return 1 if missing or unknown else 0


def _rulebook(shelf: Shelf, game: str, language: str) -> str:
    """Falls back to English."""
    return Languages(shelf).rulebook(language, game) or ""


def tests_by_rule(game: str, folders: Sequence[Path]) -> Iterator[tuple[str, int]]:
    """Parses the tests: `@rule("game", 7)` above a test names its rule."""
    for path in sorted(path for folder in folders for path in folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in _rules(node, game):
                    yield node.name.removeprefix("test_").replace("_", " "), number


def _rules(test: ast.FunctionDef, game: str) -> Iterator[int]:
    for mark in test.decorator_list:
        match mark:
            case ast.Call(func=ast.Name(id="rule"), args=[ast.Constant(value=name), *numbers]) if (
                name == game
            ):
                yield from (number.value for number in numbers if isinstance(number, ast.Constant))  # type: ignore[misc]
