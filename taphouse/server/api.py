"""The HTTP API: games, tables, the house itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from prometheus_client.metrics_core import Metric
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from taphouse import __version__
from taphouse.core import Game, GameOptions, Time, decks_of, replace
from taphouse.house.lobby import Lobby, Opened, OpenTable, summary
from taphouse.journal import Journal, Stale
from taphouse.table.room import Refusal

from . import asyncapi, openapi
from .address import Address
from .admission import is_same_origin
from .certificate import Certificate
from .decks import DecksAllowed
from .figures import figures
from .game_files import GameFiles
from .handover import Handover
from .http import Json, encoded, read_json, refusal_response
from .limits import Bucket, Rate
from .metrics import Metrics, page, together
from .openapi import About, OnTheShelf
from .qr_codes import QrCodes
from .table_lookup import TableLookup, network_of

LONGEST = 32 * 1024  # bytes of a request's body: it may have a deck
OPENINGS = Rate(25, burst=100)  # tables that the whole house opens a second
OPENING = 10.0  # seconds to open a table, also in a cluster that just lost a server
NO_ANSWER = "the journal does not answer"
WRITABLE = 2.0  # seconds in which the journal must complete a write
HEALTH = "house/health"  # a value that each check writes, and a stream that is always empty

_read = msgspec.json.Decoder(OpenTable).decode


class Api:
    def __init__(
        self,
        lobby: Lobby,
        codes: TableLookup,
        journal: Journal,
        metrics: Metrics,
        address: Address,
        clock: Callable[[], Time],
        qr: QrCodes,
        files: Mapping[str, GameFiles],
        certificate: Certificate | None = None,
        worker: Handover | None = None,
        decks: DecksAllowed = "tables",
        is_dev: bool = False,
    ) -> None:
        self._lobby, self._lookup, self._journal, self._metrics = lobby, codes, journal, metrics
        self._address, self._clock, self._qr, self._files = address, clock, qr, files
        self._authority = certificate.authority if certificate else None
        self._openings, self._worker = Bucket(OPENINGS), worker
        self._decks, self._is_dev = decks, is_dev

    @cached_property
    def _games(self) -> bytes:
        return msgspec.json.encode([self._described(*named) for named in self._lobby.house.shelf.items()])

    def _described(self, slug: str, game: Game[Any, Any]) -> OnTheShelf:
        described = describe(slug, game)
        if (files := self._files.get(slug)) is None:
            return described
        package = self._lobby.house.shelf.foreign[slug]
        return replace(described, package=package, place=files.place, files=files.names)

    @cached_property
    def _wire_document(self) -> bytes:
        return msgspec.json.encode(asyncapi.document(self._lobby.house.shelf))

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/games", self.games),
            Route("/api/tables", self.open, methods=["POST"]),
            Route("/api/tables/{code}", self.table),
            Route("/api/house", self.house),
            Route("/api/house/figures", self.figures),
            Route("/api/openapi.json", self.openapi_document),
            Route("/api/asyncapi.json", self.asyncapi_document),
            Route("/taphouse.crt", self.certificate),
            Route("/qr.svg", self.qr_of_house),
            Route("/t/{code}/qr.svg", self.qr),
            Route("/healthz", self.health),
            Route("/readyz", self.ready),
            Route("/metrics", self.metrics),
        ]

    async def games(self, request: Request) -> Response:
        return encoded(request, self._games)

    async def open(self, request: Request) -> Response:
        if not is_same_origin(request.headers.get("origin"), request.headers.get("host"), self._address.url):
            return refusal_response(Refusal("bad-message", "another site's page"), 403)
        request_body = await read_json(request, _read, LONGEST)
        if not self._openings.take(self._clock()):
            raise Refusal("flood")
        address = network_of(request.client.host) if request.client else None
        return Json(await self._open(request_body, address), 201)

    async def _open(self, body: OpenTable, address: str | None) -> Opened:
        """Opens a table, or refuses soon and with the reason."""
        if problem := self._journal.problem():
            raise Refusal("not-kept", problem)
        try:
            async with asyncio.timeout(OPENING):
                opening = self._lobby.open(body, address)
                return await asyncio.shield(opening)  # half a table would be worse than a whole one
        except TimeoutError:
            raise Refusal("not-kept", self._journal.problem() or NO_ANSWER) from None

    async def table(self, request: Request) -> Response:
        room = await self._lookup.requested_room(request)
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        house = self._lobby.house
        return Json(summary(house.shelf, room, house.tokens.player(token, room) is not None))

    async def house(self, request: Request) -> Response:
        address, caller = self._address, request.client.host if request.client else ""
        address.note(caller, request.headers.get("host"))
        friends = address.for_friends_of(request)
        return Json(
            About(
                friends,
                __version__,
                self._authority is not None,
                self._lobby.house.key.public,
                address.https_for_friends(friends),
                address.another_of(request),
                self._lobby.house.memory is not None,
                self._decks,
                self._lobby.today,
                self._is_dev,
            )
        )

    async def openapi_document(self, request: Request) -> Response:
        return encoded(request, _http_document())

    async def asyncapi_document(self, request: Request) -> Response:
        return encoded(request, self._wire_document)

    async def certificate(self, request: Request) -> Response:
        """The certificate of the house's own authority, for devices that are to trust it. It holds no key."""
        if self._authority is None:
            return PlainTextResponse("this house made no certificate", 404)
        return FileResponse(self._authority, media_type="application/x-x509-ca-cert")

    async def qr(self, request: Request) -> Response:
        found = await self._lookup.requested_room(request)
        return self._qr.answer(f"{self._address.for_friends_of(request)}/t/{found.code}", request)

    async def qr_of_house(self, request: Request) -> Response:
        return self._qr.answer(f"{self._address.for_friends_of(request)}/", request)

    async def health(self, request: Request) -> Response:
        """Always ok: a process that answers need not be restarted."""
        return PlainTextResponse("ok")

    async def ready(self, request: Request) -> Response:
        problem = await self._problem()
        return PlainTextResponse(problem or "ok", 503 if problem else 200)

    async def figures(self, request: Request) -> Response:
        return Json(figures(await self._families(), writable=await self._problem() is None))

    async def _problem(self) -> str | None:
        """Why values or lines cannot be stored; `None` if they can. Nothing is sent before it is stored."""
        why = self._journal.problem() or await self._unwritable()
        return f"the journal cannot be written: {why}" if why else None

    async def _unwritable(self) -> str | None:
        try:
            async with asyncio.timeout(WRITABLE):
                await self._write_a_value()
                await self._journal.read(HEALTH)  # the store of the lines answers too
        except TimeoutError:
            return self._journal.problem() or NO_ANSWER
        except Exception as error:
            return repr(error)
        return None

    async def _write_a_value(self) -> None:
        _, revision = await self._journal.get(HEALTH) or (b"", 0)
        with suppress(Stale):  # another check wrote at the same time
            await self._journal.put(HEALTH, b"ok", revision)

    async def metrics(self, request: Request) -> Response:
        return Response(page(await self._families()), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def _families(self) -> Sequence[Metric]:
        """The metrics of the whole house, if this is its first worker; else those of this process."""
        if self._worker is None or self._worker.share.number > 0:
            return self._metrics.families()
        return together([self._metrics.page(), *await self._worker.ask_others("/metrics")])


@cache
def _http_document() -> bytes:
    return msgspec.json.encode(openapi.document())


def describe(slug: str, game: Game[Any, Any]) -> OnTheShelf:
    """A game with its own options, without those that every game has."""
    schema = msgspec.json.schema(game.Options)
    options = inlined(schema, schema.get("$defs", {}))
    for common in GameOptions.__struct_encode_fields__:
        del options["properties"][common]
    for name, kind in get_type_hints(game.Options).items():
        if name in options["properties"] and get_origin(kind) is Literal:
            options["properties"][name]["enum"] = get_args(kind)  # in the game's own order
    return OnTheShelf(
        slug,
        (game.SEATS[0], game.SEATS[-1]),
        game.MINUTES,
        options,
        getattr(game, "BOT_LANGUAGES", None),
        decks=decks_of(game) is not None,
    )


def inlined(schema: Any, definitions: dict[str, Any]) -> Any:
    """The same schema with every reference replaced by its definition."""
    match schema:
        case {"$ref": str(place), **rest}:
            definition = definitions[place.removeprefix("#/$defs/")]
            return inlined({**definition, **{k: v for k, v in rest.items() if k != "$defs"}}, definitions)
        case dict():
            return {key: inlined(value, definitions) for key, value in schema.items()}
        case list():
            return [inlined(value, definitions) for value in schema]
    return schema
