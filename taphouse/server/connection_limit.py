"""Every line to the house: how many there may be, and which makes room for another."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Protocol

from taphouse.core import Time

from .limits import Bucket, Rate
from .metrics import Metrics

log = logging.getLogger(__name__)

COMPLAINTS = Rate(1 / 60, burst=1)


class Client(Protocol):
    """The other end of a line."""

    network_of: str

    @property
    def is_watcher(self) -> bool: ...

    @property
    def is_player(self) -> bool: ...

    def make_room(self) -> None:
        """Is told to go."""
        ...


class LineLimit:
    """Players are never sent away: a household that has many lines gives up one that only watches."""

    def __init__(self, lines: int, closing: int, metrics: Metrics, clock: Callable[[], Time]) -> None:
        self._most, self._most_sockets = lines, lines + closing
        self._metrics, self._clock = metrics, clock
        self._complaints = Bucket(COMPLAINTS)
        self.sockets = self._staying = 0
        self._households: dict[str, dict[Client, None]] = {}
        metrics.most_screens.set(lines)

    def has_room(self) -> bool:
        """Is there a descriptor for one line more? Asked before it is opened."""
        if self.sockets < self._most_sockets:
            return True
        self.complain("line")
        return False

    def opened(self) -> None:
        """A line, to a table or to none."""
        self.sockets += 1

    def closed(self) -> None:
        self.sockets -= 1

    def join(self, client: Client) -> None:
        """A line to a table: of too many, one that can be spared makes room for it."""
        if self._staying >= self._most:
            self.complain("line")
            if (spare := next(self._spare(), None)) is not None:
                spare.make_room()
        self._households.setdefault(client.network_of, {})[client] = None
        self._staying += 1

    def leave(self, client: Client) -> None:
        """Its line may take a moment to close."""
        lines = self._households.get(client.network_of, {})
        if client in lines:
            del lines[client]
            self._staying -= 1
            if not lines:
                del self._households[client.network_of]

    def complain(self, what: str) -> None:
        """Counted each time, logged once a minute."""
        self._metrics.crowded_out(what)
        if self._complaints.take(self._clock()):
            log.warning(
                "too many open at once, as far as the limit of open files goes (ulimit -n): %d lines of %d",
                self.sockets,
                self._most,
                extra={"why": what},
            )

    def _spare(self) -> Iterator[Client]:
        """The longest there of the largest household first; big screens only if there is nobody else."""
        households = sorted(self._households.values(), key=len, reverse=True)
        yield from (client for lines in households for client in lines if client.is_watcher)
        yield from (client for lines in households for client in lines if not client.is_player)
