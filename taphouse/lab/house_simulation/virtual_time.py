"""One clock for everything, and event loops that run on it.

Each simulated process has an asyncio event loop of its own, so that one process can freeze, crash or have a
wrong clock while the others run on. Libraries that only replace the clock of one loop cannot do that.
"""

from __future__ import annotations

import asyncio
from asyncio.events import _set_running_loop
from collections import deque
from collections.abc import Callable, Coroutine
from heapq import heappop, heappush
from typing import Any

SECOND = 1_000_000
AT_ONCE = 100_000  # microseconds
MOST_AT_ONCE = (
    20_000  # callbacks in that time: more of them never end, also if each sets a timer for the next
)


class Livelock(Exception):
    """Virtual time hardly goes on because one callback always starts another."""


class Scheduled:
    """A callback with its arguments. Also serves as asyncio's handle."""

    __slots__ = ("args", "callback", "process")

    def __init__(
        self, process: Process | None, callback: Callable[..., object], args: tuple[Any, ...]
    ) -> None:
        self.process = process
        self.callback: Callable[..., object] | None = callback
        self.args = args

    def cancel(self) -> None:
        self.callback, self.args = None, ()

    def cancelled(self) -> bool:
        return self.callback is None


class VirtualTime:
    """Runs callbacks in the order of their time; those of one moment in the order in which they were set."""

    def __init__(self) -> None:
        self.now = 0
        """Microseconds since the simulation began."""
        self._later: list[tuple[int, int, Scheduled]] = []
        self._ready: deque[Scheduled] = deque()
        self._count = 0
        self.errors: list[tuple[str, BaseException]] = []
        """What callbacks raised, with the name of their process."""

    def call(
        self, process: Process | None, when: int, callback: Callable[..., object], *args: Any
    ) -> Scheduled:
        """`process` `None`: part of the world, which never fails."""
        scheduled = Scheduled(process, callback, args)
        self.put(scheduled, when)
        return scheduled

    def after(self, delay: int, callback: Callable[..., object], *args: Any) -> Scheduled:
        return self.call(None, self.now + delay, callback, *args)

    def put(self, scheduled: Scheduled, when: int) -> None:
        if when <= self.now:
            self._ready.append(scheduled)
        else:
            self._count += 1
            heappush(self._later, (when, self._count, scheduled))

    def run(self, until: int) -> None:
        ready, later, at_once, running = self._ready, self._later, 0, None
        counted_until = self.now + AT_ONCE
        _set_running_loop(None)
        try:
            while True:
                if ready:
                    scheduled = ready.popleft()
                elif later and later[0][0] <= until:
                    when, _, scheduled = heappop(later)
                    if scheduled.callback is None:
                        continue
                    self.now = when
                    if when > counted_until:
                        at_once, counted_until = 0, when + AT_ONCE
                    while later and later[0][0] == when:
                        ready.append(heappop(later)[2])
                else:
                    break
                callback, process = scheduled.callback, scheduled.process
                if callback is None:
                    continue
                at_once += 1
                if at_once > MOST_AT_ONCE:
                    raise Livelock(f"at {self.now} µs: {callback}")
                if process is not None and not process.runs:
                    process.hold(scheduled)
                    continue
                if process is not running:
                    _set_running_loop(process)  # type: ignore[arg-type]
                    running = process
                try:
                    callback(*scheduled.args)
                except (KeyboardInterrupt, SystemExit, Livelock):
                    raise
                except BaseException as error:
                    self.errors.append((process.name if process else "the world", error))
        finally:
            _set_running_loop(None)
        self.now = max(self.now, until)


class Process:
    """The event loop of one simulated process, as far as asyncio needs one, and its clocks."""

    def __init__(self, time: VirtualTime, name: str, offset: int = 0, drift: int = 0) -> None:
        """The monotonic clock starts at `offset` microseconds and gains `drift` millionths."""
        self.world, self.name = time, name
        self._offset, self._drift = offset, drift
        self.wall_offset = 0
        """Seconds by which the wall clock is wrong."""
        self.runs, self.is_dead = True, False
        self.held: list[Scheduled] = []
        self.tasks: list[asyncio.Task[Any]] = []  # a crashed process must not run the ends of its tasks

    # ---- what can happen to a process ----

    def crash(self) -> None:
        self.runs, self.is_dead = False, True
        self.held.clear()

    def freeze(self) -> None:
        self.runs = False

    def thaw(self) -> None:
        self.runs = not self.is_dead
        held, self.held = self.held, []
        for scheduled in held:
            self.world.put(scheduled, self.world.now)

    def forget(self) -> None:
        """Drops the tasks that never ended."""
        self.runs, self.is_dead = False, True
        for task in self.tasks:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
        self.tasks.clear()

    # ---- clocks ----

    def hold(self, scheduled: Scheduled) -> None:
        """A frozen process does this when it thaws, a dead one never."""
        if not self.is_dead:
            self.held.append(scheduled)

    def clock(self) -> int:
        """Monotonic, in microseconds."""
        now = self.world.now
        return self._offset + now + now * self._drift // 1_000_000

    def wall(self) -> int:
        return 1_700_000_000 + self.wall_offset + self.world.now // SECOND

    def time(self) -> float:
        return self.clock() / SECOND

    # ---- what asyncio calls ----

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Any = None) -> Any:
        scheduled = Scheduled(self, callback, args)
        if not self.is_dead:
            self.world._ready.append(scheduled)
        return scheduled

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any, context: Any = None) -> Any:
        return self.call_soon(callback, *args)

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Any = None
    ) -> Any:
        return self._call_in(round(delay * SECOND), callback, args)

    def call_at(self, when: float, callback: Callable[..., object], *args: Any, context: Any = None) -> Any:
        return self._call_in(round(when * SECOND) - self.clock(), callback, args)

    def _call_in(self, wait: int, callback: Callable[..., object], args: tuple[Any, ...]) -> Any:
        """`wait`: in microseconds of this process's own clock."""
        scheduled = Scheduled(self, callback, args)
        if not self.is_dead:
            wait -= wait * self._drift // 1_000_000 - 1  # never too early on a clock that gains
            self.world.put(scheduled, self.world.now + wait)
        return scheduled

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)  # type: ignore[arg-type]

    def create_task(
        self, coro: Coroutine[Any, Any, Any], *, name: str | None = None, context: Any = None
    ) -> asyncio.Task[Any]:
        task = asyncio.Task[Any](coro, loop=self, name=name)  # type: ignore[arg-type]
        self.tasks.append(task)
        if len(self.tasks) > 2_000:
            self.tasks = [known for known in self.tasks if not known.done()]
        return task

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if not self.is_dead and error is not None:
            self.world.errors.append((self.name, error))

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    # ---- for tests and set-up ----

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Starts a coroutine in this process from outside it. An error in it counts as one of the process."""
        task = self.create_task(work)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self.call_exception_handler({"exception": error})
