"""Rate limits, malformed messages and making room. Time is an argument."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taphouse.core import MS, SECOND
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
from taphouse.server.connection_limit import ConnectionLimit
from taphouse.server.metrics import Metrics
from taphouse.table import wire

pytestmark = pytest.mark.anyio

BEAT = b'{"type":"beat","n":1,"at":1}'
TAP = b'{"type":"do","n":1,"at":1,"act":{}}'
HELLO = msgspec.json.encode(wire.Hello(wire.VERSION))
BIG = msgspec.json.encode(wire.Hello(wire.VERSION, screen="table"))


class Table:
    """Remembers the messages it received."""

    code = "QUAY"

    def __init__(self) -> None:
        self.received: list[wire.Up] = []
        self.pongs = 0
        self.here: set[object] = set()
        self.players: set[object] = set()

    def connect(self, transport: object) -> None:
        self.here.add(transport)

    def receive(self, transport: object, message: wire.Up, arrived: int) -> None:
        self.received.append(message)

    def pong(self, transport: object, nonce: bytes, arrived: int) -> None:
        self.pongs += 1

    def disconnect(self, transport: object) -> None:
        self.here.discard(transport)

    def is_players(self, transport: object) -> bool:
        return transport in self.players


def a_limit(connections: int = 1_000, closing: int = 10, metrics: Metrics | None = None) -> ConnectionLimit:
    return ConnectionLimit(connections, closing, metrics or Metrics(), lambda: 0)


class Connection:
    """A socket and its handler, driven by hand."""

    def __init__(
        self,
        table: Table,
        says_hello: bool = True,
        seated: bool = True,
        beside: dict[Any, Any] | None = None,
        network: str = "192.0.2.1",
        limit: ConnectionLimit | None = None,
        hello: bytes = HELLO,
    ) -> None:
        self.sent: list[dict[str, Any]] = []
        self.closed = False
        if seated:
            table.players.add(self)
        self.handler: Any = SocketHandler(
            table,  # type: ignore[arg-type]
            {} if beside is None else beside,
            network,
            limit or a_limit(),
            Metrics(),
            60,
        )
        self.handler.opened(self)
        if says_hello:
            self.say(hello, 0)

    def send(self, message: bytes) -> None:
        self.sent.append(msgspec.json.decode(message))

    def close(self, message: bytes) -> None:
        self.send(message)
        self.closed = True

    def say(self, text: bytes, arrived: int) -> None:
        if not self.closed and self.handler.admits(self, arrived):
            self.handler.received(self, text, arrived)

    @property
    def reasons(self) -> list[str]:
        return [f"{message['type']}:{message['why']}" for message in self.sent]


@pytest.fixture
def table() -> Table:
    return Table()


async def test_a_message_that_fits_the_schema_reaches_the_table(table: Table) -> None:
    connection = Connection(table)
    connection.say(BEAT, SECOND)
    assert table.received[1:] == [wire.Beat(1, 1)]
    assert connection.sent == []


async def test_the_first_message_must_be_hello(table: Table) -> None:
    connection = Connection(table, says_hello=False)
    connection.say(BEAT, 0)
    assert connection.reasons == ["goodbye:bad-message"]
    assert table.received == []


@pytest.mark.parametrize(
    "malformed",
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
async def test_a_malformed_message_is_answered_and_the_connection_stays_open(
    table: Table, malformed: bytes
) -> None:
    connection = Connection(table)
    connection.say(malformed, 0)
    connection.say(BEAT, 0)
    assert connection.reasons == ["sorry:bad-message"]
    assert table.received[1:] == [wire.Beat(1, 1)]


IMPOSSIBLE = [
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


@pytest.mark.parametrize("number", IMPOSSIBLE)
@pytest.mark.parametrize("field", ["n", "at"])
@pytest.mark.parametrize("kind", ["do", "beat", "painted"])
async def test_an_impossible_number_never_reaches_the_table(
    table: Table, kind: str, field: str, number: bytes
) -> None:
    connection, claim = (
        Connection(table),
        {"type": kind, "n": 1, "at": 1, "act": {}, field: msgspec.Raw(number)},
    )
    connection.say(msgspec.json.encode(claim), 0)
    assert connection.reasons == ["sorry:bad-message"]
    assert table.received[1:] == []


numbers = st.integers() | st.floats() | st.text(alphabet="0123456789.eE+-", max_size=30)


@given(st.sampled_from(["do", "beat", "painted"]), numbers, numbers)
def test_numbers_that_reach_the_table_are_integers_within_bounds(
    kind: str, n: float | str, at: float | str
) -> None:
    text = f'{{"type":"{kind}","n":{n},"at":{at},"act":{{}}}}'.encode()
    try:
        message = read(text.decode())
    except ValueError:
        return
    assert isinstance(message, wire.Do | wire.Beat | wire.Painted)
    for claimed in (message.n, message.at):
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
async def test_an_unknown_fairness_setting_never_reaches_the_table(table: Table, fairness: bytes) -> None:
    connection = Connection(table)
    connection.say(b'{"type":"choose","game":"lamps","options":{},"fairness":' + fairness + b"}", 0)
    assert connection.reasons == ["sorry:bad-message"]
    assert table.received[1:] == []


async def test_the_fifth_malformed_message_closes_the_connection(table: Table) -> None:
    connection = Connection(table)
    for n in range(5):
        assert not connection.closed
        connection.say(b"?", n * SECOND)
    assert connection.reasons == ["sorry:bad-message"] * 5 + ["goodbye:bad-message"]


async def test_the_beats_and_pongs_of_a_long_race_pass_the_rate_limit(table: Table) -> None:
    connection = Connection(table)
    for n in range(75 * 60):
        connection.say(BEAT, n * SECOND // 75)
    assert len(table.received) == 1 + 75 * 60
    assert connection.sent == []


async def test_messages_above_the_burst_are_dropped_with_one_answer(table: Table) -> None:
    connection = Connection(table)
    for _ in range(500):
        connection.say(BEAT, SECOND)
    assert len(table.received) == 1 + PER_CONNECTION.burst
    assert connection.reasons == ["sorry:flood"]


async def test_messages_pass_again_after_a_burst(table: Table) -> None:
    connection = Connection(table)
    for _ in range(500):
        connection.say(BEAT, SECOND)
    connection.say(TAP, 2 * SECOND)
    assert isinstance(table.received[-1], wire.Do)


async def test_taps_have_their_own_rate_limit(table: Table) -> None:
    connection = Connection(table)
    for _ in range(60):
        connection.say(TAP, SECOND)
    connection.say(BEAT, SECOND)
    assert sum(isinstance(message, wire.Do) for message in table.received) == 40
    assert isinstance(table.received[-1], wire.Beat)
    assert connection.reasons == ["sorry:flood"]


async def test_a_flood_that_does_not_stop_closes_its_connection(table: Table) -> None:
    connection = Connection(table)
    for n in range(10_000):
        connection.say(BEAT, n * MS)
    assert connection.closed
    assert connection.reasons == ["sorry:flood"] * 3 + ["goodbye:flood"]


async def test_a_crowd_of_watchers_does_not_reduce_the_rate_limit_of_players(table: Table) -> None:
    beside: dict[Any, Any] = {}
    player = Connection(table, beside=beside)
    watchers = [Connection(table, seated=False, beside=beside) for _ in range(MOST_WATCHERS)]
    for n in range(75 * 10):  # ten seconds of a race, while every watcher sends taps
        for watcher in watchers:
            watcher.say(TAP, n * SECOND // 75)
        player.say(BEAT, n * SECOND // 75)
    assert sum(isinstance(message, wire.Beat) for message in table.received) == 75 * 10
    assert player.sent == []


async def test_a_watchers_messages_are_limited_and_their_paint_reports_are_not_passed_on(
    table: Table,
) -> None:
    connection = Connection(table, seated=False)
    for n in range(50):
        connection.say(BEAT, n * MS)
        connection.say(b'{"type":"painted","n":1,"at":1}', n * MS)
    assert table.received[1:] == []
    assert connection.sent == []
    for n in range(50):
        connection.say(b'{"type":"ready","ready":true}', SECOND + n * MS)
        connection.handler.pong(connection, b"12345678", SECOND + n * MS)
    assert len(table.received) + table.pongs <= PER_WATCHER.burst + 2
    assert connection.reasons == ["sorry:flood"]


async def test_a_connection_that_takes_a_seat_has_the_rate_limit_of_a_player_at_once(table: Table) -> None:
    connection = Connection(table, seated=False)
    table.players.add(connection)
    for n in range(75):
        connection.say(BEAT, n * SECOND // 75)
    assert len(table.received) == 1 + 75


async def test_of_too_many_watchers_the_oldest_is_closed_and_never_a_player(table: Table) -> None:
    beside: dict[Any, Any] = {}
    player = Connection(table, beside=beside)
    watchers = [Connection(table, seated=False, beside=beside) for _ in range(MOST_WATCHERS + 3)]
    assert [watcher.closed for watcher in watchers] == [True] * 3 + [False] * MOST_WATCHERS
    assert watchers[0].reasons == ["goodbye:flood"]
    assert not player.closed
    players = [Connection(table, beside=beside) for _ in range(8)]
    assert not any(connection.closed for connection in [*players, *watchers[3 + 8 :]])


async def test_a_crowd_of_watchers_does_not_push_out_the_partys_big_screen(table: Table) -> None:
    beside: dict[Any, Any] = {}
    player = Connection(table, beside=beside)
    tv = Connection(table, seated=False, beside=beside, hello=BIG)
    watchers = [Connection(table, seated=False, beside=beside) for _ in range(2 * MOST_WATCHERS)]
    assert not tv.closed
    assert not player.closed
    assert sum(not watcher.closed for watcher in watchers) == MOST_WATCHERS


async def test_big_screens_above_the_limit_count_as_watchers(table: Table) -> None:
    beside: dict[Any, Any] = {}
    tv = Connection(table, seated=False, beside=beside, hello=BIG, network="192.0.2.8")
    crowd = [
        Connection(table, seated=False, beside=beside, hello=BIG, network="198.51.100.7")
        for _ in range(2 * MOST_WATCHERS)
    ]
    assert not tv.closed
    staying = MOST_BIG_SCREENS - 1 + MOST_WATCHERS
    assert sum(not connection.closed for connection in crowd) == staying


async def test_a_big_screen_from_a_players_network_replaces_one_from_elsewhere(
    table: Table,
) -> None:
    beside: dict[Any, Any] = {}
    player = Connection(table, beside=beside, network="192.0.2.1")
    strangers = [
        Connection(table, seated=False, beside=beside, hello=BIG, network="198.51.100.7")
        for _ in range(MOST_BIG_SCREENS)
    ]
    tv = Connection(table, seated=False, beside=beside, hello=BIG, network="192.0.2.1")
    watchers = [Connection(table, seated=False, beside=beside) for _ in range(MOST_WATCHERS)]
    assert not tv.closed
    assert [connection.closed for connection in strangers] == [False] * (MOST_BIG_SCREENS - 1) + [True]
    assert not player.closed
    assert not watchers[-1].closed


async def test_in_a_full_house_the_network_with_the_most_connections_loses_its_oldest_watcher(
    table: Table,
) -> None:
    metrics = Metrics()
    limit, beside = a_limit(connections=10, metrics=metrics), dict[Any, Any]()
    friend = Connection(table, seated=False, beside=beside, network="192.0.2.1", limit=limit)
    attackers = [Connection(table, seated=False, network="198.51.100.7", limit=limit) for _ in range(8)]
    tv = Connection(table, seated=False, beside=beside, network="198.51.100.7", limit=limit, hello=BIG)
    assert metrics.value("over_limit_total") == 0

    back = Connection(table, beside=beside, network="192.0.2.1", limit=limit)

    assert [connection.closed for connection in attackers] == [True] + [False] * 7
    assert attackers[0].reasons == ["goodbye:flood"]
    assert not any(connection.closed for connection in (friend, tv, back))
    assert metrics.value("over_limit_total") == 1
    assert metrics.value("connections_max") == 10


async def test_a_player_is_never_closed_for_another_and_a_full_house_admits_a_few_more(table: Table) -> None:
    limit = a_limit(connections=10, closing=2)
    players = [Connection(table, limit=limit, network="198.51.100.7") for _ in range(10)]
    assert limit.has_room()
    late = Connection(table, limit=limit, network="192.0.2.1")
    assert limit.has_room()
    later = Connection(table, limit=limit, network="192.0.2.1")
    assert not limit.has_room(), "no descriptor is left for another connection"
    assert not any(connection.closed for connection in (*players, late, later))
    players[0].handler.closed(players[0])
    assert limit.has_room()


async def test_connections_that_close_slowly_are_counted_until_they_are_closed(table: Table) -> None:
    limit = a_limit(connections=5, closing=3)
    connections = [Connection(table, seated=False, limit=limit) for _ in range(5)]
    for _ in range(3):
        assert limit.has_room()
        connections.append(Connection(table, seated=False, limit=limit))
    assert not limit.has_room()
    for connection in [connection for connection in connections if connection.closed]:
        connection.handler.closed(connection)
    assert limit.has_room()


async def test_a_full_house_is_logged_once_a_minute(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    now = [0]
    limit = ConnectionLimit(1, 50, Metrics(), lambda: now[0])
    for second in range(62):
        now[0] = second * SECOND
        Connection(table, seated=False, limit=limit)
    assert len([record for record in caplog.records if record.levelname == "WARNING"]) == 2


async def test_a_socket_without_a_table_gets_the_reason_and_is_ignored() -> None:
    class Socket:
        sent: list[bytes] = []

        def close(self, message: bytes) -> None:
            self.sent.append(message)

    stranger, socket = RejectedSocket("no-such-table", Metrics(), a_limit()), Socket()
    stranger.opened(socket)  # type: ignore[arg-type]
    assert msgspec.json.decode(socket.sent[0]) == {"type": "goodbye", "why": "no-such-table"}
    assert not stranger.admits(socket, 0)  # type: ignore[arg-type]


async def test_a_closed_connection_leaves_the_table(table: Table) -> None:
    connection = Connection(table)
    connection.handler.closed(connection)
    assert table.here == set()


@pytest.mark.parametrize(
    ("origin", "host", "url", "allowed"),
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
async def test_only_pages_of_the_house_itself_have_its_origin(
    origin: str | None, host: str | None, url: str | None, allowed: bool
) -> None:
    assert is_same_origin(origin, host, url) is allowed
