"""Offers and verdicts agree, whatever anybody does."""

from contextlib import suppress
from functools import cache
from itertools import cycle
from typing import get_args, get_origin

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taphouse.bots.schedule import run
from taphouse.core import (
    SECOND,
    Dice,
    Move,
    Play,
    Refused,
    Verdict,
    is_offered,
    reshuffled,
    table_acts,
    verdict,
)
from taphouse.core.game import act_kinds
from taphouse.testing.every_game.common import SHELF, sampled_games, steady, things, variants


@pytest.fixture(scope="module")
def rarely_offered():
    """The names of acts that no sampled game offers."""
    return set()


@settings(max_examples=60, deadline=None, derandomize=True)
@given(data=st.data())
def test_no_act_at_any_time_by_any_seat_breaks_a_game(slug, data):
    game = SHELF[slug]
    seats = data.draw(st.sampled_from(game.SEATS))
    play, at = Play.begin(game, seats, "mad"), 0
    for _ in range(40):
        at += data.draw(st.integers(0, 3 * SECOND))
        act = data.draw(st.from_type(game.Acts) | st.from_type(table_acts(game)))
        move = Move(
            at, data.draw(st.integers(0, seats - 1)), act, seen=data.draw(st.none() | st.integers(0, at))
        )
        entries = play.feed(move)
        assert isinstance(entries[-1].events[0], Verdict)
        assert play.state.due is None or play.state.due > at or play.winners


def fitting(kind, offers, pool):
    """Acts of one kind: each field has a value that is offered, that is in the view, or any of its type."""
    fields = {field.name: st.from_type(field.type) for field in msgspec.structs.fields(kind)}
    for name, anything in fields.items():
        field = next(field for field in msgspec.structs.fields(kind) if field.name == name)
        known = [
            offer.values[name] for offer in offers if offer.act == kind.__name__ and name in offer.values
        ]
        some = [value for values in known for value in values] + sorted(pool)
        if some:
            listed = get_origin(field.type) is tuple
            chosen = (
                st.lists(st.sampled_from(some), max_size=2).map(tuple) if listed else st.sampled_from(some)
            )
            fields[name] = chosen | anything
    return st.builds(lambda **plain: act_of(kind, plain), **fields).filter(bool)


def act_of(kind, plain):
    """The act with these values, `None` if they do not fit its type."""
    with suppress(msgspec.ValidationError):
        return msgspec.convert({"type": kind.__name__, **plain}, kind)
    return None


def open_fields(game, offers, act):
    """Fields that may name anything: they can be refused for what they name."""
    restricted = [set(offer.values) - act.LATE for offer in offers if offer.act == type(act).__name__]
    return set(act.__struct_fields__) - set.intersection(*restricted)


@cache
def moments(slug):
    """Some states of the first half minute of each variant, each with its time."""
    game, found = SHELF[slug], []
    for options, seats in zip(variants(game), cycle([game.SEATS[0], game.SEATS[-1]])):
        play, bots = Play.begin(game, seats, "moments", options), steady(seats)
        for seconds in range(0, 30, 2):
            run(play, bots, to=seconds * SECOND)
            found.append((seconds * SECOND, play.state))
    return found


@settings(max_examples=60, deadline=None, derandomize=True)
@given(data=st.data())
def test_what_is_offered_counts_and_what_is_not_offered_is_refused(slug, data):
    """Of players who have seen everything. A late tap of a contest is not offered, and not refused either."""
    game = SHELF[slug]
    at, state = data.draw(st.sampled_from(moments(slug)))
    play, seats = Play(game, state, "offers"), len(state.points)
    for _ in range(8):
        seat = data.draw(st.integers(0, seats - 1))
        offers, pool = game.offers(play.state, seat), things(game.view(play.state, seat))
        kinds = [kind for kind in act_kinds(game) if kind.__name__ in {offer.act for offer in offers}]
        kind = data.draw(st.sampled_from([*kinds, *act_kinds(game)]))
        act = data.draw(fitting(kind, offers, pool))
        at += data.draw(st.sampled_from([0, 1, SECOND // 5, SECOND]))
        move = Move(at, seat, act)
        play.advance(at)
        offers = game.offers(play.state, seat)
        found = verdict(game, play.state, move, Dice("verdict"))
        if not is_offered(offers, move):
            assert isinstance(found, Refused) or game.contested(play.state, move) is not None
        elif isinstance(found, Refused) and open_fields(game, offers, act):
            assert found.why != "not-now"
        elif isinstance(found, Refused):
            other = reshuffled(game, play.state, seat, Dice("other"))
            assert not isinstance(verdict(game, other, move, Dice("verdict")), Refused), (
                "no secret forbids it"
            )
        if isinstance(found, Refused):
            assert found.why in {"game-over", *get_args(game.Why)}
        play.feed(move)


def test_every_act_is_offered_at_some_time_with_values_of_its_type(slug, rarely_offered):
    game, offered = SHELF[slug], set()
    for before, _, _, seats in sampled_games(game):
        for seat in range(seats):
            for offer in game.offers(before, seat):
                offered.add(offer.act)
                kind = next(kind for kind in act_kinds(game) if kind.__name__ == offer.act)
                for name, values in offer.values.items():
                    [field] = [each for each in msgspec.structs.fields(kind) if each.name == name]
                    assert (
                        msgspec.convert(
                            values, field.type if get_origin(field.type) is tuple else tuple[field.type, ...]
                        )
                        == values
                    )
    assert offered >= {kind.__name__ for kind in act_kinds(game)} - rarely_offered


def test_a_view_carries_the_offers_of_its_seat_alone(slug):
    game = SHELF[slug]
    for state in game.TABLES.values():
        assert game.view(state, None).offers == ()
        for seat in range(len(state.points)):
            assert game.view(state, seat).offers == game.offers(state, seat)
