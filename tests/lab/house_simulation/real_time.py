"""The model of NATS on a real event loop, for the tests that every journal must pass."""

import asyncio
import time
from heapq import heappop, heappush
from itertools import count
from random import Random

from taphouse.journal.jetstream import JetStream
from taphouse.lab.house_simulation.nats_model import NatsModel, SimulatedClient

OPENED = count()


class LoopTime:
    """The time of the running loop since 1970, as the model needs it."""

    def __init__(self):
        self._loop = asyncio.get_running_loop()
        self._later, self._count = [], count()
        self._ahead = time.time() - self._loop.time()

    @property
    def now(self):
        return round((self._loop.time() + self._ahead) * 1_000_000)

    def call(self, process, when, callback, *args):
        heappush(self._later, (when, next(self._count), callback, args))
        self._loop.call_later(max(0, when - self.now) / 1_000_000, self._run)

    def _run(self):
        """Runs all that is due, in order: the loop's own timers are not so exact."""
        while self._later and self._later[0][0] <= self.now:
            _, _, callback, args = heappop(self._later)
            callback(*args)
        if self._later:
            self._loop.call_later(max(0, self._later[0][0] - self.now) / 1_000_000, self._run)


class Alive:
    is_dead = False


def modelled_nats():
    return NatsModel(LoopTime(), Random(1))


async def opened(nats, house):
    return await JetStream.open(
        "", house=house, client=SimulatedClient(nats, Alive(), f"client {next(OPENED)}")
    )
