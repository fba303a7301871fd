"""The points of an evening compare places of different games."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from taphouse.table.evening import BEATEN, Award, Played, Result, awards, places, played, points_for, scores
from tests.toys import OTHER_TOY, TOY, TOY_FOR_THREE


def people(*names):
    return [Result(player, name, player, bot=False) for player, name in enumerate(names, 1)]


def test_winners_come_first_whatever_their_points_and_the_rest_by_points():
    assert places((3, 9, 5, 5), winners=(0,)) == (1, 2, 3, 3)


def test_shared_wins_share_the_first_place():
    assert places((7, 4, 7), winners=(0, 2)) == (1, 3, 1)


def test_a_rival_beaten_is_worth_two_and_a_tie_one():
    assert points_for((1, 2, 3)) == (4, 2, 0)
    assert points_for((1, 1, 3)) == (3, 3, 0)
    assert points_for((1, 1, 1)) == (2, 2, 2)


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=8))
def test_a_game_gives_out_the_same_sum_of_points_however_it_counts(points):
    best = max(points)
    winners = tuple(seat for seat, own in enumerate(points) if own == best)

    seats = len(points)
    assert sum(points_for(places(points, winners))) == BEATEN * seats * (seats - 1) // 2


def test_the_results_of_a_game_are_ordered_best_first():
    game = played(TOY, {}, people("Ada", "Bo", "Cleo"), points=(2, 8, 5), winners=(1,))

    assert [(r.name, r.place, r.points) for r in game.results] == [
        ("Bo", 1, 4),
        ("Cleo", 2, 2),
        ("Ada", 3, 0),
    ]


def test_an_evening_adds_up_and_ranks_equals_alike():
    ada, bo, cleo = people("Ada", "Bo", "Cleo")
    games = [
        played(TOY, {}, [ada, bo, cleo], (9, 5, 1), (0,)),
        played(OTHER_TOY, {}, [ada, bo, cleo], (1, 2, 3), (2,)),
        played(TOY_FOR_THREE, {}, [ada, bo], (0, 0), (0, 1)),
    ]

    rows = [(s.name, s.place, s.points, s.wins, s.games) for s in scores(games)]

    assert rows == [("Ada", 1, 5, 2, 3), ("Bo", 1, 5, 1, 3), ("Cleo", 3, 4, 1, 2)]


def test_a_player_who_changed_their_name_is_listed_once_under_the_new_one():
    before, after = Result(1, "Ada", 1, False, 1, 2), Result(1, "Countess", 4, False, 1, 2)

    [score] = scores([Played(TOY, (before,)), Played(TOY, (after,))])

    assert (score.name, score.sign, score.points) == ("Countess", 4, 4)


def done(player, name, *, bot=False, fastest=None, **deeds):
    return Result(player, name, player, bot, fastest=fastest, deeds=deeds)


def test_the_fastest_finger_of_the_evening_is_the_shortest_response_of_a_person():
    games = [
        Played(TOY, (done(1, "Ada", fastest=400), done(2, "Bo", fastest=350))),
        Played(TOY_FOR_THREE, (done(1, "Ada", fastest=163), done(3, "Otto", bot=True, fastest=90))),
    ]

    assert awards(games) == (Award("fastest", None, 1, 163),)


def test_an_award_of_a_game_is_for_who_did_it_most_often_in_the_whole_evening():
    games = [
        Played(TOY, (done(1, "Ada", thief=2), done(2, "Bo", thief=3))),
        Played(TOY, (done(1, "Ada", thief=2), done(2, "Bo"))),
        Played(TOY_FOR_THREE, (done(1, "Ada"), done(2, "Bo", goof=1))),
    ]

    assert awards(games) == (
        Award("thief", TOY, 1, 4),
        Award("goof", TOY_FOR_THREE, 2, 1),
    )


def test_an_evening_that_was_stored_without_deeds_has_no_awards():
    stored = b'{"game":"tip-tap","results":[{"player":1,"name":"Ada","sign":1,"bot":false}]}'

    assert awards([msgspec.json.decode(stored, type=Played)]) == ()
