"""taphouse book: show, export, import or forget what the house remembers of its evenings."""

from __future__ import annotations

import sqlite3
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from taphouse.book.entries import Book, Entry, read
from taphouse.book.figures import Figures, figures
from taphouse.commands.words_of_figures import day, many, record_lines
from taphouse.house.book_file import BookFile
from taphouse.languages import SOURCE, Languages
from taphouse.server.desktop import data_folder
from taphouse.shelf import whole_shelf

if TYPE_CHECKING:
    from taphouse.book.ratings import Rating


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=Path, default=data_folder(), help="data folder of the house (%(default)s)"
    )
    does = parser.add_subparsers(metavar="WHAT", required=True, dest="what")
    does.add_parser("show", help="print evenings, people, records and ratings")
    for what, help_text in (
        ("page", "write a page with charts, for a browser"),
        ("export", "write the book to a file"),
        ("import", "add the book in a file"),
    ):
        does.add_parser(what, help=help_text).add_argument("file", type=Path)
    forget = does.add_parser("forget", help="take a person out, so that no trace is left in the file")
    forget.add_argument("person", help="their name, or the number that `show` prints if several have it")


def run(asked: Namespace) -> int:
    book = BookFile(asked.data)
    try:
        match asked.what:
            case "show":
                print(shown(book.entries()))
            case "page":
                write_page(book.entries(), asked.file)
            case "export":
                asked.file.write_bytes(msgspec.json.format(msgspec.json.encode(Book(tuple(book.entries())))))
            case "import":
                entries = read(asked.file.read_bytes()).entries
                print(f"{book.add(entries)} of {len(entries)} games were new.")
            case "forget":
                return forget(book, asked.person)
    except (OSError, sqlite3.Error, ValueError) as error:
        print(f"taphouse: {error}", file=sys.stderr)
        return 1
    return 0


def write_page(entries: Sequence[Entry], file: Path) -> None:
    from taphouse.commands.book_page import book_page  # slow to import: every command would wait for it

    shelf = whole_shelf()
    texts = Languages(shelf)
    names = {slug: texts.packaged(SOURCE, slug)["name"] for slug in shelf}
    file.write_text(book_page(entries, names), encoding="utf-8")


def forget(book: BookFile, whom: str) -> int:
    people = figures(book.entries()).people
    named = [each for each in people if each.person == whom or each.name.casefold() == whom.casefold()]
    if not named:
        print(f"taphouse: nobody in the book is called {whom}", file=sys.stderr)
        return 1
    if len(named) > 1:
        print(f"taphouse: several people are called {whom}. Give the number of one:", file=sys.stderr)
        for each in named:
            print(f"  {each.person}  {many(each.games, 'game')}", file=sys.stderr)
        return 1
    games = book.forget(named[0].person)
    print(f"{named[0].name} was in {many(games, 'game')}, and is in the book no more.")
    return 0


def shown(entries: Sequence[Entry]) -> str:
    from taphouse.book.ratings import ratings  # slow to import: every command would wait for it

    if not entries:
        return "The book is empty."
    found = figures(entries)
    names = {each.person: each.name for each in found.people}
    sections = [evenings(found, names), people(found), records(found, names)]
    return "\n\n".join([*(each for each in sections if each), rating_table(ratings(entries), names)])


def evenings(found: Figures, names: dict[str, str]) -> str:
    rows = (
        f"  {day(each.began)}  {many(len(each.games), 'game')}; "
        f"best: {', '.join(names[person] for person in each.best)}"
        for each in found.evenings
    )
    return "\n".join(["Evenings", *rows])


def people(found: Figures) -> str:
    rows = (
        f"  {each.name}: {many(each.evenings, 'evening')}, {many(each.games, 'game')}, {each.wins} won"
        + (f", fastest {each.fastest} ms" if each.fastest is not None else "")
        + f"  ({each.person})"
        for each in found.people
    )
    return "\n".join(["People", *rows])


def records(found: Figures, names: dict[str, str]) -> str:
    rows = [f"  {line}" for lines in record_lines(found, names, {}).values() for line in lines]
    return "\n".join(["Records", *rows]) if rows else ""


def rating_table(found: Sequence[Rating], names: dict[str, str]) -> str:
    rows = (
        f"  {each.game}: {names[each.person]} {each.mean:.1f} ± {each.deviation:.1f} "
        f"after {many(each.games, 'game')}"
        for each in found
    )
    return "\n".join(["Ratings (a newcomer has 25.0 ± 8.3)", *rows])
