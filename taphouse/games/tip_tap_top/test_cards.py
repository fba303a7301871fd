"""Tests of the parts against the rules."""

from collections import Counter

import pytest

from taphouse.testing import rule

from .cards import JOKER, deck, in_order, numbers, pairs_in, pairs_to_play, without


@rule("tip-tap-top", 1)
def test_there_are_41_cards_the_numbers_1_to_10_four_of_each_and_one_joker():
    cards = deck(3)

    assert len(cards) == 41
    assert Counter(cards) == {JOKER: 1, **{str(n): 4 for n in range(1, 11)}}


@rule("tip-tap-top", 3)
@pytest.mark.parametrize(("seats", "count", "highest", "pairs"), [(3, 41, 10, 20), (4, 41, 10, 20)])
def test_three_or_four_players_use_the_41_cards(seats, count, highest, pairs):
    assert (len(deck(seats)), numbers(seats)[-1], pairs_to_play(seats)) == (count, str(highest), pairs)


@rule("tip-tap-top", 3)
@pytest.mark.parametrize("seats", [5, 6])
def test_five_or_six_players_use_the_numbers_1_to_15_which_makes_61_cards(seats):
    assert Counter(deck(seats)) == {JOKER: 1, **{str(n): 4 for n in range(1, 16)}}
    assert (len(deck(seats)), pairs_to_play(seats)) == (61, 30)


@rule("tip-tap-top", 4)
@pytest.mark.parametrize(
    ("hand", "pairs"),
    [
        (("7", "3", "7"), ("7",)),
        (("7", "7", "7"), ("7",)),
        (("7", "7", "7", "7"), ("7", "7")),
        (("10", "9", "10", "2", "9", "2"), ("2", "9", "10")),
        (("1", "10", "2"), ()),
        ((JOKER, "5"), ()),
        ((JOKER, JOKER), ()),
    ],
)
def test_a_pair_is_two_cards_of_one_number_and_the_joker_pairs_with_nothing(hand, pairs):
    assert pairs_in(hand) == pairs


def test_a_hand_is_held_in_order_with_the_joker_last():
    assert in_order(("10", JOKER, "2", "9", "2")) == ("2", "2", "9", "10", JOKER)


def test_a_card_taken_from_a_hand_leaves_its_twins():
    assert without(("7", "7", "7", "2"), "7", "7") == ("7", "2")
