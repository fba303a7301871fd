"""Puts taps in the order fingers fell, not the order packets arrived.

Pure: claims and commitments in, rulings out. A screen says which update it had
painted and when the finger fell on its own clock; a ruling is given as soon as
every rival has tapped or said that he had not tapped before.
"""

from __future__ import annotations

from heapq import heappop, heappush

from taphouse.core import MS, Act, Move, Race, Seat, Time, Value, replace
from taphouse.core.play import lot

from .evidence import Evidence
from .line import QUEUED, Line

CAP = 200 * MS  # the longest a verdict waits for a stalled line
CREDIT = 600 * MS  # the longest round trip and paint that is made good
DEVICE = 9 * MS  # how far an uncalibrated touch screen may be off


class Ruling(Value):
    move: Move
    evidence: Evidence | None
    """`None` for a bot: its time is known."""


class Arbiter:
    def __init__(self, seed: str, cap: Time = CAP) -> None:
        self.seed, self.cap = seed, cap
        self.lines: dict[Seat, Line] = {}
        self.race: Race | None = None
        self.horizon: Time = 0
        """What happened before this moment is decided."""
        self._held: list[tuple[tuple[Time, float], int, Time, Ruling]] = []
        self._heard = 0

    def hear(self, seat: Seat, act: Act, n: int, pressed: int, arrived: Time) -> None:
        """A finger fell when the page's clock read `pressed`, with update `n` on its screen."""
        line = self.lines[seat]
        since = self.race.since if self.race else 0
        anchor = line.anchor(n, since)
        claimed = line.play_time(n, pressed, since)
        if claimed is None:
            claimed = arrived
        possible = min(max(claimed, arrived - CREDIT, 0), arrived)
        at = max(possible, self.horizon)
        evidence = Evidence(
            n=n,
            anchor=anchor,
            shown=None if anchor is None else line.shown[anchor],
            painted=None if anchor is None else line.painted[anchor],
            pressed=pressed,
            arrived=arrived,
            claimed=claimed,
            at=at,
            blur=DEVICE if anchor is not None else CAP,
            late=at - possible,
        )
        seen = line.shown[n] if anchor is not None else max((line.shown[k] for k in line.painted), default=0)
        line.commit(possible, arrived)
        self._hold(Ruling(Move(at, seat, act, evidence.blur, seen), evidence), arrived)

    def press(self, seat: Seat, act: Act, at: Time) -> None:
        """A finger whose time is known: a bot's."""
        self._hold(Ruling(Move(max(at, self.horizon), seat, act), None), at)

    def paint(self, seat: Seat, n: int, clock: int, arrived: Time) -> None:
        """The page says: `n` was on the screen when my clock read `clock`. No finger fell before that."""
        line = self.lines[seat]
        line.paint(n, clock)
        line.commit(line.shown.get(n, 0) - QUEUED, arrived)

    def beat(self, seat: Seat, n: int, clock: int, arrived: Time) -> None:
        """The page says: when my clock read `clock` I had not tapped, but for what you heard."""
        line = self.lines[seat]
        moment = line.play_time(n, clock, self.race.since if self.race else 0)
        line.commit(-1 if moment is None else moment - QUEUED, arrived)

    def release(self, now: Time) -> Ruling | None:
        """The next move that no slower line can overtake any more."""
        if not self._held:
            return None
        _, _, arrived, ruling = self._held[0]
        move = ruling.move
        if now < arrived + self.cap and self.lagging(move.at, now, but=move.seat):
            return None
        heappop(self._held)
        return self._decide(ruling)

    def may_ring(self, alarm: Time, now: Time) -> bool:
        """May the rules move on to `alarm`, or could an earlier finger still be under way?"""
        if now < alarm or (self._held and self._held[0][-1].move.at < alarm):
            return False
        if now < alarm + self.cap and self.lagging(alarm, now):
            return False
        self.horizon = max(self.horizon, alarm)
        return True

    def lagging(self, moment: Time, now: Time, but: Seat | None = None) -> list[Seat]:
        """Whose silence keeps `moment` from being decided. Nobody's, unless a race is on."""
        if self.race is None:
            return []
        return [
            seat
            for seat, line in self.lines.items()
            if seat != but and line.committed < moment and line.listening(now)
        ]

    def ask(self, now: Time, alarm: Time | None) -> tuple[Time, list[Seat]]:
        """Whom to ask for a commitment past which moment, so that what is due can be decided."""
        moments = [alarm] if alarm is not None and alarm <= now else []
        if self._held:
            moments.append(self._held[0][-1].move.at)
        if not moments:
            return 0, []
        moment = min(moments)
        silent = [seat for seat in self.lagging(moment, now) if self.lines[seat].asked is None]
        for seat in silent:
            self.lines[seat].asked = now
        return moment, silent

    @property
    def due(self) -> Time | None:
        """When time alone decides what is held."""
        return self._held[0][2] + self.cap if self._held else None

    def _hold(self, ruling: Ruling, arrived: Time) -> None:
        self._heard += 1
        heappush(self._held, (lot(self.seed, ruling.move), self._heard, arrived, ruling))

    def _decide(self, ruling: Ruling) -> Ruling:
        """A held move may have been overtaken by the horizon since it was heard."""
        move, overtaken = ruling.move, self.horizon - ruling.move.at
        if overtaken > 0:
            move, proof = replace(move, at=self.horizon), ruling.evidence
            if proof is not None:
                proof = replace(proof, at=self.horizon, late=proof.late + overtaken)
            ruling = Ruling(move, proof)
        self.horizon = move.at
        return ruling
