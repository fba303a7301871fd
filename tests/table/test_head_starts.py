"""A table suggests head starts in the lobby: from this evening's games, or from the book of the house."""

import json

from taphouse.book.head_starts import ENOUGH, Finisher
from taphouse.core import replace
from taphouse.table import wire
from taphouse.table.effects import Recall, SendRoom
from taphouse.table.evening import Played, Result
from taphouse.table.inputs import Recalled
from tests.table.driven_table import DrivenTable


def table(game="tip-tap-top", has_book=False):
    here = DrivenTable(game, has_book=has_book)
    here.enter("Ada", "Ben")
    return here


def played(here, *winners, game="tip-tap-top"):
    """The evening has these games; Cleo is a bot."""
    seats = [(member.id, member.name) for member in here.table.room.members]
    here.table.session.change(
        replace(
            here.table.room,
            evening=tuple(
                Played(
                    game,
                    (
                        *(Result(id, name, id, False, place=1 + (name != winner)) for id, name in seats),
                        Result(99, "Cleo", 3, True, place=3),
                    ),
                )
                for winner in winners
            ),
        )
    )
    return here


def heads(here):
    """As every screen was told last."""
    here.say("Ada", wire.Lock(not here.table.room.locked))
    last = [effect for effect in here.effects if isinstance(effect, SendRoom)][-1]
    return {player["name"]: player["suggested_head_start"] for player in json.loads(last.message)["players"]}


def test_a_table_of_strangers_suggests_nothing():
    assert heads(table()) == {"Ada": None, "Ben": None}


def test_after_some_games_of_the_evening_who_lost_them_is_offered_a_head_start():
    found = heads(played(table(), *["Ada"] * ENOUGH))

    assert found["Ada"] == 0 < found["Ben"] <= wire.MAX_HEAD_START


def test_games_of_another_kind_say_nothing():
    assert heads(played(table(), *["Ada"] * 9, game="racesmack")) == {"Ada": None, "Ben": None}


def test_nothing_is_suggested_where_a_head_start_does_not_make_equal():
    assert heads(played(table("tip-tap"), *["Ada"] * 9, game="tip-tap")) == {"Ada": None, "Ben": None}


def test_nobody_has_a_head_start_that_was_only_suggested():
    here = played(table(), *["Ada"] * ENOUGH)
    heads(here)

    assert [member.head_start for member in here.table.room.members] == [0, 0]


def test_a_house_with_a_book_is_asked_when_somebody_sits_down_and_its_answer_counts():
    here = table(has_book=True)
    asked = [effect for effect in here.effects if isinstance(effect, Recall)]
    assert [len(each.room.members) for each in asked] == [2]
    ada, ben = (member.id for member in here.table.room.members)

    contest = (Finisher(ada, 2, 0), Finisher(ben, 1, 0))
    here.handle(Recalled(asked[-1].room, (contest,) * ENOUGH, here.now))

    assert heads(here)["Ada"] > 0 == heads(here)["Ben"]


def test_an_answer_about_people_who_have_left_does_not_count():
    here = table(has_book=True)
    [asked] = [effect for effect in here.effects if isinstance(effect, Recall)]
    ada, ben = (member.id for member in here.table.room.members)
    here.enter("Cleo")

    contest = (Finisher(ada, 2, 0), Finisher(ben, 1, 0))
    here.handle(Recalled(asked.room, (contest,) * ENOUGH, here.now))

    assert heads(here) == {"Ada": None, "Ben": None, "Cleo": None}


def test_a_house_without_a_book_is_not_asked():
    assert not any(isinstance(effect, Recall) for effect in table().effects)
