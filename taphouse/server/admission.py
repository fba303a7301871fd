"""The door to the tables: who comes in, and what a browser may say, how fast and how often wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import TypeAlias
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import msgspec
from picows import WSUpgradeRequest

from taphouse.core import Time
from taphouse.house import wire
from taphouse.house.endpoint import TableEndpoint
from taphouse.house.inbox import WITNESS
from taphouse.house.room import Refusal
from taphouse.house.seat_updates import encode

from .address import is_one_host
from .limits import Bucket, FloodGuard, Rate
from .line_limit import LineLimit
from .metrics import Metrics
from .sockets import VERSION, Socket
from .table_lookup import caller, network_of

log = logging.getLogger(__name__)

PER_CONNECTION = Rate(100, burst=200)  # a reflex race is 50 beats and 25 pongs a second
TAPS_PER_CONNECTION = Rate(20, burst=40)
PER_WATCHER = Rate(5, burst=30)  # that the table hears: hello, a seat, and the pongs of a slow rhythm
MOST_WATCHERS = 100  # of one table; each costs it little, all together no more than a player or two
MOST_BIG_SCREENS = 4  # of one table, besides: a party's TV makes room for no crowd
HELLO = 5.0  # seconds until a line that says nothing is closed
BAD_MESSAGES = 5

Lines: TypeAlias = "dict[Socket, SocketHandler]"
"""To one table, in the order in which they came."""

read = msgspec.json.Decoder(wire.Up).decode


class Admission:
    """No allowance is shared between lines: nobody can use up another's."""

    def __init__(
        self,
        find: Callable[[str, str], TableEndpoint | None],
        metrics: Metrics,
        limit: LineLimit,
        url: str | None = None,
        hello: float = HELLO,
    ) -> None:
        self._find, self._metrics, self._limit, self._url, self._hello = find, metrics, limit, url, hello
        self._lines: WeakKeyDictionary[TableEndpoint, Lines] = WeakKeyDictionary()

    def __call__(self, request: WSUpgradeRequest, peer: str) -> SocketHandler | RejectedSocket | HTTPStatus:
        before, _, code = request.path.partition(b"?")[0].partition(b"/ws/")
        if before or not code:
            return HTTPStatus.NOT_FOUND
        if not is_one_host(request.headers.getall("Host", [])):
            return HTTPStatus.BAD_REQUEST
        if request.headers.get("Sec-WebSocket-Version") != VERSION:
            return HTTPStatus.UPGRADE_REQUIRED
        origin = request.headers.get("Origin")
        if not is_same_origin(origin, request.headers.get("Host"), self._url):
            log.info("forged origin", extra={"why": origin})
            return HTTPStatus.FORBIDDEN
        if not self._limit.has_room():
            return HTTPStatus.SERVICE_UNAVAILABLE
        address = caller(request.headers, peer)
        try:
            table = self._find(code.decode("latin-1"), address)
        except Refusal as refusal:
            return RejectedSocket(refusal.why, self._metrics, self._limit)
        if table is None:
            return RejectedSocket("no-such-table", self._metrics, self._limit)
        lines = self._lines.setdefault(table, {})
        return SocketHandler(table, lines, network_of(address), self._limit, self._metrics, self._hello)


def is_same_origin(origin: str | None, host: str | None, url: str | None) -> bool:
    """A page of another site may not act for whoever looks at it. Whatever is no browser sends no origin."""
    if origin is None:
        return True
    home = [host and host.lower(), url and urlsplit(url).netloc.lower()]
    return origin.lower().partition("://")[2] in [place for place in home if place]


class RejectedSocket:
    """Somebody who has no table to go to: is told so, and heard no further."""

    def __init__(self, why: wire.Why, metrics: Metrics, limit: LineLimit) -> None:
        self._why, self._metrics, self._limit = why, metrics, limit

    def opened(self, socket: Socket) -> None:
        self._limit.opened()
        self._metrics.refused(self._why)
        socket.close(encode(wire.Goodbye(self._why)))

    def admits(self, socket: Socket, arrived: Time) -> bool:
        return False

    def heard(self, socket: Socket, text: bytes, arrived: Time) -> None: ...

    def pong(self, socket: Socket, nonce: bytes, arrived: Time) -> None: ...

    def fell_behind(self) -> None: ...

    def left(self, socket: Socket) -> None:
        self._limit.closed()


class SocketHandler:
    """One line's way through the door to a table."""

    __slots__ = (
        "_all",
        "_bad",
        "_flood",
        "_hello",
        "_limit",
        "_lines",
        "_metrics",
        "_socket",
        "_table",
        "_taps",
        "_timer",
        "_words",
        "is_big",
        "network_of",
    )

    def __init__(
        self,
        table: TableEndpoint,
        lines: Lines,
        network_of: str,
        limit: LineLimit,
        metrics: Metrics,
        hello: float,
    ) -> None:
        self._table, self._lines, self._limit = table, lines, limit
        self._metrics, self._hello = metrics, hello
        self.network_of = network_of
        self.is_big = False
        """A TV that shows the table, and has one of the places for that."""
        self._socket: Socket | None = None
        self._all, self._taps, self._words = (
            Bucket(PER_CONNECTION),
            Bucket(TAPS_PER_CONNECTION),
            Bucket(PER_WATCHER),
        )
        self._flood = FloodGuard()
        self._bad = 0
        self._timer: asyncio.TimerHandle | None = None  # runs until hello is said

    def opened(self, socket: Socket) -> None:
        self._metrics.screens.inc()
        self._limit.opened()
        self._limit.join(self)
        self._make_room_at_table()
        self._lines[socket] = self
        self._socket = socket
        self._timer = asyncio.get_running_loop().call_later(self._hello, self._close, socket, "bad-message")
        self._table.connect(socket)

    def admits(self, socket: Socket, arrived: Time) -> bool:
        if self._all.take(arrived):
            return True
        self._slow_down(socket, arrived)
        return False

    def heard(self, socket: Socket, text: bytes, arrived: Time) -> None:
        try:
            message = read(text.decode())  # decoded whole: a message keeps its act unread
        except (ValueError, RecursionError) as error:
            self._misheard(socket, str(error))
            return
        self._metrics.heard(message)
        if self._timer is not None:
            if not isinstance(message, wire.Hello):
                self._close(socket, "bad-message")
                return
            self._timer.cancel()
            self._timer = None
            if message.screen == "table":
                self._take_big_screens_place()
        if self._may_say(socket, message, arrived):
            self._table.receive(socket, message, arrived)

    def pong(self, socket: Socket, nonce: bytes, arrived: Time) -> None:
        if self._table.is_players(socket) or self._words.take(arrived):
            self._table.pong(socket, nonce, arrived)

    def fell_behind(self) -> None:
        self._metrics.refused("too-slow")
        log.info("line dropped", extra=self._told("too-slow"))

    def left(self, socket: Socket) -> None:
        self._metrics.screens.dec()
        if self._timer is not None:
            self._timer.cancel()
        self._limit.closed()
        self._limit.leave(self)
        self._lines.pop(socket, None)
        self._socket = None  # they hold each other
        self._table.disconnect(socket)

    # ---- who makes room ----

    @property
    def is_player(self) -> bool:
        return self._socket is not None and self._table.is_players(self._socket)

    @property
    def is_watcher(self) -> bool:
        return not self.is_big and not self.is_player

    def make_room(self) -> None:
        if self._socket is not None:
            self._lines.pop(self._socket, None)
            self._close(self._socket, "flood")

    def _make_room_at_table(self) -> None:
        """Whoever comes may come in: of too many watchers the one who has watched longest makes room."""
        if len(self._lines) >= MOST_WATCHERS:
            watchers = [handler for handler in self._lines.values() if handler.is_watcher]
            if len(watchers) >= MOST_WATCHERS:
                watchers[0].make_room()

    def _take_big_screens_place(self) -> None:
        """The first that come have the places; but one of a player's own household need not wait for a
        stranger's. A big screen that finds none watches like everybody else."""
        big = [handler for handler in self._lines.values() if handler.is_big]
        if len(big) >= MOST_BIG_SCREENS:
            homes = {handler.network_of for handler in self._lines.values() if handler.is_player}
            strangers = [handler for handler in big if handler.network_of not in homes]
            if self.network_of not in homes or not strangers:
                return
            strangers[-1].is_big = False
        self.is_big = True

    def _may_say(self, socket: Socket, message: wire.Up, arrived: Time) -> bool:
        is_players = self._table.is_players(socket)
        if isinstance(message, WITNESS):
            return is_players  # what a watcher sees when decides nothing
        rates = [self._taps] if isinstance(message, wire.Do) else []
        rates += [] if is_players else [self._words]
        if all(rate.take(arrived) for rate in rates):
            return True
        self._slow_down(socket, arrived)
        return False

    def _misheard(self, socket: Socket, detail: str) -> None:
        self._metrics.refused("bad-message")
        self._bad += 1
        socket.send(encode(wire.Sorry("bad-message", detail)))
        if self._bad >= BAD_MESSAGES:
            self._close(socket, "bad-message")

    def _slow_down(self, socket: Socket, arrived: Time) -> None:
        if self._flood.goes_on(arrived):
            self._close(socket, "flood")
        else:
            self._metrics.refused("flood")
            if self._flood.may_complain(arrived):
                socket.send(encode(wire.Sorry("flood")))

    def _close(self, socket: Socket, why: wire.Why) -> None:
        log.info("line closed", extra=self._told(why))
        self._limit.leave(self)
        socket.close(encode(wire.Goodbye(why)))

    def _told(self, why: wire.Why) -> dict[str, str | None]:
        return {"table": self._table.code, "why": why}
