"""Whether a device's radio sleeps when nothing is sent, and which pings found it asleep."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from taphouse.core import MS, Time

from .recent import Recent

Silence: TypeAlias = Literal["short", "long"]

COLD = 150 * MS  # without traffic: then the radios of many phones sleep
LONG_COLD = 600 * MS  # then more of them do: four pings a second keep some radios awake
COMPARED = 8  # cold and warm pings that tell whether a radio sleeps
ASLEEP = 10 * MS  # a line on which a cold ping takes so much longer sleeps


class Radio:
    """Compares pings after a silence with pings that follow other traffic."""

    __slots__ = ("_cold", "_cold_pings", "_findings", "_last_traffic", "_warm", "sleeps")

    def __init__(self) -> None:
        self._last_traffic: Time = -LONG_COLD  # counted at this end of the line
        self._cold_pings: dict[Time, Silence] = {}
        self._cold = {silence: Recent(COMPARED) for silence in get_args(Silence)}
        self._warm = Recent(COMPARED)
        self._findings: dict[Silence, bool | None] = dict.fromkeys(get_args(Silence))
        self.sleeps: bool | None = None
        """The first ping after a silence takes longer than those that follow: the radio has to wake up.

        `None`: too little is known.
        """

    def begin(self) -> None:
        """Starts with another clock."""
        self._cold_pings.clear()
        self._last_traffic = -LONG_COLD

    def ping(self, at: Time) -> None:
        """Records that a ping was sent."""
        silent = at - self._last_traffic
        if silent >= COLD:
            self._cold_pings[at] = "long" if silent >= LONG_COLD else "short"
        if silent > 0:
            self._last_traffic = at

    def heard(self, sent: Time) -> None:
        """Records that the device sent something, which was expected to take as long as a ping."""
        if sent > self._last_traffic:
            self._last_traffic = sent

    def answered(self, sent: Time, took: Time) -> bool:
        """Records the answer to a ping. Returns whether it had to wake the radio, as far as is known."""
        silence = self._cold_pings.pop(sent, None)
        (self._warm if silence is None else self._cold[silence]).add(took)
        if silence is not None or len(self._warm) <= COMPARED // 2:
            self._compare()
        return silence is not None and self._findings[silence] is not False

    def _compare(self) -> None:
        """One that stays awake in a long silence does in a short one, but not the other way round."""
        long, short = self._sleeps_after("long"), self._sleeps_after("short")
        if short is None and long is False:
            short = False
        self._findings = {"short": short, "long": long}
        self.sleeps = short or long

    def _sleeps_after(self, silence: Silence) -> bool | None:
        cold, warm = self._cold[silence], self._warm
        if min(len(cold), len(warm)) < COMPARED // 2:
            return None
        sleeps = cold.median > warm.median + ASLEEP
        return sleeps if sleeps or len(cold) == COMPARED else None
