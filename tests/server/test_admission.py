"""What a browser may say, how fast and how often wrong. Time is an argument."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taphouse.core import MS, SECOND
from taphouse.house import wire
from taphouse.server.admission import (
    MOST_BIG_SCREENS,
    MOST_WATCHERS,
    PER_CONNECTION,
    PER_WATCHER,
    RejectedSocket,
    SocketHandler,
    is_same_origin,
    read,
)
from taphouse.server.line_limit import LineLimit
from taphouse.server.metrics import Metrics

pytestmark = pytest.mark.anyio

BEAT = b'{"type":"beat","n":1,"at":1}'
TAP = b'{"type":"do","n":1,"at":1,"act":{}}'
HELLO = msgspec.json.encode(wire.Hello(wire.VERSION))
BIG = msgspec.json.encode(wire.Hello(wire.VERSION, screen="table"))


class Table:
    """Remembers what it heard."""

    code = "QUAY"

    def __init__(self) -> None:
        self.heard: list[wire.Up] = []
        self.pongs = 0
        self.here: set[object] = set()
        self.players: set[object] = set()

    def connect(self, screen: object) -> None:
        self.here.add(screen)

    def receive(self, screen: object, message: wire.Up, arrived: int) -> None:
        self.heard.append(message)

    def pong(self, screen: object, nonce: bytes, arrived: int) -> None:
        self.pongs += 1

    def disconnect(self, screen: object) -> None:
        self.here.discard(screen)

    def is_players(self, screen: object) -> bool:
        return screen in self.players


def a_limit(lines: int = 1_000, closing: int = 10, metrics: Metrics | None = None) -> LineLimit:
    return LineLimit(lines, closing, metrics or Metrics(), lambda: 0)


class Line:
    """A visitor and its socket, driven by hand."""

    def __init__(
        self,
        table: Table,
        greeted: bool = True,
        seated: bool = True,
        beside: dict[Any, Any] | None = None,
        home: str = "192.0.2.1",
        limit: LineLimit | None = None,
        hello: bytes = HELLO,
    ) -> None:
        self.told: list[dict[str, Any]] = []
        self.closed = False
        if seated:
            table.players.add(self)
        self.handler: Any = SocketHandler(
            table,  # type: ignore[arg-type]
            {} if beside is None else beside,
            home,
            limit or a_limit(),
            Metrics(),
            60,
        )
        self.handler.opened(self)
        if greeted:
            self.say(hello, 0)

    def send(self, message: bytes) -> None:
        self.told.append(msgspec.json.decode(message))

    def close(self, message: bytes) -> None:
        self.send(message)
        self.closed = True

    def say(self, text: bytes, arrived: int) -> None:
        if not self.closed and self.handler.admits(self, arrived):
            self.handler.heard(self, text, arrived)

    @property
    def reasons(self) -> list[str]:
        return [f"{message['type']}:{message['why']}" for message in self.told]


@pytest.fixture
def table() -> Table:
    return Table()


async def test_what_fits_the_schema_reaches_the_table(table: Table) -> None:
    line = Line(table)
    line.say(BEAT, SECOND)
    assert table.heard[1:] == [wire.Beat(1, 1)]
    assert line.told == []


async def test_the_first_message_must_be_hello(table: Table) -> None:
    line = Line(table, greeted=False)
    line.say(BEAT, 0)
    assert line.reasons == ["goodbye:bad-message"]
    assert table.heard == []


@pytest.mark.parametrize(
    "nonsense",
    [
        b"",
        b"\xff",
        b"null",
        b"{",
        b'{"type":"fly"}',
        b'{"type":"beat","n":-1,"at":1}',
        b'{"type":"beat","n":1,"at":1e300}',
        b'{"type":"do","n":1,"at":1,"act":{"type":"\xff"}}',
        b'{"type":"do","n":1,"at":1,"act":' + b"[" * 3_000 + b"]" * 3_000 + b"}",
        b'{"type":"choose","game":"x","options":{"a":' + b"9" * 7_000 + b"}}",
        b'{"type":"vote","game":"' + b"x" * 41 + b'"}',
    ],
)
async def test_nonsense_is_answered_and_the_line_stays_open(table: Table, nonsense: bytes) -> None:
    line = Line(table)
    line.say(nonsense, 0)
    line.say(BEAT, 0)
    assert line.reasons == ["sorry:bad-message"]
    assert table.heard[1:] == [wire.Beat(1, 1)]


MAD = [
    b"NaN",
    b"Infinity",
    b"-Infinity",
    b"-1",
    b"-0.5",
    b"1.5",
    b"1e300",
    b"1e999",
    b"%d" % (2**53 + 1),
    b"9" * 400,
    b'"1"',
    b"null",
    b"true",
    b"[1]",
]


@pytest.mark.parametrize("mad", MAD)
@pytest.mark.parametrize("field", ["n", "at"])
@pytest.mark.parametrize("kind", ["do", "beat", "painted"])
async def test_a_mad_claim_never_reaches_the_table(table: Table, kind: str, field: str, mad: bytes) -> None:
    line, claim = Line(table), {"type": kind, "n": 1, "at": 1, "act": {}, field: msgspec.Raw(mad)}
    line.say(msgspec.json.encode(claim), 0)
    assert line.reasons == ["sorry:bad-message"]
    assert table.heard[1:] == []


numbers = st.integers() | st.floats() | st.text(alphabet="0123456789.eE+-", max_size=30)


@given(st.sampled_from(["do", "beat", "painted"]), numbers, numbers)
def test_whatever_a_page_claims_the_table_hears_whole_numbers_of_which_none_is_too_great(
    kind: str, n: float | str, at: float | str
) -> None:
    text = f'{{"type":"{kind}","n":{n},"at":{at},"act":{{}}}}'.encode()
    try:
        heard = read(text.decode())
    except ValueError:
        return
    assert isinstance(heard, wire.Do | wire.Beat | wire.Painted)
    for claimed in (heard.n, heard.at):
        assert type(claimed) is int
        assert 0 <= claimed <= 2**53


@pytest.mark.parametrize(
    "fairness",
    [
        b'{"cap":99}',
        b'{"cap":401}',
        b'{"cap":1e9}',
        b'{"cap":"200"}',
        b'{"ranked":1}',
        b'{"trust":true}',
        b"true",
    ],
)
async def test_a_table_is_judged_in_no_way_that_does_not_exist(table: Table, fairness: bytes) -> None:
    line = Line(table)
    line.say(b'{"type":"choose","game":"tip-tap","options":{},"fairness":' + fairness + b"}", 0)
    assert line.reasons == ["sorry:bad-message"]
    assert table.heard[1:] == []


async def test_the_fifth_nonsense_closes_the_line(table: Table) -> None:
    line = Line(table)
    for n in range(5):
        assert not line.closed
        line.say(b"?", n * SECOND)
    assert line.reasons == ["sorry:bad-message"] * 5 + ["goodbye:bad-message"]


async def test_fifty_beats_and_as_many_pongs_as_pings_a_second_pass_all_race_long(table: Table) -> None:
    line = Line(table)
    for n in range(75 * 60):
        line.say(BEAT, n * SECOND // 75)
    assert len(table.heard) == 1 + 75 * 60
    assert line.told == []


async def test_a_burst_that_is_too_much_is_dropped_with_one_complaint(table: Table) -> None:
    line = Line(table)
    for _ in range(500):
        line.say(BEAT, SECOND)
    assert len(table.heard) == 1 + PER_CONNECTION.burst
    assert line.reasons == ["sorry:flood"]


async def test_after_a_burst_the_line_is_heard_again(table: Table) -> None:
    line = Line(table)
    for _ in range(500):
        line.say(BEAT, SECOND)
    line.say(TAP, 2 * SECOND)
    assert isinstance(table.heard[-1], wire.Do)


async def test_taps_are_counted_on_their_own(table: Table) -> None:
    line = Line(table)
    for _ in range(60):
        line.say(TAP, SECOND)
    line.say(BEAT, SECOND)
    assert sum(isinstance(message, wire.Do) for message in table.heard) == 40
    assert isinstance(table.heard[-1], wire.Beat)
    assert line.reasons == ["sorry:flood"]


async def test_a_flood_that_does_not_stop_loses_its_line(table: Table) -> None:
    line = Line(table)
    for n in range(10_000):
        line.say(BEAT, n * MS)
    assert line.closed
    assert line.reasons == ["sorry:flood"] * 3 + ["goodbye:flood"]


async def test_a_crowd_of_watchers_takes_nothing_from_what_the_players_may_say(table: Table) -> None:
    beside: dict[Any, Any] = {}
    player = Line(table, beside=beside)
    watchers = [Line(table, seated=False, beside=beside) for _ in range(MOST_WATCHERS)]
    for n in range(75 * 10):  # ten seconds of a race, and everybody looks on and shouts
        for watcher in watchers:
            watcher.say(TAP, n * SECOND // 75)
        player.say(BEAT, n * SECOND // 75)
    assert sum(isinstance(message, wire.Beat) for message in table.heard) == 75 * 10
    assert player.told == []


async def test_a_watcher_is_heard_seldom_and_what_his_eyes_see_is_not_passed_on(table: Table) -> None:
    line = Line(table, seated=False)
    for n in range(50):
        line.say(BEAT, n * MS)
        line.say(b'{"type":"painted","n":1,"at":1}', n * MS)
    assert table.heard[1:] == []
    assert line.told == []
    for n in range(50):
        line.say(b'{"type":"ready","ready":true}', SECOND + n * MS)
        line.handler.pong(line, b"12345678", SECOND + n * MS)
    assert len(table.heard) + table.pongs <= PER_WATCHER.burst + 2
    assert line.reasons == ["sorry:flood"]


async def test_a_line_that_takes_a_seat_is_heard_as_a_player_at_once(table: Table) -> None:
    line = Line(table, seated=False)
    table.players.add(line)
    for n in range(75):
        line.say(BEAT, n * SECOND // 75)
    assert len(table.heard) == 1 + 75


async def test_of_too_many_watchers_the_first_makes_room_and_no_player_ever(table: Table) -> None:
    beside: dict[Any, Any] = {}
    player = Line(table, beside=beside)
    watchers = [Line(table, seated=False, beside=beside) for _ in range(MOST_WATCHERS + 3)]
    assert [watcher.closed for watcher in watchers] == [True] * 3 + [False] * MOST_WATCHERS
    assert watchers[0].reasons == ["goodbye:flood"]
    assert not player.closed
    players = [Line(table, beside=beside) for _ in range(8)]
    assert not any(line.closed for line in [*players, *watchers[3 + 8 :]])


async def test_a_crowd_of_watchers_does_not_push_the_partys_big_screen_out(table: Table) -> None:
    beside: dict[Any, Any] = {}
    player = Line(table, beside=beside)
    tv = Line(table, seated=False, beside=beside, hello=BIG)
    watchers = [Line(table, seated=False, beside=beside) for _ in range(2 * MOST_WATCHERS)]
    assert not tv.closed
    assert not player.closed
    assert sum(not watcher.closed for watcher in watchers) == MOST_WATCHERS


async def test_a_crowd_that_says_it_is_big_screens_is_a_crowd_of_watchers(table: Table) -> None:
    beside: dict[Any, Any] = {}
    tv = Line(table, seated=False, beside=beside, hello=BIG, home="192.0.2.8")
    crowd = [
        Line(table, seated=False, beside=beside, hello=BIG, home="198.51.100.7")
        for _ in range(2 * MOST_WATCHERS)
    ]
    assert not tv.closed
    staying = MOST_BIG_SCREENS - 1 + MOST_WATCHERS
    assert sum(not line.closed for line in crowd) == staying


async def test_a_big_screen_of_a_players_own_household_finds_a_place_though_strangers_took_them_all(
    table: Table,
) -> None:
    beside: dict[Any, Any] = {}
    player = Line(table, beside=beside, home="192.0.2.1")
    strangers = [
        Line(table, seated=False, beside=beside, hello=BIG, home="198.51.100.7")
        for _ in range(MOST_BIG_SCREENS)
    ]
    tv = Line(table, seated=False, beside=beside, hello=BIG, home="192.0.2.1")
    watchers = [Line(table, seated=False, beside=beside) for _ in range(MOST_WATCHERS)]
    assert not tv.closed
    assert [line.closed for line in strangers] == [False] * (MOST_BIG_SCREENS - 1) + [True]
    assert not player.closed
    assert not watchers[-1].closed


async def test_in_a_house_that_is_full_the_largest_household_gives_up_who_watched_longest(
    table: Table,
) -> None:
    metrics = Metrics()
    limit, beside = a_limit(lines=10, metrics=metrics), dict[Any, Any]()
    friend = Line(table, seated=False, beside=beside, home="192.0.2.1", limit=limit)
    attackers = [Line(table, seated=False, home="198.51.100.7", limit=limit) for _ in range(8)]
    tv = Line(table, seated=False, beside=beside, home="198.51.100.7", limit=limit, hello=BIG)
    assert metrics.value("crowded_out_total") == 0

    back = Line(table, beside=beside, home="192.0.2.1", limit=limit)

    assert [line.closed for line in attackers] == [True] + [False] * 7
    assert attackers[0].reasons == ["goodbye:flood"]
    assert not any(line.closed for line in (friend, tv, back))
    assert metrics.value("crowded_out_total") == 1
    assert metrics.value("screens_most") == 10


async def test_no_player_ever_makes_room_and_a_full_house_still_lets_some_come_back(table: Table) -> None:
    limit = a_limit(lines=10, closing=2)
    players = [Line(table, limit=limit, home="198.51.100.7") for _ in range(10)]
    assert limit.has_room()
    late = Line(table, limit=limit, home="192.0.2.1")
    assert limit.has_room()
    later = Line(table, limit=limit, home="192.0.2.1")
    assert not limit.has_room(), "no descriptor is left for another"
    assert not any(line.closed for line in (*players, late, later))
    players[0].handler.left(players[0])
    assert limit.has_room()


async def test_lines_that_take_their_time_to_close_are_counted_until_they_have(table: Table) -> None:
    limit = a_limit(lines=5, closing=3)
    lines = [Line(table, seated=False, limit=limit) for _ in range(5)]
    for _ in range(3):
        assert limit.has_room()
        lines.append(Line(table, seated=False, limit=limit))
    assert not limit.has_room()
    for line in [line for line in lines if line.closed]:
        line.handler.left(line)
    assert limit.has_room()


async def test_that_a_house_is_full_is_logged_once_a_minute(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    now = [0]
    limit = LineLimit(1, 50, Metrics(), lambda: now[0])
    for second in range(62):
        now[0] = second * SECOND
        Line(table, seated=False, limit=limit)
    assert len([record for record in caplog.records if record.levelname == "WARNING"]) == 2


async def test_whoever_asks_for_no_table_is_told_so_and_heard_no_further() -> None:
    class Socket:
        told: list[bytes] = []

        def close(self, message: bytes) -> None:
            self.told.append(message)

    stranger, socket = RejectedSocket("no-such-table", Metrics(), a_limit()), Socket()
    stranger.opened(socket)  # type: ignore[arg-type]
    assert msgspec.json.decode(socket.told[0]) == {"type": "goodbye", "why": "no-such-table"}
    assert not stranger.admits(socket, 0)  # type: ignore[arg-type]


async def test_whoever_leaves_is_no_longer_at_the_table(table: Table) -> None:
    line = Line(table)
    line.handler.left(line)
    assert table.here == set()


@pytest.mark.parametrize(
    ("origin", "host", "url", "welcome"),
    [
        (None, "pub.example", None, True),
        ("http://pub.example", "pub.example", None, True),
        ("https://pub.example", "PUB.example", None, True),
        ("http://pub.example:8000", "pub.example:8000", None, True),
        ("https://pub.example", "10.0.0.7:8000", "https://pub.example/", True),
        ("http://pub.example:9000", "pub.example:8000", None, False),
        ("https://evil.example", "pub.example", None, False),
        ("https://evil.example", "pub.example", "https://pub.example", False),
        ("https://pub.example.evil.example", "pub.example", None, False),
        ("https://evil.example/pub.example", "pub.example", None, False),
        ("null", "pub.example", None, False),
        ("", "pub.example", None, False),
        ("", None, None, False),
        ("null", "", None, False),
    ],
)
async def test_only_the_houses_own_pages_may_act_for_their_reader(
    origin: str | None, host: str | None, url: str | None, welcome: bool
) -> None:
    assert is_same_origin(origin, host, url) is welcome
