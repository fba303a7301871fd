"""Builds and runs the whole house: the only file that connects its parts."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from uvicorn.loops.auto import auto_loop_factory

from taphouse import __version__
from taphouse.core import Value
from taphouse.house.advisor import Advisor
from taphouse.house.house import SECRET, House
from taphouse.house.lobby import Lobby
from taphouse.house.owner import TableOwner
from taphouse.house.retention import run_retention
from taphouse.house.sole_owner import SoleOwner
from taphouse.journal import Journal, Stale
from taphouse.journal.backup import is_staged, take_up
from taphouse.journal.sqlite import Durable, Sqlite
from taphouse.languages import Languages
from taphouse.table.room import Refusal

from . import pages
from .address import Address
from .addresses import Addresses
from .admission import HELLO, Admission
from .advisor import Service
from .announce import announced
from .api import Api
from .big_screens import BigScreens
from .certificate import Certificate
from .connection_limit import ConnectionLimit
from .data_lock import data_lock
from .descriptors import Shares, descriptors, raise_limit, shares
from .gc_tuning import tune_gc
from .hotspot import Hotspot, HotspotPage, Welcomed
from .http import handle_refusal
from .loop_monitor import monitor_loop
from .metrics import Metrics
from .proxies import BehindProxy, Network, Proxies
from .qr_codes import QrCodes
from .replays import Replays
from .request_limits import RequestLimits
from .slow_requests import REQUEST, Connections, Server, SlowRequestGuard
from .sockets import clock, upgrade
from .table_lookup import TableLookup
from .texts import TextRoutes
from .timed_journal import TimedJournal

log = logging.getLogger(__name__)

SWITCH_INTERVAL = 0.0005  # seconds that a verdict waits for a computing thread, or a thread for its turn
RESTORED = 1.0  # seconds between two checks for a staged backup
STOPPING = 5  # seconds that running requests have left


class Cluster(Value):
    """A house on many machines."""

    servers: str
    """The NATS servers, separated by commas."""
    replicas: int
    """On how many of them everything is stored, if this node is the first of the house."""
    name: str = "taphouse"


MakeOwner: TypeAlias = Callable[[House], TableOwner]
"""Makes the lobby of a house."""


@asynccontextmanager
async def _one_machine(data: Path, durable: Durable) -> AsyncIterator[tuple[Journal, MakeOwner]]:
    async with data_lock(data):
        if (before := take_up(data)) is not None:
            log.warning("a backup was restored; the previous data is kept as %s", before)
        journal = Sqlite(data / "house.db", durable)
        try:
            yield journal, SoleOwner
        finally:
            await journal.close()


@asynccontextmanager
async def _clustered(cluster: Cluster) -> AsyncIterator[tuple[Journal, MakeOwner]]:
    from taphouse.cluster.node import Node
    from taphouse.journal.jetstream import JetStream

    journal = await JetStream.open(cluster.servers, cluster.replicas, cluster.name)
    try:
        yield journal, lambda house: Node(house, journal.connection, cluster.name, cluster.replicas)
    finally:
        await journal.close()


@asynccontextmanager
async def opened(
    data: Path,
    address: Address,
    durable: Durable = "normal",
    hello: float = HELLO,
    request: float = REQUEST,
    certificate: Certificate | None = None,
    advisor: Advisor | None = None,
    cluster: Cluster | None = None,
    keep: int | None = None,
    limits: Shares | None = None,
    introduces: bool = False,
    trusted: Sequence[Network] = (),
    is_hotspot: bool = False,
) -> AsyncIterator[Server]:
    """Opens the house with every table as it was stored; on exit, everything is stored."""
    metrics = Metrics()
    limits = limits or shares(descriptors())
    async with _clustered(cluster) if cluster else _one_machine(data, durable) as (store, make_owner):
        journal = TimedJournal(store, metrics)
        wall, secret = lambda: int(time.time()), await _secret(journal)
        house = House(journal, secret, clock, wall, metrics, advisor=advisor, introduces=introduces)
        lobby = Lobby(make_owner(house))
        metrics.watch(lobby.tables)
        await lobby.restore()
        try:
            codes = TableLookup(lobby, clock)
            proxies = Proxies(trusted, address.url)
            qr = QrCodes(clock)
            api = Api(lobby, codes, journal, metrics, address, clock, qr, certificate)
            big_screens = BigScreens(codes, house.tokens, qr, address, clock)
            languages, welcomed = Languages(data), Welcomed()
            texts = TextRoutes(languages)
            replays = Replays(codes, journal, clock, address.url)
            hotspot = HotspotPage(address, languages, welcomed, clock).routes if is_hotspot else []
            app = Starlette(
                routes=[
                    *api.routes,
                    *Addresses(address).routes,
                    *big_screens.routes,
                    *texts.routes,
                    *replays.routes,
                    *hotspot,
                    *pages.routes(),
                ],
                middleware=[
                    Middleware(BehindProxy, proxies),
                    Middleware(pages.SecurityHeaders),
                    Middleware(RequestLimits, clock),
                    *([Middleware(Hotspot, address, welcomed, clock)] if is_hotspot else []),
                ],
                exception_handlers={Refusal: handle_refusal},
            )
            limit = ConnectionLimit(limits.connections, limits.closing, metrics, clock)
            admission = Admission(codes.find, metrics, limit, proxies, address.url, hello)
            connections = Connections(limits.all, lambda: limit.sockets, partial(limit.report, "request"))
            config = uvicorn.Config(
                app,
                http=partial(SlowRequestGuard, request, connections),  # type: ignore[arg-type]
                ws=upgrade(admission, proxies.is_trusted),  # type: ignore[arg-type]
                lifespan="off",
                proxy_headers=False,  # `BehindProxy` reads them
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=STOPPING,
                ssl_certfile=certificate.chain if certificate else None,
                ssl_keyfile=certificate.key if certificate else None,
            )
            with monitor_loop(metrics, clock), _run_retention(house, keep):
                yield Server(config, request)
        finally:
            await lobby.close()


def run(
    data: Path,
    address: Address,
    listening: socket.socket,
    durable: Durable,
    judge: Service | None = None,
    certificate: Certificate | None = None,
    cluster: Cluster | None = None,
    keep: int | None = None,
    when_open: Callable[[], None] = lambda: None,
    introduces: bool = False,
    trusted: Sequence[Network] = (),
    secure: socket.socket | None = None,
    is_hotspot: bool = False,
    name: str | None = None,
    when_named: Callable[[], None] = lambda: None,
) -> None:
    """Serves until the process is told to stop. To take up a backup, the house closes and opens again.

    With a second socket for https, the first one has plain http."""
    raise_limit()
    is_stopping = False

    def stop(*_: object) -> None:
        """uvicorn raises the signal again once it has stopped."""
        nonlocal is_stopping
        is_stopping = True

    def announce() -> None:
        log.info("open, version %s", __version__)
        when_open()

    async def serve() -> None:
        async with opened(
            data,
            address,
            durable,
            advisor=judge,
            certificate=certificate,
            cluster=cluster,
            keep=keep,
            introduces=introduces,
            trusted=trusted,
            is_hotspot=is_hotspot,
        ) as server:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, stop)
            server.when_open = announce
            sys.setswitchinterval(SWITCH_INTERVAL)
            with (
                tune_gc(lambda: not server.server_state.connections),
                _watch_for_backup(None if cluster else data, server),
            ):
                server.should_exit = is_stopping
                server.plain = [listening.dup()] if secure else []
                async with announced(address, None if cluster else name, when_named):
                    await server.serve(sockets=[(secure or listening).dup()])
        log.info("closed, everything is stored")

    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner, listening:
        runner.run(serve())
        while not is_stopping and cluster is None and is_staged(data):
            runner.run(serve())


@contextmanager
def _watch_for_backup(data: Path | None, server: uvicorn.Server) -> Iterator[None]:
    """Stops the server when a backup is staged."""

    async def watch(folder: Path) -> None:
        while True:
            await asyncio.sleep(RESTORED)
            server.should_exit |= is_staged(folder)

    watching = None if data is None else asyncio.create_task(watch(data))
    try:
        yield
    finally:
        if watching is not None:
            watching.cancel()


@contextmanager
def _run_retention(house: House, keep: int | None) -> Iterator[None]:
    """Drops games that no table refers to any more, after `keep` seconds; `None`: never."""
    retention = None if keep is None else asyncio.create_task(run_retention(house, keep))
    try:
        yield
    finally:
        if retention is not None:
            retention.cancel()


async def _secret(journal: Journal) -> bytes:
    while (stored := await journal.get(SECRET)) is None:
        with suppress(Stale):  # another node was quicker
            await journal.put(SECRET, secrets.token_bytes(32), 0)
    return stored[0]
