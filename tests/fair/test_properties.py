"""Properties of every race, however it is run and whatever pages claim."""

from random import Random

import msgspec
from hypothesis import example, given
from hypothesis import strategies as st

from taphouse.core import MS, SECOND, Race, replace
from taphouse.fair import CountedTaps, Device, Evidence, Fairness, Kernel, Ledger, RecordedLedgers, recompute
from taphouse.fair.belief import DOUBT, FRAME_MOST, HANDLING, QUOTA
from taphouse.fair.evidence import FALSE_CHOICE
from taphouse.lab.fairness.families import FAMILIES
from taphouse.lab.fairness.liar import Liar
from taphouse.lab.fairness.races import Session, Setting
from taphouse.lab.fairness.search import draw
from taphouse.lab.fairness.strategies import HONEST
from tests.fair.races import NOW, Press, beat, race, released, seats, tap

SINCE = 1_000 * MS
PATIENT = Fairness(cap=400)

whole = st.integers(-(2**53), 2**53)
clocks = st.integers(0, 3_000 * MS) | whole
messages = st.tuples(
    st.sampled_from(["tap", "tap", "beat", "paint", "show", "pong", "device", "kernel"]),
    st.integers(0, 3),  # seat
    st.just(1) | st.integers(0, 5) | whole,  # update; 1 is on every screen
    clocks,
    st.integers(0, 300 * MS),  # until it arrives
)


def say(arbiter, kind, seat, n, clock, now):
    contender = arbiter.contenders[seat]
    match kind:
        case "tap":
            arbiter.tap(seat, Press(), n, clock, now)
        case "beat":
            arbiter.beat(seat, n, clock, now)
        case "paint":
            arbiter.paint(seat, n, clock, now)
        case "show" if n not in contender.timeline.shown:
            arbiter.show(seat, n, now, now - min(abs(clock), 100 * MS), arbiter.race)
        case "pong":
            contender.line.trip(min(abs(clock), now), now)
        case "device":
            arbiter.set_device(seat, Device(frame=abs(clock), calibrated=bool(n % 2)))
        case "kernel":
            contender.line.kernel = Kernel(abs(clock) % (500 * MS), abs(n) % (50 * MS))


def play(arbiter, messages):
    """All rulings, until no move is held any more."""
    now, rulings = SINCE, []
    for kind, seat, n, clock, gap in messages:
        now += gap
        say(arbiter, kind, seat, n, clock, now)
        rulings += released(arbiter, now)
    return rulings + released(arbiter, now + SECOND)


@given(st.lists(messages, max_size=60), st.booleans(), st.booleans())
def test_moves_come_out_in_order_and_none_is_lost_whatever_pages_claim(messages, reflex, ranked):
    arbiter = race(0, 10, 20, 30, reflex=reflex, fairness=Fairness(ranked))

    rulings = play(arbiter, messages)

    times = [ruling.move.at for ruling in rulings]
    assert times == sorted(times)
    assert len(rulings) == sum(kind == "tap" for kind, *_ in messages)


@given(st.lists(messages, max_size=60), st.booleans())
def test_an_impossible_claim_is_never_believed_further_than_its_line_explains(messages, ranked):
    arbiter = race(0, 10, 20, 30, fairness=Fairness(ranked))

    for ruling in play(arbiter, messages):
        evidence, fair = ruling.evidence, ruling.evidence.judged.fair
        lead = 0 if evidence.anchor is None else max(0, evidence.anchor.shown - evidence.anchor.sent)
        assert fair <= max(evidence.arrived + lead, evidence.shown, SINCE + FALSE_CHOICE)
        if (anchor := evidence.anchor) is not None:
            assert fair >= evidence.shown
            took = evidence.arrived - anchor.sent - (fair - anchor.shown)
            witness = evidence.witness
            sigma = witness.spread + FRAME_MOST + HANDLING  # more than the root of their squares
            trip = max(anchor.trip, witness.near or 0, witness.age or 0)
            line = trip + witness.stall + FRAME_MOST * 3 // 2 + HANDLING + DOUBT * sigma
            assert took <= evidence.fairness.reach
            assert took <= line + (0 if ranked else QUOTA)


@given(st.lists(messages, max_size=60), st.booleans())
def test_every_verdict_can_be_recomputed_from_its_stored_evidence(messages, ranked):
    arbiter = race(0, 10, 20, 30, fairness=Fairness(ranked))

    ledgers = {}
    for ruling in play(arbiter, messages):
        written = msgspec.json.decode(msgspec.json.encode(ruling.evidence), type=Evidence)
        seat = ruling.move.seat
        assert written == ruling.evidence
        assert recompute(replace(written, judged=None)) == written.judged
        assert (written.judged.at, written.judged.blur) == (ruling.move.at, ruling.move.blur)
        assert written.ledger == ledgers.get(seat, Ledger())
        ledgers[seat] = written.judged.ledger


class Recorded:
    """Races that follow each other, and the ledgers as the record alone tells them."""

    def __init__(self, ranked):
        self.arbiter = race(0, 10, 20, 30, fairness=Fairness(ranked))
        self.counted, self.ledgers = CountedTaps(), RecordedLedgers()
        self.counted.follow(self.arbiter.race)

    def begin(self, now, n):
        """Another race begins while taps of the one before may still be held."""
        begun = Race(now)
        self.arbiter.follow(begun)
        ended = self.counted.follow(begun)
        self.arbiter.book(ended)
        self.ledgers.book(ended, begun)
        for seat in self.arbiter.contenders:
            self.arbiter.show(seat, n, now, now, begun)
            self.arbiter.paint(seat, n, now, now)

    def decide(self, now):
        for ruling in released(self.arbiter, now):
            move, evidence = ruling.move, ruling.evidence
            assert move.at == evidence.judged.at  # as `taphouse verify` demands
            assert self.ledgers.explains(move.seat, evidence)
            self.ledgers.tap(move.seat, evidence, evidence.judged)
            self.counted.note("thing", move, evidence.judged)


def test_a_held_tap_that_is_decided_in_the_next_race_is_booked_as_it_was_when_it_arrived():
    told = Recorded(ranked=False)
    tap(told.arbiter, 0, response=300, arrived=500)  # longer under way than explained: it takes credit
    told.decide(SINCE + SECOND)
    tap(told.arbiter, 0, response=1_050, arrived=1_230)
    before = told.arbiter.ledgers[0]
    told.begin(SINCE + 1_240 * MS, 2)
    booked = told.arbiter.ledgers[0]

    told.decide(SINCE + 2 * SECOND)

    assert before != booked
    assert told.ledgers.by_player()[0] == booked


@example([("tap", 0, 1, 0, 0), ("tap", 0, 0, 0, 0)], False)  # a false start, then a tap without a clock
@given(st.lists(st.none() | messages, max_size=60), st.booleans())
def test_ledgers_follow_from_the_stored_taps_also_when_a_held_tap_is_decided_in_the_next_race(story, ranked):
    told, now, begun = Recorded(ranked), SINCE, 1_000
    for message in story:
        now += 20 * MS
        if message is None:
            told.begin(now, begun := begun + 1)
        else:
            kind, seat, n, clock, gap = message
            say(told.arbiter, kind, seat, begun if n == 1 and begun > 1_000 else n, clock, now + gap // 10)
            now += gap // 10
        told.decide(now)
    told.decide(now + SECOND)

    known = told.ledgers.by_player()
    found = {seat: known.get(seat) for seat in told.arbiter.ledgers}
    assert found == told.arbiter.ledgers


@given(
    st.permutations(range(4)),
    st.lists(st.integers(200, 600), min_size=4, max_size=4, unique=True),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 190)), max_size=8),
)
def test_the_verdict_does_not_depend_on_the_order_of_arrival_within_the_hold(order, responses, beats):
    arbiter, out = race(0, 0, 0, 0, trip=700, fairness=PATIENT), []
    for contender in arbiter.contenders.values():
        contender.line.trip(100 * MS, SINCE)  # so an answer may come in time
    arrivals = [(600 + 90 * place, seat, None) for place, seat in enumerate(order)]
    arrivals += [(600 + elapsed, seat, elapsed) for seat, elapsed in beats]
    for arrived, seat, elapsed in sorted(arrivals, key=lambda arrival: arrival[0]):
        if elapsed is None:
            tap(arbiter, seat, responses[seat], arrived)
        else:
            beat(arbiter, seat, min(elapsed, responses[seat]), arrived)
        out += released(arbiter, SINCE + arrived * MS)
    out += released(arbiter)

    assert seats(out) == sorted(range(4), key=responses.__getitem__)


@given(st.lists(messages, max_size=40), st.integers(150, 600))
def test_messages_of_other_seats_do_not_change_how_far_a_seat_is_believed(messages, response):
    alone, crowded = race(0), race(0, 10, 20, 30)
    others = [(kind, seat or 1, *rest) for kind, seat, *rest in messages]
    now, out = SINCE, []
    for kind, seat, n, clock, gap in others:
        now += gap
        say(crowded, kind, seat, n, clock, now)
        out += released(crowded, now)

    for arbiter in (alone, crowded):
        arbiter.tap(0, Press(), 1, response * MS, SINCE + (response + 160) * MS)
    out += released(crowded)

    (first,) = (ruling for ruling in out if ruling.move.seat == 0)
    assert first.evidence.judged.fair == alone.release(NOW).evidence.judged.fair


@given(st.sampled_from(sorted(FAMILIES)), st.integers(2, 5), st.integers(0, 10**6), st.booleans())
def test_a_whole_session_is_judged_from_its_evidence_alone(family, players, seed, ranked):
    random = Random(seed)
    lines = FAMILIES[family].draw(random, players)
    liar = Liar(random.choice([HONEST, draw(random, programs=True)]))
    setting = Setting(fairness=Fairness(ranked), bias=8.0, kernel=random.random() < 0.5)

    for outcome in Session(lines, random, setting, {0: liar}).races(3):
        assert sorted(seats(outcome.rulings)) == outcome.present
        for ruling in outcome.rulings:
            assert recompute(ruling.evidence) == ruling.evidence.judged
            assert ruling.move.at == ruling.evidence.judged.at
            race = ruling.evidence.race  # none for a tap that comes when the race is long over
            assert race is None or race == Race(race.since, reflex=True)
