"""Lines that are as bad as the designer of a game asks."""

from __future__ import annotations

from random import Random
from statistics import mean

import msgspec
import pytest

from taphouse.core import MS
from taphouse.dev.slow_lines import NONE, LineQuality, SlowLines, Way
from taphouse.lab.house_simulation.virtual_time import VirtualTime

QUALITIES = (
    LineQuality(delay=80),
    LineQuality(jitter=30),
    LineQuality(delay=40, jitter=200),
    LineQuality(delay=100, jitter=10, loss=20),
)


@pytest.mark.parametrize("quality", QUALITIES)
def test_the_average_way_is_half_the_delay_and_the_jitter(quality: LineQuality) -> None:
    ways = [quality.way(Random(seed)) for seed in range(4_000)]
    assert min(ways) >= quality.delay / 2
    expected = quality.delay / 2 + quality.jitter
    if quality.loss == 0:
        assert mean(ways) == pytest.approx(expected, rel=0.05)
    else:
        assert mean(ways) > expected + quality.loss / 100 * 200  # TCP waits so long before it sends again


@pytest.mark.parametrize("wrong", [{"delay": -1}, {"loss": 90}, {"delay": 1e9}, {"speed": 1}])
def test_qualities_that_no_line_has_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, LineQuality)


class Asked:
    """One direction of a line in virtual time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time, self.quality = VirtualTime(), NONE
        self.arrived: list[tuple[int, int | None]] = []
        lines = SlowLines(lambda: self.time.now)
        lines.random = Random(7)
        monkeypatch.setattr("taphouse.dev.slow_lines.asyncio.get_running_loop", lambda: self)
        self._way = Way(lambda: self.quality, lines)

    def call_later(self, seconds: float, callback: object) -> None:
        self.time.after(round(seconds * 1_000_000), callback)  # type: ignore[arg-type]

    def send(self, number: int) -> None:
        self._way.pass_on(lambda at: self.arrived.append((number, at)))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(monkeypatch)


def test_a_line_that_nothing_was_asked_of_passes_everything_on_at_once(asked: Asked) -> None:
    asked.send(1)
    assert asked.arrived == [(1, None)]


def test_messages_arrive_late_and_in_their_order(asked: Asked) -> None:
    asked.quality = LineQuality(delay=60, jitter=40, loss=20)
    for number in range(50):
        asked.time.after(number * MS, asked.send, number)
    asked.time.run(60_000 * MS)
    assert [number for number, _ in asked.arrived] == list(range(50))
    assert all(at is not None and at >= (number + 30) * MS for number, at in asked.arrived)


def test_a_line_that_becomes_good_keeps_the_order(asked: Asked) -> None:
    asked.quality = LineQuality(delay=500)
    asked.send(1)
    asked.quality = NONE
    asked.send(2)
    assert asked.arrived == []
    asked.time.run(300 * MS)
    asked.send(3)
    assert [number for number, _ in asked.arrived] == [1, 2, 3]
