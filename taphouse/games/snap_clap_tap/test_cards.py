"""Tests of the 62 cards: counted, and which goes on which."""

from collections import Counter
from itertools import product

import pytest

from taphouse.testing import rule

from .cards import ACTIONS, CARDS, CHARACTERS, COLOURS, FACES, Face, is_stop, is_striped, matches, satisfies
from .tables import TABLES

PLAIN = [card for card in CARDS if FACES[card].sign in ACTIONS and not is_striped(card)]
STRIPED = [card for card in CARDS if is_striped(card)]


def of(sign):
    return [face for face in FACES.values() if face.sign == sign]


@rule("snap-clap-tap", 1)
def test_a_card_is_named_after_its_colour_its_character_and_what_it_does():
    assert FACES["blue-dog-clap"] == Face("blue", "dog", "clap")
    assert all("-".join((face.colour, face.character, face.sign)) == card for card, face in FACES.items())
    assert {face.sign for face in FACES.values()} == {*ACTIONS, "shrug", "stop"}
    assert {face.colour for face in FACES.values()} == {*COLOURS, "striped"}


@rule("snap-clap-tap", 2)
def test_there_are_62_cards_and_no_two_are_alike():
    assert len(CARDS) == len(set(CARDS)) == len(set(FACES.values())) == 62


@rule("snap-clap-tap", 2)
def test_48_cards_are_every_character_in_every_colour_with_every_action():
    assert len(PLAIN) == 48
    assert {FACES[card] for card in PLAIN} == {Face(*each) for each in product(COLOURS, CHARACTERS, ACTIONS)}


@rule("snap-clap-tap", 2)
@pytest.mark.parametrize("sign", ["shrug", "stop"])
def test_four_cards_shrug_and_four_stop_one_in_each_colour_each_another_character(sign):
    assert Counter(face.colour for face in of(sign)) == dict.fromkeys(COLOURS, 1)
    assert Counter(face.character for face in of(sign)) == dict.fromkeys(CHARACTERS, 1)


@rule("snap-clap-tap", 2)
def test_six_cards_are_striped_two_for_each_action():
    assert Counter(FACES[card].sign for card in STRIPED) == dict.fromkeys(ACTIONS, 2)


@rule("snap-clap-tap", 2)
@pytest.mark.parametrize("seats", range(2, 7))
def test_all_cards_but_two_deal_evenly(seats):
    assert (len(CARDS) - 2) % seats == 0


@rule("snap-clap-tap", 5)
def test_a_card_goes_on_its_own_colour_or_its_own_character_and_on_nothing_else():
    assert matches("blue-girl-snap", "blue-dog-clap")
    assert matches("red-dog-snap", "blue-dog-clap")
    assert not matches("red-girl-clap", "blue-dog-clap")
    for card, top in product(PLAIN, PLAIN):
        mine, theirs = FACES[card], FACES[top]
        assert matches(card, top) == (mine.colour == theirs.colour or mine.character == theirs.character)


@rule("snap-clap-tap", 5)
def test_the_actions_of_the_characters_do_not_matter_for_a_match():
    assert matches("blue-girl-stop", "blue-dog-clap")
    assert matches("blue-dog-tap", "red-dog-shrug")
    assert not matches("red-girl-clap", "blue-dog-clap")


@rule("snap-clap-tap", 6)
def test_a_striped_card_goes_on_anything_and_anything_goes_on_it():
    for joker, other in product(STRIPED, CARDS):
        assert matches(joker, other)
        assert matches(other, joker)


@rule("snap-clap-tap", 7)
def test_snap_is_for_snap_clap_for_clap_and_tap_for_tap():
    for did, card in product([*ACTIONS, None], [*PLAIN, *STRIPED]):
        assert satisfies(did, card) == (did == FACES[card].sign)


@rule("snap-clap-tap", 8)
def test_a_shrug_is_content_with_any_of_the_three_but_not_with_nothing():
    assert all(satisfies(did, "red-dog-shrug") for did in ACTIONS)
    assert not satisfies(None, "red-dog-shrug")


@rule("snap-clap-tap", 9)
def test_a_stop_card_asks_for_nothing():
    assert all(satisfies(did, card) for did in (*ACTIONS, None) for card in CARDS if is_stop(card))


@pytest.mark.parametrize("name", TABLES)
def test_every_named_table_holds_all_62_cards(name):
    table = TABLES[name]
    give = [card for four in table.give for pile in four for card in pile.cards]
    receive = [placed.card for pile in table.receive for placed in pile]

    assert sorted([*give, *receive]) == sorted(CARDS)
