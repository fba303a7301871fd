"""The host's page: which addresses this computer has, and which one friends are given."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from taphouse.core import Value
from taphouse.table.room import Refusal

from .address import Address, is_loopback
from .admission import is_same_origin
from .http import Json, read_json, refusal_response
from .interfaces import Kind

LONGEST = 1024  # bytes of a request's body


class HouseAddress(Value):
    """An address of the house's computer."""

    address: str
    url: str
    interface: str
    kind: Kind
    devices: int
    """How many other devices opened the house here."""


class HouseAddresses(Value):
    """The addresses among which the host can choose, the best one first; none for anybody else."""

    addresses: tuple[HouseAddress, ...] = ()
    chosen: str | None = None
    """The address that friends are given."""
    is_own_choice: bool = False
    """True if the host chose it, false if the house did."""
    name: str | None = None
    """The URL of the house with the name that it announces in the local network."""


class ChooseAddress(Value, forbid_unknown_fields=True):
    """The address that friends are given from now on."""

    address: str


_read = msgspec.json.Decoder(ChooseAddress).decode


class Addresses:
    def __init__(self, address: Address) -> None:
        self._address = address

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/house/addresses", self.all),
            Route("/api/house/addresses", self.choose, methods=["POST"]),
        ]

    async def all(self, request: Request) -> Response:
        return Json(self._all() if is_host(request) else HouseAddresses())

    async def choose(self, request: Request) -> Response:
        if not is_host(request) or not is_same_origin(
            request.headers.get("origin"), request.headers.get("host"), None
        ):
            return refusal_response(Refusal("bad-message", "only at the house's own computer"), 403)
        wish = await read_json(request, _read, LONGEST)
        if not self._address.choose(wish.address):
            raise Refusal("bad-message", "not an address of this computer")
        return Json(self._all())

    def _all(self) -> HouseAddresses:
        address, found = self._address, self._address.choices()
        chosen = address.chosen(found)
        return HouseAddresses(
            tuple(
                HouseAddress(
                    each.address,
                    address.own(each.address),
                    each.interface,
                    each.kind,
                    address.devices_at(each.address),
                )
                for each in found
            ),
            chosen.address if chosen else None,
            chosen is not None and address.wanted in (chosen.address, chosen.interface),
            address.own(address.name) if address.name else None,
        )


def is_host(request: Request) -> bool:
    """True for a browser on the computer of the house. The name `localhost` shuts out other sites' pages,
    which can point a name of theirs at this computer."""
    caller = request.client.host if request.client else ""
    return is_loopback(caller) and is_loopback(request.headers.get("host") or "")
