"""Runs many evenings, and finds for a failed one the few faults that matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from time import process_time

from taphouse.core import Value, replace
from taphouse.shelf import own_shelf

from .checks import Failure
from .evening import Evening, Plan, Result, planned

RENEWED = 500  # evenings until a process is replaced
ENOUGH = 60  # evenings that are tried to make one list of faults shorter


class Found(Value, gc=True):
    """A failed evening, and the shortest list of faults with which it still fails."""

    plan: Plan
    failure: Failure
    faults: tuple[int, ...]
    """Their numbers in the plan."""
    tried: int

    def __str__(self) -> str:
        numbers = ",".join(map(str, self.faults)) or "none"
        nodes = f" --nodes {self.plan.nodes}"
        return "\n".join(
            [
                f"evening {self.plan.seed} fails: {self.failure}",
                f"  {len(self.faults)} of {len(self.plan.faults)} faults matter:",
                *(f"    {self.plan.faults[number]}" for number in self.faults),
                f"  again: taphouse bench house --evening {self.plan.seed}{nodes} --faults {numbers}",
            ]
        )


class Total(Value, gc=True):
    """The figures of many evenings."""

    evenings: int
    failed: int
    hours: float
    """Of virtual time."""
    processor: float
    """Hours of one core."""
    taps: int
    faults: dict[str, int]
    counts: dict[str, int]
    longest_wait: float

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(self.faults.items()))
        counted = ", ".join(f"{what} {count}" for what, count in sorted(self.counts.items()))
        speed = self.hours / self.processor if self.processor else 0.0
        rate = self.evenings / self.processor if self.processor else 0.0
        return "\n".join(
            [
                f"{self.evenings} evenings, {self.failed} failed, {self.hours:.1f} simulated hours,"
                f" {self.taps} taps, {sum(self.faults.values())} faults",
                f"{speed:.0f} simulated hours and {rate:.0f} evenings per hour of one core,"
                f" {self.processor * 3600:.0f} s of it",
                f"longest wait of a player, faults included: {self.longest_wait:.1f} s",
                f"faults: {kinds}",
                f"counted: {counted}",
            ]
        )


def run(seed: str, nodes: int | None = None, only: Sequence[int] | None = None) -> Result:
    began = process_time()
    shelf = own_shelf()  # whatever else is installed, a seed means the same evening
    result = Evening(shelf, planned(shelf, seed, nodes), only).run()
    return replace(result, processor=process_time() - began)


def evenings(
    first: int, count: int, nodes: int | None, jobs: int = 1, seconds: float | None = None
) -> Iterator[Result]:
    """In the order of their seeds, also with several processes, until they have taken so long together."""
    plans, spent = [(str(number), nodes) for number in range(first, first + count)], 0.0
    if jobs == 1:
        for plan in plans:
            yield (result := run(*plan))
            spent += result.processor
            if seconds is not None and spent > seconds:
                return
        return
    with get_context("spawn").Pool(jobs, maxtasksperchild=RENEWED) as pool:
        for result in pool.imap(_run, plans):
            yield result
            spent += result.processor
            if seconds is not None and spent > seconds:
                return  # leaving the pool ends its processes


def _run(plan: tuple[str, int | None]) -> Result:
    return run(*plan)


def shrunk(result: Result, nodes: int | None) -> Found:
    """Leaves out faults as long as the same promise is still broken."""
    failure, tried = result.failures[0], 0

    def still_fails(faults: Sequence[int]) -> bool:
        nonlocal tried
        tried += 1
        again = run(result.plan.seed, nodes, faults)
        return any(other.check == failure.check for other in again.failures)

    kept = _shortest([*range(len(result.plan.faults))], still_fails, lambda: tried >= ENOUGH)
    last = run(result.plan.seed, nodes, kept)
    same = [other for other in last.failures if other.check == failure.check]
    return Found(result.plan, same[0] if same else failure, tuple(kept), tried)


def _shortest(
    faults: list[int], still_fails: Callable[[Sequence[int]], bool], is_enough: Callable[[], bool]
) -> list[int]:
    """Delta debugging: leaves out halves, then smaller parts, then single faults."""
    size = max(1, len(faults) // 2)
    while faults and not is_enough():
        for start in range(0, len(faults), size):
            fewer = faults[:start] + faults[start + size :]
            if not is_enough() and still_fails(fewer):
                faults = fewer
                break
        else:
            if size == 1:
                break
            size = max(1, size // 2)
        size = max(1, min(size, len(faults)))
    return faults


class Adding:
    """Adds up the results of many evenings."""

    def __init__(self) -> None:
        self._evenings = self._failed = self._taps = 0
        self._seconds = self._longest = 0.0
        self._counts = Counter[str]()
        self._processor = 0.0

    def add(self, result: Result) -> None:
        self._evenings += 1
        self._failed += bool(result.failures)
        self._seconds += result.seconds
        self._processor += result.processor
        self._taps += result.taps
        self._counts.update(result.counts)
        self._longest = max(self._longest, result.longest_wait)

    @property
    def total(self) -> Total:
        faults = {k.removeprefix("fault:"): n for k, n in self._counts.items() if k.startswith("fault:")}
        others = {k: n for k, n in self._counts.items() if not k.startswith("fault:")}
        return Total(
            self._evenings,
            self._failed,
            self._seconds / 3600,
            self._processor / 3600,
            self._taps,
            faults,
            others,
            self._longest,
        )
