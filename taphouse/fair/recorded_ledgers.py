"""The ledgers of a game's players, rebuilt from its stored taps.

A tap changes its player's ledger when it arrives, but it is stored when it is decided. So a held tap may be
stored after the booking of a race although it arrived before it. The tap's own race tells the order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate

from taphouse.core import Race, Time

from .belief import Ledger, Surplus
from .evidence import Evidence, Judgement


class RecordedLedgers:
    def __init__(self) -> None:
        self._ledgers: dict[int, Ledger] = {}  # by player, after the latest stored tap and all before it
        self._booked: dict[int, list[tuple[Time, Surplus | None]]] = {}
        """Bookings since then: when the race began that ended the one before, and what was booked."""

    def book(self, ended: Mapping[int, Surplus | None], race: Race | None) -> None:
        """Books what the players of a race claimed, because `race` has begun."""
        for player, surplus in ended.items():
            if race is not None and player in self._ledgers:
                self._booked.setdefault(player, []).append((race.since, surplus))

    def by_player(self) -> dict[int, Ledger]:
        """As they stand now. Players without a stored tap have none."""
        return {player: [*self._states(player)][-1] for player in self._ledgers}

    def explains(self, player: int, evidence: Evidence) -> bool:
        """Whether this was the player's ledger when the tap arrived. The first may be of an earlier game."""
        if player not in self._ledgers:
            return True
        states = [*self._states(player)]
        if evidence.race is not None:
            states = [states[self._before(player, evidence.race)]]
        return evidence.ledger in states

    def tap(self, player: int, evidence: Evidence, judged: Judgement) -> None:
        """Adds a stored tap. Outside a race it changes nothing but what is known of its player."""
        if evidence.race is None:
            self._ledgers.setdefault(player, judged.ledger)
        else:
            before = self._before(player, evidence.race)
            self._ledgers[player] = judged.ledger
            del self._booked.get(player, [])[:before]

    def _before(self, player: int, race: Race) -> int:
        """How many of the bookings came before the taps of this race."""
        return sum(since <= race.since for since, _ in self._booked.get(player, ()))

    def _states(self, player: int) -> Iterator[Ledger]:
        """The ledger after each of the bookings, and before the first."""
        booked = (surplus for _, surplus in self._booked.get(player, ()))
        return accumulate(booked, Ledger.book, initial=self._ledgers[player])
