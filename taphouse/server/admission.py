"""Admits WebSockets to tables, and limits the rate and the errors of their messages."""

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
from taphouse.house.endpoint import TableEndpoint
from taphouse.table import wire
from taphouse.table.inputs import REPORTS
from taphouse.table.room import Refusal
from taphouse.table.seat_updates import encode

from .address import is_one_host
from .connection_limit import ConnectionLimit
from .limits import Bucket, FloodGuard, Rate
from .metrics import Metrics
from .proxies import Proxies
from .sockets import VERSION, Socket
from .table_lookup import network_of

log = logging.getLogger(__name__)

PER_CONNECTION = Rate(100, burst=200)  # a reflex race is 50 beats and 25 pongs a second
TAPS_PER_CONNECTION = Rate(20, burst=40)
PER_WATCHER = Rate(5, burst=30)  # messages that reach the table: hello, a seat, and pongs at a slow rate
MOST_WATCHERS = 100  # of one table: each costs little, all together no more than one or two players
MOST_BIG_SCREENS = 4  # of one table, besides the watchers: a crowd does not push out a party's TV
HELLO = 5.0  # seconds until a connection that sends no hello is closed
BAD_MESSAGES = 5

Handlers: TypeAlias = "dict[Socket, SocketHandler]"
"""The connections to one table, oldest first."""

read = msgspec.json.Decoder(wire.Up).decode


class Admission:
    """Decides on each upgrade request. Connections share no rate limit: none can use up another's."""

    def __init__(
        self,
        find: Callable[[str, str], TableEndpoint | None],
        metrics: Metrics,
        limit: ConnectionLimit,
        proxies: Proxies,
        url: str | None = None,
        hello: float = HELLO,
    ) -> None:
        self._find, self._metrics, self._limit, self._proxies = find, metrics, limit, proxies
        self._url, self._hello = url, hello
        self._handlers: WeakKeyDictionary[TableEndpoint, Handlers] = WeakKeyDictionary()

    def __call__(self, request: WSUpgradeRequest, peer: str) -> SocketHandler | RejectedSocket | HTTPStatus:
        path = request.path.partition(b"?")[0].decode("latin-1")
        arrival = self._proxies.arrival(request.headers, peer, path)
        before, _, code = arrival.path.partition("/ws/")
        if before or not code:
            return HTTPStatus.NOT_FOUND
        if not is_one_host(request.headers.getall("Host", [])):
            return HTTPStatus.BAD_REQUEST
        if request.headers.get("Sec-WebSocket-Version") != VERSION:
            return HTTPStatus.UPGRADE_REQUIRED
        origin = request.headers.get("Origin")
        if not is_same_origin(origin, arrival.host, self._url):
            log.info("forged origin", extra={"why": origin})
            return HTTPStatus.FORBIDDEN
        if not self._limit.has_room():
            return HTTPStatus.SERVICE_UNAVAILABLE
        try:
            table = self._find(code, arrival.caller)
        except Refusal as refusal:
            return RejectedSocket(refusal.why, self._metrics, self._limit)
        if table is None:
            return RejectedSocket("no-such-table", self._metrics, self._limit)
        handlers = self._handlers.setdefault(table, {})
        return SocketHandler(
            table, handlers, network_of(arrival.caller), self._limit, self._metrics, self._hello
        )


def is_same_origin(origin: str | None, host: str | None, url: str | None) -> bool:
    """False for a page of another site, which may not act for its reader. Only browsers send an origin."""
    if origin is None:
        return True
    home = [host and host.lower(), url and urlsplit(url).netloc.lower()]
    return origin.lower().partition("://")[2] in [place for place in home if place]


class RejectedSocket:
    """A socket without a table: sends the reason, closes, and ignores all messages."""

    def __init__(self, why: wire.Why, metrics: Metrics, limit: ConnectionLimit) -> None:
        self._why, self._metrics, self._limit = why, metrics, limit

    def opened(self, socket: Socket) -> None:
        self._limit.opened()
        self._metrics.refused(self._why)
        socket.close(encode(wire.Goodbye(self._why)))

    def admits(self, socket: Socket, arrived: Time) -> bool:
        return False

    def received(self, socket: Socket, text: bytes, arrived: Time) -> None: ...

    def pong(self, socket: Socket, nonce: bytes, arrived: Time) -> None: ...

    def fell_behind(self) -> None: ...

    def closed(self, socket: Socket) -> None:
        self._limit.closed()


class SocketHandler:
    """Passes one socket's messages to its table, within the limits."""

    __slots__ = (
        "_all",
        "_bad",
        "_flood",
        "_handlers",
        "_hello",
        "_limit",
        "_metrics",
        "_socket",
        "_table",
        "_taps",
        "_timer",
        "_watching",
        "is_big",
        "network",
    )

    def __init__(
        self,
        table: TableEndpoint,
        handlers: Handlers,
        network: str,
        limit: ConnectionLimit,
        metrics: Metrics,
        hello: float,
    ) -> None:
        self._table, self._handlers, self._limit = table, handlers, limit
        self._metrics, self._hello = metrics, hello
        self.network = network
        self.is_big = False
        """True for a TV that shows the table and has one of the `MOST_BIG_SCREENS` places."""
        self._socket: Socket | None = None
        self._all, self._taps, self._watching = (
            Bucket(PER_CONNECTION),
            Bucket(TAPS_PER_CONNECTION),
            Bucket(PER_WATCHER),
        )
        self._flood = FloodGuard()
        self._bad = 0
        self._timer: asyncio.TimerHandle | None = None  # runs until hello arrives

    def opened(self, socket: Socket) -> None:
        self._metrics.connections.inc()
        self._limit.opened()
        self._limit.join(self)
        self._make_room_at_table()
        self._handlers[socket] = self
        self._socket = socket
        self._timer = asyncio.get_running_loop().call_later(self._hello, self._close, socket, "bad-message")
        self._table.connect(socket)

    def admits(self, socket: Socket, arrived: Time) -> bool:
        if self._all.take(arrived):
            return True
        self._slow_down(socket, arrived)
        return False

    def received(self, socket: Socket, text: bytes, arrived: Time) -> None:
        try:
            message = read(text.decode())  # decoded as a whole: the message keeps its act as raw bytes
        except (ValueError, RecursionError) as error:
            self._refuse_malformed(socket, str(error))
            return
        self._metrics.received(message)
        if self._timer is not None:
            if not isinstance(message, wire.Hello):
                self._close(socket, "bad-message")
                return
            self._timer.cancel()
            self._timer = None
            if message.screen == "table":
                self._take_big_screen_place()
        if self._is_allowed(socket, message, arrived):
            self._table.receive(socket, message, arrived)

    def pong(self, socket: Socket, nonce: bytes, arrived: Time) -> None:
        if self._table.is_players(socket) or self._watching.take(arrived):
            self._table.pong(socket, nonce, arrived)

    def fell_behind(self) -> None:
        self._metrics.refused("too-slow")
        log.info("connection dropped", extra=self._details("too-slow"))

    def closed(self, socket: Socket) -> None:
        self._metrics.connections.dec()
        if self._timer is not None:
            self._timer.cancel()
        self._limit.closed()
        self._limit.leave(self)
        self._handlers.pop(socket, None)
        self._socket = None  # breaks the reference cycle
        self._table.disconnect(socket)

    # ---- making room ----

    @property
    def is_player(self) -> bool:
        return self._socket is not None and self._table.is_players(self._socket)

    @property
    def is_watcher(self) -> bool:
        return not self.is_big and not self.is_player

    def make_room(self) -> None:
        if self._socket is not None:
            self._handlers.pop(self._socket, None)
            self._close(self._socket, "flood")

    def _make_room_at_table(self) -> None:
        """Closes the oldest watcher if there are too many, so that a new connection is always admitted."""
        if len(self._handlers) >= MOST_WATCHERS:
            watchers = [handler for handler in self._handlers.values() if handler.is_watcher]
            if len(watchers) >= MOST_WATCHERS:
                watchers[0].make_room()

    def _take_big_screen_place(self) -> None:
        """Takes one of the places for big screens; without one, a big screen is an ordinary watcher.

        The first big screens get the places, but one from a player's network replaces one from elsewhere."""
        big = [handler for handler in self._handlers.values() if handler.is_big]
        if len(big) >= MOST_BIG_SCREENS:
            homes = {handler.network for handler in self._handlers.values() if handler.is_player}
            strangers = [handler for handler in big if handler.network not in homes]
            if self.network not in homes or not strangers:
                return
            strangers[-1].is_big = False
        self.is_big = True

    def _is_allowed(self, socket: Socket, message: wire.Up, arrived: Time) -> bool:
        is_players = self._table.is_players(socket)
        if isinstance(message, REPORTS):
            return is_players  # a watcher's paint reports and beats decide nothing
        rates = [self._taps] if isinstance(message, wire.Do) else []
        rates += [] if is_players else [self._watching]
        if all(rate.take(arrived) for rate in rates):
            return True
        self._slow_down(socket, arrived)
        return False

    def _refuse_malformed(self, socket: Socket, detail: str) -> None:
        self._metrics.refused("bad-message")
        self._bad += 1
        socket.send(encode(wire.Sorry("bad-message", detail)))
        if self._bad >= BAD_MESSAGES:
            self._close(socket, "bad-message")

    def _slow_down(self, socket: Socket, arrived: Time) -> None:
        if self._flood.is_lasting(arrived):
            self._close(socket, "flood")
        else:
            self._metrics.refused("flood")
            if self._flood.may_report(arrived):
                socket.send(encode(wire.Sorry("flood")))

    def _close(self, socket: Socket, why: wire.Why) -> None:
        log.info("connection closed", extra=self._details(why))
        self._limit.leave(self)
        socket.close(encode(wire.Goodbye(why)))

    def _details(self, why: wire.Why) -> dict[str, str | None]:
        return {"table": self._table.code, "why": why}
