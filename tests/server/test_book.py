"""A house that is opened with a book: it says so, and what it was given is in the file when it closes."""

import pytest

from taphouse.book.entries import Entry, Guest
from taphouse.house.book_file import BookFile, BookThread
from tests.toys import TOY

pytestmark = pytest.mark.anyio


def entry(n):
    return Entry(f"m{n}", n, "table", TOY, (Guest("a" * 20, "Anna", 1),))


async def test_a_house_says_whether_it_keeps_a_book(open_house):
    async with open_house() as house:
        assert (await house.http.get("/api/house")).json()["book"] is False
    async with open_house(has_book=True) as house:
        assert (await house.http.get("/api/house")).json()["book"] is True


async def test_all_entries_are_written_when_the_book_is_closed(tmp_path):
    book = BookThread(BookFile(tmp_path))

    for n in range(20):
        book.add(entry(n))
    book.close()

    assert {each.id for each in BookFile(tmp_path).entries()} == {f"m{n}" for n in range(20)}


async def test_a_book_that_cannot_be_written_stops_no_game(tmp_path, caplog):
    (tmp_path / "book.db").mkdir()
    book = BookThread(BookFile(tmp_path))

    book.add(entry(1))
    book.close()

    assert "a game is not in the book" in caplog.text
