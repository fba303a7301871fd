"""One simulated evening: a house opens, people play, things fail, everything heals, and all is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from hashlib import sha256
from random import Random

from taphouse.core import Skill, Value
from taphouse.house.live_table import LiveTable
from taphouse.house.lobby import Opened, OpenTable
from taphouse.house.sole_owner import SoleOwner
from taphouse.replay.seal import HouseKey
from taphouse.shelf import Shelf
from taphouse.table import wire
from taphouse.table.room import Refusal

from . import nodes
from .checks import Checks, Failure
from .disk_model import Disk, DiskJournal
from .faults import Fault, drawn
from .kept_record import KeptRecord
from .lines import Line, Socket
from .nodes import SimulatedNode
from .pages import Page
from .repeatable import quiet_and_repeatable
from .screens import Screens
from .virtual_time import SECOND, Livelock, VirtualTime

QUIET = 30 * SECOND  # after the last fault is healed: longer than the longest wait
AFTERWARDS = 25 * SECOND  # after the last page has left: a connection that says nothing is closed by then
MOST_WAITING_INPUTS = 2_000
STOPPING = 6 * SECOND  # a process that is told to stop and takes longer is ended
LATE = 20 * SECOND  # a host who cannot open a table by then finds the house closed
STEADY: tuple[Skill, ...] = ("steady",)
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


class Plan(Value):
    """An evening before it begins: all of it follows from the seed."""

    seed: str
    nodes: int
    """0: a house on one machine."""
    tables: tuple[tuple[str, int, int], ...]
    """The game, the number of people and of bots."""
    until: int
    """When the last fault may begin."""
    faults: tuple[Fault, ...]


class Result(Value, gc=True):
    plan: Plan
    failures: tuple[Failure, ...]
    seconds: float
    """Of virtual time."""
    taps: int
    counts: dict[str, int]
    digest: str
    """Of all that was stored and shown: two runs of one plan have the same."""
    longest_wait: float
    processor: float = 0.0
    """Seconds of one core: the only figure that differs from run to run."""


def planned(shelf: Shelf, seed: str, nodes: int | None = None) -> Plan:
    """`nodes` `None`: any number."""
    random = Random(f"{seed}/plan")
    drawn_nodes = random.choice((0, 0, 0, 2, 3, 4))
    nodes = drawn_nodes if nodes is None else nodes
    tables = []
    for _ in range(random.choice((1, 1, 2, 3))):
        game = random.choice(sorted(shelf))
        seats = shelf[game].SEATS
        people = random.randint(1, min(4, seats[-1]))
        bots = max(0, seats[0] - people) + random.choice((0, 0, 1))
        tables.append((game, people, min(bots, seats[-1] - people)))
    until = random.choice((20, 40, 70)) * SECOND
    faults = drawn(random, until, is_cluster=nodes > 0)
    return Plan(seed, nodes, tuple(tables), until, tuple(faults))


class Evening:
    """An `Entrance` for its pages."""

    def __init__(self, shelf: Shelf, plan: Plan, only: Collection[int] | None = None) -> None:
        """`only`: the numbers of the faults that happen; `None`: all of them."""
        self.shelf = shelf
        self.plan, self.time, self.record = plan, VirtualTime(), KeptRecord()
        self.checks = Checks(shelf, self.time, self.record)
        self._screens = Screens(self.checks.fail)
        self._crashes: dict[str, tuple[str, int]] = {}  # by process: at which write, and for how long
        self.record.stored = self._stored
        self.counts, self.taps, self.longest_wait = Counter[str](), 0, 0
        self._faults = [fault for number, fault in enumerate(plan.faults) if only is None or number in only]
        self._random = Random(f"{plan.seed}/evening")
        self.pages: list[Page] = []
        self._open_house()

    def _open_house(self) -> None:
        if self.plan.nodes:
            from .cluster import SimulatedCluster

            self.cluster = SimulatedCluster(self.time, self.record, Random(f"{self.plan.seed}/nats"))
            open_journal = self.cluster.open_journal
        else:
            disk = self.disk = Disk(self.record, Random(f"{self.plan.seed}/disk"))

            async def open_journal(node: SimulatedNode) -> nodes.Opened:
                return DiskJournal(disk, node.process.name, node.process.wall), SoleOwner

        self.nodes = [
            SimulatedNode(
                self.shelf,
                self.time,
                f"node{number}",
                Random(f"{self.plan.seed}/node{number}"),
                open_journal,
                self.checks.sent,
                self.counts,
            )
            for number in range(max(self.plan.nodes, 1))
        ]

    # ---- the evening ----

    def run(self) -> Result:
        time = self.time
        with quiet_and_repeatable(self.checks):
            try:
                for node in self.nodes:
                    node.start()
                for number, (game, people, bots) in enumerate(self.plan.tables):
                    time.after(SECOND + number, self._host_comes, number, game, people, bots)
                for fault in self._faults:
                    time.call(None, fault.at, self._begin, fault)
                time.after(SECOND, self._every_second)
                ends = max([self.plan.until, *(fault.at + fault.span for fault in self._faults)])
                time.run(ends)
                self._heal_all()
                time.run(ends + QUIET)
                self._check_tables()
                for page in self.pages:
                    page.leave()
                time.run(ends + QUIET + AFTERWARDS)
                self._check_empty_house()
            except Livelock as error:
                self.checks.fail("time goes on", str(error))
            for name, raised in time.errors:
                self.checks.fail("no unexpected error", f"{name}: {raised!r}")
            self.checks.records(HouseKey(nodes.SECRET).public)
            self.checks.pages(self.pages)
            digest = self._digest()
            for node in self.nodes:
                for process in (*node.past, node.process):
                    process.forget()
        return Result(
            self.plan,
            tuple(self.checks.failures),
            time.now / SECOND,
            self.taps,
            dict(self.counts),
            digest,
            self.longest_wait / SECOND,
        )

    def _host_comes(self, number: int, game: str, people: int, bots: int) -> None:
        """A person opens a table in the first page, and tells the others its code."""
        random = Random(f"{self.plan.seed}/table{number}")
        node = random.choice(self.nodes)
        if not node.is_open:
            if self.time.now < LATE:
                self.time.after(SECOND, self._host_comes, number, game, people, bots)
            return
        names = [f"{NAMES[i]}{number}" for i in range(people)]
        request = OpenTable(game=game, name=names[0], bots=STEADY * bots)

        async def open_table() -> None:
            assert node.lobby is not None
            try:
                opened = await node.lobby.open(request)
            except (Refusal, OSError):
                self.time.after(SECOND, self._host_comes, number, game, people, bots)
            else:
                self.time.after(20_000, self._sit_down, opened, names, random)

        node.process.start(open_table())

    def _sit_down(self, opened: Opened, names: list[str], random: Random) -> None:
        at_once = random.random() < 0.5
        for index, name in enumerate(names):
            page = Page(self, name, opened.code, None if index else opened.token, Random(random.random()))
            self.pages.append(page)
            comes = 0 if index == 0 or at_once else random.randrange(8 * SECOND)
            self.time.after(comes, page.connect)

    def _every_second(self) -> None:
        for page in self.pages:
            page.look_around()
            if page.fine_since is None and not page.is_leaving:
                self.longest_wait = max(self.longest_wait, self.time.now - page.waits_since)
        for table in (table for tables in self._running.values() for table in tables):
            if len(table.table._inbox) > MOST_WAITING_INPUTS:
                self.checks.fail("memory per table is bounded", f"{len(table.table._inbox)} inputs wait")
        self._screens.look(self.pages, self._running, self.time.now)
        self.time.after(SECOND, self._every_second)

    @property
    def _running(self) -> dict[str, list[LiveTable]]:
        """The tables that run now, by code, on all nodes."""
        running: dict[str, list[LiveTable]] = {}
        for node in self.nodes:
            for code, table in node.lobby.tables.items() if node.lobby else ():
                running.setdefault(code, []).append(table)
        return running

    # ---- the entrance ----

    def dial(self, page: Page) -> Line:
        node = page.random.choice(self.nodes)
        line = Line(self.time, page.weather, node.process)
        if node.is_silent:
            return line
        if not node.is_open:
            line.down(page.refused, line)
        else:
            line.up(node.accept, page, line)
        return line

    def hung_up(self, line: Line, socket: Socket | None) -> None:
        if socket is not None:
            line.up(socket.gone)

    def complain(self, page: Page, why: str) -> None:
        if not self.plan.nodes or self.cluster.others != "0.1":
            self.checks.fail("no player is sent away", f"{page} {why}")

    def count_tap(self) -> None:
        self.taps += 1

    # ---- faults ----

    def _begin(self, fault: Fault) -> None:
        self.counts[f"fault:{fault.kind}"] += 1
        self._screens.disturbed_until(fault.at + fault.span)
        if fault.kind.startswith(("line", "page", "player", "host")):
            if self.pages:
                self._begin_at_page(self.pages[fault.target % len(self.pages)], fault)
        elif fault.kind.startswith(("node-", "newcomer", "wall")):
            self._begin_at_node(self.nodes[fault.target % len(self.nodes)], fault)
        elif fault.kind.startswith("disk"):
            self._begin_at_disk(self.disk, fault)
        else:
            self.cluster.begin(fault)

    def _begin_at_page(self, page: Page, fault: Fault) -> None:
        after, now = self.time.after, self.time.now
        socket, line = page.socket, page.line
        match fault.kind:
            case "line-reset" if socket is not None and line is not None:
                line.is_cut = True
                after(page.weather.trip(), page.lost, line)
                self.time.call(socket.process, now + page.weather.trip(), socket.gone)
            case "line-half-open" if socket is not None and line is not None:
                line.is_cut = True
                if fault.target & 1024:
                    after(page.weather.trip(), page.lost, line)
                else:
                    self.time.call(socket.process, now + page.weather.trip(), socket.gone)
            case "line-silent":
                page.weather.blocked_until = now + fault.span
            case "line-slow":
                page.weather.slowness = 8
                after(fault.span, setattr, page.weather, "slowness", 1)
            case "page-reloads" if not page.is_leaving:
                page.reload()
            case "page-hides":
                page.hide()
                after(fault.span, page.show)
            case "player-stands-up":
                page.stand()
                after(fault.span, page.sit_again)
            case "player-leaves":
                page.leave()
            case "host-pauses":
                page.pauses_until = now + fault.span
                page.say(wire.Pause())

    def _begin_at_node(self, node: SimulatedNode, fault: Fault) -> None:
        match fault.kind:
            case "node-crashes" | "node-vanishes":
                node.crash(is_silent=fault.kind == "node-vanishes")
                self.time.after(fault.span, node.start)
            case "node-crashes-writing":
                self._crashes[node.process.name] = ("room/", "game/")[fault.target >> 10 & 1], fault.span
            case "newcomer-unheard":
                node.crash()
                self.time.after(fault.span // 3, self._start_unheard, node, fault.span - fault.span // 3)
            case "node-freezes":
                process = node.process
                process.freeze()
                self.time.after(fault.span, process.thaw)
            case "node-restarts" if node.is_open:
                node.process.start(node.stop())
                self._screens.disturbed_until(self.time.now + fault.span + STOPPING)
                self.time.after(fault.span + STOPPING, self._restart, node, node.process)
            case "wall-clock-jumps":
                node.process.wall_offset = (fault.target % 3 - 1) * 86_400 * 3

    def _start_unheard(self, node: SimulatedNode, span: int) -> None:
        """No message between nodes arrives at first: nothing shows yet that one is missing."""
        node.start()
        self.cluster.lose_all(span)

    def _stored(self, writer: str, what: str) -> None:
        """Some faults wait for the moment at which something is stored and not acknowledged yet."""
        if self.plan.nodes and self.cluster.cut_when_stored(writer, what):
            self._screens.disturbed_until(self.time.now)
        self._crash_writing(writer, what)

    def _crash_writing(self, writer: str, what: str) -> None:
        """A write is stored, and its writer ends before it is told."""
        where, span = self._crashes.get(writer, ("", 0))
        node = next((node for node in self.nodes if node.process.name == writer), None)
        if where and what.startswith(where) and node is not None:
            del self._crashes[writer]
            self._screens.disturbed_until(self.time.now + span)
            node.crash()
            self.time.after(span, node.start)

    def _restart(self, node: SimulatedNode, stopped: object) -> None:
        """An operator ends a process that takes too long to stop."""
        if node.process is stopped:
            node.crash()
        node.start()

    def _begin_at_disk(self, disk: Disk, fault: Fault) -> None:
        match fault.kind:
            case "disk-slow":
                disk.slowness = 200.0
                self.time.after(fault.span, setattr, disk, "slowness", 1.0)
            case "disk-full":
                disk.is_full = True
                self.time.after(fault.span, setattr, disk, "is_full", False)
            case "disk-refuses":
                disk.refuses = True
                self.time.after(fault.span, setattr, disk, "refuses", False)

    def _heal_all(self) -> None:
        self._screens.disturbed_until(self.time.now)
        self._crashes.clear()
        if self.plan.nodes:
            self.cluster.cuts_when_stored = False
        for node in self.nodes:
            node.start()

    # ---- checks at the end ----

    def _check_tables(self) -> None:
        for code in {page.code: None for page in self.pages}:
            self._check_table(code)

    def _check_table(self, code: str) -> None:
        running = self._running.get(code, [])
        if len(running) != 1:
            self.checks.fail("one owner's writes only", f"{len(running)} nodes run table {code}")
            return
        room, stored = running[0].room, self.record.rooms.get(code, [])
        if running[0]._keep is not None:
            pass  # the last change is not stored yet, and was not sent yet either
        elif not stored or stored[-1] != room:
            self.checks.fail("every replica tells the same story", f"table {code} is not as it is stored")
        names = [member.name for member in room.everyone if member.bot is None]
        people = [page for page in self.pages if page.code == code and page.wants_seat]
        ids = [page.player for page in people if page.player is not None]
        if len(set(ids)) != len(ids) or len(set(names)) != len(names):
            self.checks.fail("everybody has one seat", f"{people} are {ids} at table {code}: {names}")
        here = [page for page in people if page.player is not None and not page.is_leaving]
        missing = [page for page in here if not room.knows(page.player or 0)]
        if missing:
            self.checks.fail("everybody has one seat", f"{missing} have no seat at table {code}")
        if len(names) > len([page for page in self.pages if page.code == code]):
            self.checks.fail("everybody has one seat", f"{names} sit at table {code}, more than came")

    def _check_empty_house(self) -> None:
        """All pages have left: nothing of them may be left over."""
        for node in self.nodes:
            for code, table in node.lobby.tables.items() if node.lobby else ():
                if table.connections:
                    left = f"{len(table.connections)} connections are left at table {code}"
                    self.checks.fail("memory per table is bounded", left)
                if table.room.stage == "playing" and table.table.session.is_running:
                    self.checks.fail("every table waits for a person", f"table {code} plays without anybody")

    def _digest(self) -> str:
        digest = sha256()
        for stream, lines in sorted(self.record.streams.items()):
            digest.update(stream.encode())
            for line in lines:
                digest.update(line)
        for page in self.pages:
            for seen in page.seen:
                digest.update(f"{page} {seen.moment} {seen.connection} {seen.update.n}".encode())
                digest.update(bytes(seen.update.view))
        digest.update(f"{self.time.now} {self.taps}".encode())
        return digest.hexdigest()[:32]
