"""What a book says about its evenings."""

from taphouse.book.entries import Closest, Entry, Guest, without
from taphouse.book.figures import Streak, figures
from taphouse.book.ratings import ratings
from tests.toys import OTHER_TOY, TOY

ANNA, BEN, CLEO = "a" * 20, "b" * 20, "c" * 20
NAMES = {ANNA: "Anna", BEN: "Ben", CLEO: "Cleo"}
HOUR = 3_600


def game(number, *order, at=None, table="t", fastest=None, closest=None, slug=TOY):
    """`order`: people from the first to the last; two in a tuple share a place."""
    guests, place = [], 1
    for people in order:
        tied = (people,) if isinstance(people, str) else people
        guests += [Guest(who, NAMES[who], place, (fastest or {}).get(who)) for who in tied]
        place += len(tied)
    return Entry(f"g{number}", number * 600 if at is None else at, table, slug, tuple(guests), closest)


def test_games_with_a_long_pause_between_them_are_two_evenings():
    played = [game(0, ANNA, BEN), game(1, BEN, ANNA), game(2, ANNA, BEN, at=9 * HOUR)]

    found = figures(played).evenings

    assert [len(evening.games) for evening in found] == [1, 2]
    assert set(found[1].best) == {ANNA, BEN}


def test_two_tables_on_one_night_are_two_evenings():
    found = figures([game(0, ANNA, BEN, table="x"), game(1, CLEO, BEN, table="y")]).evenings

    assert [evening.best for evening in found] == [(CLEO,), (ANNA,)]


def test_places_wins_and_the_fastest_finger_are_those_of_all_games():
    played = [game(0, ANNA, BEN, CLEO, fastest={BEN: 320}), game(1, (ANNA, BEN), CLEO, fastest={BEN: 280})]

    anna, ben, cleo = figures(played).people

    assert (anna.wins, anna.places) == (2, (2,))
    assert (ben.wins, ben.places, ben.fastest) == (1, (1, 1), 280)
    assert (cleo.games, cleo.places, cleo.fastest) == (2, (0, 0, 2), None)
    assert [(each.person, each.ms) for each in figures(played).fastest] == [(BEN, 280)]


def test_a_streak_belongs_to_a_group_of_friends():
    played = [game(0, ANNA, BEN), game(1, CLEO, ANNA, BEN), game(2, ANNA, BEN), game(3, ANNA, BEN)]

    assert figures(played).streaks == (Streak((ANNA, BEN), ANNA, 3, True),)


def test_a_shared_victory_and_another_winner_end_a_streak():
    played = [game(0, ANNA, BEN), game(1, ANNA, BEN), game(2, (ANNA, BEN)), game(3, ANNA, BEN)]

    assert figures(played).streaks == (Streak((ANNA, BEN), ANNA, 2, False),)


def test_the_closest_finish_comes_first():
    played = [
        game(0, ANNA, BEN, closest=Closest(ANNA, BEN, 9_000)),
        game(1, ANNA, BEN, closest=Closest(BEN, ANNA, 700)),
    ]

    assert [(each.first, each.gap) for each in figures(played).closest] == [(BEN, 700), (ANNA, 9_000)]


def test_who_wins_more_is_rated_higher_and_a_game_knows_only_its_own_players():
    played = [game(number, ANNA, BEN) for number in range(12)] + [game(99, BEN, CLEO, slug=OTHER_TOY)]

    found = {(each.game, each.person): each for each in ratings(played)}

    assert found[TOY, ANNA].mean > 25 > found[TOY, BEN].mean
    assert found[TOY, ANNA].games == 12
    assert found[TOY, ANNA].deviation < found[OTHER_TOY, BEN].deviation
    assert (TOY, CLEO) not in found


def test_a_game_alone_with_bots_gives_no_rating():
    assert ratings([game(0, ANNA)]) == ()


def test_who_is_taken_out_is_in_no_place_and_no_record():
    played = [game(0, ANNA, BEN, closest=Closest(ANNA, BEN, 900)), game(1, BEN)]

    left = without(played, BEN)

    assert [entry.id for entry in left] == ["g0"]
    assert left[0].closest is None
    assert figures(left).people[0].person == ANNA
