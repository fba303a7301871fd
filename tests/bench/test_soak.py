"""The soak: a short one on a real house, and what it finds wrong."""

from __future__ import annotations

import msgspec
import pytest

from bench.load.soak import Sample, Soak, main, soak_summary
from taphouse.core import replace

EMPTY = Sample(
    minute=0,
    memory=60,
    descriptors=21,
    journal=0.1,
    log=0.1,
    connections=0,
    tables=0,
    playing=0,
    verdicts=0,
    busy=0,
    stall=(1, 1),
    machine=(1, 1),
    pause=0,
)
WELL = Soak(60, (EMPTY, EMPTY), games=1, connected=1, asked=1, refused={}, broken=0, complaints=())


def test_a_short_soak_of_a_real_house_plays_and_gives_everything_back(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--minutes", "0.1", "--every", "0.05", "--tables", "7", "--json"]) == 0

    found = msgspec.json.decode(capsys.readouterr().out, type=Soak)
    before, *during, after = found.samples
    assert found.connected >= found.games == 7
    assert before.connections == after.connections == 0
    assert {(sample.tables, sample.playing) for sample in during} == {(7, 7)}
    people = 6  # at two tables without bots, who never leave
    assert all(sample.connections >= people for sample in during)
    assert all(sample.descriptors >= before.descriptors + people for sample in during)
    assert during[-1].journal > before.journal > 0
    assert min(sample.memory for sample in found.samples) > 10


@pytest.mark.parametrize(
    ("soak", "problem"),
    [
        (replace(WELL, samples=(EMPTY, replace(EMPTY, descriptors=30))), "9 descriptors were not closed"),
        (replace(WELL, samples=(EMPTY, replace(EMPTY, connections=1))), "1 connections are still counted"),
        (replace(WELL, broken=2), "2 tables broke"),
        (replace(WELL, complaints=("out of files",)), "the log has 1 warnings or errors: out of files"),
    ],
)
def test_a_soak_names_what_was_not_given_back(soak: Soak, problem: str) -> None:
    assert soak.problems == [problem]


def test_the_growth_of_memory_is_that_of_the_second_half() -> None:
    used = (
        replace(EMPTY, minute=minute, memory=memory) for minute, memory in ((15, 90), (30, 100), (60, 101))
    )

    assert "+2.0 MiB an hour" in soak_summary(replace(WELL, samples=(EMPTY, *used, EMPTY)))


@pytest.mark.parametrize(
    "options", [["--minutes", "0"], ["--tables", "0"], ["--tables", "1000"], ["--every", "-1"]]
)
def test_a_soak_without_time_or_tables_is_refused(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(options) == 2
    assert capsys.readouterr().err.count("\n") == 1
