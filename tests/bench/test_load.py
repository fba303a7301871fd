"""Tests of the load generator's players and of its reports."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bench.load import __main__ as load
from bench.load import armed as armed_players
from bench.load import cost, peers
from bench.load.armed import BOUND, Armed, Costs, Echoed, Idle
from bench.load.broadcast import Pace, Taken, broadcast
from bench.load.builds import python_build
from bench.load.client import Player, Tally
from bench.load.crowd import HELLO, Crowd, open_table
from bench.load.house import each_bucket, quantile
from bench.load.peers import boardgame
from bench.load.players import ConnectionPlan, Counted, Step, compiled, players, times
from bench.load.process import CannotMeasure, Process, started
from bench.load.report import load_table
from bench.load.steps import Lines, Load, Loads, party
from bench.load.strategies import FreePlay, Reflexes
from bench.load.workers import Found, Shared
from taphouse.cli import main
from taphouse.commands import bench
from taphouse.core import replace

pytestmark = pytest.mark.anyio
INFINITE = float("inf")
SEATED = Step(b'"token":"', b"")
SOON = 20  # seconds: a test that waits longer has failed


class Watching:
    """Takes no action and records which players received a view."""

    def __init__(self) -> None:
        self.seen: set[Player] = set()
        self.all = asyncio.Event()

    def see(self, player: Player, view: msgspec.Raw, news: msgspec.Raw) -> None:
        self.seen.add(player)
        if len(self.seen) == 3:
            self.all.set()


async def test_a_crowd_of_players_sits_down_in_order_and_plays(house: Any) -> None:
    crowd, strategy = Crowd(Process(os.getpid(), f"127.0.0.1:{house.port}")), Watching()

    async with asyncio.timeout(SOON):
        await crowd.sit_down("tip-tap-top", 3, strategy)
        await crowd.start()
        await strategy.all.wait()

    assert [player.seat for player in crowd.players] == [0, 1, 2]
    assert strategy.seen == set(crowd.players)
    assert crowd.tally.sent >= 1 + 2 + 2 + 1 + 3, "hello, sit, start and paint reports"
    assert crowd.tally.sorry == {}
    for player in crowd.players:
        player.leave()


class Hand(Player):
    """A player without a connection. The test runs its timers."""

    def __init__(self, seat: int) -> None:
        self.seat, self.tally = seat, Tally()
        self.due: list[Any] = []
        self.did: list[Any] = []

    def later(self, seconds: float, do: Any, *args: Any) -> None:
        self.due.append(lambda: do(*args))

    def tap(self, act: bytes) -> None:
        self.did.append(msgspec.json.decode(act)["type"])

    def say(self, message: bytes) -> None:
        self.did.append(msgspec.json.decode(message)["type"])

    def run_timers(self) -> None:
        due, self.due = self.due, []
        for do in due:
            do()


class Chance:
    def uniform(self, least: float, most: float) -> float:
        return least


def plates(phase: str, *acts: str, pairs: tuple[str, ...] = ()) -> msgspec.Raw:
    return msgspec.Raw(
        msgspec.json.encode(
            {"phase": phase, "offers": [{"act": act} for act in acts], "pairs": pairs, "sources": [2]}
        )
    )


NOTHING = msgspec.Raw(b"[]")


@pytest.mark.parametrize(
    ("view", "then"),
    [
        (plates("racing", "Follow"), ["Follow"]),
        (plates("thinking", "Slap", "Pass", pairs=("7",)), ["Slap"]),
        (plates("thinking", "Slap", "Pass"), ["Pass"]),
        (plates("drawing", "Take"), ["Take"]),
        (plates("racing"), []),
        (plates("over"), ["start"]),
    ],
)
def test_a_player_with_reflexes_does_the_act_that_the_view_allows(view: msgspec.Raw, then: list[str]) -> None:
    strategy, hand = Reflexes(Chance()), Hand(0)  # type: ignore[arg-type]

    strategy.see(hand, view, NOTHING)
    hand.run_timers()

    assert hand.did == then


def test_a_player_with_reflexes_does_not_tap_after_the_race_is_over() -> None:
    strategy, hand = Reflexes(Chance()), Hand(1)  # type: ignore[arg-type]

    strategy.see(hand, plates("racing", "Follow"), NOTHING)
    strategy.see(hand, plates("showing"), NOTHING)
    hand.run_timers()

    assert hand.did == []


def test_a_player_in_free_play_snaps_again_after_the_verdict() -> None:
    strategy, hand = FreePlay(Chance()), Hand(1)  # type: ignore[arg-type]
    free = msgspec.Raw(b'{"phase":"free","receive":[{"card":"blue-dog-clap"},{"card":"red-cat-tap"}]}')

    strategy.see(hand, free, NOTHING)
    hand.run_timers()
    strategy.see(hand, free, msgspec.Raw(b'[{"type":"Did","seat":0}]'))
    hand.run_timers()
    assert (hand.did, len(hand.tally.waits)) == (["Do"], 0)
    strategy.see(hand, free, msgspec.Raw(b'[{"type":"Did","seat":1}]'))
    hand.run_timers()
    assert (hand.did, len(hand.tally.waits)) == (["Do", "Do"], 1)


def test_armed_time_is_counted_until_the_player_is_disarmed() -> None:
    hand = Hand(0)
    hand.armed_since = 0

    hand.disarm()
    armed = hand.tally.armed
    hand.disarm()

    assert armed > 0
    assert hand.tally.armed == armed


@pytest.mark.parametrize(("share", "found"), [(0.25, 5), (0.5, 10), (0.75, 15), (0.99, 19.8), (1.0, 20)])
def test_a_quantile_is_interpolated_from_a_histogram_of_the_house(share: float, found: float) -> None:
    buckets = [(10.0, 50.0), (20.0, 100.0), (40.0, 100.0), (INFINITE, 100.0)]
    assert quantile(buckets, share) == pytest.approx(found)


def test_the_quantile_of_an_empty_histogram_is_infinite() -> None:
    assert quantile([(10.0, 0.0), (INFINITE, 0.0)], 0.99) == INFINITE


def armed(game: str, players: float, p99: float) -> Armed:
    return Armed(game, 40, players, 60, 30, 2.5, 10, 80, 100, (12, p99), None, 3, {})


def test_the_cost_report_counts_the_armed_players_who_were_judged_in_time() -> None:
    rows = (armed("a", 40, BOUND + 3), armed("a", 80, BOUND + 4), armed("b", 10, INFINITE))
    found = Costs(Idle(40, 60, 0, 3, 1), Echoed(40, 8, (0.2, 3)), rows)

    assert found.capacity == {"a": 40, "b": 0}
    text = cost.cost_table(found)
    assert "a: at least 40 armed players" in text
    assert "10.0 x" in text


def test_the_cost_report_shows_dashes_if_nobody_was_armed() -> None:
    nobody = replace(armed("a", 0, INFINITE), up=None, down=None, cpu=None)
    text = cost.cost_table(Costs(Idle(40, 60, 0, 3, 1), Echoed(40, 8, (0.2, 3)), (nobody,)))
    assert " ".join(text.splitlines()[-3].split()).startswith("a 40 0 - - - 10 %")


class Idlers:
    """Players who sit and do nothing."""

    game = "tip-tap"

    def __init__(self, random: Any) -> None: ...

    def see(self, player: Player, view: msgspec.Raw, news: msgspec.Raw) -> None: ...


async def test_players_who_never_race_are_measured(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(armed_players, "SETTLE", 0)
    server = Process(os.getpid(), f"127.0.0.1:{house.port}")
    with started("bench.load.echo") as bare:
        async with asyncio.timeout(SOON):
            found = await armed_players._armed(server, bare, Idlers, 4, 0.1)  # type: ignore[arg-type]
    assert (found.seated, found.armed, found.up, found.down, found.cpu) == (4, 0, None, None, None)


def test_the_percentiles_of_one_wait_are_that_wait() -> None:
    assert armed_players._percentiles([2_000]) == (2, 2)


def test_bench_cost_refuses_fewer_players_than_a_table_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert cost.main(["--players", "2"]) == 2
    assert "tables of 4" in capsys.readouterr().err


@pytest.fixture
async def program(tmp_path: Path) -> Path:
    return await compiled("players", tmp_path)


async def test_compiled_players_sit_down_start_and_paint(house: Any, program: Path) -> None:
    server = Process(os.getpid(), f"127.0.0.1:{house.port}")
    table = await open_table(server, {"game": "tip-tap", "name": "P0"})

    async with asyncio.timeout(SOON), players(program, party(server, 0, table)) as crowd:
        while (tally := await crowd.tally()).said < 4 + 3 + 1 + 4:
            pass

    assert tally.open == 4
    assert tally.heard >= 4, "each player got the table"
    assert tally.sorry == {}


async def test_a_player_without_messages_does_not_delay_the_start(house: Any, program: Path) -> None:
    table = await house.table()
    silent = ConnectionPlan("beats", 0, house.port, f"/ws/{table['code']}")
    async with asyncio.timeout(SOON), players(program, [silent]) as crowd:
        assert (await crowd.tally()).said == 0


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("/nowhere", ()),
        ("/ws/ZZZZ", (Step(b'"token":"', b""),)),
        ("/ws/{code}", (Step(b"", b"\x81" + HELLO), Step(b'"player":null', b'\x81{"type":"start"}'), SEATED)),
    ],
)
async def test_the_players_program_ends_if_a_player_is_not_admitted(
    house: Any, program: Path, path: str, steps: tuple[Step, ...]
) -> None:
    table = await house.table()
    line = ConnectionPlan("party", 0, house.port, path.format(code=table["code"]), steps)
    with pytest.raises(CannotMeasure, match="not all players could join"):
        async with asyncio.timeout(SOON), players(program, [line]):
            pass


async def test_the_bare_broadcast_receives_and_sends_the_planned_messages(
    program: Path, tmp_path: Path
) -> None:
    server = await compiled("broadcast", tmp_path)
    taken = await broadcast(
        program, server, 8, Pace(said=50, heard=40, pings=10, size=300, seats=4), seconds=0.5
    )
    assert 0 < taken.busy < 100
    assert taken.size == 300
    assert taken.kept_up > 0


def test_the_plan_of_a_player_holds_its_address_messages_and_rates() -> None:
    line = ConnectionPlan("beats", 3, 8000, "/room", (Step(b"hi", b"\x81yo"),), b"\x81t", b"", 0.5, 2.0)
    assert str(line) == "b 3 8000 /room 8174 - 0.5 2.0 6869:81796f"


async def test_every_player_at_a_boardgame_io_table_has_their_own_seat() -> None:
    lines = await boardgame(Process(0, "127.0.0.1:1"), 8, Pace(2, 1, 0, 500, seats=4))
    assert [line.table for line in lines] == [0, 0, 0, 0, 1, 1, 1, 1]
    assert b'["sync","t1","2",null,4]' in lines[6].steps[1].say
    assert b'"playerID":"2"' in lines[6].tap


COUNTED = Counted(4, 10, 2, 20, 2_000, 5, 0.5, {"flood": 1}, ((100, 1),), (), ((200, 5), (300, 2)))


def test_counts_since_a_moment_are_the_difference_of_two_tallies() -> None:
    later = replace(COUNTED, said=15, sorry={"flood": 1, "gone": 2}, echoes=((200, 5), (300, 4), (900, 1)))
    found = later.since(COUNTED)
    assert (found.said, found.heard, found.open) == (5, 0, 4)
    assert found.sorry == {"gone": 2}
    assert found.echoes == ((300, 2), (900, 1))


def loaded(seated: int, own: float, line: float, echo: float) -> Load:
    pace, bare = Pace(1.5, 1.25, 8, 900, 4), Taken(20, (INFINITE,) * 3, 900, 1)
    times = [(0.5, p99, 2 * p99) for p99 in (own, line, echo)]
    echoed, idle = Taken(10, times[2], 60, 1), (0.1, 0.1, 0.1)
    return Load(seated, 500, 10, 10, 40, 800, 20, times[0], times[1], idle, 1, 4.0, 9, {}, pace, echoed, bare)


def test_a_house_holds_the_players_it_answers_within_three_times_an_echo() -> None:
    lines = Lines(10_000, 12, 16, 5, (0.2, 1, 2), (0.2, 1, 2))
    rows = loaded(400, 3, 3, 1), loaded(1_000, 1, 3.1, 1), loaded(2_000, 3.1, 1, 1)
    found = Loads(lines, tuple((row,) for row in rows))
    assert found.capacity == 400
    text = load_table(found)
    assert "one core held 400 seated players" in text
    assert "and 2000 with a p99 of at most 16.7 ms" in text
    assert "10000 watching connections" in text
    assert "2.00 x" in text, "the house as a multiple of the bare broadcast"
    assert "250 tables     800   1.00 x that of 100 tables" in text


def test_a_contender_is_compared_in_each_round_and_the_spread_is_printed() -> None:
    lines = Lines(10_000, 12, 16, 5, (0.2, 1, 2), (0.2, 1, 2))
    rounds = [replace(loaded(400, 1, 1, 1), busy=busy) for busy in (40.0, 30.0, 80.0)]

    text = load_table(Loads(lines, (tuple(rounds),), "CPython 3.11.2, with PGO, with LTO"))

    [bare_c] = [line for line in text.splitlines() if "bare C" in line]
    assert bare_c.split()[3:] == "3 20.0 % (20.0 to 20.0) 2.00 x (1.50 to 4.00) - 900 100 %".split()
    assert text.startswith("the house on CPython 3.11.2, with PGO")


@pytest.mark.parametrize(
    ("options", "build"),
    [
        ("'--with-pydebug'", "without PGO, without LTO"),
        ("'--enable-optimizations' '--with-lto'", "with PGO, with LTO"),
    ],
)
def test_the_build_of_python_is_named(options: str, build: str) -> None:
    assert build in python_build(options)


def test_waits_are_summarised_as_median_and_two_tails() -> None:
    assert times(tuple((bound, 1) for bound in range(1_000, 1_001_000, 1_000))) == pytest.approx(
        (500, 990, 999)
    )
    assert times(()) == (INFINITE,) * 3


def test_cumulative_counts_are_split_into_the_count_of_each_bucket() -> None:
    assert each_bucket([(1.0, 2.0), (2.0, 5.0), (INFINITE, 5.0)]) == [(1.0, 2.0), (2.0, 3.0), (INFINITE, 0.0)]


@pytest.mark.parametrize("npm", ["false", "no-such-program"])
def test_bench_load_says_why_the_peers_cannot_be_installed(
    npm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(peers, "FOLDER", tmp_path)
    monkeypatch.setattr(peers, "NPM", (npm,))
    assert load.main(["--peers", "40"]) == 2
    errors = capsys.readouterr().err
    assert "taphouse: the peers cannot be installed" in errors
    assert npm in errors


def test_bench_load_refuses_fewer_players_than_a_table_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert load.main(["--players", "2"]) == 2
    assert "tables of 4" in capsys.readouterr().err


@pytest.mark.parametrize("lines", ["0", "-5"])
def test_bench_load_refuses_to_run_without_a_watching_connection(
    lines: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert load.main(["--players", "4", "--lines", lines]) == 2
    assert "at least one watching connection" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["load", "cost"])
def test_taphouse_bench_passes_its_options_to_the_load_generator(
    command: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", command, "--players", "2"]) == 2
    assert "tables of 4" in capfd.readouterr().err
    assert main(["bench", command, "--help"]) == 0
    assert f"usage: taphouse bench {command}" in capfd.readouterr().out


def test_taphouse_bench_load_runs_from_any_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "taphouse.cli", "bench", "load", "--players", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "tables of 4" in done.stderr


@pytest.mark.parametrize("command", ["load", "cost"])
def test_taphouse_bench_without_the_source_tree_says_that_it_needs_a_clone(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "SOURCE", tmp_path)
    assert main(["bench", command, "--players", "4"]) == 2
    assert "run this from a clone of the source tree" in capsys.readouterr().err


def test_workers_carry_what_the_busiest_of_them_leaves_room_for() -> None:
    one = Shared(1, 100, 400.0, 1.0, 50)
    two = Shared(2, 200, 420.0, 0.55, 100)
    assert Found((one, two)).times == pytest.approx(400 / (420 * 0.55))
