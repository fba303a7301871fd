"""Suggested head starts, from who came before whom."""

import pytest

from taphouse.book.head_starts import ENOUGH, LATEST, Finisher, suggested

SCALE, MOST = 100, 300


def game(*places, **head_starts):
    """`game("Ada", "Ben")`: Ada came before Ben."""
    return tuple(
        Finisher(name, place, head_starts.get(name, 0)) for place, name in enumerate(places, start=1)
    )


def drawn(*names):
    return tuple(Finisher(name, 1) for name in names)


def suggest(*contests, people=("Ada", "Ben"), most=MOST):
    return suggested(contests, people, SCALE, most)


def test_nothing_is_suggested_before_everybody_has_played_a_few_games():
    assert suggest() == {}
    assert suggest(*[game("Ada", "Ben")] * (ENOUGH - 1)) == {}
    assert suggest(*[game("Ada", "Ben")] * 9, people=("Ada", "Ben", "Cleo")) == {}


def test_nothing_is_suggested_to_one_person():
    assert suggest(*[game("Ada", "Ben")] * 9, people=("Ada",)) == {}


def test_those_who_lose_are_given_a_head_start_and_the_strongest_has_none():
    heads = suggest(*[game("Ada", "Ben", "Cleo")] * ENOUGH, people=("Ada", "Ben", "Cleo"))

    assert heads["Ada"] == 0 < heads["Ben"] < heads["Cleo"]


def test_equals_are_given_nothing():
    assert suggest(game("Ada", "Ben"), game("Ben", "Ada"), drawn("Ada", "Ben")) == {"Ada": 0, "Ben": 0}


def test_a_suggestion_has_steps_and_a_bound():
    heads = suggest(*[game("Ada", "Ben")] * 30, most=160)

    assert heads == {"Ada": 0, "Ben": 160}
    assert all(ms % 20 == 0 for ms in suggest(*[game("Ada", "Ben")] * ENOUGH).values())


def test_who_wins_with_a_head_start_is_given_less_of_it_next_time():
    lost = [game("Ada", "Ben")] * 4
    before = suggest(*lost)["Ben"]

    after = suggest(*lost, *[game("Ben", "Ada", Ben=before)] * 4)["Ben"]

    assert after < before


def test_who_loses_in_spite_of_a_head_start_is_given_more():
    lost = [game("Ada", "Ben")] * 4
    before = suggest(*lost)["Ben"]

    assert suggest(*lost, *[game("Ada", "Ben", Ben=before)] * 2, most=2_000)["Ben"] > before


def test_old_games_are_forgotten_because_children_grow():
    assert suggest(*[game("Ada", "Ben")] * 100, *[game("Ben", "Ada")] * LATEST)["Ben"] == 0


@pytest.mark.parametrize("guests", [("Ada", "Ben", "Guest"), ("Guest", "Ada", "Ben")])
def test_people_who_are_not_at_the_table_do_not_matter(guests):
    assert suggest(*[game(*guests)] * 5) == suggest(*[game("Ada", "Ben")] * 5)
