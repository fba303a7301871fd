"""Players who leave, and come back."""

from itertools import product

import pytest

from taphouse.bots.schedule import BotSchedule, finish, run
from taphouse.core import (
    SECOND,
    Away,
    Back,
    Move,
    Play,
)
from taphouse.testing.every_game.common import SHELF, steady, variants


def emptied(game, seats, after, options=None):
    """All play for a while, then all leave; then every deadline is settled until there is none."""
    play = Play.begin(game, seats, "empty", options)
    run(play, steady(seats), to=after)
    for seat in range(seats):
        play.feed(Move(max(after, play.now), seat, Away()))
    for _ in range(1_000):  # more deadlines than the longest game has
        if play.winners or (due := play.state.due) is None:
            break
        play.advance(due)
    return play


FROM_TIME_TO_TIME = [seconds * SECOND for seconds in (0, 5, 13, 34)]


@pytest.mark.parametrize("many", [False, True], ids=["few", "many"])
def test_a_table_whose_players_all_leave_ends_or_waits_for_one_of_them(slug, many):
    game = SHELF[slug]
    seats = game.SEATS[-1 if many else 0]
    for options, after in product(variants(game), FROM_TIME_TO_TIME):
        play = emptied(game, seats, after, options)
        if play.winners:
            assert play.state.due is None
            continue

        assert play.state.due is None, "the clock rings on and on in an empty room"
        assert sorted(play.state.away) == [*range(seats)]
        assert play.advance(play.now + 3_600 * SECOND) == []


@pytest.mark.parametrize("who", ["the first", "the last", "everyone"])
def test_a_table_whose_players_all_left_goes_on_when_they_come_back(slug, who):
    game, seats = SHELF[slug], SHELF[slug].SEATS[0]
    returning = {"the first": [0], "the last": [seats - 1], "everyone": [*range(seats)]}[who]
    for options, after in product(variants(game), FROM_TIME_TO_TIME):
        play = emptied(game, seats, after, options)
        if play.winners:
            continue
        back = play.now + 3_600 * SECOND
        for seat in returning:
            play.feed(Move(back, seat, Back()))

        assert sorted(play.state.away) == [seat for seat in range(seats) if seat not in returning]
        assert finish(play, BotSchedule(dict.fromkeys(returning, "steady"))).winners
        assert play.now < back + 60 * 60 * SECOND


def test_an_absent_player_blocks_no_table_whatever_its_options(slug):
    game, seats = SHELF[slug], SHELF[slug].SEATS[0]
    for options in variants(game):
        for absent in range(seats):
            play = Play.begin(game, seats, "absent", options)
            others = BotSchedule({seat: "steady" for seat in range(seats) if seat != absent})
            run(play, others, to=2 * SECOND)
            play.feed(Move(2 * SECOND, absent, Away()))

            assert finish(play, others).winners, options
            assert play.now < 60 * 60 * SECOND, options
