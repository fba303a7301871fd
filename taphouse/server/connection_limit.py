"""Limits how many connections the house has, and chooses which one to close for a new one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Protocol

from taphouse.core import Time

from .limits import Bucket, Rate
from .metrics import Metrics

log = logging.getLogger(__name__)

WARNINGS = Rate(1 / 60, burst=1)


class Client(Protocol):
    """One connection, as the limit sees it."""

    network: str

    @property
    def is_watcher(self) -> bool: ...

    @property
    def is_player(self) -> bool: ...

    def make_room(self) -> None:
        """Closes the connection."""
        ...


class ConnectionLimit:
    """Never closes a player's connection: the network with the most connections loses a watcher."""

    def __init__(self, connections: int, closing: int, metrics: Metrics, clock: Callable[[], Time]) -> None:
        self._most, self._most_sockets = connections, connections + closing
        self._metrics, self._clock = metrics, clock
        self._warnings = Bucket(WARNINGS)
        self.sockets = self._staying = 0
        self._networks: dict[str, dict[Client, None]] = {}
        metrics.max_connections.set(connections)

    def has_room(self) -> bool:
        """True if a descriptor is left for one more connection. Called before it is opened."""
        if self.sockets < self._most_sockets:
            return True
        self.report("connection")
        return False

    def opened(self) -> None:
        """Counts a connection, to a table or to none."""
        self.sockets += 1

    def closed(self) -> None:
        self.sockets -= 1

    def join(self, client: Client) -> None:
        """Adds a connection to a table; at the limit it closes another one that can be spared."""
        if self._staying >= self._most:
            self.report("connection")
            if (spare := next(self._spare(), None)) is not None:
                spare.make_room()
        self._networks.setdefault(client.network, {})[client] = None
        self._staying += 1

    def leave(self, client: Client) -> None:
        """Removes a connection; its socket may take a moment to close and is counted until `closed`."""
        clients = self._networks.get(client.network, {})
        if client in clients:
            del clients[client]
            self._staying -= 1
            if not clients:
                del self._networks[client.network]

    def report(self, what: str) -> None:
        """Counts every time and logs once a minute."""
        self._metrics.over_limit(what)
        if self._warnings.take(self._clock()):
            log.warning(
                "the limit of open files (ulimit -n) is reached: %d connections of %d",
                self.sockets,
                self._most,
                extra={"why": what},
            )

    def _spare(self) -> Iterator[Client]:
        """The oldest of the network with the most connections first; big screens after all other watchers."""
        networks = sorted(self._networks.values(), key=len, reverse=True)
        yield from (client for clients in networks for client in clients if client.is_watcher)
        yield from (client for clients in networks for client in clients if not client.is_player)
