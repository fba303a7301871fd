from __future__ import annotations

from taphouse.core import MS, SECOND
from taphouse.server.limits import Bucket, FloodGuard, Rate


def test_a_full_bucket_gives_its_burst_at_once_and_no_more() -> None:
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


def test_fifty_beats_a_second_pass_for_ever() -> None:
    bucket = Bucket(Rate(60, burst=120))
    assert all(bucket.take(n * 20 * MS) for n in range(5_000))


def test_what_is_refused_costs_nothing() -> None:
    bucket = Bucket(Rate(1, burst=1))
    assert bucket.take(0)
    assert not any(bucket.take(n * MS) for n in range(1, 1_000))
    assert bucket.take(SECOND)


def test_a_flood_that_goes_on_for_three_seconds_is_too_long() -> None:
    flood = FloodGuard()
    went_on = [flood.goes_on(n * 100 * MS) for n in range(32)]
    assert went_on.index(True) == 30


def test_a_flood_that_ebbs_is_forgotten() -> None:
    flood = FloodGuard()
    assert not any(flood.goes_on(n * SECOND) for n in range(10))


def test_one_complains_once_a_second() -> None:
    flood = FloodGuard()
    assert [flood.may_complain(n * 250 * MS) for n in range(8)] == [True, False, False, False] * 2
