"""A game in a package of its own, as `taphouse new` writes it, on the path of this process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from taphouse.commands.new import files
from taphouse.dev.package import package_in, put_on_path
from taphouse.dev.source import Source
from taphouse.shelf import Shelf, own_shelf, whole_shelf

SLUG = "quick-draw"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the package's files."""
    folder = tmp_path / SLUG
    for path, text in files(SLUG):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    change(folder / "quick_draw/rules.py", "= 2 * SECOND, 5 * SECOND", "= SECOND // 10, SECOND // 5")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("PYTHONPATH", "")
    found = package_in(folder)
    assert found is not None
    put_on_path(found, tmp_path / "path")
    yield folder / "quick_draw"
    for name in [name for name in sys.modules if name.partition(".")[0] == "quick_draw"]:
        del sys.modules[name]
    own_shelf.cache_clear()


@pytest.fixture
def shelf(package: Path) -> Shelf:
    return whole_shelf()


@pytest.fixture
def source(shelf: Shelf) -> Source:
    return Source(SLUG, shelf)


def change(file: Path, before: str, after: str) -> None:
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after), "utf-8")
