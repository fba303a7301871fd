"""The door to the tables: who comes in, and what a browser may say, how fast and how often wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import msgspec
from picows import WSUpgradeRequest

from taphouse.core import Time
from taphouse.house import wire
from taphouse.house.place import Place
from taphouse.house.telling import encode

from .limits import Bucket, Flood, Rate
from .metrics import Metrics
from .sockets import Socket

log = logging.getLogger(__name__)

OF_A_LINE = Rate(100, burst=200)  # a reflex race is 50 beats and 25 pongs a second
TAPS_OF_A_LINE = Rate(20, burst=40)
OF_A_TABLE = Rate(800, burst=1_600)
HELLO = 5.0  # seconds until a line that says nothing is closed
BAD_MESSAGES = 5

read = msgspec.json.Decoder(wire.Up).decode


class Door:
    def __init__(
        self,
        find: Callable[[str], Place | None],
        metrics: Metrics,
        url: str | None = None,
        hello: float = HELLO,
    ) -> None:
        self._find, self._metrics, self._url, self._hello = find, metrics, url, hello
        self._rates: WeakKeyDictionary[Place, Bucket] = WeakKeyDictionary()

    def __call__(self, request: WSUpgradeRequest) -> Visitor | HTTPStatus:
        before, _, code = request.path.partition(b"?")[0].partition(b"/ws/")
        if before or not code:
            return HTTPStatus.NOT_FOUND
        origin = request.headers.get("Origin")
        if not is_at_home(origin, request.headers.get("Host"), self._url):
            log.info("forged origin", extra={"why": origin})
            return HTTPStatus.FORBIDDEN
        table = self._find(code.decode("latin-1"))
        rate = self._rates.setdefault(table, Bucket(OF_A_TABLE)) if table else Bucket(OF_A_TABLE)
        return Visitor(table, rate, self._metrics, self._hello)


def is_at_home(origin: str | None, host: str | None, url: str | None) -> bool:
    """A page of another site may not act for whoever looks at it. Whatever is no browser sends no origin."""
    if origin is None:
        return True
    home = [host and host.lower(), url and urlsplit(url).netloc.lower()]
    return origin.lower().partition("://")[2] in [place for place in home if place]


class Visitor:
    """One line's way through the door."""

    __slots__ = ("_all", "_bad", "_flood", "_hello", "_metrics", "_table", "_table_rate", "_taps", "_timer")

    def __init__(self, table: Place | None, table_rate: Bucket, metrics: Metrics, hello: float) -> None:
        self._table, self._table_rate, self._metrics, self._hello = table, table_rate, metrics, hello
        self._all, self._taps = Bucket(OF_A_LINE), Bucket(TAPS_OF_A_LINE)
        self._flood = Flood()
        self._bad = 0
        self._timer: asyncio.TimerHandle | None = None  # runs until hello is said

    def opened(self, socket: Socket) -> None:
        self._metrics.screens.inc()
        if self._table is None:
            self._show_out(socket, "no-such-table")
            return
        self._timer = asyncio.get_running_loop().call_later(
            self._hello, self._show_out, socket, "bad-message"
        )
        self._table.connect(socket)

    def admits(self, socket: Socket, arrived: Time) -> bool:
        if not self._all.take(arrived):
            self._slow_down(socket, arrived)
            return False
        if not self._table_rate.take(arrived):
            self._complain(socket, arrived)  # not this line's fault alone: nobody is shown out for it
            return False
        return True

    def heard(self, socket: Socket, text: bytes, arrived: Time) -> None:
        try:
            message = read(text.decode())  # decoded whole: a message keeps its act unread
        except (ValueError, RecursionError) as error:
            self._misheard(socket, str(error))
            return
        self._metrics.heard(message)
        if self._timer is not None:
            if not isinstance(message, wire.Hello):
                self._show_out(socket, "bad-message")
                return
            self._timer.cancel()
            self._timer = None
        if isinstance(message, wire.Do) and not self._taps.take(arrived):
            self._slow_down(socket, arrived)
        elif self._table is not None:
            self._table.hear(socket, message, arrived)

    def pong(self, socket: Socket, nonce: bytes, arrived: Time) -> None:
        if self._table is not None:
            self._table.pong(socket, nonce, arrived)

    def fell_behind(self) -> None:
        self._metrics.refused("too-slow")
        log.info("line dropped", extra=self._told("too-slow"))

    def left(self, socket: Socket) -> None:
        self._metrics.screens.dec()
        if self._timer is not None:
            self._timer.cancel()
        if self._table is not None:
            self._table.disconnect(socket)

    def _misheard(self, socket: Socket, detail: str) -> None:
        self._metrics.refused("bad-message")
        self._bad += 1
        socket.send(encode(wire.Sorry("bad-message", detail)))
        if self._bad >= BAD_MESSAGES:
            self._show_out(socket, "bad-message")

    def _slow_down(self, socket: Socket, arrived: Time) -> None:
        if self._flood.goes_on(arrived):
            self._show_out(socket, "flood")
        else:
            self._complain(socket, arrived)

    def _complain(self, socket: Socket, arrived: Time) -> None:
        self._metrics.refused("flood")
        if self._flood.may_complain(arrived):
            socket.send(encode(wire.Sorry("flood")))

    def _show_out(self, socket: Socket, why: wire.Why) -> None:
        log.info("line closed", extra=self._told(why))
        socket.close(encode(wire.Goodbye(why)))

    def _told(self, why: wire.Why) -> dict[str, str | None]:
        return {"table": self._table.code if self._table else None, "why": why}
