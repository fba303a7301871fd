"""Ghosts: the players of a finished game hold seats again, and act when they acted then."""

from itertools import pairwise
from statistics import median_low

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.bots.ghosts import SLOWEST_PACE, Ghost, Ghosts, ghosts_of
from taphouse.bots.schedule import BotSchedule, finish, run, selfplay
from taphouse.core import MS, SECOND, Entry, Left, Move, Play, Refused, table_acts
from taphouse.core.record import encode, header
from taphouse.shelf import whole_shelf
from taphouse.table.match import Match

SHELF = whole_shelf()
SEATS = 4


def lines(play):
    return [encode(entry) for entry in play.journal]


def ghosts(slug, play):
    """By seat, as a stored room has them."""
    game = SHELF[slug]
    head = header(slug, Play.begin(game, SEATS, play.seed), SEATS, game.Options(), "test")
    stored = msgspec.json.encode(ghosts_of(game, head, play.journal))
    return dict(enumerate(msgspec.json.decode(stored, type=tuple[Ghost, ...])))


def at_a_table(play, held, skill="gentle"):
    """Plays to the end: ghosts hold these seats, and bots the others."""
    bots = BotSchedule(dict.fromkeys(range(SEATS), skill), Ghosts(play, held))
    return finish(play, bots)


def begun(slug, seed):
    return Play.begin(SHELF[slug], SEATS, seed)


@pytest.mark.parametrize("slug", SHELF)
@settings(max_examples=4, deadline=None, derandomize=True)
@given(data=st.data())
def test_a_table_of_ghosts_alone_reproduces_its_journal_byte_for_byte(slug, data):
    """Also taps that were refused, uncertain, late or at the same time as others, and absences."""
    then = any_game(slug, data)
    held = ghosts(slug, then)
    assert lines(at_a_table(begun(slug, then.seed), held)) == lines(then)
    assert lines(live(begun(slug, then.seed), held, ())) == lines(then)


def any_game(slug, data):
    """A game of bots; somebody also does anything at any time."""
    game = SHELF[slug]
    play = begun(slug, data.draw(st.text("abcdef", min_size=6, max_size=6)))
    bots = BotSchedule(dict.fromkeys(range(SEATS), "steady"))
    for pause in data.draw(st.lists(st.sampled_from([0, 0, 1, SECOND // 3, 2 * SECOND]), max_size=30)):
        at, seat = play.now + pause, data.draw(st.integers(0, SEATS - 1))
        run(play, bots, to=at)
        if play.winners is not None:
            break
        act = data.draw(st.from_type(game.Acts) | st.from_type(table_acts(game)))
        blur, seen = data.draw(st.integers(0, 9)), data.draw(st.none() | st.integers(0, at))
        play.feed(Move(at, seat, act, blur, seen))
    return finish(play, bots)


def live(play, held, before):
    """Ghosts play at a live table to the end, after the entries `before`."""
    clock = 7 * SECOND
    match = Match(play, dict.fromkeys(range(SEATS), "quick"), clock, ghosts=held)
    match.replay(before, clock)
    while match.play.winners is None:
        match.pass_time(clock)
        clock = match.due(clock) or clock
    return match.play


@pytest.mark.parametrize("slug", SHELF)
def test_ghosts_go_on_where_they_were_after_a_restart(slug):
    then = selfplay(SHELF[slug], SEATS, "a restart")
    half = then.journal[: len(then.journal) // 2]
    assert lines(live(begun(slug, then.seed), ghosts(slug, then), half)) == lines(then)


@pytest.mark.parametrize("slug", SHELF)
@pytest.mark.parametrize("skill", ["gentle", "quick"])
def test_a_game_against_ghosts_comes_to_its_end_however_the_story_differs(slug, skill):
    then = selfplay(SHELF[slug], SEATS, "the story")
    held = {seat: ghost for seat, ghost in ghosts(slug, then).items() if seat != 1}
    again = at_a_table(begun(slug, then.seed), held, skill)
    assert again.winners is not None


def test_a_ghost_searches_a_card_for_as_long_as_its_player_did():
    """The other seats play otherwise; on each card that comes up again its first finger falls as then."""
    then = selfplay(SHELF["tip-tap"], SEATS, "the first finger")
    held = {2: ghosts("tip-tap", then)[2]}
    again = at_a_table(begun("tip-tap", then.seed), held, "gentle")
    before, after = first_fingers(then, 2), first_fingers(again, 2)
    both = before.keys() & after.keys()
    assert both
    assert lines(then) != lines(again)
    assert [after[card] for card in both] == [before[card] for card in both]


def first_fingers(played, seat):
    """By card: the first act of this seat, and how long after the card was shown."""
    play, found = begun("tip-tap", played.seed), {}
    for entry in played.journal:
        card = play.game.view(play.state, seat).card
        if entry.move and entry.move.seat == seat and play.race and card:
            found.setdefault(card, (entry.move.at - play.race.shown_to(seat), entry.move.act))
        play.replay(entry)
    return found


def test_where_the_story_differs_a_bot_plays_for_the_ghost_and_is_no_quicker_than_its_player_was():
    """A new deal: the cards in the ring are other ones."""
    then = selfplay(SHELF["racesmack"], SEATS, "their deal", skills=dict.fromkeys(range(SEATS), "gentle"))
    held = ghosts("racesmack", then)
    again = at_a_table(begun("racesmack", "a new deal"), held, "quick")
    for seat, ghost in held.items():
        pace = min(SLOWEST_PACE, median_low(one.acts[0].after for one in ghost if one.acts))
        own = [entry.at for entry in again.journal if entry.move and entry.move.seat == seat]
        assert len(own) > 2
        assert min(later - sooner for sooner, later in pairwise(own)) >= pace


def test_a_ghost_does_nothing_that_is_not_offered_any_more():
    then = selfplay(SHELF["racesmack"], SEATS, "no more")
    held = ghosts("racesmack", then)
    again = at_a_table(begun("racesmack", "no more"), {seat: held[seat] for seat in (0, 2)}, "quick")
    assert lines(again) != lines(then)
    assert not [entry for entry in again.journal for event in entry.events if isinstance(event, Refused)]


def test_ghosts_cannot_join_a_game_that_has_begun():
    play = begun("tip-tap", "begun")
    play.replay(Entry(MS, None, (Left(0),)))
    with pytest.raises(ValueError, match="from its start"):
        Ghosts(play, {})
