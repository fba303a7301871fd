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
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from uvicorn.loops.auto import auto_loop_factory

from taphouse import __version__
from taphouse.core import Value, replace
from taphouse.decks import HouseDeck
from taphouse.house.advisor import Advisor
from taphouse.house.book_file import BookFile, BookThread
from taphouse.house.house import SECRET, House
from taphouse.house.lobby import Lobby
from taphouse.house.owner import TableOwner
from taphouse.house.retention import run_retention
from taphouse.house.share import WHOLE, Share
from taphouse.house.sole_owner import SoleOwner
from taphouse.journal import Journal, Stale
from taphouse.journal.backup import is_staged, take_up
from taphouse.journal.sqlite import Durable, Sqlite
from taphouse.languages import Languages
from taphouse.shelf import Shelf
from taphouse.table.room import Refusal

from . import pages
from .address import Address
from .addresses import Addresses
from .admission import HELLO, Admission
from .announce import announced
from .api import Api
from .big_screens import BigScreens
from .certificate import Certificate
from .connection_limit import ConnectionLimit
from .data_lock import blocking_data_lock, data_lock
from .decks import DeckRoutes, DecksAllowed
from .descriptors import Shares, descriptors, raise_limit, shares
from .game_files import GameFileRoutes
from .gc_tuning import tune_gc
from .ghosts import GhostRoutes
from .handover import Handover
from .hotspot import Hotspot, HotspotPage, Welcomed
from .http import handle_refusal
from .loop_monitor import monitor_loop
from .metrics import Metrics
from .part import Part
from .proxies import BehindProxy, Network, Proxies
from .qr_codes import QrCodes
from .replays import Replays
from .request_limits import RequestLimits
from .slow_requests import REQUEST, Connections, Server, SlowRequestGuard
from .sockets import clock, upgrade
from .table_lookup import TableLookup
from .texts import TextRoutes
from .timed_journal import TimedJournal
from .workers import Workers

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


class Settings(Value):
    """How a house is run, from its start to its end."""

    shelf: Shelf
    data: Path
    """The folder of the journal, the secret and the certificate."""
    durable: Durable = "normal"
    cluster: Cluster | None = None
    """`None`: one machine, which stores everything in its folder."""
    keep: int | None = None
    """For how many seconds games are stored that no table refers to; `None`: for ever."""
    introduces: bool = False
    """Whether a game begins with its title card."""
    has_book: bool = False
    """Whether the games that end are written into the book of the house."""
    decks: DecksAllowed = "tables"
    house_decks: Sequence[HouseDeck] = ()
    """For everybody, from `--deck`."""
    advisor: Advisor | None = None
    certificate: Certificate | None = None
    trusted: Sequence[Network] = ()
    """Proxies whose headers are believed."""
    is_hotspot: bool = False
    """Whether the house answers phones that ask for the internet."""
    name: str | None = None
    """Announced as NAME.local; `None`: not at all."""
    hello: float = HELLO
    """Seconds until a new connection has said who it is."""
    request: float = REQUEST
    """Seconds until a request has arrived."""
    limits: Shares | None = None
    """`None`: as many connections as this process may have."""
    worker: Handover | None = None
    """`None`: the house is one process."""
    part: Part | None = None
    """What only `taphouse dev` adds."""


MakeOwner: TypeAlias = Callable[[House], TableOwner]
"""Makes the lobby of a house."""


@asynccontextmanager
async def _one_process(data: Path, durable: Durable) -> AsyncIterator[tuple[Journal, MakeOwner]]:
    async with data_lock(data):
        _take_up(data)
        async with _of_share(data, durable, WHOLE) as stored:
            yield stored


@asynccontextmanager
async def _of_share(data: Path, durable: Durable, share: Share) -> AsyncIterator[tuple[Journal, MakeOwner]]:
    """The folder's lock is held: by this process, or by the one that started the workers."""
    journal = Sqlite(data / "house.db", durable)
    try:
        yield journal, partial(SoleOwner, share=share)
    finally:
        await journal.close()


def _take_up(data: Path) -> None:
    if (before := take_up(data)) is not None:
        log.warning("a backup was restored; the previous data is kept as %s", before)


def _stored(settings: Settings) -> AbstractAsyncContextManager[tuple[Journal, MakeOwner]]:
    if settings.cluster is not None:
        return _clustered(settings.cluster)
    if settings.worker is not None:
        return _of_share(settings.data, settings.durable, settings.worker.share)
    return _one_process(settings.data, settings.durable)


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
async def opened(settings: Settings, address: Address) -> AsyncIterator[Server]:
    """Opens the house with every table as it was stored; on exit, everything is stored."""
    metrics = Metrics()
    limits = settings.limits or shares(descriptors())
    async with _stored(settings) as (store, make_owner):
        journal = TimedJournal(store, metrics)
        wall, secret = lambda: int(time.time()), await _secret(journal)
        memory = BookThread(BookFile(settings.data)) if settings.has_book else None
        house = House(
            settings.shelf,
            journal,
            secret,
            clock,
            wall,
            metrics,
            advisor=settings.advisor,
            introduces=settings.introduces,
            takes_decks=settings.decks != "off",
            memory=memory,
        )
        lobby = Lobby(make_owner(house))
        metrics.watch(lobby.tables)
        part = settings.part
        if part is not None:
            await part.prepare(house)
        await lobby.restore()
        try:
            codes = TableLookup(lobby, clock)
            proxies = Proxies(settings.trusted, address.url)
            qr, files = QrCodes(clock), GameFileRoutes(settings.shelf)
            api = Api(
                lobby,
                codes,
                journal,
                metrics,
                address,
                clock,
                qr,
                files.of,
                settings.certificate,
                settings.worker,
                settings.decks,
                is_dev=part is not None,
            )
            big_screens = BigScreens(codes, house.tokens, qr, address, clock)
            languages, welcomed = Languages(settings.shelf, settings.data), Welcomed()
            texts = TextRoutes(languages)
            decks = DeckRoutes(
                settings.shelf, codes, qr, address, clock, settings.decks, settings.house_decks
            )
            replays = Replays(codes, journal, clock, address.url)
            ghosts = GhostRoutes(lobby, clock, address.url)
            hotspot = HotspotPage(address, languages, welcomed, clock).routes if settings.is_hotspot else []
            app = Starlette(
                routes=[
                    *api.routes,
                    *Addresses(address).routes,
                    *big_screens.routes,
                    *texts.routes,
                    *replays.routes,
                    *ghosts.routes,
                    *decks.routes,
                    *files.routes,
                    *hotspot,
                    *(part.routes(lobby) if part else ()),
                    *pages.routes(more=part.pages if part else ()),
                ],
                middleware=[
                    Middleware(BehindProxy, proxies),
                    Middleware(pages.SecurityHeaders),
                    Middleware(RequestLimits, clock),
                    *([Middleware(Hotspot, address, welcomed, clock)] if settings.is_hotspot else []),
                ],
                exception_handlers={Refusal: handle_refusal},
            )
            limit = ConnectionLimit(limits.connections, limits.closing, metrics, clock)
            find = part.on_the_way(codes.find) if part else codes.find
            admission = Admission(find, metrics, limit, proxies, address.url, settings.hello)
            connections = Connections(limits.all, lambda: limit.sockets, partial(limit.report, "request"))
            config = uvicorn.Config(
                app,
                http=partial(SlowRequestGuard, settings.request, connections, settings.worker),  # type: ignore[arg-type]
                ws=upgrade(admission, proxies.is_trusted),  # type: ignore[arg-type]
                lifespan="off",
                proxy_headers=False,  # `BehindProxy` reads them
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=STOPPING,
                ssl_certfile=settings.certificate.chain if settings.certificate else None,
                ssl_keyfile=settings.certificate.key if settings.certificate else None,
            )
            with monitor_loop(metrics, clock), _run_retention(house, settings.keep):
                yield Server(config, settings.request, settings.worker)
        finally:
            await lobby.close()
            if memory is not None:
                memory.close()


def run(
    settings: Settings,
    address: Address,
    listening: socket.socket,
    secure: socket.socket | None = None,
    when_open: Callable[[], None] = lambda: None,
    when_named: Callable[[], None] = lambda: None,
) -> None:
    """Serves until the process is told to stop. To take up a backup or new rules, it closes and opens again.

    With a second socket for https, the first one has plain http."""
    raise_limit()
    is_stopping = False

    def stop(*_: object) -> None:
        """uvicorn raises the signal again once it has stopped."""
        nonlocal is_stopping
        is_stopping = True

    def announce() -> None:
        log.info("open, version %s", __version__)
        for slug, package in settings.shelf.foreign.items():
            log.info("the game %s is of %s", slug, package)
        for problem in settings.shelf.problems:
            log.warning(problem)
        when_open()

    async def serve() -> None:
        async with opened(settings, address) as server:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, stop)
            server.when_open = announce
            sys.setswitchinterval(SWITCH_INTERVAL)
            with (
                tune_gc(lambda: not server.server_state.connections),
                _watch_for_reopening(settings, server),
            ):
                server.should_exit = is_stopping
                server.plain = [listening.dup()] if secure else []
                async with announced(address, _announced_name(settings), when_named):
                    await server.serve(sockets=[(secure or listening).dup()])
        log.info("closed, everything is stored")

    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner, listening:
        runner.run(serve())
        while not is_stopping and _is_to_reopen(settings):
            if settings.part is not None:
                settings = replace(settings, shelf=settings.part.new_shelf())
            runner.run(serve())


def run_workers(
    count: int,
    settings: Settings,
    address: Address,
    listening: Sequence[socket.socket],
    when_open: Callable[[], None],
    when_named: Callable[[], None],
) -> None:
    """Serves on several cores until the process is told to stop. Only the first worker calls back, once."""
    data = settings.data

    def prepare() -> None:
        _take_up(data)
        asyncio.run(_make(data))

    def work(handover: Handover, is_first_time: bool) -> None:
        is_told = is_first_time and handover.share.number == 0
        run(
            replace(settings, worker=handover),
            address,
            listening[handover.share.number],
            when_open=when_open if is_told else lambda: None,
            when_named=when_named if is_told else lambda: None,
        )

    with blocking_data_lock(data):
        Workers(count, prepare, work, lambda: is_staged(data)).run()


async def _make(data: Path) -> None:
    """Makes what the workers would otherwise make at the same time."""
    journal = Sqlite(data / "house.db")
    try:
        await _secret(journal)
    finally:
        await journal.close()


def _announced_name(settings: Settings) -> str | None:
    """One process announces a house. A cluster has a load balancer, and that has a name."""
    is_first = settings.worker is None or settings.worker.share.number == 0
    return settings.name if is_first and settings.cluster is None else None


def _is_backup_staged(settings: Settings) -> bool:
    return settings.cluster is None and settings.worker is None and is_staged(settings.data)


def _is_to_reopen(settings: Settings) -> bool:
    return _is_backup_staged(settings) or (settings.part is not None and settings.part.is_to_reopen())


@contextmanager
def _watch_for_reopening(settings: Settings, server: uvicorn.Server) -> Iterator[None]:
    """Stops the server when a backup is staged, or when a part of the house wants it."""
    pause = RESTORED if settings.part is None else settings.part.PAUSE

    async def watch() -> None:
        while True:
            await asyncio.sleep(pause)
            server.should_exit |= _is_to_reopen(settings)

    watching = asyncio.create_task(watch())
    try:
        yield
    finally:
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
