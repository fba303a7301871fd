"""Conversion of other nodes' clocks: a slow way over NATS makes no tap late."""

from __future__ import annotations

import random

from taphouse.cluster.clocks import REMEMBERED, Clocks
from taphouse.core import MS, SECOND

AHEAD = 86_400 * SECOND  # how far the other node's clock is ahead


def test_a_timestamp_is_converted_correctly_even_if_the_message_is_slow() -> None:
    dice, clocks = random.Random(1), Clocks()
    for second in range(30):
        asked = second * SECOND
        out, back = (100 + dice.expovariate(1 / 400) for _ in range(2))
        clocks.learn("b", asked, asked + round(out) + AHEAD, asked + round(out + back))
    tapped = 31 * SECOND
    stalled = tapped + 300 * MS  # NATS was slow
    assert abs(clocks.here("b", tapped + AHEAD, stalled) - tapped) < MS


def test_a_converted_timestamp_is_never_in_the_future() -> None:
    clocks = Clocks()
    clocks.learn("b", 0, 1_000 + AHEAD, 4_000)
    assert clocks.here("b", 9_000 + AHEAD, 8_500) == 8_500


def test_a_timestamp_of_a_node_with_an_unknown_clock_counts_as_now() -> None:
    assert Clocks().here("b", AHEAD, 5_000) == 5_000


def test_clocks_that_drift_apart_are_followed() -> None:
    clocks = Clocks()
    for second in range(600):
        asked = second * SECOND
        clocks.learn("b", asked, round(asked * 1.00005) + 200, asked + 400)
    tapped = 600 * SECOND
    assert abs(clocks.here("b", round(tapped * 1.00005), tapped + SECOND) - tapped) < MS


def test_a_clock_is_known_after_some_readings_and_forgotten_with_its_node() -> None:
    clocks = Clocks()
    for n in range(REMEMBERED):
        assert not clocks.knows("b")
        clocks.learn("b", n, n, n + 500)
    assert clocks.knows("b")
    assert clocks.hop("b") == 250
    clocks.forget("b")
    assert not clocks.knows("b")
    assert clocks.hop("b") == 0
