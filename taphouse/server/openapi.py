"""The OpenAPI document of the HTTP API, generated from its types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

from taphouse import __version__
from taphouse.core import Locale, Value
from taphouse.decks import HouseDeck
from taphouse.house.lobby import Opened, OpenTable, PlayAgainst, Summary
from taphouse.languages import Language, Phrases, Texts
from taphouse.table import wire
from taphouse.table.room import DealOfTheDay
from taphouse.table.wire import Why

from .addresses import ChooseAddress, HouseAddresses
from .big_screens import ClaimBigScreen, NewBigScreen, PairedScreen
from .decks import DeckRead, DecksAllowed, DeckWritten, ReadDeck, TryDeck, WriteDeck
from .figures import Figures
from .playtesting import Tried
from .schemas import describe


class OptionSchema(TypedDict, total=False):
    """The JSON schema of one option, with the `step` and the `unit` that a form shows."""

    type: str
    anyOf: tuple[OptionSchema, ...]
    """A number or nothing: the option can be switched off."""
    enum: tuple[str | int, ...]
    default: Any
    minimum: int
    maximum: int
    step: int
    unit: str
    format: str
    """`language`: any code of a language of the house."""


class OptionsSchema(TypedDict, total=False):
    """The JSON schema of a game's options."""

    properties: dict[str, OptionSchema]


class OnTheShelf(Value):
    """A game that can be played here."""

    slug: str
    seats: tuple[int, int]
    minutes: int
    options: OptionsSchema
    bot_languages: tuple[Locale, ...] | None = None
    """The languages whose words the game's bots understand; `None`: bots need none."""
    package: str | None = None
    """The name and version of another package that brings the game; `None`: it is one of Taphouse's own."""
    place: str | None = None
    """Where the files of such a game are, below the address of the house."""
    decks: bool = False
    """People can write cards of their own for it."""
    files: tuple[str, ...] = ()
    """Their names: `web/board.js` is the board, `art/sign.svg` its drawing."""


class About(Value):
    """The house itself: the address that friends use."""

    address: str
    version: str
    certificate: bool
    """True if the house made its own certificate: `/taphouse.crt`."""
    key: str
    """The public key with which the house signs the record of each game that is over (Ed25519, base64url)."""
    https: str | None = None
    """Where the house has https beside http, with its own certificate."""
    opened_at: str | None = None
    """The host in this request, if it is an address of the house that friends are not given."""
    book: bool = False
    """The house remembers the games that end here: players are told before they sit down."""
    decks: DecksAllowed = "tables"
    """Which own decks there may be."""
    today: DealOfTheDay | None = None
    """The deal of the day, by UTC."""
    dev: bool = False
    """The house of a game's designer (`taphouse dev`): its pages follow each change of the game."""


class ErrorBody(Value):
    """Why the request was refused."""

    why: Why
    detail: str


PARAMETERS = {
    "code": "Four letters; case and white space do not matter.",
    "language": "The code of a language.",
    "game": "The slug of a game.",
    "number": "Five digits.",
    "secret": "The big screen's own, from the answer with its number.",
}
Answers = Mapping[int, Any]
"""By status: a type that is sent as JSON, or the media type of other content."""


class Operation(Value):
    path: str
    does: str
    answers: Answers
    method: Literal["get", "post"] = "get"
    body: Any = None


ANYWHERE = {400: ErrorBody, 429: ErrorBody}
"""A request without exactly one host, or above the rate limit."""
OF_A_TABLE = {**ANYWHERE, 404: ErrorBody, 503: ErrorBody}
OF_A_LANGUAGE = {**ANYWHERE, 404: ErrorBody}
OPERATIONS = (
    Operation("/api/games", "All games.", {200: tuple[OnTheShelf, ...], **ANYWHERE}),
    Operation(
        "/api/tables",
        "Open a table. A request with a name also takes a seat and gets its token.",
        {201: Opened, **ANYWHERE, 403: ErrorBody, 413: ErrorBody, 503: ErrorBody},
        method="post",
        body=OpenTable,
    ),
    Operation(
        "/api/tables/{code}",
        "What is public about a table, and whether a seat token is still valid there.",
        {200: Summary, **OF_A_TABLE},
    ),
    Operation(
        "/api/big-screens",
        "Get a number for a big screen that has no table yet.",
        {201: NewBigScreen, **ANYWHERE, 403: ErrorBody},
        method="post",
    ),
    Operation(
        "/api/big-screens/claim",
        "Show the table on the big screen with this number. Needs the token of a seat.",
        {200: PairedScreen, **OF_A_TABLE, 403: ErrorBody, 413: ErrorBody},
        method="post",
        body=ClaimBigScreen,
    ),
    Operation(
        "/api/big-screens/{secret}",
        "The table that the big screen got. Asked again and again by the screen itself.",
        {200: PairedScreen, **ANYWHERE, 404: ErrorBody},
    ),
    Operation(
        "/tv/{number}/qr.svg",
        "The link that a phone opens to send a big screen's number, as a QR code.",
        {200: "image/svg+xml", **ANYWHERE, 404: ErrorBody},
    ),
    Operation("/api/languages", "All languages.", {200: tuple[Language, ...], **ANYWHERE}),
    Operation("/api/languages/{language}", "The app's texts in a language.", {200: Texts, **OF_A_LANGUAGE}),
    Operation(
        "/api/languages/{language}/{game}",
        "A game's texts in a language; in English where it has none.",
        {200: Phrases, **OF_A_LANGUAGE},
    ),
    Operation(
        "/api/languages/{language}/{game}/rules",
        "A game's rulebook in a language; in English where it has none.",
        {200: "text/markdown", **OF_A_LANGUAGE},
    ),
    Operation("/api/house", "The address and version of the house.", {200: About, **ANYWHERE}),
    Operation(
        "/api/house/addresses",
        "The addresses of the house's computer, told to a browser on that computer only.",
        {200: HouseAddresses, **ANYWHERE},
    ),
    Operation(
        "/api/house/addresses",
        "Choose the address that friends are given. Only a browser on the house's computer may.",
        {200: HouseAddresses, **ANYWHERE, 403: ErrorBody, 413: ErrorBody},
        method="post",
        body=ChooseAddress,
    ),
    Operation("/api/house/figures", "A summary of the metrics.", {200: Figures, **ANYWHERE}),
    Operation("/api/openapi.json", "This document.", {200: dict[str, Any], **ANYWHERE}),
    Operation(
        "/api/asyncapi.json", "The messages on a table's WebSocket.", {200: dict[str, Any], **ANYWHERE}
    ),
    Operation("/qr.svg", "The link of the house as a QR code.", {200: "image/svg+xml", **ANYWHERE}),
    Operation("/t/{code}/qr.svg", "A table's link as a QR code.", {200: "image/svg+xml", **OF_A_TABLE}),
    Operation(
        "/t/{code}/game.jsonl",
        "The journal of an ended game.",
        {200: "application/jsonl", **OF_A_TABLE},
    ),
    Operation(
        "/api/tables/{code}/replay",
        "The replay of an ended game: `game` chooses which one, and `seat` whose view.",
        {200: wire.Film, **OF_A_TABLE},
    ),
    Operation(
        "/api/replay",
        "The replay of a downloaded journal, judged again.",
        {200: wire.Film, **ANYWHERE, 403: ErrorBody, 413: ErrorBody},
        method="post",
        body="application/jsonl",
    ),
    Operation(
        "/api/ghosts",
        "Open a table on the deal of a downloaded journal, judged again: its players are ghosts.",
        {201: Opened, **ANYWHERE, 403: ErrorBody, 413: ErrorBody, 503: ErrorBody},
        method="post",
        body=PlayAgainst,
    ),
    Operation(
        "/api/tables/{code}/deck",
        "The text of the own deck that a table plays with: `player` asks for the one that a player offers.",
        {200: "text/plain", **OF_A_TABLE},
    ),
    Operation(
        "/api/decks",
        "The own decks that the house has for everybody.",
        {200: tuple[HouseDeck, ...], **ANYWHERE},
    ),
    Operation(
        "/api/decks/read",
        "Read the text of a deck: the deck, or the first problems by line.",
        {200: DeckRead, **ANYWHERE, 403: ErrorBody, 413: ErrorBody},
        method="post",
        body=ReadDeck,
    ),
    Operation(
        "/api/decks/write",
        "Write a deck as text.",
        {200: DeckWritten, **ANYWHERE, 403: ErrorBody, 413: ErrorBody},
        method="post",
        body=WriteDeck,
    ),
    Operation(
        "/api/decks/try",
        "Let bots try a deck: what it is like to play.",
        {200: Tried, **ANYWHERE, 403: ErrorBody, 413: ErrorBody},
        method="post",
        body=TryDeck,
    ),
    Operation(
        "/api/decks/qr.svg",
        "The link of a deck as a QR code; 413 if it is too long for one.",
        {200: "image/svg+xml", **ANYWHERE, 403: ErrorBody, 413: ErrorBody},
        method="post",
        body=ReadDeck,
    ),
    Operation(
        "/taphouse.crt",
        "The certificate that this house made, if it made one.",
        {200: "application/x-x509-ca-cert", **ANYWHERE, 404: "text/plain"},
    ),
    Operation("/healthz", "Whether the process answers.", {200: "text/plain", 400: ErrorBody}),
    Operation(
        "/readyz",
        "Whether the journal can be written. If not, send no traffic here.",
        {200: "text/plain", **ANYWHERE, 503: "text/plain"},
    ),
    Operation("/metrics", "For Prometheus.", {200: "text/plain", **ANYWHERE}),
)


def document() -> dict[str, Any]:
    kinds = {kind for op in OPERATIONS for kind in [op.body, *op.answers.values()] if not _is_plain(kind)}
    kinds -= {None}
    ordered = sorted(kinds, key=str)
    schemas, components = describe(ordered)
    schema_of = dict(zip(ordered, schemas, strict=True))
    paths: dict[str, Any] = {}
    for op in OPERATIONS:
        paths.setdefault(op.path, {})[op.method] = _operation(op, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Taphouse", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(op: Operation, schema_of: Mapping[Any, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": op.does,
        "responses": {str(status): _answer(kind, schema_of) for status, kind in op.answers.items()},
    }
    if parameters := [_parameter(name) for name in PARAMETERS if f"{{{name}}}" in op.path]:
        operation["parameters"] = parameters
    if op.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(op.body, schema_of)}
    return operation


def _parameter(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": PARAMETERS[name],
        "schema": {"type": "string"},
    }


def _answer(kind: Any, schema_of: Mapping[Any, Any]) -> dict[str, Any]:
    says = "" if _is_plain(kind) else (getattr(kind, "__doc__", None) or "").partition("\n")[0]
    return {"description": says or "The content itself.", "content": _content(kind, schema_of)}


def _content(kind: Any, schema_of: Mapping[Any, Any]) -> dict[str, Any]:
    if _is_plain(kind):
        return {kind: {"schema": {"type": "string"}}}
    return {"application/json": {"schema": schema_of[kind]}}


def _is_plain(kind: Any) -> bool:
    return isinstance(kind, str)
