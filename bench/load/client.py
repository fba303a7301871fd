"""A page without a browser: reports paints at once, beats, answers asks and acts for its strategy.

One process holds many of them.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Protocol

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport

from taphouse.core import MS, SECOND, Seat, Time

MARGIN = 12 * MS  # a page answers this long after the asked moment: its browser may delay input


def clock() -> Time:
    return time.monotonic_ns() // 1_000


class Heard(msgspec.Struct, tag_field="type", tag=str.lower):
    """A message of the house, with only the fields that such a player reads."""


class Welcome(Heard):
    player: int | None = None


class Room(Heard):
    stage: str


class Evening(Heard):
    pass


class Reaction(Heard):
    pass


class Update(Heard):
    n: int
    at: Time
    view: msgspec.Raw
    news: msgspec.Raw
    race: str | None
    beat: Time | None = None


class Ask(Heard):
    past: Time


class Sorry(Heard):
    why: str


class Goodbye(Heard):
    why: str


_read = msgspec.json.Decoder(Welcome | Room | Evening | Reaction | Update | Ask | Sorry | Goodbye).decode


class Tally:
    """Counts for all players together."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.sent = self.heard = self.bytes = self.pings = 0
        self.armed: Time = 0
        """Sum over all players of the time in a race."""
        self.waits: list[Time] = []
        """Time from each tap to its verdict."""
        self.sorry: dict[str, int] = {}


class Strategy(Protocol):
    """Decides what the players of one table do."""

    def see(self, player: Player, view: msgspec.Raw, news: msgspec.Raw) -> None: ...


class Player(WSListener):
    def __init__(
        self, seat: Seat, greetings: tuple[bytes, ...], strategy: Strategy | None, tally: Tally
    ) -> None:
        self.seat, self._greetings, self._strategy, self.tally = seat, greetings, strategy, tally
        self._loop = asyncio.get_running_loop()
        self._line: WSTransport | None = None
        self._n = 0
        self._race: tuple[Time, Time] | None = None  # play time of the stimulus, and the time of its paint
        self._beat_interval: float | None = None
        self.armed_since: Time | None = None
        self.seated = asyncio.Event()

    # ---- player ----

    def say(self, message: bytes) -> None:
        if self._line is not None:
            self.tally.sent += 1
            self._line.send(WSMsgType.TEXT, message)

    def tap(self, act: bytes) -> None:
        self.say(b'{"type":"do","act":%b,"n":%d,"at":%d}' % (act, self._n, clock()))

    def later(self, seconds: float, do: Any, *args: Any) -> None:
        self._loop.call_later(seconds, do, *args)

    def leave(self) -> None:
        if self._line is not None:
            self._line.disconnect(False)

    def close(self) -> None:
        if self._line is not None:
            self._line.send_close()
            self._line.disconnect()

    # ---- page ----

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._line = transport
        for greeting in self._greetings:
            self.say(greeting)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._line = self._beat_interval = None

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.PING:
            self.tally.pings += 1
            transport.send_pong(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.TEXT:
            text = frame.get_payload_as_bytes()
            self.tally.heard += 1
            self.tally.bytes += len(text)
            self._hear(_read(text))

    def _hear(self, message: Heard) -> None:
        match message:
            case Update():
                self._paint(message)
            case Ask(past) if self._race is not None:
                shown, painted = self._race
                self.later(max(0, painted + past - shown + MARGIN - clock()) / SECOND, self._beat)
            case Welcome(player) if player is not None:
                self.seated.set()
            case Sorry(why) | Goodbye(why):
                self.tally.sorry[why] = self.tally.sorry.get(why, 0) + 1

    def _paint(self, update: Update) -> None:
        now, self._n = clock(), update.n
        self.say(b'{"type":"painted","n":%d,"at":%d}' % (update.n, now))
        if update.race is None:
            self.disarm()
            self._race = None
        elif self._race is None:
            self._race, self.armed_since = (update.at, now), now
        was, self._beat_interval = self._beat_interval, update.beat and update.beat / SECOND
        if self._beat_interval is not None and was is None:
            self._send_beats()
        if self._strategy is not None:
            self._strategy.see(self, update.view, update.news)

    def disarm(self) -> None:
        """Adds the armed time until now to the tally."""
        if self.armed_since is not None:
            self.tally.armed += clock() - self.armed_since
            self.armed_since = None

    def _send_beats(self) -> None:
        if self._beat_interval is not None:
            self._beat()
            self.later(self._beat_interval, self._send_beats)

    def _beat(self) -> None:
        self.say(b'{"type":"beat","n":%d,"at":%d}' % (self._n, clock()))
