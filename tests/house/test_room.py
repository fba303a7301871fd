"""Who sits where, and who may not."""

import pytest

from taphouse.house import room as rooms
from taphouse.house.room import Refusal, Room


def lobby(*names, **rest):
    room = Room("KELP", "salt", "tip-tap", **rest)
    for name in names:
        room, _ = rooms.sit(room, name, None)
    return room


def refusal(action, *args):
    with pytest.raises(Refusal) as caught:
        action(*args)
    return caught.value.why


def test_the_first_to_sit_is_the_host():
    room = lobby("Ada", "Bo")

    assert [m.name for m in room.members] == ["Ada", "Bo"]
    assert room.host == room.members[0].id


def test_everyone_has_a_sign_of_their_own():
    room = lobby("Ada", "Bo", "Chidi")
    room, mia = rooms.sit(room, "Mia", sign=6)

    assert room.member(mia).sign == 6
    assert len({m.sign for m in room.members}) == 4


def test_a_taken_sign_is_refused_when_asked_for_by_name():
    room = lobby("Ada", "Bo")

    assert refusal(rooms.rename, room, room.members[1].id, "Bo", room.members[0].sign) == "sign-taken"


@pytest.mark.parametrize("twin", ["ada", "ADA", "Аda", "A d a", "Ａｄａ", "Ada\u200b"])
def test_names_that_look_alike_are_refused(twin):
    assert refusal(rooms.sit, lobby("Ada"), twin, None) == "name-taken"


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200d", "\x00\x07", "…"])
def test_a_name_must_be_readable(name):
    assert refusal(rooms.sit, lobby(), name, None) == "no-name"


def test_a_full_table_is_full():
    room = lobby("Ada", "Bo", "Chidi", "Dora", "Emil", "Fay")

    assert refusal(rooms.sit, room, "Gus", None) == "table-full"
    assert refusal(rooms.add_bot, room, "steady") == "table-full"


def test_a_person_takes_a_bots_seat_when_there_is_no_other():
    room = lobby("Ada")
    for _ in range(5):
        room = rooms.add_bot(room, "steady")

    room, bo = rooms.sit(room, "Bo", None)

    assert len(room.members) == 6
    assert room.member(bo).bot is None
    assert sum(m.bot is not None for m in room.members) == 4


def test_a_latecomer_takes_a_bots_place_at_the_game():
    room = rooms.start(rooms.add_bot(lobby("Ada"), "steady"), "m")

    room, bo = rooms.sit(room, "Bo", None)

    assert [m.id for m in room.members] == [1, bo]


def test_whoever_leaves_a_game_is_followed_by_a_bot_of_the_same_name():
    room = rooms.start(lobby("Ada", "Bo"), "m")

    room = rooms.stand(room, room.members[0].id)

    assert [(m.name, m.bot) for m in room.members] == [("Ada", "steady"), ("Bo", None)]
    assert room.host == room.members[1].id


def test_whoever_leaves_the_lobby_leaves_a_free_seat():
    room = rooms.stand(lobby("Ada", "Bo"), 1)

    assert [m.name for m in room.members] == ["Bo"]
    assert room.host == room.members[0].id


def test_an_id_is_never_used_again():
    room = rooms.stand(lobby("Ada", "Bo"), 2)
    room, again = rooms.sit(room, "Bo", None)

    assert again == 3


@pytest.mark.parametrize(
    ("options", "detail"),
    [
        ({"colour": "red"}, "colour"),
        ({"side": "inside out"}, "side"),
        ({"limit": 1}, "limit"),
        ({"lead_lag": "100"}, "lead_lag"),
        ({"series": 3}, "series"),
    ],
)
def test_impossible_options_are_refused_by_name(options, detail):
    with pytest.raises(Refusal) as caught:
        rooms.choose(lobby("Ada"), "tip-tap", options)

    assert caught.value.why == "bad-options"
    assert detail in caught.value.detail


def test_an_unknown_game_is_refused():
    assert refusal(rooms.choose, lobby("Ada"), "chess", {}) == "no-such-game"


def test_a_game_needs_enough_players():
    assert refusal(rooms.start, lobby("Ada"), "m") == "too-few"


@pytest.mark.parametrize(
    "change",
    [
        lambda room: rooms.choose(room, "tip-tap", {}),
        lambda room: rooms.add_bot(room, "quick"),
        lambda room: rooms.start(room, "again"),
    ],
)
def test_a_game_that_is_on_is_left_alone(change):
    assert refusal(change, rooms.start(lobby("Ada", "Bo"), "m")) == "not-now"
