"""Finds tables by their codes, and limits guesses: four letters can be guessed.

Wrong codes are counted for the whole house, not for each address, because a guesser has many addresses and a
party has one. After too many of them no answer shows whether a table exists; but each address may still ask a
few times, so that a party finds its table during an attack.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Protocol

from starlette.requests import Request

from taphouse.core import Time
from taphouse.house.endpoint import TableEndpoint
from taphouse.table.room import Refusal, Room

from .limits import Bucket, Buckets, Rate

WRONG_CODES = Rate(5, burst=200)  # a second of the whole house: people mistype less often
OWN_TRIES = Rate(1, burst=40)  # a second of one address meanwhile: a full table can reconnect twice


class Tables(Protocol):
    """The part of a lobby that finds tables."""

    def has(self, code: str) -> bool: ...

    def find(self, code: str) -> TableEndpoint | None: ...

    async def room(self, code: str) -> Room | None: ...


class TableLookup:
    """Finds tables by their codes, but not for a client that tries them all."""

    def __init__(self, tables: Tables, clock: Callable[[], Time]) -> None:
        self._tables, self._clock = tables, clock
        self._wrong = Bucket(WRONG_CODES)
        self._own = Buckets(OWN_TRIES)

    def find(self, code: str, address: str) -> TableEndpoint | None:
        """During an attack it refuses existing and missing tables alike.

        It counts at the time of the request: a slow answer leaves no gap for a thousand guesses."""
        self._count(code, address)
        return self._tables.find(code)

    async def requested_room(self, request: Request) -> Room:
        """The room of the table whose code is in the request's path."""
        return await self.room(request.path_params["code"], request)

    async def room(self, code: str, request: Request) -> Room:
        """The room of the table with this code."""
        self._count(code, request.client.host if request.client else "")
        room = await self._tables.room(code)
        if room is None:
            if self._tables.has(code):  # for all that was known here, until the journal was asked
                self._wrong.take(self._clock())
            raise Refusal("no-such-table")
        return room

    def _count(self, code: str, address: str) -> None:
        now = self._clock()
        if not self._wrong.has(now) and not self._own.take(network_of(address), now):
            raise Refusal("flood")
        if not self._tables.has(code):
            self._wrong.take(now)


def network_of(address: str) -> str:
    """The address; for IPv6 the /64 network, which one subscriber has as a whole."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or (int(parsed) >> 64))
