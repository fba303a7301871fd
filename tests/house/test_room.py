"""Seats, names, signs, votes and options of a room."""

import msgspec
import pytest

from taphouse.table import room as rooms
from taphouse.table.room import Refusal, Room, checked_options
from taphouse.table.wire import LONGEST_NAME
from tests.toys import OTHER_TOY, SHELF, TOY, TOY_FOR_THREE


def lobby(*names, **rest):
    room = Room("KELP", "salt", TOY, **rest)
    for name in names:
        room, _ = rooms.sit(SHELF, room, name, None)
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
    room, mia = rooms.sit(SHELF, room, "Mia", sign=6)

    assert room.member(mia).sign == 6
    assert len({m.sign for m in room.members}) == 4


def test_renaming_to_a_taken_sign_is_refused():
    room = lobby("Ada", "Bo")

    assert refusal(rooms.rename, room, room.members[1].id, "Bo", room.members[0].sign) == "sign-taken"


@pytest.mark.parametrize("twin", ["ada", "ADA", "Аda", "A d a", "Ａｄａ", "Ada\u200b"])
def test_names_that_look_alike_are_refused(twin):
    assert refusal(rooms.sit, SHELF, lobby("Ada"), twin, None) == "name-taken"


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200d", "\x00\x07", "…"])
def test_a_name_must_be_readable(name):
    assert refusal(rooms.sit, SHELF, lobby(), name, None) == "no-name"


@pytest.mark.parametrize("name", ["\u3164", "\u115f \uffa0", "\u2800\u2800", "\u0301\u0301"])
def test_an_invisible_name_is_refused(name):
    assert refusal(rooms.sit, SHELF, lobby(), name, None) == "no-name"


@pytest.mark.parametrize("name", ["🦊", "👩‍🚀🇫🇷", "👍🏽"])
def test_an_emoji_is_a_name(name):
    room = lobby(name)

    assert room.members[0].name == name
    assert refusal(rooms.sit, SHELF, room, name, None) == "name-taken"


@pytest.mark.parametrize("character", ["x", "é", "e\u0301", "👩‍🚀", "🇫🇷"])
def test_a_name_that_is_too_long_is_refused_and_not_cut(character):
    fits, long = character * LONGEST_NAME, character * (LONGEST_NAME + 1)

    assert refusal(rooms.sit, SHELF, lobby(), long, None) == "name-too-long"
    assert refusal(rooms.rename, lobby("Ada"), 1, long, 1) == "name-too-long"
    assert len(lobby(fits).members) == 1


def test_a_stored_table_with_a_longer_name_is_still_read():
    stored = msgspec.json.encode(lobby("Ada")).replace(b"Ada", b"A name of more than sixteen")

    room = msgspec.json.decode(stored, type=Room)

    assert (
        rooms.start(SHELF, rooms.add_bot(SHELF, room, "quick"), "m").members[0].name
        == "A name of more than sixteen"
    )


def test_newcomers_to_a_full_table_wait_on_the_bench_until_it_is_full():
    room = lobby("Ada", "Bo", "Chidi", "Dora", "Emil", "Fay", *(f"Guest {name}" for name in "abcdefgh"))

    assert [m.name for m in room.members] == ["Ada", "Bo", "Chidi", "Dora", "Emil", "Fay"]
    assert len(room.bench) == 8
    assert refusal(rooms.sit, SHELF, room, "Gus", None) == "table-full"
    assert refusal(rooms.add_bot, SHELF, room, "steady") == "table-full"


def test_a_person_takes_a_bots_seat_when_no_other_is_free():
    room = lobby("Ada")
    for _ in range(5):
        room = rooms.add_bot(SHELF, room, "steady")

    room, bo = rooms.sit(SHELF, room, "Bo", None)

    assert len(room.members) == 6
    assert room.member(bo).bot is None
    assert sum(m.bot is not None for m in room.members) == 4


def test_a_latecomer_takes_a_bots_seat_in_the_game():
    room = rooms.start(SHELF, rooms.add_bot(SHELF, lobby("Ada"), "steady"), "m")

    room, bo = rooms.sit(SHELF, room, "Bo", None)

    assert [m.id for m in room.members] == [1, bo]


def test_a_player_who_leaves_a_game_is_replaced_by_a_bot_of_the_same_name():
    room = rooms.start(SHELF, lobby("Ada", "Bo"), "m")

    room = rooms.stand(SHELF, room, room.members[0].id)

    assert [(m.name, m.bot) for m in room.members] == [("Ada", "steady"), ("Bo", None)]
    assert room.host == room.members[1].id


def test_a_player_who_leaves_in_the_lobby_leaves_a_free_seat():
    room = rooms.stand(SHELF, lobby("Ada", "Bo"), 1)

    assert [m.name for m in room.members] == ["Bo"]
    assert room.host == room.members[0].id


class TestTheBench:
    def test_the_bench_waits_for_the_next_game_when_no_bot_plays_in_this_one(self):
        room = rooms.start(SHELF, lobby("Ada", "Bo"), "m")

        room, cleo = rooms.sit(SHELF, room, "Cleo", None)
        assert room.seat(cleo) is None
        assert [m.id for m in room.bench] == [cleo]

        room = rooms.start(SHELF, rooms.over(room, (3, 1), (0,)), "again")
        assert room.seat(cleo) == 2
        assert room.bench == ()

    def test_a_player_who_stands_up_gives_the_seat_to_the_first_on_the_bench(self):
        room = rooms.start(SHELF, lobby("Ada", "Bo"), "m")
        room, cleo = rooms.sit(SHELF, room, "Cleo", None)
        room, _ = rooms.sit(SHELF, room, "Dora", None)

        room = rooms.stand(SHELF, room, 2)

        assert [m.id for m in room.members] == [1, cleo]
        assert [m.name for m in room.bench] == ["Dora"]

    def test_a_game_with_more_seats_seats_the_bench(self):
        room = lobby("Ada", "Bo", "Chidi", "Dora", "Emil", "Fay", "Gus")

        room = rooms.choose(SHELF, room, TOY_FOR_THREE, {})

        assert [m.name for m in room.members][-1] == "Gus"
        assert room.bench == ()

    def test_a_player_from_the_bench_gets_a_free_sign_with_the_seat(self):
        room = lobby("Ada", "Bo", "Chidi", "Dora", "Emil", "Fay", "Gus", "Hal")

        room = rooms.choose(SHELF, room, TOY_FOR_THREE, {})

        assert len({m.sign for m in room.members}) == 8


class TestAPlayerWhoComesBack:
    def test_a_player_who_comes_back_has_the_same_id_in_the_evening(self):
        room, ada = rooms.sit(SHELF, lobby("Zoe"), "Ada", None, "a browser of hers")
        room = rooms.stand(SHELF, room, ada)

        room, again = rooms.sit(SHELF, room, "Ada", None, "a browser of hers")

        assert again == ada

    def test_a_player_who_comes_back_on_another_browser_has_a_new_id(self):
        room, ada = rooms.sit(SHELF, lobby("Zoe"), "Ada", None, "a browser of hers")
        room = rooms.stand(SHELF, room, ada)

        room, somebody = rooms.sit(SHELF, room, "Ada", None, "another one")

        assert somebody not in (ada, 1)

    def test_a_player_who_comes_back_gets_a_new_sitting_so_old_tokens_stay_invalid(self):
        room, ada = rooms.sit(SHELF, lobby("Zoe"), "Ada", None, "a browser of hers")
        before = room.sitting(ada)
        room, again = rooms.sit(SHELF, rooms.stand(SHELF, room, ada), "Ada", None, "a browser of hers")

        assert room.player_of(before) is None
        assert room.player_of(room.sitting(again)) == ada

    def test_a_player_of_a_room_stored_without_sittings_keeps_the_seat(self):
        room, ada = rooms.sit(SHELF, lobby("Zoe"), "Ada", None, "a browser of hers")
        stored = msgspec.to_builtins(room)
        for member in stored["members"]:
            del member["sitting"]
        room = msgspec.convert(stored, Room)

        assert room.player_of(ada) == ada
        room, bo = rooms.sit(SHELF, room, "Bo", None)
        assert room.player_of(room.sitting(bo)) == bo

    def test_nobody_sits_down_on_a_banned_browser(self):
        room = rooms.ban(lobby("Zoe"), ["a browser of hers"])

        assert refusal(rooms.sit, SHELF, room, "Ada", None, "a browser of hers") == "banned"

    def test_the_number_of_remembered_browsers_is_limited(self):
        room = lobby("Zoe")
        for i in range(rooms.REMEMBERED + 5):
            room, player = rooms.sit(SHELF, room, "Ada", None, f"browser {i}")
            room = rooms.stand(SHELF, room, player)

        assert len(room.known) == rooms.REMEMBERED


class TestTheRoomOfTheHost:
    def test_a_locked_room_refuses_newcomers(self):
        room = msgspec.structs.replace(lobby("Ada"), locked=True)

        assert refusal(rooms.sit, SHELF, room, "Bo", None) == "locked"

    def test_a_swap_changes_two_seats_and_nothing_else(self):
        room = rooms.swap(lobby("Ada", "Bo", "Chidi"), 1, 3)

        assert [m.name for m in room.members] == ["Chidi", "Bo", "Ada"]
        assert room.host == 1
        assert refusal(rooms.swap, room, 1, 99) == "no-such-player"

    def test_a_bot_cannot_be_host(self):
        room = rooms.add_bot(SHELF, lobby("Ada"), "steady")

        assert refusal(rooms.hand_over, room, 2) == "no-such-player"

    def test_a_bot_cannot_leave_a_game(self):
        room = rooms.start(SHELF, rooms.add_bot(SHELF, lobby("Ada"), "steady"), "m")

        assert refusal(rooms.check_removal, room, 2) == "not-now"

    def test_a_game_with_fewer_seats_starts_without_the_surplus_bots(self):
        room = rooms.choose(SHELF, lobby("Ada", "Bo"), TOY_FOR_THREE, {})
        for _ in range(6):
            room = rooms.add_bot(SHELF, room, "steady")

        room = rooms.start(SHELF, room, "m", TOY)

        assert len(room.members) == 6
        assert [m.name for m in room.members if not m.bot] == ["Ada", "Bo"]


class TestAVote:
    def after_a_game(self, *names):
        return rooms.over(rooms.start(SHELF, lobby(*names), "m"), (1,) * len(names), (0,))

    def test_a_vote_elects_the_game_that_more_than_half_of_those_here_want(self):
        room = self.after_a_game("Ada", "Bo", "Chidi")
        room = rooms.vote(SHELF, rooms.vote(SHELF, room, 1, OTHER_TOY), 2, OTHER_TOY)

        assert rooms.elected(SHELF, room, {1, 2, 3}) == OTHER_TOY
        assert rooms.elected(SHELF, rooms.vote(SHELF, room, 2, None), {1, 2, 3}) is None

    def test_a_tied_vote_elects_nothing(self):
        room = self.after_a_game("Ada", "Bo")
        room = rooms.vote(SHELF, rooms.vote(SHELF, room, 1, OTHER_TOY), 2, TOY)

        assert rooms.elected(SHELF, room, {1, 2}) is None

    def test_a_host_who_is_alone_elects_nothing(self):
        room = rooms.vote(SHELF, self.after_a_game("Ada", "Bo"), 1, OTHER_TOY)

        assert rooms.elected(SHELF, room, {1}) is None

    def test_a_game_starts_with_the_options_it_was_played_with_this_evening(self):
        room = rooms.choose(SHELF, lobby("Ada", "Bo", "Chidi"), OTHER_TOY, {"rounds": 7})
        room = rooms.over(rooms.start(SHELF, room, "one"), (1, 1, 1), (0,))
        room = rooms.over(rooms.start(SHELF, room, "two", TOY), (1, 1, 1), (0,))

        assert rooms.start(SHELF, room, "three", OTHER_TOY).options == {"rounds": 7}
        assert rooms.start(SHELF, rooms.to_the_podium(SHELF, room), "three", OTHER_TOY).options == {}

    def test_a_game_that_is_played_in_a_language_starts_in_the_language_of_the_table(self):
        room = rooms.choose(SHELF, lobby("Ada", "Bo", "Chidi"), TOY, locale="fr")
        room = rooms.over(rooms.start(SHELF, room, "one"), (1, 1, 1), (0,))
        room = rooms.start(SHELF, room, "two", TOY_FOR_THREE)

        assert rooms.checked_options(SHELF[room.game], room.options).language == "fr"

    def test_a_game_that_cannot_start_is_not_elected(self):
        room = self.after_a_game("Ada", "Bo")  # it seats three
        room = rooms.vote(SHELF, rooms.vote(SHELF, room, 1, TOY_FOR_THREE), 2, TOY_FOR_THREE)

        assert rooms.elected(SHELF, room, {1, 2}) is None

    def test_a_vote_is_possible_only_after_a_game_and_for_a_known_game(self):
        assert refusal(rooms.vote, SHELF, lobby("Ada"), 1, OTHER_TOY) == "not-now"
        assert refusal(rooms.vote, SHELF, self.after_a_game("Ada", "Bo"), 1, "chess") == "no-such-game"

    def test_votes_are_cleared_with_the_next_game(self):
        room = rooms.vote(SHELF, self.after_a_game("Ada", "Bo"), 1, OTHER_TOY)

        room = rooms.start(SHELF, room, "again", OTHER_TOY)

        assert room.game == OTHER_TOY
        assert [m.vote for m in room.members] == [None, None]


class TestAnEvening:
    def test_an_evening_has_every_game_until_its_podium_and_then_a_new_evening_begins(self):
        room = rooms.over(rooms.start(SHELF, lobby("Ada", "Bo"), "m"), (5, 2), (0,))
        room = rooms.over(rooms.start(SHELF, room, "n", OTHER_TOY), (1, 2), (1,))

        room = rooms.to_the_podium(SHELF, room)
        assert [game.game for game in room.evening] == [TOY, OTHER_TOY]
        assert not room.frozen

        assert rooms.back_to_lobby(SHELF, room).evening == ()

    def test_an_evening_has_no_podium_before_its_first_game(self):
        assert refusal(rooms.to_the_podium, SHELF, lobby("Ada")) == "not-now"

    def test_an_unfinished_game_does_not_count_in_the_evening(self):
        room = rooms.back_to_lobby(SHELF, rooms.start(SHELF, lobby("Ada", "Bo"), "m"))

        assert room.evening == ()


def test_the_id_of_a_player_is_never_reused():
    room = rooms.stand(SHELF, lobby("Ada", "Bo"), 2)
    room, again = rooms.sit(SHELF, room, "Bo", None)

    assert again == 3


@pytest.mark.parametrize(
    ("options", "detail"),
    [
        ({"colour": "red"}, "colour"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": "3"}, "rounds"),
        ({"series": 3}, "series"),
    ],
)
def test_impossible_options_are_refused_by_name(options, detail):
    with pytest.raises(Refusal) as caught:
        rooms.choose(SHELF, lobby("Ada"), TOY, options)

    assert caught.value.why == "bad-options"
    assert detail in caught.value.detail


def test_two_options_chosen_at_once_are_both_kept():
    room = rooms.choose(SHELF, lobby("Ada"), TOY, {"rounds": 7})
    room = rooms.choose(SHELF, room, TOY, {"colour": "cold"})
    assert room.options == {"rounds": 7, "colour": "cold"}
    assert rooms.choose(SHELF, room, OTHER_TOY, {}).options == {}


def test_a_limit_that_can_be_switched_off_stays_off_and_is_refused_out_of_range():
    room = rooms.choose(SHELF, lobby("Ada", "Bo"), TOY, {"cap": None})

    assert rooms.start(SHELF, room, "one").options == {"cap": None}
    assert checked_options(SHELF[room.game], room.options).cap is None
    assert refusal(rooms.choose, SHELF, room, TOY, {"cap": 0}) == "bad-options"


def test_an_unknown_game_is_refused():
    assert refusal(rooms.choose, SHELF, lobby("Ada"), "chess", {}) == "no-such-game"


def test_a_game_needs_enough_players():
    assert refusal(rooms.start, SHELF, lobby("Ada"), "m") == "too-few"


@pytest.mark.parametrize(
    "change",
    [
        lambda room: rooms.choose(SHELF, room, TOY, {}),
        lambda room: rooms.add_bot(SHELF, room, "quick"),
        lambda room: rooms.start(SHELF, room, "again"),
    ],
)
def test_the_setup_cannot_change_during_a_game(change):
    assert refusal(change, rooms.start(SHELF, lobby("Ada", "Bo"), "m")) == "not-now"
