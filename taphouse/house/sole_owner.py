"""A process that runs its share of the tables by itself: all of them, unless the house has more workers."""

from __future__ import annotations

import asyncio
import logging

import msgspec

from taphouse.core import Dice
from taphouse.table.room import Refusal, Room

from .backoff import Backoff
from .codes import new_code
from .endpoint import TableEndpoint
from .house import House
from .live_table import LiveTable
from .running_tables import GameMissing, RunningTables
from .share import WHOLE, Share

log = logging.getLogger(__name__)


class SoleOwner:
    """A `TableOwner`."""

    def __init__(self, house: House, share: Share = WHOLE) -> None:
        self.house, self.running = house, RunningTables(house, self._failed)
        self._share = share
        self._backoff = Backoff()
        self.restarts: dict[str, asyncio.Task[None]] = {}
        """Tables being restarted, by code."""

    async def open(self) -> None:
        """Restores every stored table. One that cannot be read is retried while the house opens."""
        rooms = [key for key in await self.house.journal.values() if key.startswith("room/")]
        for code in [key.removeprefix("room/") for key in rooms]:
            if self._share.has(code) and not await self._try_restore(code):
                self._restart_later(code)

    async def close(self) -> None:
        restarts = [*self.restarts.values()]
        for restart in restarts:
            restart.cancel()
        await asyncio.gather(*restarts, return_exceptions=True)
        await self.running.close()

    def has(self, code: str) -> bool:
        """True also for every code of another worker, whose tables are not known here."""
        return code in self.running.by_code or code in self.restarts or not self._share.has(code)

    def find(self, code: str) -> TableEndpoint | None:
        """A connection to another worker's table is brought there; one that is not comes again."""
        if code in self.restarts or not self._share.has(code):
            raise Refusal("restarting")
        return self.running.by_code.get(code)

    async def room(self, code: str) -> Room | None:
        if not self._share.has(code):
            stored = await self.house.journal.get(f"room/{code}")
            return msgspec.json.decode(stored[0], type=Room) if stored else None
        if code in self.restarts:
            raise Refusal("restarting")
        table = self.running.by_code.get(code)
        return table.room if table else None

    async def claim_code(self) -> str:
        while self.has(code := new_code(Dice(self.house.chance.name()))):
            pass
        return code

    async def begin(self, table: LiveTable) -> None:
        await table.step()
        self.running.run(table)

    async def remove(self, table: LiveTable) -> None:
        self.running.stop(table)
        table.close_all("gone")
        await self.running.delete(table)

    # ---- restarts ----

    def _failed(self, table: LiveTable, error: BaseException) -> None:
        """Restarts a table that failed from the journal. Other tables are not affected."""
        log.error("table failed", exc_info=error, extra={"table": table.code})
        self.house.observer.count("broken")
        table.close_all("restarting")
        self.running.stop(table)
        self._restart_later(table.code)

    def _restart_later(self, code: str) -> None:
        restart = self.restarts[code] = asyncio.create_task(self._restart(code))
        restart.add_done_callback(lambda _: self.restarts.pop(code))

    async def _restart(self, code: str) -> None:
        is_restored = False
        while not is_restored:
            await asyncio.sleep(self._backoff.delay(code, self.house.clock()))
            is_restored = await self._try_restore(code)

    async def _try_restore(self, code: str) -> bool:
        """Restores the table from the journal. True also if nothing is stored of it, or its game is gone."""
        try:
            if stored := await self.house.journal.get(f"room/{code}"):
                self.running.run(await self.running.restored(*stored))
        except GameMissing as missing:
            log.warning("table not opened: its game %s is not installed", missing, extra={"table": code})
        except Exception:
            log.exception("table not restored", extra={"table": code})
            return False
        return True
