"""Tests of a game replayed frame by frame."""

import msgspec
import pytest

from taphouse.core import MS, Entry, Move, Race, told
from taphouse.core.record import encode, read_line, resume
from taphouse.fair import Device, Evidence, Fairness, Ledger
from taphouse.fair.witness import Anchor, Witness
from taphouse.replay.film import PaintTimes, film
from taphouse.table.match import Match
from tests.ended import ended
from tests.shelf import SHELF


def pictures(head, journal, seat):
    return [frame for frame in film(SHELF[head.game], head, journal, seat) if frame is not None]


@pytest.mark.parametrize("slug", SHELF)
@pytest.mark.parametrize("seat", [None, 0])
def test_the_changes_of_all_frames_add_up_to_what_the_seat_saw_at_the_end(slug, seat):
    game = SHELF[slug]
    head, journal = ended(slug, game.SEATS[0])
    view = {}

    for frame in pictures(head, journal, seat):
        view |= frame.view

    last = resume(game, head, journal).state
    assert view == msgspec.to_builtins(game.view(last, seat))


def test_frames_come_in_the_order_in_which_things_happened_and_were_seen():
    frames = pictures(*ended(), 1)

    assert [frame.at for frame in frames] == sorted(frame.at for frame in frames)
    assert [frame.seen for frame in frames] == sorted(frame.seen for frame in frames)
    assert all(frame.view or frame.news or frame.finishes for frame in frames)


def test_a_film_contains_only_events_that_the_rules_let_its_seat_see():
    game = SHELF["tip-tap-top"]
    head, journal = ended("tip-tap-top", 4)

    filmed = [msgspec.to_builtins(news) for frame in pictures(head, journal, 2) for news in frame.news]

    visible = (told(game, event, 2) for entry in journal for event in entry.events)
    assert filmed == [msgspec.to_builtins(event) for event in visible if event is not None]


def test_the_photo_finishes_of_a_film_are_those_shown_live():
    head, journal = ended("racesmack", 6)
    game = SHELF["racesmack"]
    match = Match(resume(game, head), {}, 0)
    match.replay(journal, 0)

    taken = [finish for frame in pictures(head, journal, None) for finish in frame.finishes]

    assert len(taken) >= 2
    assert taken == match.finishes


# ---- as each player saw it ----


def tap(at, arrived, painted, pressed, sent=0, shown=0, trip=0):
    evidence = Evidence(
        n=1,
        shown=shown,
        pressed=pressed,
        device=Device(),
        anchor=Anchor(1, shown, sent, painted, trip),
        arrived=arrived,
        committed=-1,
        witness=Witness(spread=0),
        race=None,
        ledger=Ledger(),
        fairness=Fairness(),
    )
    return Entry(at, Move(at, 0, None), (), msgspec.to_builtins(evidence))


def test_a_far_player_saw_it_later_by_the_way_to_their_screen():
    # Sent at 0, painted 80 ms later, pressed 300 ms after that; the tap took 60 ms back.
    far = tap(at=300 * MS, arrived=440 * MS, painted=1_000 * MS, pressed=1_300 * MS, trip=120 * MS)
    journal = [Entry(10 * MS, None, ()), far]

    assert PaintTimes(journal, 0).time_of(0, None) == 90 * MS
    assert PaintTimes(journal, 1).time_of(0, None) == 10 * MS  # a bot has no delay


def test_the_stimulus_of_a_race_was_sent_ahead_and_is_seen_when_it_counts():
    far = tap(
        at=700 * MS,
        arrived=840 * MS,
        painted=1_000 * MS,
        pressed=1_300 * MS,
        sent=320 * MS,
        shown=400 * MS,
        trip=120 * MS,
    )
    journal = [Entry(400 * MS, None, ()), far]

    assert PaintTimes(journal, 0).time_of(0, Race(400 * MS)) == 480 * MS


def test_no_frame_is_shown_before_its_tap_has_arrived():
    late = tap(at=300 * MS, arrived=440 * MS, painted=1_000 * MS, pressed=1_300 * MS, trip=120 * MS)

    assert PaintTimes([late], None).time_of(0, None) == 440 * MS


def test_a_journal_that_was_written_and_read_again_is_the_same_film():
    head, journal = ended()
    again = [read_line(SHELF[head.game], encode(entry)) for entry in journal]

    assert pictures(head, again, 0) == pictures(head, journal, 0)
