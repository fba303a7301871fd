"""Who sits where, and who may not."""

import msgspec
import pytest

from taphouse.house import room as rooms
from taphouse.house.room import Refusal, Room, checked_options
from taphouse.house.wire import LONGEST_NAME


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


@pytest.mark.parametrize("name", ["\u3164", "\u115f \uffa0", "\u2800\u2800", "\u0301\u0301"])
def test_a_name_that_nobody_sees_is_no_name(name):
    assert refusal(rooms.sit, lobby(), name, None) == "no-name"


@pytest.mark.parametrize("name", ["🦊", "👩‍🚀🇫🇷", "👍🏽"])
def test_an_emoji_is_a_name(name):
    room = lobby(name)

    assert room.members[0].name == name
    assert refusal(rooms.sit, room, name, None) == "name-taken"


@pytest.mark.parametrize("character", ["x", "é", "e\u0301", "👩‍🚀", "🇫🇷"])
def test_a_name_that_is_too_long_is_refused_and_not_cut(character):
    fits, long = character * LONGEST_NAME, character * (LONGEST_NAME + 1)

    assert refusal(rooms.sit, lobby(), long, None) == "name-too-long"
    assert refusal(rooms.rename, lobby("Ada"), 1, long, 1) == "name-too-long"
    assert len(lobby(fits).members) == 1


def test_a_table_with_a_longer_name_from_before_still_opens():
    kept = msgspec.json.encode(lobby("Ada")).replace(b"Ada", b"A name of more than sixteen")

    room = msgspec.json.decode(kept, type=Room)

    assert rooms.start(rooms.add_bot(room, "quick"), "m").members[0].name == "A name of more than sixteen"


def test_a_full_table_has_a_bench_and_a_full_bench_is_full():
    room = lobby("Ada", "Bo", "Chidi", "Dora", "Emil", "Fay", *(f"Guest {name}" for name in "abcdefgh"))

    assert [m.name for m in room.members] == ["Ada", "Bo", "Chidi", "Dora", "Emil", "Fay"]
    assert len(room.bench) == 8
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


class TestTheBench:
    def test_waits_for_the_next_game_when_no_bot_sits_at_this_one(self):
        room = rooms.start(lobby("Ada", "Bo"), "m")

        room, cleo = rooms.sit(room, "Cleo", None)
        assert room.seat(cleo) is None
        assert [m.id for m in room.bench] == [cleo]

        room = rooms.start(rooms.over(room, (3, 1), (0,)), "again")
        assert room.seat(cleo) == 2
        assert room.bench == ()

    def test_whoever_stands_up_gives_his_seat_to_the_first_on_it(self):
        room = rooms.start(lobby("Ada", "Bo"), "m")
        room, cleo = rooms.sit(room, "Cleo", None)
        room, _ = rooms.sit(room, "Dora", None)

        room = rooms.stand(room, 2)

        assert [m.id for m in room.members] == [1, cleo]
        assert [m.name for m in room.bench] == ["Dora"]

    def test_a_larger_game_has_room_for_it(self):
        room = lobby("Ada", "Bo", "Chidi", "Dora", "Emil", "Fay", "Gus")

        room = rooms.choose(room, "tap-the-table", {})

        assert [m.name for m in room.members][-1] == "Gus"
        assert room.bench == ()

    def test_signs_are_given_anew_with_the_seat(self):
        room = lobby("Ada", "Bo", "Chidi", "Dora", "Emil", "Fay", "Gus", "Hal")

        room = rooms.choose(room, "tap-the-table", {})

        assert len({m.sign for m in room.members}) == 8


class TestWhoeverComesBack:
    def test_is_who_he_was_to_the_evening(self):
        room, ada = rooms.sit(lobby("Zoe"), "Ada", None, "a browser of hers")
        room = rooms.stand(room, ada)

        room, again = rooms.sit(room, "Ada", None, "a browser of hers")

        assert again == ada

    def test_is_somebody_else_on_another_browser(self):
        room, ada = rooms.sit(lobby("Zoe"), "Ada", None, "a browser of hers")
        room = rooms.stand(room, ada)

        room, somebody = rooms.sit(room, "Ada", None, "another one")

        assert somebody not in (ada, 1)

    def test_sits_down_anew_so_that_no_token_of_before_is_good_again(self):
        room, ada = rooms.sit(lobby("Zoe"), "Ada", None, "a browser of hers")
        before = room.sitting(ada)
        room, again = rooms.sit(rooms.stand(room, ada), "Ada", None, "a browser of hers")

        assert room.player_of(before) is None
        assert room.player_of(room.sitting(again)) == ada

    def test_keeps_the_seat_of_a_table_that_was_kept_before_sittings_were_numbered(self):
        room, ada = rooms.sit(lobby("Zoe"), "Ada", None, "a browser of hers")
        kept = msgspec.to_builtins(room)
        for member in kept["members"]:
            del member["sitting"]
        room = msgspec.convert(kept, Room)

        assert room.player_of(ada) == ada
        room, bo = rooms.sit(room, "Bo", None)
        assert room.player_of(room.sitting(bo)) == bo

    def test_does_not_sit_down_on_a_browser_that_is_banned(self):
        room = rooms.ban(lobby("Zoe"), ["a browser of hers"])

        assert refusal(rooms.sit, room, "Ada", None, "a browser of hers") == "banned"

    def test_is_remembered_among_so_many_browsers_and_no_more(self):
        room = lobby("Zoe")
        for i in range(rooms.REMEMBERED + 5):
            room, player = rooms.sit(room, "Ada", None, f"browser {i}")
            room = rooms.stand(room, player)

        assert len(room.known) == rooms.REMEMBERED


class TestTheHostsRoom:
    def test_is_shut_to_newcomers_while_it_is_locked(self):
        room = msgspec.structs.replace(lobby("Ada"), locked=True)

        assert refusal(rooms.sit, room, "Bo", None) == "locked"

    def test_two_change_seats_and_nothing_else_changes(self):
        room = rooms.swap(lobby("Ada", "Bo", "Chidi"), 1, 3)

        assert [m.name for m in room.members] == ["Chidi", "Bo", "Ada"]
        assert room.host == 1
        assert refusal(rooms.swap, room, 1, 99) == "no-such-player"

    def test_a_bot_cannot_be_host(self):
        room = rooms.add_bot(lobby("Ada"), "steady")

        assert refusal(rooms.hand_over, room, 2) == "no-such-player"

    def test_a_bot_cannot_leave_a_game(self):
        room = rooms.start(rooms.add_bot(lobby("Ada"), "steady"), "m")

        assert refusal(rooms.check_removal, room, 2) == "not-now"

    def test_a_smaller_game_begins_without_the_bots_it_has_no_seats_for(self):
        room = rooms.choose(lobby("Ada", "Bo"), "tap-the-table", {})
        for _ in range(6):
            room = rooms.add_bot(room, "steady")

        room = rooms.start(room, "m", "tip-tap")

        assert len(room.members) == 6
        assert [m.name for m in room.members if not m.bot] == ["Ada", "Bo"]


class TestAVoteOfFists:
    def after_a_game(self, *names):
        return rooms.over(rooms.start(lobby(*names), "m"), (1,) * len(names), (0,))

    def test_elects_what_more_than_half_of_those_who_are_here_want(self):
        room = self.after_a_game("Ada", "Bo", "Chidi")
        room = rooms.vote(rooms.vote(room, 1, "racesmack"), 2, "racesmack")

        assert rooms.elected(room, {1, 2, 3}) == "racesmack"
        assert rooms.elected(rooms.vote(room, 2, None), {1, 2, 3}) is None

    def test_a_tie_is_the_hosts_to_break(self):
        room = self.after_a_game("Ada", "Bo")
        room = rooms.vote(rooms.vote(room, 1, "racesmack"), 2, "tip-tap")

        assert rooms.elected(room, {1, 2}) is None

    def test_whoever_is_alone_just_starts(self):
        room = rooms.vote(self.after_a_game("Ada", "Bo"), 1, "racesmack")

        assert rooms.elected(room, {1}) is None

    def test_what_it_elects_begins_as_it_was_played_this_evening(self):
        room = rooms.choose(lobby("Ada", "Bo", "Chidi"), "racesmack", {"pick_limit": 7})
        room = rooms.over(rooms.start(room, "one"), (1, 1, 1), (0,))
        room = rooms.over(rooms.start(room, "two", "tip-tap"), (1, 1, 1), (0,))

        assert rooms.start(room, "three", "racesmack").options == {"pick_limit": 7}
        assert rooms.start(rooms.to_the_podium(room), "three", "racesmack").options == {}

    def test_a_game_that_is_played_in_a_language_begins_in_the_tables(self):
        room = rooms.choose(lobby("Ada", "Bo", "Chidi"), "tip-tap", locale="fr")
        room = rooms.over(rooms.start(room, "one"), (1, 1, 1), (0,))
        room = rooms.start(room, "two", "tap-the-table")

        assert rooms.checked_options(room.game, room.options).language == "fr"

    def test_no_majority_makes_an_impossible_game_possible(self):
        room = self.after_a_game("Ada", "Bo")  # Tip Tap Top seats three
        room = rooms.vote(rooms.vote(room, 1, "tip-tap-top"), 2, "tip-tap-top")

        assert rooms.elected(room, {1, 2}) is None

    def test_is_held_after_a_game_and_on_what_is_on_the_shelf(self):
        assert refusal(rooms.vote, lobby("Ada"), 1, "racesmack") == "not-now"
        assert refusal(rooms.vote, self.after_a_game("Ada", "Bo"), 1, "chess") == "no-such-game"

    def test_begins_anew_with_the_next_game(self):
        room = rooms.vote(self.after_a_game("Ada", "Bo"), 1, "racesmack")

        room = rooms.start(room, "again", "racesmack")

        assert room.game == "racesmack"
        assert [m.vote for m in room.members] == [None, None]


class TestAnEvening:
    def test_keeps_every_game_until_its_podium_and_then_a_new_one_begins(self):
        room = rooms.over(rooms.start(lobby("Ada", "Bo"), "m"), (5, 2), (0,))
        room = rooms.over(rooms.start(room, "n", "racesmack"), (1, 2), (1,))

        room = rooms.to_the_podium(room)
        assert [game.game for game in room.evening] == ["tip-tap", "racesmack"]
        assert not room.frozen

        assert rooms.back_to_lobby(room).evening == ()

    def test_has_no_podium_before_its_first_game(self):
        assert refusal(rooms.to_the_podium, lobby("Ada")) == "not-now"

    def test_a_game_broken_off_does_not_count(self):
        room = rooms.back_to_lobby(rooms.start(lobby("Ada", "Bo"), "m"))

        assert room.evening == ()


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


def test_a_limit_that_can_be_switched_off_stays_off_and_is_refused_out_of_range():
    room = rooms.choose(lobby("Ada", "Bo"), "snap-clap-tap", {"idle_limit": None})

    assert rooms.start(room, "one").options == {"idle_limit": None}
    assert checked_options(room.game, room.options).idle_limit is None
    assert refusal(rooms.choose, room, "snap-clap-tap", {"idle_limit": 5}) == "bad-options"


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
