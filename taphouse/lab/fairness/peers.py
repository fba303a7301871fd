"""Other ways to judge the same races."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from random import Random

from taphouse.core import MS, SECOND, Seat, Time, Value
from taphouse.fair import Line

from .browser import DISPATCH, DISPATCH_MOST, DRAW
from .network import Access, Medium
from .people import Task, glass, response
from .tcp import RTO_LEAST

HOLD = 150 * MS  # how long these wait for later taps
LIE = 100 * MS  # of a page that is always believed
PINGS = 20  # before the first race


class Peers(Value):
    """The winner of one race by each other method."""

    first: Seat
    """The truth."""
    arrival: Seat
    half_trip: Seat
    """Arrival less half a round trip."""
    stamps: Seat
    """The page's clock, synchronised."""
    equalised: Seat
    """The same, and every player sees the stimulus at the same moment."""
    believed: Seat
    """The response the page claims; seat 0 lies."""


class _Player:
    def __init__(self, access: Access, random: Random) -> None:
        self.line, self._medium, self._random = Line(), Medium(access, random), random
        self._glass = glass(random, None, None)
        self._last_down = self._last_up = 0.0

    def ping(self, at: Time) -> None:
        there = self._down(at)
        back = self._up(there)
        self.line.trip(back - at, back)
        self.line.clock_reading(self._glass.clock(there), back)

    def tap(self, sent: Time, took: Time) -> tuple[Time, Time]:
        """When the tap arrives, and when it was made by a synchronised clock."""
        drawn = self._down(sent) - DRAW * MS * log(1 - self._random.random())
        pressed = self._glass.next_frame(drawn) + self._glass.frame + took
        dispatch = min(-DISPATCH * log(1 - self._random.random()), DISPATCH_MOST) * MS
        offset, _ = self.line.offset or (0, 0)
        return self._up(pressed + dispatch), self._glass.clock(pressed) + offset

    def _down(self, at: float) -> Time:
        arrival = self._medium.down(at) + self._lost()
        if self._medium.radio is not None:
            arrival = self._medium.radio.down(arrival)
        self._last_down = max(self._last_down, arrival)
        return round(self._last_down)

    def _up(self, at: float) -> Time:
        self._last_up = max(self._last_up, self._medium.up(at) + self._lost())
        return round(self._last_up)

    def _lost(self) -> float:
        """Nothing follows soon that would reveal a loss."""
        return RTO_LEAST if self._medium.lost() else 0.0


def judge(lines: Sequence[Access], random: Random, task: Task, races: int) -> Iterator[Peers]:
    players = [_Player(access, random) for access in lines]
    now = SECOND
    for _ in range(PINGS):
        now = _idle(players, now)
    for _ in range(races):
        now = _idle(players, _idle(players, now))
        responses = [response(task, random) for _ in players]
        at_once = [player.tap(now, took) for player, took in zip(players, responses, strict=True)]
        now = _idle(players, now + SECOND)
        equalised = [
            player.tap(now - player.line.lead, took) for player, took in zip(players, responses, strict=True)
        ]
        now += SECOND
        arrivals = [arrived for arrived, _ in at_once]
        halves = [arrived - p.line.round_trip // 2 for p, arrived in zip(players, arrivals, strict=True)]
        claims = [responses[0] - LIE, *responses[1:]]
        yield Peers(
            first=_least(responses, responses),
            arrival=_least(arrivals, arrivals),
            half_trip=_least(halves, arrivals),
            stamps=_least([stamp for _, stamp in at_once], arrivals),
            equalised=_least([stamp for _, stamp in equalised], [arrived for arrived, _ in equalised]),
            believed=_least(claims, claims),
        )


def _idle(players: Sequence[_Player], now: Time) -> Time:
    for player in players:
        player.ping(now)
    return now + SECOND


def _least(scores: Sequence[Time], arrivals: Sequence[Time]) -> Seat:
    """The best of all taps that arrived while the first one was held."""
    end = min(arrivals) + HOLD
    in_time = [seat for seat, arrived in enumerate(arrivals) if arrived <= end]
    return min(in_time, key=scores.__getitem__)
