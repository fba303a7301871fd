"""The AsyncAPI document of a table's WebSocket, generated from the message types."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from taphouse import __version__
from taphouse.core import all_events
from taphouse.shelf import Shelf
from taphouse.table import wire

from .admission import HELLO
from .schemas import PLACE, describe, structs

CHANNEL = "#/channels/table"
UP, DOWN = get_args(wire.Up), get_args(wire.Down)
OF_THE_GAME = {"act": "Acts", "view": "View", "news": "Events", "contest": "Contest"}
"""The fields that hold a game's own types, and the names of these types."""
LISTS = ("news",)
ONE_OF_THESE = "One of these, by its `type`."

GUIDE = """\
Each message is one JSON text frame: an object that has its kind in `type`.

1. Open a WebSocket to `/ws/CODE` and send `hello` with `v` {version} within {hello:g} seconds.
   `welcome` answers. Without a token you watch.
2. Send `sit` with a name. The next `welcome` has your `player` and a `token`.
   Keep the token: with it, `hello` gives you the same seat on a new connection.
3. `room` is the whole table. Your seat is your place in its `players`, counted from 0.
4. The host sends `start`. From then on each `update` brings the whole game: forget the one before.
5. To act in the game, send `do` with an act of that game. If the rules do not allow it, an update has
   `Refused` in its `news`; `sorry` says why any other message changed nothing.
6. To be judged fairly, send `painted` as soon as an update is on the screen. `do`, `painted` and `beat`
   have `at`: microseconds on a clock of your own that never goes back. Your play clock reads an update's
   `at` when that update is painted; it runs while the room is `playing` and not `paused`. Answer `ask`
   with a `beat` once your play clock is past its `past`. If an update's `beat` is set, send a `beat`
   at that interval, in microseconds, until the next update. Answer WebSocket pings at once, as libraries do.
7. The house sends `goodbye` before it closes a connection. If a connection is lost without it, reconnect
   with the token.

`act`, `view`, each of the `news` and the `contest` of a photo finish belong to the game that the latest
`room` names in `game`. If that is `{slug}`, their schemas are {named}; the same holds for every game."""


def document(shelf: Shelf) -> dict[str, Any]:
    """The AsyncAPI 3.0 document from the house's side: `receive` is what browsers send."""
    kinds = (*UP, *DOWN)
    payloads, schemas = describe(kinds)
    for cls in structs(*kinds):
        for field in msgspec.structs.fields(cls):
            if field.type in (msgspec.Raw, Any):
                properties = schemas[cls.__name__]["properties"]
                properties[field.encode_name] |= _of_the_game(shelf, field.encode_name)
    for slug, game in shelf.items():
        parts = [game.Acts, game.View, all_events(game), game.Contest]
        unions, found = describe(parts, f"{slug}.")
        schemas |= found
        for name, union in zip(OF_THE_GAME.values(), unions, strict=True):
            schemas.setdefault(f"{slug}.{name}", {"title": name, "description": ONE_OF_THESE, **union})
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Taphouse, at a table", "version": __version__, "description": _guide(shelf)},
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/ws/{code}",
                "parameters": {"code": {"description": "Four letters; case does not matter."}},
                "messages": {_name(kind): {"$ref": f"#/components/messages/{_name(kind)}"} for kind in kinds},
            }
        },
        "operations": {
            "receive": _operation("receive", "Messages from a browser.", UP),
            "send": _operation("send", "Messages from the house.", DOWN),
        },
        "components": {
            "messages": {
                _name(kind): {"name": kind.__struct_config__.tag, "payload": payload}
                for kind, payload in zip(kinds, payloads, strict=True)
            },
            "schemas": {name: _draft_07(schema) for name, schema in schemas.items()},
        },
    }


def _guide(shelf: Shelf) -> str:
    slug = next(iter(shelf))
    named = ", ".join(f"`{slug}.{name}`" for name in OF_THE_GAME.values())
    return GUIDE.format(version=wire.VERSION, hello=HELLO, slug=slug, named=named)


def _of_the_game(shelf: Shelf, field: str) -> dict[str, Any]:
    """The schema for any game; `anyOf`, because two games may have the same act."""
    places = [{"$ref": f"{PLACE}{slug}.{OF_THE_GAME[field]}"} for slug in shelf]
    return {"anyOf": [{"type": "array", "items": place} if field in LISTS else place for place in places]}


def _draft_07(schema: Any) -> Any:
    """The same schema in draft 07, as AsyncAPI 3.0 has it: a `$ref` allows no other keys beside it."""
    match schema:
        case {"prefixItems": items, "items": False, **rest}:
            return _draft_07({**rest, "items": items, "additionalItems": False})
        case {"anyOf": members, "discriminator": _, **rest}:
            return _draft_07({**rest, "oneOf": members})
        case {"$ref": place, **rest} if rest:
            return _draft_07({**rest, "allOf": [{"$ref": place}]})
        case dict():
            return {key: _draft_07(part) for key, part in schema.items()}
        case list() | tuple():
            return [_draft_07(part) for part in schema]
    return schema


def _operation(action: str, does: str, kinds: tuple[Any, ...]) -> dict[str, Any]:
    return {
        "action": action,
        "summary": does,
        "channel": {"$ref": CHANNEL},
        "messages": [{"$ref": f"{CHANNEL}/messages/{_name(kind)}"} for kind in kinds],
    }


def _name(kind: Any) -> str:
    return str(kind.__name__)
