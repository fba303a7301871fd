"""What is stored is judged again to the same end, also with longer time limits."""

from typing import get_args

import msgspec
import pytest

from taphouse.bots.schedule import BotSchedule, finish, run, selfplay
from taphouse.core import (
    SECOND,
    Play,
    TimeScale,
)
from taphouse.core.record import encode, header, read_header, read_line
from taphouse.replay.rerun import rerun, states
from taphouse.replay.verify import problems
from taphouse.testing.every_game.common import SHELF, played, steady, variants


def test_the_journal_contains_the_whole_game(slug):
    game = SHELF[slug]
    for options in variants(game):
        head, play = played(slug, game.SEATS[-1], "journal", options)
        written = [encode(head), *map(encode, play.journal)]
        journal = [read_line(game, line) for line in written[1:]]

        *_, last = states(game, read_header(written[0]), journal)
        again = rerun(game, read_header(written[0]), journal)

        assert last == play.state
        assert [encode(entry) for entry in again] == written[1:]


def idle(game, time_scale, after):
    """All play for a while, then nobody acts: returns the entries that the clock makes from there."""
    play = Play.begin(game, game.SEATS[-1], "hush", game.Options(time_scale=time_scale))
    played = run(play, steady(game.SEATS[-1]), to=after)
    while len(play.journal) < len(played) + 9 and (due := play.state.due) is not None:
        play.advance(due)
    return [(entry.at, entry.move) for entry in played], play.journal[len(played) :]


@pytest.mark.parametrize("time_scale", [each for each in get_args(TimeScale) if each != 100])
def test_a_longer_time_scale_stretches_every_wait_for_a_player_and_nothing_else(slug, time_scale):
    game, stretched = SHELF[slug], 0
    for after in range(0, 20 * SECOND, SECOND):
        (played, usual), (again, longer) = idle(game, 100, after), idle(game, time_scale, after)
        if played != again:
            break  # a time limit has run out already
        assert [[*map(type, entry.events)] for entry in longer] == [[*map(type, e.events)] for e in usual]
        moments = [(0, 0), *((at, at) for at, _ in played)]
        for at, later in ((entry.at, again.at) for entry, again in zip(usual, longer, strict=True)):
            waits = [(at - since, later - begun) for since, begun in moments]
            assert all(wait <= long for wait, long in waits)
            assert later <= at * time_scale / 100
            if not played:  # where no race interrupts it, each wait is counted from a moment before it
                assert any(long in (wait, wait * time_scale / 100) for wait, long in waits)
            stretched += at != later
            moments.append((at, later))
    assert stretched


def test_a_longer_time_scale_keeps_the_order_of_the_same_taps_until_a_limit_has_run_out(slug):
    game, seats = SHELF[slug], SHELF[slug].SEATS[-1]
    for seed in "abc":
        usual, longer = (
            selfplay(game, seats, seed, game.Options(time_scale=time_scale)).journal
            for time_scale in (100, 300)
        )
        same = 0
        for entry, again in zip(usual, longer, strict=False):
            if (entry.at, entry.move) != (again.at, again.move):
                assert entry.move is None  # the clock decided where the others are still waited for
                break
            same += entry.move is not None
        assert same


def test_a_journal_with_a_longer_time_scale_is_verified_and_one_that_denies_it_is_not(slug):
    game, seats = SHELF[slug], SHELF[slug].SEATS[0]
    all_but_one = BotSchedule(dict.fromkeys(range(1, seats), "steady"))
    usual, longer = (
        Play.begin(game, seats, "time_scale", game.Options(time_scale=time_scale))
        for time_scale in (100, 300)
    )
    head, denied = (
        read_header(encode(header(slug, play, seats, play.state.options, house="test")))
        for play in (longer, usual)
    )

    journal = finish(longer, all_but_one).journal

    assert not any(problems(game, head, journal))
    assert any(problems(game, denied, journal))


def test_a_state_can_be_written_and_read_back(slug):
    game = SHELF[slug]
    head, play = played(slug, game.SEATS[0], "written")
    for state in [*game.TABLES.values(), *states(game, head, play.journal)]:
        assert msgspec.json.decode(msgspec.json.encode(state), type=game.State) == state
