"""A node of the simulated house: a process that starts, crashes, freezes and starts again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from random import Random
from typing import TypeAlias

from taphouse.house.house import House
from taphouse.house.lobby import Lobby
from taphouse.house.owner import TableOwner
from taphouse.journal import Journal
from taphouse.shelf import Shelf
from taphouse.table import wire
from taphouse.table.room import Refusal
from taphouse.table.seat_updates import encode

from .lines import Line, Socket
from .pages import Page
from .virtual_time import SECOND, Process, VirtualTime

SECRET = b"the secret of a simulated house"

Opened: TypeAlias = tuple[Journal, Callable[[House], TableOwner]]
"""A journal, and what makes the owner of the node's tables."""


class SeededChance:
    """A `Chance` that is the same each time."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def seed(self) -> str:
        return f"{self._random.getrandbits(64):016x}"

    def name(self) -> str:
        return f"{self._random.getrandbits(48):012x}"

    def nonce(self) -> bytes:
        return self._random.getrandbits(64).to_bytes(8, "big")


class Counts:
    """An `Observer`."""

    def __init__(self, counts: Counter[str]) -> None:
        self._counts = counts

    def count(self, what: str) -> None:
        self._counts[what] += 1

    def record_verdict(self, hold: int, doubts: Collection[str]) -> None:
        self._counts["verdicts"] += 1

    def record_processing(self, own: int) -> None: ...


class SimulatedNode:
    def __init__(
        self,
        shelf: Shelf,
        time: VirtualTime,
        name: str,
        random: Random,
        open_journal: Callable[[SimulatedNode], Awaitable[Opened]],
        sent: Callable[[Socket, bytes], None],
        counts: Counter[str],
    ) -> None:
        self._shelf, self.time, self.name, self._random = shelf, time, name, random
        self._open_journal, self._sent, self._counts = open_journal, sent, counts
        self.starts = 0
        self.process = Process(time, name)
        self.process.is_dead = True
        self.past: list[Process] = []
        self.lobby: Lobby | None = None
        self.journal: Journal | None = None
        self.sockets: list[Socket] = []
        self.is_silent = False
        """The machine is gone: it does not even refuse connections."""

    @property
    def is_open(self) -> bool:
        return self.lobby is not None and not self.process.is_dead

    def start(self) -> None:
        """Starts the process, unless it runs."""
        if not self.process.is_dead:
            return
        self.starts += 1
        self.is_silent = False
        offset, drift = self._random.randrange(10**10), self._random.randrange(-60, 60)
        self.past.append(self.process)
        self.process = Process(self.time, f"{self.name}.{self.starts}", offset, drift)
        self.process.start(self._open())

    async def _open(self) -> None:
        try:
            await self._open_lobby()
        except OSError:  # no journal: the process ends, and the operating system starts it again
            self.crash()
            self.time.after(SECOND, self.start)

    async def _open_lobby(self) -> None:
        process = self.process
        journal, make_owner = await self._open_journal(self)
        house = House(
            self._shelf,
            journal,
            SECRET,
            process.clock,
            process.wall,
            Counts(self._counts),
            SeededChance(Random(f"{self._random.random()}")),
            introduces=self._random.random() < 0.3,
        )
        lobby = Lobby(make_owner(house))
        await lobby.restore()
        self.journal, self.lobby = journal, lobby

    def crash(self, is_silent: bool = False) -> None:
        """Ends the process at once. The kernel closes its sockets, unless the machine itself is gone."""
        if self.process.is_dead:
            return
        self.process.crash()
        self.lobby, self.is_silent = None, is_silent
        sockets, self.sockets = self.sockets, []
        for socket in sockets:
            if is_silent:
                socket.line.is_cut = True
            else:
                socket.line.down(socket.page.lost, socket.line)
                socket.is_open = False

    async def stop(self) -> None:
        """Ends the process as an operator does it."""
        lobby, journal = self.lobby, self.journal
        if lobby is None or journal is None:
            return
        await lobby.close()
        await journal.close()
        self.time.after(0, self.crash)

    # ---- connections ----

    def accept(self, page: Page, line: Line) -> None:
        """A browser asks for a table. Runs in the process."""
        if self.lobby is None:
            line.down(page.refused, line)
            return
        try:
            endpoint, why = self.lobby.find(page.code), "no-such-table"
        except Refusal as refusal:
            endpoint, why = None, refusal.why
        if endpoint is None:
            line.down(page.turned_away, line, encode(wire.Goodbye(why)))  # type: ignore[arg-type]
            return
        socket = Socket(line, page, self.process, endpoint, self._sent)
        self.sockets = [known for known in self.sockets if not known.is_gone]
        self.sockets.append(socket)
        socket.opened()
