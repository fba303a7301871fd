"""What is said over a table's WebSocket, described for machines, from the types it is made of."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from taphouse import __version__
from taphouse.house import wire

CHANNEL = "#/channels/table"
UP, DOWN = get_args(wire.Up), get_args(wire.Down)


def document() -> dict[str, Any]:
    """AsyncAPI 3.0, from the house's own side: it receives what browsers send."""
    kinds = (*UP, *DOWN)
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Taphouse, at a table",
            "version": __version__,
            "description": (
                f"Each message is one JSON text frame; `hello` comes first, with `v` {wire.VERSION}."
                " `act`, `view` and `news` are the game's own: the `wire.ts` in its folder has their types."
            ),
        },
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/ws/{code}",
                "parameters": {"code": {"description": "Four letters; case does not matter."}},
                "messages": {_name(kind): {"$ref": f"#/components/messages/{_name(kind)}"} for kind in kinds},
            }
        },
        "operations": {
            "hear": _operation("receive", "What a browser may say.", UP),
            "tell": _operation("send", "What the house says.", DOWN),
        },
        "components": {
            "messages": {
                _name(kind): {"payload": schema} for kind, schema in zip(kinds, schemas, strict=True)
            },
            "schemas": components,
        },
    }


def _operation(action: str, does: str, kinds: tuple[Any, ...]) -> dict[str, Any]:
    return {
        "action": action,
        "summary": does,
        "channel": {"$ref": CHANNEL},
        "messages": [{"$ref": f"{CHANNEL}/messages/{_name(kind)}"} for kind in kinds],
    }


def _name(kind: Any) -> str:
    return str(kind.__name__)
