"""The published schemas as validators."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import fastjsonschema
import msgspec

from taphouse.server.asyncapi import document
from tests.shelf import SHELF


@cache
def published() -> Any:
    """The document as a client gets it."""
    return msgspec.json.decode(msgspec.json.encode(document(SHELF)))


@cache
def fits(name: str) -> Callable[[Any], Any]:
    """A validator: raises `fastjsonschema.JsonSchemaException` for a value that does not fit the schema."""
    components = {"components": {"schemas": published()["components"]["schemas"]}}
    check: Callable[[Any], Any] = fastjsonschema.compile(
        {"allOf": [{"$ref": f"#/components/schemas/{name}"}], **components}, use_default=False
    )
    return check
