"""Announces the house in the local network (mDNS): `taphouse.local`, and a web site for whoever browses.

Laptops and TVs find it that way. Phones get the address in the QR code: Android resolves such names late or
never. The house opens whether or not this works.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING

from .address import Address

if TYPE_CHECKING:  # imported when it is used
    from zeroconf.asyncio import AsyncZeroconf

log = logging.getLogger(__name__)

NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
LOCAL = ("router", "network")  # the provider of a public server does not like such packets
SERVICE = "_http._tcp.local."
CHECKED = 5.0  # seconds between two looks at the chosen address
ANSWER = 1_000  # ms in which another computer with the name answers
GOODBYE = 2.0  # seconds in which the network is told that the house closes
OTHERS = 9  # names that are tried: taphouse, taphouse-2, …


def is_name(name: str) -> bool:
    return NAME.fullmatch(name) is not None


@asynccontextmanager
async def announced(
    address: Address, name: str | None, when_named: Callable[[], None]
) -> AsyncIterator[None]:
    """Announces the address that friends are given, and the next one when the host chooses another."""
    task = None if name is None else asyncio.create_task(_keep_announcing(address, name, when_named))
    try:
        yield
    finally:
        if task is not None:
            task.cancel()
            await asyncio.wait([task], timeout=GOODBYE)


async def _keep_announcing(address: Address, name: str, when_named: Callable[[], None]) -> None:
    why = ""
    while True:
        chosen = address.chosen(address.choices())
        if chosen is not None and chosen.kind in LOCAL and ":" not in chosen.address:
            try:
                await _announce(address, chosen.address, name, when_named)
            except Exception as error:  # a network without multicast, a socket in use: the house goes on
                if why != (why := repr(error)):
                    log.info("the house is not announced in the local network", extra={"why": why})
        await asyncio.sleep(CHECKED)


async def _announce(address: Address, chosen: str, name: str, when_named: Callable[[], None]) -> None:
    """Announces one address for as long as friends are given it."""
    await asyncio.to_thread(import_module, "zeroconf.asyncio")  # a tenth of a second: tables go on meanwhile
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    network = AsyncZeroconf(interfaces=[chosen])
    try:
        own = await _free_name(network, name, chosen)
        info = AsyncServiceInfo(
            SERVICE,
            f"{own.title()}.{SERVICE}",
            port=address.port,
            server=f"{own}.local.",
            parsed_addresses=[chosen],
            properties={"path": "/"},
        )
        await (await network.async_register_service(info))
        is_new, address.name = address.name is None, f"{own}.local"
        if is_new:
            when_named()
        while await _is_still(chosen, address):
            pass
    finally:
        await network.async_close()  # says goodbye, too


async def _is_still(chosen: str, address: Address) -> bool:
    """Waits a moment; false if friends are given another address by then."""
    await asyncio.sleep(CHECKED)
    now = address.chosen(address.choices())
    return now is not None and now.address == chosen


async def _free_name(network: AsyncZeroconf, name: str, own: str) -> str:
    """The name, or one with a number if another computer in this network has it."""
    from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]

    for number in range(1, OTHERS + 1):
        free = name if number == 1 else f"{name}-{number}"
        other = AddressResolverIPv4(f"{free}.local.")
        if not await other.async_request(network.zeroconf, ANSWER):
            return free
        if other.parsed_addresses() == [own]:  # our own, from before a restart
            return free
    raise OSError(f"{OTHERS} houses called {name} are in this network")
