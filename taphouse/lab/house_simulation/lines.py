"""The network between pages and nodes: each connection keeps its order, and has its own delay."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from taphouse.fair import Kernel
from taphouse.house.endpoint import TableEndpoint
from taphouse.table import wire

from .virtual_time import SECOND, Process, VirtualTime

if TYPE_CHECKING:
    from .pages import Page

HELLO = 5.0  # seconds that a page has for its first message, as the server gives it
CLOSE_TIMEOUT = 2 * SECOND  # for a page to answer a close frame
read_up = msgspec.json.Decoder(wire.Up).decode


class Weather:
    """How a page's network is at the moment. It outlives each connection."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.delay = round(random.choice((1, 4, 12, 30, 80)) * random.uniform(800, 1_200))
        self.jitter = self.delay // 3
        self.slowness = 1
        self.blocked_until = 0

    def trip(self) -> int:
        """Microseconds one way."""
        trip = self.delay + round(self.random.expovariate(1 / (self.jitter + 1)))
        return trip * self.slowness


class Line:
    """One connection. TCP: nothing is lost or overtaken while it is open."""

    def __init__(self, time: VirtualTime, weather: Weather, process: Process) -> None:
        self._time, self._weather, self._process = time, weather, process
        self._up = self._down = 0
        self.is_cut = False

    def up(self, callback: Callable[..., object], *args: Any) -> None:
        self._up = self._due(self._up)
        self._time.call(self._process, self._up, self._carry, callback, args)

    def down(self, callback: Callable[..., object], *args: Any) -> None:
        self._down = self._due(self._down)
        self._time.call(None, self._down, self._carry, callback, args)

    def _due(self, last: int) -> int:
        weather = self._weather
        return max(last, self._time.now + weather.trip(), weather.blocked_until)

    def _carry(self, callback: Callable[..., object], args: tuple[Any, ...]) -> None:
        if not self.is_cut:
            callback(*args)

    @property
    def kernel(self) -> Kernel:
        rtt = 2 * self._weather.delay
        return Kernel(rtt + self._weather.jitter, self._weather.jitter, least=rtt)


class Socket:
    """The house's end of a connection: a `Transport`."""

    def __init__(
        self,
        line: Line,
        page: Page,
        process: Process,
        endpoint: TableEndpoint,
        sent: Callable[[Socket, bytes], None],
    ) -> None:
        self.line, self.page, self.process, self.endpoint = line, page, process, endpoint
        self._sent = sent
        self.is_open = True
        self.is_gone = False
        self._hello: Any = None

    # ---- called by the house ----

    def send(self, message: bytes) -> None:
        if self.is_open and not self.process.is_dead:
            self._sent(self, message)
            self.line.down(self.page.receive, self.line, message)

    def send_welcome(self, message: bytes, token: str | None) -> None:
        self.send(message)

    def send_room(self, message: bytes) -> None:
        self.send(message)

    def ping(self, nonce: bytes) -> None:
        if self.is_open:
            self.line.down(self._pinged, nonce)

    def kernel(self) -> Kernel | None:
        return self.line.kernel if self.is_open else None

    def close(self, message: bytes) -> None:
        self.send(message)
        if self.is_open:
            self.is_open = False
            self.line.down(self.page.closed, self.line)
            self.process.call_later(CLOSE_TIMEOUT / SECOND, self.gone)

    # ---- called by the network ----

    def opened(self) -> None:
        self.endpoint.connect(self)
        self._hello = self.process.call_later(HELLO, self.close, b'{"type":"goodbye","why":"bad-message"}')
        self.line.down(self.page.opened, self.line, self)

    def received(self, text: bytes) -> None:
        if self.is_open:
            self._hello.cancel()
            self.endpoint.receive(self, read_up(text), self.process.clock())

    def _pinged(self, nonce: bytes) -> None:
        """The browser answers, not the page."""
        self.line.up(self._ponged, nonce)

    def _ponged(self, nonce: bytes) -> None:
        if self.is_open:
            self.endpoint.pong(self, nonce, self.process.clock())

    def gone(self) -> None:
        """The connection is closed, or the house has found that it is lost."""
        if not self.is_gone:
            self.is_gone, self.is_open = True, False
            self._hello.cancel()
            self.endpoint.disconnect(self)
