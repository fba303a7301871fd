"""The simulated world itself: lines, TCP and its timing. Milliseconds, and always the same dice."""

from itertools import pairwise
from random import Random

import pytest

from taphouse.core import MS, SECOND
from taphouse.lab.fairness.agenda import Agenda
from taphouse.lab.fairness.families import FAMILIES
from taphouse.lab.fairness.network import (
    Access,
    Bloat,
    Medium,
    Proxy,
    Sleep,
    Stalling,
    Stepping,
)
from taphouse.lab.fairness.tcp import Wire

STEADY = Access("steady", 20, 30, 0)  # wanders by some per cent, and that is all


def wire(access, seed=1):
    agenda = Agenda()
    return agenda, Wire(Medium(access, Random(seed)), agenda)


def access(**parts):
    return Access("line", 20, 30, 0, **parts)


def note(at, arrived, what):
    arrived.append(what)


def ping(agenda, line, at):
    """Sends a ping that is answered at once. Returns the round trip."""
    back = []
    line.send(at, lambda there: line.reply(there, back.append))
    agenda.until(at + 2 * SECOND)
    return (back[0] - at) / MS


class TestAStream:
    @pytest.mark.parametrize("family", sorted(FAMILIES))
    def test_a_stream_keeps_its_order_and_loses_nothing_in_any_family(self, family):
        for number, drawn in enumerate(FAMILIES[family].draw(Random(family), 3)):
            agenda, line = wire(drawn, number)
            down, up = [], []
            for k in range(300):
                agenda.until(k * 7 * MS)
                line.send(k * 7 * MS, note, down, k)
                line.reply(k * 7 * MS, note, up, k)
            agenda.until(60 * SECOND)

            assert down == list(range(300))
            assert up == list(range(300))

    def test_a_lost_segment_holds_up_those_after_it_until_it_is_sent_again(self):
        agenda, line = wire(STEADY)
        line.clock.note(50 * MS)
        lost = iter([True])
        line.medium.lost = lambda: next(lost, False)
        arrived = []

        for k in range(4):
            agenda.until(k * 10 * MS)
            line.send(k * 10 * MS, lambda at: arrived.append(at / MS))
        agenda.until(SECOND)

        assert len(set(arrived)) == 1  # all at once
        assert 10 + 50 + 20 < arrived[0] < 10 + 50 + 20 + 25  # the next one reveals it

    def test_a_segment_that_is_lost_twice_is_sent_again_when_a_later_one_arrives(self):
        agenda, line = wire(STEADY)
        line.clock.note(50 * MS)
        lost = iter([True, *[False] * 6, True])
        line.medium.lost = lambda: next(lost, False)
        arrived = []

        for k in range(20):
            agenda.until(k * 10 * MS)
            line.send(k * 10 * MS, lambda at, k=k: arrived.append((k, at / MS)))
        agenda.until(SECOND)

        assert [k for k, _ in arrived] == list(range(20))
        assert line.info(SECOND).total_retrans == 2
        # Not at 10 + 50 + 13 ms, when it was sent again, nor at the second timeout, after 400 ms.
        assert 75 + 50 + 13 < arrived[0][1] < 75 + 50 + 13 + 50

    def test_a_lost_segment_that_nothing_follows_waits_for_the_timeout(self):
        agenda, line = wire(STEADY)
        line.clock.note(50 * MS)
        lost = iter([True])
        line.medium.lost = lambda: next(lost, False)
        arrived = []

        line.send(0, lambda at: arrived.append(at / MS))
        agenda.until(SECOND)

        assert 215 < arrived[0] < 230
        assert line.info(SECOND).total_retrans == 1


class TestTheKernel:
    def test_the_kernel_times_pings_as_the_house_does(self):
        agenda, line = wire(STEADY)

        trips = [ping(agenda, line, k * 3 * SECOND) for k in range(20)]

        assert abs(line.info(60 * SECOND).rtt / MS - trips[-1]) < 3
        assert line.info(60 * SECOND).unacked == 0

    def test_a_lone_segment_without_an_answer_is_acknowledged_late(self):
        agenda, line = wire(STEADY)

        line.send(0, lambda at: None)
        agenda.until(SECOND)

        assert 85 < line.info(SECOND).rtt / MS < 95

    @pytest.mark.parametrize("delays_acks", [False, True])
    def test_the_kernel_times_a_proxy_instead_of_the_player(self, delays_acks):
        agenda, line = wire(access(proxy=Proxy(6, delays_acks)))

        trips = [ping(agenda, line, k * 3 * SECOND) for k in range(10)]

        assert min(trips) > 45
        kernel = line.kernel(40 * SECOND).rtt / MS
        assert 40 < kernel < 50 if delays_acks else 6 <= kernel < 9

    def test_unacknowledged_data_is_reported(self):
        agenda, line = wire(STEADY)
        ping(agenda, line, 0)

        line.send(3 * SECOND, lambda at: None)

        assert line.info(3 * SECOND).unacked == 1


class TestALine:
    def test_a_sleeping_radio_delays_the_first_packet_after_a_pause_and_not_the_next(self):
        agenda, line = wire(access(sleep=Sleep(after=100, cycle=200, wake=1)))

        trips = [
            (ping(agenda, line, at), quick_ping(agenda, line, at + 2 * SECOND))
            for at in range(0, 60 * SECOND, 5_037 * MS)
        ]

        first, second = zip(*trips, strict=True)
        assert max(first) > 150
        assert max(second) < 60

    def test_what_goes_up_wakes_a_sleeping_radio(self):
        agenda, line = wire(access(sleep=Sleep(after=100, cycle=1000, wake=5)))
        arrived = []

        line.reply(10 * SECOND, lambda at: arrived.append(at / MS))
        agenda.until(10 * SECOND + 10 * MS)
        line.send(10 * SECOND + 20 * MS, lambda at: arrived.append(at / MS))
        agenda.until(20 * SECOND)

        assert all(10_030 < at < 10_050 for at in arrived)

    def test_a_stalling_line_lets_nothing_through_for_a_while(self):
        medium = Medium(access(stalling=Stalling(1, 100)), Random(1))

        delays = [medium.down(at) - at for at in range(0, 60 * SECOND, 5 * MS)]

        assert min(delays) < 22 * MS
        assert max(delays) > 150 * MS

    def test_a_full_queue_fills_and_drains(self):
        medium = Medium(access(bloat=Bloat(100, 50, 8)), Random(1))

        down = [medium.down(at) - at for at in range(0, 60 * SECOND, 20 * MS)]

        assert min(down) < 22 * MS
        assert 110 * MS < max(down) < 125 * MS
        assert max(abs(b - a) for a, b in pairwise(down)) < 30 * MS

    def test_a_route_changes_by_steps(self):
        medium = Medium(access(stepping=Stepping(5, 80)), Random(1))

        down = [medium.down(at) - at for at in range(0, 60 * SECOND, 20 * MS)]

        assert max(down) - min(down) > 20 * MS
        assert sum(abs(b - a) > 2 * MS for a, b in pairwise(down)) < 30

    def test_a_page_that_uploads_delays_its_own_pongs_and_not_what_comes_down(self):
        agenda, line = wire(access())
        before = ping(agenda, line, 0)

        line.medium.upload(120)
        during = ping(agenda, line, 3 * SECOND)
        line.medium.stop_upload(6 * SECOND)
        after = ping(agenda, line, 7 * SECOND)

        assert during - before == pytest.approx(120, abs=8)
        assert after - before == pytest.approx(0, abs=8)

    def test_a_connection_that_is_cut_delivers_nothing_more(self):
        agenda, line = wire(access())
        arrived = []

        line.send(0, arrived.append)
        line.cut()
        agenda.until(SECOND)

        assert not arrived

    def test_a_connection_that_survives_a_change_of_network_goes_on_after_the_gap(self):
        agenda, line = wire(access())
        before = ping(agenda, line, 0)

        mobile = Medium(Access("mobile", 40, 60, 0), Random(2))
        mobile.interrupt(3 * SECOND + 300 * MS)
        line.move(mobile)

        assert ping(agenda, line, 3 * SECOND) > 380
        assert ping(agenda, line, 6 * SECOND) > before + 30


def quick_ping(agenda, line, at):
    """A ping while the radio is still awake from another one."""
    line.send(at, lambda there: line.reply(there, lambda back: None))
    agenda.until(at + 450 * MS)
    line.reply(at + 450 * MS, lambda back: None)
    return ping(agenda, line, at + 480 * MS)


class TestAFamily:
    @pytest.mark.parametrize("family", sorted(FAMILIES))
    def test_each_session_draws_its_own_lines(self, family):
        draws = [FAMILIES[family].draw(Random(seed), 4) for seed in range(5)]

        assert all(len(drawn) == 4 for drawn in draws)
        assert len({drawn[0].down for drawn in draws}) == 5

    def test_at_least_one_player_has_the_line_that_gives_a_family_its_name(self):
        for seed in range(20):
            names = {drawn.name for drawn in FAMILIES["proxy"].draw(Random(seed), 2)}
            assert "proxy" in names
