from __future__ import annotations

from taphouse.core import MS, SECOND
from taphouse.server.limits import Bucket, FloodGuard, Rate


def test_a_full_bucket_gives_exactly_its_burst_at_once() -> None:
    bucket = Bucket(Rate(10, burst=5))
    assert [bucket.take(SECOND) for _ in range(7)] == [True] * 5 + [False] * 2


def test_a_bucket_refills_at_its_rate() -> None:
    bucket = Bucket(Rate(10, burst=5))
    for _ in range(5):
        bucket.take(SECOND)
    assert not bucket.take(SECOND + 99 * MS)
    assert bucket.take(SECOND + 100 * MS)
    assert not bucket.take(SECOND + 100 * MS)


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    bucket = Bucket(Rate(10, burst=5))
    bucket.take(0)
    assert sum(bucket.take(3_600 * SECOND) for _ in range(10)) == 5


def test_a_constant_rate_below_the_limit_always_passes() -> None:
    bucket = Bucket(Rate(60, burst=120))
    assert all(bucket.take(n * 20 * MS) for n in range(5_000))


def test_a_refused_take_costs_no_tokens() -> None:
    bucket = Bucket(Rate(1, burst=1))
    assert bucket.take(0)
    assert not any(bucket.take(n * MS) for n in range(1, 1_000))
    assert bucket.take(SECOND)


def test_a_flood_of_three_seconds_is_lasting() -> None:
    flood = FloodGuard()
    lasting = [flood.is_lasting(n * 100 * MS) for n in range(32)]
    assert lasting.index(True) == 30


def test_a_flood_with_pauses_of_a_second_is_never_lasting() -> None:
    flood = FloodGuard()
    assert not any(flood.is_lasting(n * SECOND) for n in range(10))


def test_a_flood_is_reported_once_a_second() -> None:
    flood = FloodGuard()
    assert [flood.may_report(n * 250 * MS) for n in range(8)] == [True, False, False, False] * 2
