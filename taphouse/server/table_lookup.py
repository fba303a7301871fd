"""Four letters can be guessed: how many guesses the house answers.

Wrong codes are counted for the whole space of codes, whoever asks, because a guesser has many addresses and
a party has one. While there were too many of them nobody learns from an answer whether a table is there; but
each address may still ask a few times, so that a party finds its table in the middle of an attack.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Any, Protocol

from starlette.requests import Request

from taphouse.core import Time
from taphouse.house.endpoint import TableEndpoint
from taphouse.house.room import Refusal, Room

from .limits import Bucket, Buckets, Rate

WRONG_CODES = Rate(5, burst=200)  # of the whole house: people mistype, but not so often
OWN_TRIES = Rate(1, burst=40)  # of one address meanwhile: a full table comes back twice


class Tables(Protocol):
    """What a lobby knows of them."""

    def has(self, code: str) -> bool: ...

    def find(self, code: str) -> TableEndpoint | None: ...

    async def room(self, code: str) -> Room | None: ...


class TableLookup:
    """Finds tables by their codes for people, and not for whoever tries them all."""

    def __init__(self, tables: Tables, clock: Callable[[], Time]) -> None:
        self._tables, self._clock = tables, clock
        self._wrong = Bucket(WRONG_CODES)
        self._own = Buckets(OWN_TRIES)

    def find(self, code: str, address: str) -> TableEndpoint | None:
        """Refuses alike, whether the table is there or not, as long as somebody guesses.

        Counted when it is asked: where the answer takes its time, no thousand guesses fit in between."""
        now = self._clock()
        if not self._wrong.has(now) and not self._own.take(network_of(address), now):
            raise Refusal("flood")
        if not self._tables.has(code):
            self._wrong.take(now)
        return self._tables.find(code)

    async def asked(self, request: Request) -> Room:
        """The table whose code is in the address."""
        code = request.path_params["code"]
        found = self.find(code, request.client.host if request.client else "")
        room = await self._tables.room(code) if found else None
        if room is None:
            raise Refusal("no-such-table")
        return room


def network_of(address: str) -> str:
    """One address, or the network that one IPv6 line has all of."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or (int(parsed) >> 64))


def caller(headers: Any, peer: str) -> str:
    """Who is at the other end; a proxy on this machine says for whom it asks."""
    try:
        is_near = ip_address(peer.partition("%")[0]).is_loopback
    except ValueError:
        is_near = False
    told = headers.get("X-Forwarded-For") if is_near else None
    return told.rpartition(",")[2].strip() if told else peer
