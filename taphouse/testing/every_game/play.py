"""Bots play every game to its end."""

from typing import get_args, get_type_hints

import pytest

from taphouse.bots.schedule import BotSchedule, finish, selfplay
from taphouse.core import (
    SECOND,
    Left,
    Play,
    Refused,
    Returned,
    Verdict,
    all_events,
)
from taphouse.testing.every_game.common import SHELF, sampled_games, variants


@pytest.fixture(scope="module")
def made_by_the_table():
    """Events that answer acts of the table alone: bots never cause them."""
    return set()


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_bots_finish_every_game_at_every_table_size(slug, seed):
    game = SHELF[slug]
    for seats in game.SEATS:
        play = selfplay(game, seats, seed)

        assert play.winners
        assert len(play.state.points) == seats
        assert max(play.state.points) == play.state.points[play.winners[0]]


def test_no_player_can_stall_a_game(slug):
    game = SHELF[slug]
    for seats in (game.SEATS[0], game.SEATS[-1]):
        for silent in range(seats):
            others = BotSchedule({seat: "steady" for seat in range(seats) if seat != silent})

            play = finish(Play.begin(game, seats, "silence", game.Options()), others)

            assert play.winners
            assert play.now < 30 * 60 * SECOND


def test_a_deadline_that_cuts_off_an_answer_opens_no_race(slug):
    """Such a deadline is passed late for a far player, and a race must begin on time."""
    game = SHELF[slug]
    for state in game.TABLES.values():
        if state.awaited and state.due is not None and state.race is None:
            play = Play(game, state, "seed")
            play.advance(state.due)
            assert play.state.race is None


def test_bots_finish_every_variant(slug):
    game = SHELF[slug]
    for options in variants(game):
        assert selfplay(game, game.SEATS[0], "v", options).winners, options


def test_every_act_gets_exactly_one_verdict(slug):
    game = SHELF[slug]
    for entry in selfplay(game, game.SEATS[0], "verdicts").journal:
        verdicts = [event for event in entry.events if isinstance(event, Verdict)]
        assert [v.seat for v in verdicts] == ([entry.move.seat] if entry.move else [])


def test_the_sampled_games_contain_every_kind_of_event(slug, made_by_the_table):
    game = SHELF[slug]
    shown = {type(event) for _, event, _, _ in sampled_games(game)}
    assert set(get_args(all_events(game))) - shown <= {Refused, Left, Returned} | made_by_the_table


def test_bots_of_each_level_play_and_the_better_one_wins_more(slug):
    game = SHELF[slug]
    seats = max(game.SEATS[0], 2)
    wins = {"gentle": 0, "quick": 0}
    for number in range(30):
        gentle, quick = (0, 1) if number % 2 else (1, 0)
        levels = {**dict.fromkeys(range(seats), "steady"), gentle: "gentle", quick: "quick"}
        winners = selfplay(game, seats, f"levels {number}", skills=levels).winners
        wins["gentle"] += gentle in winners
        wins["quick"] += quick in winners
    assert wins["quick"] > 2 * wins["gentle"]


def test_a_simulation_counts_something(slug):
    game = SHELF[slug]
    play = selfplay(game, game.SEATS[0], "tally")
    counts = game.tally(event for entry in play.journal for event in entry.events)
    assert any(counts.values())


def test_the_kind_of_a_contest_is_declared(slug):
    game = SHELF[slug]
    assert get_type_hints(game.contested)["return"] == game.Contest | None
