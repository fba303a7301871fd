"""The published schemas, compiled: they say of a value whether it fits."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import fastjsonschema
import msgspec

from taphouse.server.asyncapi import document


@cache
def published() -> Any:
    """The document as a client gets it."""
    return msgspec.json.decode(msgspec.json.encode(document()))


@cache
def fits(name: str) -> Callable[[Any], Any]:
    """Raises `fastjsonschema.JsonSchemaException` for whatever is not of this schema."""
    components = {"components": {"schemas": published()["components"]["schemas"]}}
    check: Callable[[Any], Any] = fastjsonschema.compile(
        {"allOf": [{"$ref": f"#/components/schemas/{name}"}], **components}, use_default=False
    )
    return check
