"""The file of the book: filled once a game ends, exported, imported, and forgetful."""

import msgspec
import pytest

from taphouse.book.entries import Book, Closest, Entry, Guest, read
from taphouse.book.figures import figures
from taphouse.cli import main
from taphouse.fair.finish import Finish, Lane
from taphouse.house.book_file import BookFile, closest_of, entry_of
from taphouse.table.evening import Played, Result
from taphouse.table.room import Member, Room
from tests.toys import TOY

SECRET = b"secret"


def room(**changes):
    members = (
        Member(1, "Zaphkiel", 1, browser="browser-one"),
        Member(2, "Ben", 2, browser="browser-two"),
        Member(3, "Robin", 3, bot="steady"),
    )
    results = (
        Result(2, "Ben", 2, False, 1, 4, 310),
        Result(3, "Robin", 3, True, 2, 2),
        Result(1, "Zaphkiel", 1, False, 3, 0),
    )
    evening = (Played(TOY, results),)
    fields = {"members": members, "evening": evening, "match": "m1", "stage": "over", **changes}
    return Room("QUAY", "salt", TOY, **fields)


def entry(room, *finishes):
    return entry_of(room, finishes, SECRET, 1_000)


def lane(seat, response):
    return Lane(seat, response, 500)


def test_a_game_is_booked_with_its_people_and_without_its_bots():
    found = entry(room())

    assert [(guest.name, guest.place, guest.fastest) for guest in found.guests] == [
        ("Ben", 1, 310),
        ("Zaphkiel", 3, None),
    ]
    assert found.id == "m1"


def test_a_lesson_and_a_game_of_bots_alone_are_not_booked():
    bots = tuple(Member(n, f"Bot {n}", n, bot="steady") for n in (1, 2))
    played = (Played(TOY, (Result(1, "Bot 1", 1, True, 1), Result(2, "Bot 2", 2, True, 2))),)

    assert entry(room(taught=True)) is None
    assert entry(room(members=bots, evening=played)) is None


def test_a_device_with_two_names_is_two_people_and_the_browsers_id_is_not_in_the_entry():
    first, other = entry(room()), room().members[0]
    renamed = room(members=(msgspec.structs.replace(other, name="Yael"), *room().members[1:]))

    assert entry(renamed).guests[1].person != first.guests[1].person
    assert entry(renamed).guests[0].person == first.guests[0].person
    assert b"browser" not in msgspec.json.encode(first)


def test_another_house_knows_the_same_person_by_another_number():
    assert entry(room()).guests[0].person != entry_of(room(), (), b"other", 1_000).guests[0].person


def test_the_closest_finish_is_one_between_two_people():
    people = {0: "a" * 20, 1: "b" * 20}
    with_a_bot = Finish("x", (lane(0, 100), lane(2, 101)), 1, 1_000)
    wide = Finish("x", (lane(0, 100), lane(1, 900)), 800, 1_000)
    last = Finish("x", (lane(2, 10), lane(0, 100), lane(1, 130)), 30, 1_000, last=True)

    assert closest_of((with_a_bot, wide, last), people) == Closest("a" * 20, "b" * 20, 30)
    assert closest_of((with_a_bot,), people) is None


def test_a_game_that_ends_twice_after_a_crash_counts_once(tmp_path):
    book = BookFile(tmp_path)

    assert [book.add([entry(room())]), book.add([entry(room())])] == [1, 0]
    assert len(book.entries()) == 1


def test_who_is_forgotten_leaves_no_trace_in_the_files_of_the_book(tmp_path):
    book = BookFile(tmp_path)
    games = [msgspec.structs.replace(entry(room()), id=f"m{n}", at=n) for n in range(200)]
    book.add(games)
    person = next(guest.person for guest in games[0].guests if guest.name == "Zaphkiel")
    traces = (b"Zaphkiel", person.encode())
    assert all(trace in book.path.read_bytes() for trace in traces)

    assert book.forget(person) == 200

    for file in tmp_path.iterdir():
        assert [trace for trace in traces if trace in file.read_bytes()] == []
    assert [each.name for each in figures(book.entries()).people] == ["Ben"]


def test_a_book_survives_export_and_import(tmp_path, capsys):
    house, other, file = BookFile(tmp_path / "one"), tmp_path / "two", tmp_path / "book.json"
    house.add([entry(room())])

    assert main(["book", "--data", str(tmp_path / "one"), "export", str(file)]) == 0
    assert main(["book", "--data", str(other), "import", str(file)]) == 0
    assert main(["book", "--data", str(other), "import", str(file)]) == 0

    assert BookFile(other).entries() == house.entries()
    assert capsys.readouterr().out == "1 of 1 games were new.\n0 of 1 games were new.\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"nonsense", "no book"),
        (b'{"entries": [{"id": "a"}]}', "entries"),
        (b'{"entries": [], "format": 2}', "format 2"),
    ],
)
def test_a_file_that_is_no_book_is_refused_and_changes_nothing(tmp_path, capsys, text, says):
    file = tmp_path / "book.json"
    file.write_bytes(text)

    assert main(["book", "--data", str(tmp_path), "import", str(file)]) == 1

    assert says in capsys.readouterr().err
    assert BookFile(tmp_path).entries() == []


def test_a_game_that_names_a_person_twice_is_refused():
    twice = Guest("a" * 20, "Anna", 1)

    with pytest.raises(ValueError, match="twice"):
        read(msgspec.json.encode(Book((Entry("x", 1, "t", TOY, (twice, twice)),))))


def test_two_people_of_one_name_are_told_apart_before_one_is_forgotten(tmp_path, capsys):
    book = BookFile(tmp_path)
    guests = tuple(Guest(letter * 20, "Anna", place) for place, letter in enumerate("ab", 1))
    book.add([Entry("x", 1, "t", TOY, guests)])

    assert main(["book", "--data", str(tmp_path), "forget", "anna"]) == 1
    assert "a" * 20 in capsys.readouterr().err
    assert len(book.entries()[0].guests) == 2

    assert main(["book", "--data", str(tmp_path), "forget", "a" * 20]) == 0
    assert [guest.person for guest in book.entries()[0].guests] == ["b" * 20]


def test_show_prints_evenings_people_records_and_ratings(tmp_path, capsys):
    BookFile(tmp_path).add([entry(room())])

    assert main(["book", "--data", str(tmp_path), "show"]) == 0

    out = capsys.readouterr().out
    assert "Ben: 1 evening, 1 game, 1 won, fastest 310 ms" in out
    assert f"{TOY}: Ben" in out


def test_a_cluster_has_no_book(capsys):
    assert main(["serve", "--book", "--cluster", "nats://localhost:1"]) == 2

    assert "--book" in capsys.readouterr().err


def test_the_page_of_the_book_loads_nothing_and_shows_names_as_text(tmp_path):
    guests = (Guest("a" * 20, "<script>alert(1)</script>", 1, 240), Guest("b" * 20, "Ben", 2))
    BookFile(tmp_path).add([Entry("x", 1_000, "t", "tip-tap", guests, Closest("a" * 20, "b" * 20, 3_400))])
    file = tmp_path / "book.html"

    assert main(["book", "--data", str(tmp_path), "page", str(file)]) == 0

    page = file.read_text("utf-8")
    shown = ("&lt;script&gt;", "240 ms", "3.4 ms", "1 of 1", "Tip Tap")
    assert [text for text in shown if text not in page] == []
    assert [text for text in ("<script", "http", "a" * 20) if text in page] == []


def test_an_empty_book_has_a_page_that_says_so(tmp_path):
    file = tmp_path / "book.html"

    assert main(["book", "--data", str(tmp_path), "page", str(file)]) == 0

    assert "The book is empty." in file.read_text("utf-8")
