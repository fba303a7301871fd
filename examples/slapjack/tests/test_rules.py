"""The rules of Slapjack, one test for each number of the rulebook."""

import slapjack
from slapjack.rules import (
    CARDS,
    Beaten,
    GameWon,
    HouseTurned,
    Missed,
    PlayWentOn,
    Slap,
    Slapped,
    Turn,
    Turned,
)
from slapjack.tables import JACK, SHOWN, TABLES, table

from taphouse.core import SECOND, Away, Dice, Left, Move, Refused, replace
from taphouse.testing import rule, when


def after(given, *moves, until=None):
    return when(slapjack, given, *moves, until=until)


def slap(seat, at=SHOWN + SECOND, seen=None):
    return Move(at, seat, Slap(), seen=seen)


def turn(seat, at=SHOWN + SECOND):
    return Move(at, seat, Turn())


@rule("slapjack", 1, 2)
def test_all_cards_are_dealt_as_evenly_as_possible_and_anyone_may_begin():
    states = [slapjack.setup(5, slapjack.Options(), Dice(number)) for number in range(20)]

    assert {tuple(map(len, state.stacks)) for state in states} == {(11, 11, 10, 10, 10)}
    assert all(sorted(card for stack in state.stacks for card in stack) == sorted(CARDS) for state in states)
    assert {state.turn for state in states} == {0, 1, 2, 3, 4}


@rule("slapjack", 3)
def test_a_player_turns_their_top_card_and_the_house_turns_it_after_four_seconds():
    given = table()
    card = given.stacks[0][0]

    assert after(given, turn(0)).events == [Turned(0, card, SHOWN + SECOND)]
    assert after(given, turn(1)).events == [Refused(1, "not-now")]
    assert after(given, until=SHOWN + 4 * SECOND).events == [HouseTurned(0, card, SHOWN + 4 * SECOND)]


@rule("slapjack", 4)
def test_the_next_player_with_cards_is_next():
    assert after(table(), turn(0)).state.turn == 1
    given = table()
    given = replace(given, stacks=(given.stacks[0], (), given.stacks[2]))
    assert after(given, turn(0)).state.turn == 2


@rule("slapjack", 5)
def test_the_first_hand_on_a_jack_takes_the_pile_and_turns_the_next_card():
    found = after(JACK, slap(2), until=SHOWN + 3 * SECOND)

    assert found.events == [Slapped(2, SHOWN + SECOND, 2), PlayWentOn(2, SHOWN + 3 * SECOND)]
    assert found.state.stacks[2][-2:] == ("5H", "JS")
    assert (found.state.pile, found.state.turn, found.state.taken) == ((), 2, 1)


@rule("slapjack", 6)
def test_later_hands_get_nothing_and_lose_nothing():
    found = after(JACK, slap(2), slap(0, SHOWN + SECOND + 20_000), slap(0, SHOWN + SECOND + 40_000))

    assert found.events[1:] == [Beaten(0, 2, 20_000), Refused(0, "not-now")]
    assert found.state.points[0] == JACK.points[0]


@rule("slapjack", 7)
def test_a_player_without_cards_may_slap_a_jack():
    given = replace(JACK, stacks=((), *JACK.stacks[1:]))

    assert after(given, slap(0)).state.points[0] == 2
    assert after(replace(TABLES["without cards"]), slap(0)).events == [Refused(0, "not-now")]


@rule("slapjack", 8)
def test_a_jack_that_nobody_slaps_stays_in_the_pile():
    found = after(JACK, until=SHOWN + 6 * SECOND)

    assert isinstance(found.events[0], HouseTurned)
    assert found.state.pile[:2] == ("5H", "JS")
    assert found.state.taken == 0


@rule("slapjack", 9)
def test_a_slap_without_a_jack_costs_a_card_and_a_second_one_does_not_count():
    given = table()
    found = after(given, slap(1), slap(1))

    assert found.events == [Missed(1, 2), Refused(1, "not-now")]
    assert found.state.stacks[1] == given.stacks[1][1:]
    assert found.state.stacks[2] == (*given.stacks[2], given.stacks[1][0])


@rule("slapjack", 9)
def test_a_slap_before_the_jack_was_on_the_own_screen_costs_a_card():
    assert after(JACK, slap(1, seen=SHOWN - 1)).events == [Missed(1, 2)]


@rule("slapjack", 10)
def test_the_game_ends_after_the_last_jack_and_most_cards_win():
    found = after(TABLES["the last jack"], slap(1), until=SHOWN + 3 * SECOND)

    assert found.events[-1] == GameWon((1,))


@rule("slapjack", 10)
def test_the_game_ends_when_nobody_can_turn_a_card():
    given = table()
    given = replace(given, stacks=(("2S",), (), ()))

    assert after(given, turn(0)).events[-1] == GameWon((0, 1, 2))


@rule("slapjack", 11)
def test_the_house_plays_for_a_player_who_left_and_waits_if_all_have():
    found = after(table(), Move(SHOWN, 0, Away()), until=SHOWN + 4 * SECOND)
    assert isinstance(found.events[0], Left)
    assert isinstance(found.events[1], HouseTurned)

    everybody = [Move(SHOWN, seat, Away()) for seat in range(3)]
    assert len(after(table(), *everybody, until=SHOWN + 60 * SECOND).events) == 3
