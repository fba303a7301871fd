"""One TCP connection: in order, with lost segments sent again, and timed by the house's kernel."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import Any, NamedTuple

from taphouse.core import MS, Time, Value
from taphouse.fair import Kernel

from .agenda import Agenda, Deed
from .network import Medium, Proxy

DELAYED_ACK = 40 * MS  # a lone segment is acknowledged so much later, unless data goes back
RTO_LEAST = 200 * MS
REORDERED = 0.25  # of a round trip: a segment that comes later after its followers counts as lost
PROXY_JITTER = 0.15  # milliseconds each way, on average


class Segment(NamedTuple):
    number: int
    acks: int
    """Acknowledges all before this number."""
    do: Deed
    args: tuple[Any, ...]
    sent: float = 0
    """For the last time."""
    losses: int = 0


class TcpInfo(Value):
    """What Linux tells of a connection (`struct tcp_info`). Microseconds."""

    rtt: Time
    rttvar: Time
    min_rtt: Time
    unacked: int
    """Segments on their way, or whose acknowledgement is."""
    total_retrans: int
    rcv_ooopack: int
    """Segments that arrived before an earlier one."""


class RttEstimator:
    """Smoothed as Linux does it (`tcp_rtt_estimator`)."""

    __slots__ = ("least", "rtt", "rttvar")

    def __init__(self) -> None:
        self.rtt = self.rttvar = self.least = 0.0

    def note(self, took: float) -> None:
        if not self.rtt:
            self.rtt, self.rttvar, self.least = took, took / 2, took
            return
        error = took - self.rtt
        self.rtt += error / 8
        beyond = abs(error) - self.rttvar
        self.rttvar += beyond / 32 if error < 0 < beyond else beyond / 4
        self.least = min(self.least, took)

    @property
    def timeout(self) -> float:
        return max(RTO_LEAST, self.rtt + 4 * self.rttvar)


class Flight:
    """The segments that the house's kernel has sent and not seen acknowledged."""

    def __init__(self, clock: RttEstimator) -> None:
        self._clock = clock
        self._sent: dict[int, float | None] = {}  # None: sent again or reported already, so it times nothing
        self.resent = 0

    def __len__(self) -> int:
        return len(self._sent)

    def sent(self, number: int, at: float) -> None:
        self._sent[number] = at

    def sent_again(self, number: int) -> None:
        self.resent += 1
        if number in self._sent:
            self._sent[number] = None

    def reported(self, number: int, at: float) -> None:
        """It arrived, but not all before it."""
        sent = self._sent.get(number)
        if sent is not None:
            self._sent[number] = None
            self._clock.note(at - sent)

    def acknowledged(self, before: int, at: float) -> None:
        """All before this number arrived. The oldest of them times the round trip."""
        flight, oldest = self._sent, None
        while flight:
            number = next(iter(flight))
            if number >= before:
                break
            sent = flight.pop(number)
            oldest = sent if oldest is None else oldest
        if oldest is not None:
            self._clock.note(at - oldest)


class NearFlight:
    """The same where a proxy acknowledges: at once, or as TCP does if nothing goes back."""

    def __init__(self, clock: RttEstimator, proxy: Proxy, random: Random) -> None:
        self.clock, self._proxy, self._random = clock, proxy, random
        self._lone: tuple[float, float] | None = (
            None  # when it was sent, when it is acknowledged at the latest
        )
        self._coming: deque[tuple[float, float]] = (
            deque()
        )  # when an acknowledgement arrives, how long it took

    def sent(self, at: float) -> None:
        self.look(at)
        half = (self._proxy.trip / 2 + self._random.expovariate(1 / PROXY_JITTER)) * MS
        there = at + half
        if self._lone is not None and there < self._lone[1]:
            self._coming.append((there + half, there + half - self._lone[0]))
            self._lone = None
        elif self._proxy.delays_acks:
            self._lone = at, there + DELAYED_ACK
        else:
            self._coming.append((there + half, 2 * half))

    def data_came(self, at: float) -> None:
        """The proxy sent something, with its acknowledgement."""
        self.look(at)
        if self._lone is not None and self._lone[0] + self._proxy.trip * MS <= at:
            self.clock.note(at - self._lone[0])
            self._lone = None

    def look(self, at: float) -> None:
        back = self._proxy.trip * MS / 2
        if self._lone is not None and self._lone[1] + back <= at:
            self.clock.note(self._lone[1] + back - self._lone[0])
            self._lone = None
        while self._coming and self._coming[0][0] <= at:
            self.clock.note(self._coming.popleft()[1])

    def __len__(self) -> int:
        return len(self._coming) + (self._lone is not None)


class Stream:
    """One direction. What arrives before an earlier segment waits for it."""

    def __init__(self, wire: Wire, goes_down: bool) -> None:
        self._wire, self._goes_down = wire, goes_down
        self.count = 0
        self.expected = 0
        self.out_of_order = 0
        self._early: dict[int, Segment] = {}
        self._lost: dict[int, Segment] = {}
        self._last = self._last_at_radio = 0.0

    def send(self, at: float, acks: int, do: Deed, args: tuple[Any, ...]) -> None:
        self.count += 1
        self._transmit(Segment(self.count - 1, acks, do, args, at))

    def carry(self, at: float, arrived: Deed, *args: Any) -> None:
        """Takes a packet across, in order."""
        wire = self._wire
        if not self._goes_down:
            self._last = max(self._last, wire.medium.up(at))
        elif wire.medium.radio is None:
            self._last = max(self._last, wire.medium.down(at))
        else:
            self._last_at_radio = max(self._last_at_radio, wire.medium.down(at))
            wire.agenda.put(self._last_at_radio, self._at_radio, arrived, args)
            return
        wire.agenda.put(self._last, arrived, *args)

    def _at_radio(self, at: float, arrived: Deed, args: tuple[Any, ...]) -> None:
        radio = self._wire.medium.radio
        self._last = max(self._last, at if radio is None else radio.down(at))
        self._wire.agenda.put(self._last, arrived, *args)

    def _transmit(self, segment: Segment) -> None:
        if self._wire.medium.lost():
            self._lost[segment.number] = segment
            timeout = self._wire.clock.timeout * 2**segment.losses
            self._wire.agenda.put(segment.sent + timeout, self._send_again, segment)
        else:
            self.carry(segment.sent, self._arrive, segment)

    def _send_again(self, at: float, segment: Segment) -> None:
        if self._lost.get(segment.number) is segment and not self._wire.is_cut:
            del self._lost[segment.number]
            if self._goes_down:
                self._wire.flight.sent_again(segment.number)
            self._transmit(segment._replace(sent=at, losses=segment.losses + 1))

    def _arrive(self, at: float, segment: Segment) -> None:
        wire = self._wire
        if wire.is_cut:
            return
        if not self._goes_down:
            wire.data_came_up(at, segment.acks)
        if segment.number != self.expected:
            self._early[segment.number] = segment
            self.out_of_order += 1
            self._miss(at, segment)
            return
        came: Segment | None = segment
        while came is not None:
            self.expected += 1
            if self._goes_down:
                wire.owes += 1
            came.do(at, *came.args)
            came = self._early.pop(self.expected, None)
        if self._early:
            self._miss(at, segment)
        if self._goes_down:
            wire.data_came_down(at)

    def _miss(self, at: float, arrived: Segment) -> None:
        """Reports to the sender what arrived in spite of a gap."""
        back = self._wire.up if self._goes_down else self._wire.down
        back.carry(at, self._learn_of_gap, arrived)

    def _learn_of_gap(self, at: float, arrived: Segment) -> None:
        """What was sent before something that arrived is lost: also what was sent again.

        Linux finds losses by time in this way (RACK, RFC 8985). Its probe for a lost tail (TLP) is left out:
        with one segment on its way the probe comes no sooner than the timeout.
        """
        wire = self._wire
        if self._goes_down:
            wire.flight.reported(arrived.number, at)
        for segment in self._lost.values():
            if segment.sent < arrived.sent:
                wire.agenda.put(at + REORDERED * wire.medium.round_trip, self._send_again, segment)


class Wire:
    """Both directions between the house and one page."""

    def __init__(self, medium: Medium, agenda: Agenda) -> None:
        self.medium, self.agenda = medium, agenda
        self.clock = RttEstimator()
        self.flight = Flight(self.clock)
        proxy = medium.access.proxy
        self._near = NearFlight(RttEstimator(), proxy, medium.random) if proxy else None
        self.down, self.up = Stream(self, goes_down=True), Stream(self, goes_down=False)
        self.owes = 0
        """Segments that the page's kernel has not acknowledged."""
        self._house_owes = False
        self.is_cut = False

    def send(self, at: float, do: Deed, *args: Any) -> None:
        """From the house to the page."""
        self._house_owes = False
        self.flight.sent(self.down.count, at)
        if self._near is not None:
            self._near.sent(at)
        self.down.send(at, 0, do, args)

    def reply(self, at: float, do: Deed, *args: Any) -> None:
        """From the page to the house."""
        self.owes = 0
        self.up.send(at, self.down.expected, do, args)

    def move(self, medium: Medium) -> None:
        """The connection survives a change of network."""
        self.medium = medium

    def cut(self) -> None:
        """What is under way is lost."""
        self.is_cut = True

    def info(self, at: float) -> TcpInfo | None:
        """`None` before the first round trip."""
        clock, unacked, resent, early = self.clock, len(self.flight), self.flight.resent, self.up.out_of_order
        if self._near is not None:
            self._near.look(at)
            clock, unacked, resent, early = self._near.clock, len(self._near), 0, 0
        if not clock.rtt:
            return None
        return TcpInfo(round(clock.rtt), round(clock.rttvar), round(clock.least), unacked, resent, early)

    def kernel(self, at: float) -> Kernel | None:
        """As much of it as the house reads."""
        info = self.info(at)
        if info is None:
            return None
        return Kernel(info.rtt, info.rttvar, info.total_retrans, info.rcv_ooopack, info.min_rtt)

    # ---- the two kernels ----

    def data_came_down(self, at: float) -> None:
        if self.owes >= 2:
            self._acknowledge(at)
        elif self.owes:
            self.agenda.put(at + DELAYED_ACK, self._acknowledge_late, self.down.expected)

    def _acknowledge_late(self, at: float, expected: int) -> None:
        if self.owes and self.down.expected == expected and not self.is_cut:
            self._acknowledge(at)

    def _acknowledge(self, at: float) -> None:
        self.owes = 0
        if not self.medium.lost():  # the next one covers it
            self.up.carry(at, self._acknowledged, self.down.expected)

    def _acknowledged(self, at: float, before: int) -> None:
        self.flight.acknowledged(before, at)

    def data_came_up(self, at: float, acks: int) -> None:
        self.flight.acknowledged(acks, at)
        if self._near is not None:
            self._near.data_came(at)
        if self.medium.radio is not None and not self._house_owes:  # acknowledgements keep a radio awake
            self._house_owes = True
            self.agenda.put(at + DELAYED_ACK, self._house_acknowledges)

    def _house_acknowledges(self, at: float) -> None:
        if self._house_owes and not self.is_cut:
            self._house_owes = False
            self.down.carry(at, _nothing)


def _nothing(at: float) -> None:
    """The page does not see acknowledgements."""
