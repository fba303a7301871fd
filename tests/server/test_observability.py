"""Metrics, figures, logs, /healthz and /readyz, and the dashboard that uses the metrics."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from taphouse.core import MS, SECOND
from taphouse.journal import Closed, sqlite
from taphouse.journal.sqlite import Sqlite
from taphouse.server import api
from taphouse.server.figures import figures
from taphouse.server.logs import JsonLines
from taphouse.server.loop_monitor import monitor_loop
from taphouse.server.metrics import Metrics, quantile
from taphouse.server.timed_journal import TimedJournal
from taphouse.table import wire
from tests.toys import TOY

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).resolve().parents[2]


async def test_a_tap_is_measured_from_its_arrival_to_its_verdict_and_its_write(house: Any) -> None:
    opened = await house.table(name="Ada", bots=["gentle"], start=True)
    line = await house.connection(opened["code"], opened["token"])
    await house.connection(opened["code"])
    shown = await line.until("update")
    line.write(wire.Do(msgspec.Raw(b'{"type":"Call"}'), shown["n"], 0))
    await line.until("update")

    now = (await house.http.get("/api/house/figures")).json()

    assert now["writable"] is True
    assert (now["tables"], now["playing"], now["players"], now["watchers"]) == (1, 1, 1, 1)
    assert now["verdicts"] == 1
    assert now["own"] > 0
    assert now["kept"] > 0


async def test_healthz_stays_ok_while_readyz_reports_a_journal_that_cannot_be_written(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(self: TimedJournal, key: str, value: bytes, revision: int) -> int:
        raise OSError("no space left on device")

    async with open_house() as house:
        assert (await house.http.get("/readyz")).status_code == 200
        monkeypatch.setattr(TimedJournal, "put", full)
        assert (await house.http.get("/healthz")).status_code == 200
        ready = await house.http.get("/readyz")
        assert ready.status_code == 503
        assert "no space left" in ready.text
        assert (await house.http.get("/api/house/figures")).json()["writable"] is False


async def test_readyz_reports_the_problem_that_the_journal_knows(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hangs(self: TimedJournal, key: str, value: bytes, revision: int) -> int:
        raise TimeoutError

    monkeypatch.setattr(Sqlite, "problem", lambda _: "a server must be started again")
    async with open_house() as house:
        monkeypatch.setattr(TimedJournal, "put", hangs)
        reason = (await house.http.get("/readyz")).text
        assert reason == "the journal cannot be written: a server must be started again"


async def test_a_full_disk_is_reported_and_a_request_for_a_table_is_refused_at_once(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    databases: list[Any] = []
    real = sqlite._open

    def remembered(*how: Any) -> Any:
        databases.append(real(*how))
        return databases[-1]

    monkeypatch.setattr(sqlite, "_open", remembered)
    monkeypatch.setattr(api, "OPENING", 0.1)
    async with open_house() as house:
        (pages,) = databases[0].execute("PRAGMA page_count").fetchone()
        databases[0].execute(f"PRAGMA max_page_count = {pages}")
        settings = {"game": TOY, "name": "x" * 16}
        full = {"why": "not-kept", "detail": "database or disk is full"}
        while (answer := await house.http.post("/api/tables", json=settings)).json() != full:
            pass  # until the last pages are full
        again = await house.http.post("/api/tables", json=settings)
        ready = await house.http.get("/readyz")
        databases[0].execute("PRAGMA max_page_count = 1000000")
        async with asyncio.timeout(20):
            while (await house.http.get("/readyz")).status_code != 200:
                pass
        opened = await house.http.post("/api/tables", json=settings)
    assert [(refused.status_code, refused.json()) for refused in (answer, again)] == [(503, full)] * 2
    assert (ready.status_code, ready.text) == (503, f"the journal cannot be written: {full['detail']}")
    assert opened.status_code == 201


async def test_a_journal_that_does_not_answer_is_reported(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hangs(self: TimedJournal, key: str, value: bytes, revision: int) -> int:
        await asyncio.Event().wait()
        return 0

    monkeypatch.setattr(api, "WRITABLE", 0.01)
    monkeypatch.setattr(api, "OPENING", 0.01)
    async with open_house() as house:
        monkeypatch.setattr(TimedJournal, "put", hangs)
        ready = await house.http.get("/readyz")
        opened = await house.http.post("/api/tables", json={"game": TOY})
    assert ready.text == "the journal cannot be written: the journal does not answer"
    assert (opened.status_code, opened.json()["detail"]) == (503, "the journal does not answer")


async def test_the_dashboard_uses_only_metrics_that_exist(house: Any) -> None:
    await house.table()
    served = (await house.http.get("/metrics")).text
    board = json.loads((ROOT / "docs/operating/grafana.json").read_text())
    asked = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"taphouse_\w+", target["expr"])
    }
    assert len(asked) >= 15
    assert {name for name in asked if f"# TYPE {name.removesuffix('_bucket')} " not in served} == set()
    ids = [panel["id"] for panel in board["panels"]]
    assert len(ids) == len(set(ids))


def test_each_observation_is_counted_in_its_own_metric() -> None:
    metrics = Metrics()
    for what in ("refused:flood", "refused:flood", "owner-changed", "broken"):
        metrics.count(what)
    metrics.record_verdict(20 * MS, ["excess", "stall", "heartbeat"])
    page = metrics.page().decode()
    assert 'taphouse_refused_total{why="flood"} 2.0' in page
    assert "taphouse_owner_changes_total 1.0" in page
    assert "taphouse_tables_broken_total 1.0" in page
    assert 'taphouse_claims_refused_total{why="excess"} 1.0' in page
    assert 'why="stall"' not in page, "a correction in the player's favour is no refusal"
    assert figures(metrics.families(), writable=True).doubted == 2


def test_a_quantile_is_the_bound_of_its_bucket() -> None:
    metrics = Metrics()
    assert quantile(metrics.families(), "verdict_processing", 0.99) is None
    for own in [1 * MS] * 98 + [30 * MS] * 2:
        metrics.record_processing(own)
    assert quantile(metrics.families(), "verdict_processing", 0.5) == 0.001
    assert quantile(metrics.families(), "verdict_processing", 0.99) == 0.032
    metrics.record_processing(3_600 * SECOND)
    assert quantile(metrics.families(), "verdict_processing", 1) == 4, (
        "a value above the last bucket counts as the last bound"
    )


class Seen:
    """A histogram that remembers its observations."""

    def __init__(self) -> None:
        self.values: list[float] = []
        self.some = asyncio.Event()

    def observe(self, value: float) -> None:
        self.values.append(value)
        self.some.set()


async def test_stalls_and_garbage_collections_are_measured() -> None:
    metrics, ticks = Metrics(), iter(range(0, 10**12, 250 * MS))  # each reading of the clock is 250 ms later
    late, paused = metrics.stalls, metrics.collections = Seen(), Seen()  # type: ignore[assignment]
    with monitor_loop(metrics, lambda: next(ticks)):
        async with asyncio.timeout(20):
            await late.some.wait()
        gc.collect()
    assert late.values[0] >= 0.15
    assert paused.values[-1] >= 0.25


async def test_a_failed_write_is_no_longer_counted_as_waiting() -> None:
    class Shut:
        read = claim = get = values = close = delete = problem = begun_before = drop = None

        async def put(self, key: str, value: bytes, revision: int) -> int:
            assert metrics.value("journal_waiting") == 1
            raise Closed

    metrics = Metrics()
    with pytest.raises(Closed):
        await TimedJournal(Shut(), metrics).put("a", b"", 0)  # type: ignore[arg-type]
    assert metrics.value("journal_waiting") == 0
    assert metrics.value("journal_seconds_count") == 1


async def test_a_refused_message_is_logged_with_its_table_and_seat(
    house: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    opened = await house.table(name="Ada")
    line = await house.connection(opened["code"], opened["token"])
    line.write(wire.Start())
    await line.until("sorry")
    line = json.loads(JsonLines().format(next(r for r in caplog.records if r.message == "refused")))
    assert (line["table"], line["seat"], line["why"]) == (opened["code"], 0, "too-few")
    assert "Ada" not in caplog.text
