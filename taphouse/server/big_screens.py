"""Pairs a big screen with a table: the screen shows a number, and the phone of a seated player sends it.

A pairing lives in this process only. In a cluster the screen and the phone must have reached the same node.
If they have not, the number is unknown, and the phone says how to open the table on the screen by its code.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from taphouse.core import SECOND, Time, Value
from taphouse.house.codes import normalized
from taphouse.table.room import Refusal
from taphouse.table.tokens import Tokens

from .address import Address
from .admission import is_same_origin
from .http import Json, read_json, refusal_response
from .limits import Bucket, Buckets, Rate
from .qr_codes import QrCodes
from .table_lookup import TableLookup, network_of

LONGEST = 1024  # bytes of a request's body
SHOWN = 10 * 60 * SECOND  # for so long a number can be used
MOST = 1_000  # numbers at once: 1 of 90 guesses hits at worst
NEW = Rate(1 / 30, burst=20)  # numbers a second for one address: an open screen needs one in ten minutes
WRONG_NUMBERS = Rate(1, burst=60)  # a second of the whole house: people mistype less often
OWN_TRIES = Rate(0.2, burst=10)  # a second of one address, right or wrong


class NewBigScreen(Value):
    """A big screen that waits for a table."""

    number: str
    """Five digits, shown on the screen. A phone sends them with its table."""
    secret: str
    """Only the screen knows it: it asks with it which table it got."""


class PairedScreen(Value):
    """The table that a big screen got, if it got one."""

    table: str | None


class ClaimBigScreen(Value, forbid_unknown_fields=True):
    """A player shows their table on the big screen with this number."""

    number: Annotated[str, msgspec.Meta(max_length=5)]
    table: Annotated[str, msgspec.Meta(max_length=12)]
    """The table's code."""
    token: Annotated[str, msgspec.Meta(max_length=200)]
    """The token of the player's seat."""


class _Pairing:
    __slots__ = ("number", "secret", "table", "until")

    def __init__(self, number: str, secret: str, until: Time) -> None:
        self.number, self.secret, self.until = number, secret, until
        self.table: str | None = None


class Pairings:
    """The numbers that big screens show now. Time is an argument."""

    def __init__(self, draw: Callable[[], str] | None = None) -> None:
        self._draw = draw or (lambda: str(10_000 + secrets.randbelow(90_000)))
        self._by_number: dict[str, _Pairing] = {}
        self._by_secret: dict[str, _Pairing] = {}

    def begin(self, now: Time) -> NewBigScreen:
        self._forget(now)
        if len(self._by_number) >= MOST:
            raise Refusal("flood")
        while (number := self._draw()) in self._by_number:
            pass
        pairing = _Pairing(number, secrets.token_urlsafe(18), now + SHOWN)
        self._by_number[number] = self._by_secret[pairing.secret] = pairing
        return NewBigScreen(number, pairing.secret)

    def claim(self, number: str, table: str, now: Time) -> bool:
        """False if no screen shows this number, or if another table has the screen."""
        self._forget(now)
        pairing = self._by_number.get(number)
        if pairing is None or pairing.table not in (None, table):
            return False
        pairing.table = table
        return True

    def table_of(self, secret: str, now: Time) -> str | None:
        """The table of this screen. Refuses once its number has expired."""
        self._forget(now)
        if (pairing := self._by_secret.get(secret)) is None:
            raise Refusal("no-such-screen")
        return pairing.table

    def _forget(self, now: Time) -> None:
        while self._by_number and (oldest := next(iter(self._by_number.values()))).until <= now:
            del self._by_number[oldest.number], self._by_secret[oldest.secret]


_read = msgspec.json.Decoder(ClaimBigScreen).decode


class BigScreens:
    def __init__(
        self, lookup: TableLookup, tokens: Tokens, qr: QrCodes, address: Address, clock: Callable[[], Time]
    ) -> None:
        self._lookup, self._tokens, self._qr = lookup, tokens, qr
        self._address, self._clock = address, clock
        self._pairings = Pairings()
        self._new, self._tries = Buckets(NEW), Buckets(OWN_TRIES)
        self._wrong = Bucket(WRONG_NUMBERS)

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/big-screens", self.begin, methods=["POST"]),
            Route("/api/big-screens/claim", self.claim, methods=["POST"]),
            Route("/api/big-screens/{secret}", self.paired),
            Route("/tv/{number}/qr.svg", self.qr),
        ]

    async def begin(self, request: Request) -> Response:
        if not self._is_own_page(request):
            return refusal_response(Refusal("bad-message", "another site's page"), 403)
        now = self._clock()
        if not self._new.take(_network(request), now):
            raise Refusal("flood")
        return Json(self._pairings.begin(now), 201)

    async def paired(self, request: Request) -> Response:
        return Json(PairedScreen(self._pairings.table_of(request.path_params["secret"], self._clock())))

    async def claim(self, request: Request) -> Response:
        if not self._is_own_page(request):
            return refusal_response(Refusal("bad-message", "another site's page"), 403)
        wish = await read_json(request, _read, LONGEST)
        now = self._clock()
        if not self._wrong.has(now) or not self._tries.take(_network(request), now):
            raise Refusal("flood")
        room = await self._lookup.room(normalized(wish.table), request)
        sitting = self._tokens.sitting(wish.token, room.code, room.salt)
        if sitting is None or room.player_of(sitting) is None:
            raise Refusal("not-seated")
        if not self._pairings.claim(wish.number, room.code, now):
            self._wrong.take(now)
            raise Refusal("no-such-screen")
        return Json(PairedScreen(room.code))

    async def qr(self, request: Request) -> Response:
        """The link of a number. Any five digits are drawn: a wrong number says so when it is scanned."""
        number: str = request.path_params["number"]
        if len(number) != 5 or not (number.isascii() and number.isdigit()):
            raise Refusal("no-such-screen")
        house = self._address.for_friends_of(request)
        return self._qr.answer(f"{house}/tv/{number}", request)

    def _is_own_page(self, request: Request) -> bool:
        return is_same_origin(request.headers.get("origin"), request.headers.get("host"), self._address.url)


def _network(request: Request) -> str:
    return network_of(request.client.host if request.client else "")
