"""Runs a house on several cores: this process starts the workers, and starts one again if it ends."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from typing import NoReturn

from taphouse.house.share import Share

from .end_with import end_with
from .handover import Box, Handover

log = logging.getLogger(__name__)

TICK = 1.0  # seconds between two checks for a staged backup
YOUNG = 1.0  # seconds: a worker that ended sooner is started again only at the next tick
WATCHED = (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM)


def listen_together(host: str, port: int, count: int) -> list[socket.socket]:
    """Sockets at one port, among which the kernel divides new connections. Linux only."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sockets = [socket.create_server((host, port), family=family, backlog=2048, reuse_port=True)]
    port = sockets[0].getsockname()[1]
    while len(sockets) < count:
        sockets.append(socket.create_server((host, port), family=family, backlog=2048, reuse_port=True))
    return sockets


class Workers:
    """The workers of a house. Signals are blocked in this process, which waits for them."""

    def __init__(
        self,
        count: int,
        prepare: Callable[[], None],
        work: Callable[[Handover, bool], None],
        is_to_reopen: Callable[[], bool],
    ) -> None:
        """`prepare` is called while no worker runs. `work` is a worker's life; true: for the first time.

        While `is_to_reopen`, all workers end, and begin again after another `prepare`."""
        self._prepare, self._work, self._is_to_reopen = prepare, work, is_to_reopen
        self._boxes = [Box.make() for _ in range(count)]
        self._numbers: dict[int, int] = {}  # by process: which worker it is
        self._begun: dict[int, float] = {}  # by worker: when it was started last

    def run(self) -> None:
        """Returns when the house was told to stop and every worker has stored everything."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, WATCHED)
        try:
            self._open()
            while (got := signal.sigtimedwait(WATCHED, TICK)) is None or got.si_signo == signal.SIGCHLD:
                self._reap()
                if self._is_to_reopen():
                    self._close()
                    self._open()
                elif got is None:
                    self._start_missing(0)
                else:
                    self._start_missing(YOUNG)
        finally:
            self._close()
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _open(self) -> None:
        self._prepare()
        self._start_missing(0)

    def _close(self) -> None:
        for process in self._numbers:
            os.kill(process, signal.SIGTERM)
        for process in list(self._numbers):
            os.waitpid(process, 0)
            del self._numbers[process]

    def _start_missing(self, age: float) -> None:
        """Starts the workers that do not run, but for those that ran for less than `age` seconds."""
        for number in range(len(self._boxes)):
            if number not in self._numbers.values():
                now, begun = time.monotonic(), self._begun.get(number)
                if begun is None or now - begun >= age:
                    self._begun[number] = now
                    self._numbers[self._fork(number, begun is None)] = number

    def _reap(self) -> None:
        while self._numbers:
            process, status = os.waitpid(-1, os.WNOHANG)
            if not process:
                return
            if (number := self._numbers.pop(process, None)) is not None:
                log.error("worker %d ended (%d) and is started again", number + 1, status)

    def _fork(self, number: int, is_first_time: bool) -> int:
        sys.stdout.flush()
        sys.stderr.flush()
        parent = os.getpid()
        return os.fork() or self._live(number, is_first_time, parent)

    def _live(self, number: int, is_first_time: bool, parent: int) -> NoReturn:
        """The worker's process. It ends without cleaning up what belongs to its parent."""
        status = 1
        try:
            end_with(parent)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, WATCHED)
            self._work(Handover(Share(number, len(self._boxes)), self._boxes), is_first_time)
            status = 0
        except KeyboardInterrupt:  # before it served
            pass
        except BaseException:
            log.exception("worker %d failed", number + 1)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
