"""Own decks over HTTP: read, written, tried by bots, and drawn as QR codes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from taphouse.core import Deck, NotADeck, Problem, Time, Value, write_deck
from taphouse.core.decks import LONGEST_DECK
from taphouse.decks import HouseDeck, link_of, opened, tidy
from taphouse.decks.opening import decks_at
from taphouse.shelf import Shelf
from taphouse.table import wire
from taphouse.table.room import Refusal

from .address import Address
from .admission import is_same_origin
from .http import Json, read_json, refusal_response
from .limits import Bucket, Buckets, Queue, Rate
from .playtesting import Trial, Tried
from .qr_codes import QrCodes
from .short_process import TOO_SLOW, run
from .table_lookup import TableLookup, network_of

log = logging.getLogger(__name__)

LONGEST = 4 * LONGEST_DECK  # bytes of a request's body: a typed deck is longer than its text
READ = Rate(5, burst=60)  # decks a second of one address that are read or written: milliseconds each
TRIALS = Rate(2, burst=20)  # decks a second of the whole house that bots try: a process each
WAITING = 8  # decks that wait to be tried
TIMEOUT = 30.0  # seconds of one trial, on a slow machine too
MOST_GAMES = 200
LONGEST_LINK = 2_048  # bytes: a QR code of more is too fine for the camera of a phone

DecksAllowed: TypeAlias = Literal["off", "tables"]
"""`off`: no own decks. `tables`: a table may play with one."""
T = TypeVar("T")


class ReadDeck(Value, forbid_unknown_fields=True):
    """The text of a deck."""

    text: wire.DeckText


class DeckRead(Value):
    """The deck of a text; or why it is none."""

    game: str | None = None
    """The slug of its game."""
    deck: Any = None
    """Of the game's own type: `Deck` in its `wire.ts`."""
    problems: tuple[Problem, ...] = ()


class WriteDeck(Value, forbid_unknown_fields=True):
    """A deck as a form has it."""

    game: wire.Slug
    deck: msgspec.Raw
    """Of the game's own type: `Deck` in its `wire.ts`."""


class DeckWritten(Value):
    """The text of a deck, and what is wrong with it."""

    text: str
    problems: tuple[Problem, ...] = ()
    """Their lines are those of `text`."""


class TryDeck(Value, forbid_unknown_fields=True):
    """A deck that bots shall try."""

    game: wire.Slug
    deck: msgspec.Raw
    """Of the game's own type: `Deck` in its `wire.ts`."""
    games: Annotated[int, msgspec.Meta(ge=0, le=MOST_GAMES)] = 0
    """So many games are played with it. None of them: only what can be told at once."""


class DeckRoutes:
    def __init__(
        self,
        shelf: Shelf,
        codes: TableLookup,
        qr: QrCodes,
        address: Address,
        clock: Callable[[], Time],
        allowed: DecksAllowed,
        of_house: Sequence[HouseDeck] = (),
    ) -> None:
        self._shelf, self._lookup, self._qr, self._address = shelf, codes, qr, address
        self._clock, self._allowed, self._of_house = clock, allowed, of_house
        self._reads, self._trials, self._turns = Buckets(READ), Bucket(TRIALS), Queue(1, waiting=WAITING)

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/decks", self.of_house),
            Route("/api/decks/read", self.read, methods=["POST"]),
            Route("/api/decks/write", self.write, methods=["POST"]),
            Route("/api/decks/try", self.attempt, methods=["POST"]),
            Route("/api/decks/qr.svg", self.qr, methods=["POST"]),
            Route("/api/tables/{code}/deck", self.of_table),
        ]

    async def read(self, request: Request) -> Response:
        asked = await self._asked(request, ReadDeck)
        if isinstance(asked, Response):
            return asked
        try:
            found = opened(self._shelf, asked.text)
        except NotADeck as error:
            return Json(DeckRead(problems=error.problems))
        return Json(DeckRead(found.game, found.deck))

    async def write(self, request: Request) -> Response:
        asked = await self._asked(request, WriteDeck)
        if isinstance(asked, Response):
            return asked
        text = self._written(asked.game, asked.deck)
        try:
            opened(self._shelf, text)
        except NotADeck as error:
            return Json(DeckWritten(text, error.problems))
        return Json(DeckWritten(text))

    async def attempt(self, request: Request) -> Response:
        asked = await self._asked(request, TryDeck)
        if isinstance(asked, Response):
            return asked
        trial = Trial(self._written(asked.game, asked.deck), asked.games)
        if not self._trials.take(self._clock()):
            raise Refusal("flood")
        async with self._turns.turn():
            ended = await run("taphouse.server.playtesting", msgspec.msgpack.encode(trial), TIMEOUT)
        if not ended.output:
            log.warning("a deck was not tried", extra={"why": ended.why})
            if ended.why == TOO_SLOW:  # the machine is busy: no fault of the deck
                raise Refusal("flood")
            raise Refusal("bad-deck", "it takes too much time or memory")
        return Json(msgspec.msgpack.decode(ended.output, type=Tried))

    async def qr(self, request: Request) -> Response:
        """The link of a deck. It opens the house with the deck, and no other server ever sees it."""
        asked = await self._asked(request, ReadDeck)
        if isinstance(asked, Response):
            return asked
        try:
            text = tidy(opened(self._shelf, asked.text))
        except NotADeck as error:
            raise Refusal("bad-deck", str(error)[:200]) from error
        link = f"{self._address.for_friends_of(request)}/{link_of(text)}"
        if len(link) > LONGEST_LINK:
            return refusal_response(Refusal("bad-deck", f"a link of more than {LONGEST_LINK} bytes"), 413)
        return self._qr.answer(link, request)

    async def of_house(self, request: Request) -> Response:
        """The decks that the house has for everybody."""
        return Json(self._of_house if self._allowed != "off" else ())

    async def of_table(self, request: Request) -> Response:
        """The text of the deck that a table plays with; `?player=3`: of the one that a player offers."""
        room = await self._lookup.requested_room(request)
        player = request.query_params.get("player", "")
        is_number = player.isdecimal() and len(player) < 10
        deck = room.offers.get(int(player)) if is_number else room.deck if not player else None
        if deck is None:
            return refusal_response(Refusal("no-decks"), 404)
        return PlainTextResponse(deck.text)

    async def _asked(self, request: Request, kind: type[T]) -> T | Response:
        """The body of a request; or why it is refused."""
        if not is_same_origin(request.headers.get("origin"), request.headers.get("host"), self._address.url):
            return refusal_response(Refusal("bad-message", "another site's page"), 403)
        if self._allowed == "off":
            raise Refusal("no-decks")
        if not self._reads.take(network_of(request.client.host if request.client else ""), self._clock()):
            raise Refusal("flood")
        return await read_json(request, msgspec.json.Decoder(kind).decode, LONGEST)

    def _written(self, game: str, deck: msgspec.Raw) -> str:
        try:
            decks = decks_at(self._shelf, game)
            typed: Deck = msgspec.json.decode(deck, type=decks.kind)
        except NotADeck as error:
            raise Refusal("no-decks", game) from error
        except (ValueError, RecursionError) as error:
            raise Refusal("bad-message", str(error)) from error
        return write_deck(decks, game, typed)
