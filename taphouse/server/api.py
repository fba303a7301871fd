"""The small HTTP API: games, tables, the house itself."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from taphouse import __version__
from taphouse.core import Game, GameOptions, Time
from taphouse.games import shelf
from taphouse.house.lobby import Lobby, Opened, OpenTable, summary
from taphouse.house.room import Refusal
from taphouse.journal import Journal, Stale

from . import asyncapi, openapi
from .address import Address
from .admission import is_same_origin
from .certificate import Certificate
from .figures import figures
from .http import Json, body_of, sorry
from .limits import Bucket, Buckets, Rate
from .metrics import Metrics
from .openapi import About, OnTheShelf, OptionsSchema
from .table_lookup import TableLookup, network_of

LONGEST = 8 * 1024  # bytes of a request's body
OPENINGS = Rate(25, burst=100)  # tables that the whole house opens
OPENING = 10.0  # seconds until a table is there, in a cluster that just lost a server too
NO_ANSWER = "the journal does not answer"
DRAWN = Rate(2, burst=40)  # QR codes for one address: each takes milliseconds
DRAWINGS = 500  # QR codes that are kept: a few hundred KB
WRITABLE = 2.0  # seconds the journal has to show that it is
HEALTH = "house/health"  # a value that is written again and again, and a stream that never is

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
        certificate: Certificate | None = None,
    ) -> None:
        self._lobby, self._lookup, self._journal, self._metrics = lobby, codes, journal, metrics
        self._address, self._clock = address, clock
        self._authority = certificate.authority if certificate else None
        self._openings = Bucket(OPENINGS)
        self._drawn = Buckets(DRAWN)
        self._drawings: dict[str, bytes] = {}
        """Links as QR codes."""

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/games", self.games),
            Route("/api/tables", self.open, methods=["POST"]),
            Route("/api/tables/{code}", self.table),
            Route("/api/house", self.house),
            Route("/api/house/figures", self.figures),
            Route("/api/openapi.json", self.described),
            Route("/api/asyncapi.json", self.wire_described),
            Route("/taphouse.crt", self.certificate),
            Route("/t/{code}/qr.svg", self.qr),
            Route("/healthz", self.health),
            Route("/readyz", self.ready),
            Route("/metrics", self.metrics),
        ]

    async def games(self, request: Request) -> Response:
        return Response(_games(), media_type=Json.media_type)

    async def open(self, request: Request) -> Response:
        if not is_same_origin(request.headers.get("origin"), request.headers.get("host"), self._address.url):
            return sorry(Refusal("bad-message", "another site's page"), 403)
        if (body := await body_of(request, LONGEST)) is None:
            return sorry(Refusal("bad-message", f"more than {LONGEST} bytes"), 413)
        try:
            wish = _read(body)
        except (ValueError, RecursionError) as error:
            raise Refusal("bad-message", str(error)) from error
        if not self._openings.take(self._clock()):
            raise Refusal("flood")
        address = network_of(request.client.host) if request.client else None
        return Json(await self._opened(wish, address), 201)

    async def _opened(self, wish: OpenTable, address: str | None) -> Opened:
        """A person who cannot have a table is told so soon, and why."""
        if trouble := self._journal.trouble():
            raise Refusal("not-kept", trouble)
        try:
            async with asyncio.timeout(OPENING):
                return await asyncio.shield(
                    self._lobby.open(wish, address)
                )  # half a table would be worse than one
        except TimeoutError:
            raise Refusal("not-kept", self._journal.trouble() or NO_ANSWER) from None

    async def table(self, request: Request) -> Response:
        return Json(summary(await self._lookup.asked(request)))

    async def house(self, request: Request) -> Response:
        made = self._authority is not None
        return Json(About(self._address_for(request), __version__, made))

    async def described(self, request: Request) -> Response:
        return Response(_http_document(), media_type=Json.media_type)

    async def wire_described(self, request: Request) -> Response:
        return Response(_wire_document(), media_type=Json.media_type)

    async def certificate(self, request: Request) -> Response:
        """The one that this house made, for whoever wants to trust it. The key is not in it."""
        if self._authority is None:
            return PlainTextResponse("this house made no certificate", 404)
        return FileResponse(self._authority, media_type="application/x-x509-ca-cert")

    async def qr(self, request: Request) -> Response:
        found = await self._lookup.asked(request)
        link = f"{self._address_for(request)}/t/{found.code}"
        drawing = self._drawings.get(link)
        if drawing is None:
            if not self._drawn.take(network_of(request.client.host if request.client else ""), self._clock()):
                raise Refusal("flood")
            drawing = self._drawings[link] = drawn(link)
            if len(self._drawings) > DRAWINGS:
                del self._drawings[next(iter(self._drawings))]
        return Response(drawing, media_type="image/svg+xml")

    async def health(self, request: Request) -> Response:
        """Whoever answers is alive: starting it again would help nobody."""
        return PlainTextResponse("ok")

    async def ready(self, request: Request) -> Response:
        trouble = await self._trouble()
        return PlainTextResponse(trouble or "ok", 503 if trouble else 200)

    async def figures(self, request: Request) -> Response:
        return Json(figures(self._metrics, writable=await self._trouble() is None))

    async def _trouble(self) -> str | None:
        """Is the journal writable, values and lines? Without it nothing may be told."""
        why = self._journal.trouble() or await self._unwritable()
        return f"the journal cannot be written: {why}" if why else None

    async def _unwritable(self) -> str | None:
        try:
            async with asyncio.timeout(WRITABLE):
                await self._write_a_value()
                await self._journal.read(HEALTH)  # whoever would keep the lines is there to answer
        except TimeoutError:
            return self._journal.trouble() or NO_ANSWER
        except Exception as error:
            return repr(error)
        return None

    async def _write_a_value(self) -> None:
        _, revision = await self._journal.get(HEALTH) or (b"", 0)
        with suppress(Stale):  # somebody else looked at the same time, and wrote
            await self._journal.put(HEALTH, b"ok", revision)

    async def metrics(self, request: Request) -> Response:
        return Response(self._metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")

    def _address_for(self, request: Request) -> str:
        return self._address.for_friends(request.scope["scheme"], request.headers.get("host"))


@cache
def _games() -> bytes:
    return msgspec.json.encode([described(slug, game) for slug, game in shelf().items()])


@cache
def _http_document() -> bytes:
    return msgspec.json.encode(openapi.document())


@cache
def _wire_document() -> bytes:
    return msgspec.json.encode(asyncapi.document())


def drawn(link: str) -> bytes:
    """A QR code, as SVG."""
    svg = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(svg, kind="svg", light="white", xmldecl=False, omitsize=True)
    return svg.getvalue()


def described(slug: str, game: Game[Any, Any]) -> OnTheShelf:
    """The variants are the game's own; what any table may agree on is not told with them."""
    schema = msgspec.json.schema(game.Options)
    options = inlined(schema, schema.get("$defs", {}))
    for name in GameOptions.__struct_encode_fields__:
        del options["properties"][name]
    for name, kind in get_type_hints(game.Options).items():
        if name in options["properties"] and get_origin(kind) is Literal:
            options["properties"][name]["enum"] = get_args(kind)  # in the game's order, not the alphabet's
    return OnTheShelf(slug, (game.SEATS[0], game.SEATS[-1]), game.MINUTES, cast(OptionsSchema, options))


def inlined(schema: Any, definitions: dict[str, Any]) -> Any:
    """The same schema with every reference replaced by what it means."""
    match schema:
        case {"$ref": str(place), **rest}:
            meant = definitions[place.removeprefix("#/$defs/")]
            return inlined({**meant, **{k: v for k, v in rest.items() if k != "$defs"}}, definitions)
        case dict():
            return {key: inlined(value, definitions) for key, value in schema.items()}
        case list():
            return [inlined(value, definitions) for value in schema]
    return schema
