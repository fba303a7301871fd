"""JSON responses, compressed responses, refusals as responses, and reading a body with a limit."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from taphouse.table import wire
from taphouse.table.room import Refusal

T = TypeVar("T")

LEAST = 1024  # bytes: a smaller answer fits one packet anyway
STATUS: dict[wire.Why, int] = {
    "flood": 429,
    "no-such-screen": 404,
    "no-such-table": 404,
    "no-replay": 404,
    "not-kept": 503,
    "restarting": 503,
}


class Json(Response):
    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


def encoded(request: Request, body: bytes, media_type: str = Json.media_type) -> Response:
    """The body, compressed if the browser accepts that; nothing if the browser has it already."""
    headers = {"etag": f'"{sha256(body).hexdigest()[:16]}"', "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    if len(body) >= LEAST and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            _compressed(body), headers={**headers, "content-encoding": "gzip"}, media_type=media_type
        )
    return Response(body, headers=headers, media_type=media_type)


@lru_cache(256)
def _compressed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


def refusal_response(refusal: Refusal, status: int | None = None) -> Response:
    return Json(
        {"why": refusal.why, "detail": refusal.detail},
        STATUS.get(refusal.why, 400) if status is None else status,
    )


async def handle_refusal(request: Request, refusal: Exception) -> Response:
    """Starlette's exception handler for `Refusal`."""
    assert isinstance(refusal, Refusal)
    return refusal_response(refusal, 413 if isinstance(refusal, TooLong) else None)


class TooLong(Refusal):
    """The body of a request is longer than any that makes sense."""


async def read_json(request: Request, decode: Callable[[bytes], T], longest: int) -> T:
    """Reads a body of JSON; refused if it is too long or does not fit."""
    if (body := await read_body(request, longest)) is None:
        raise TooLong("bad-message", f"more than {longest} bytes")
    try:
        return decode(body)
    except (ValueError, RecursionError) as error:
        raise Refusal("bad-message", str(error)) from error


async def read_body(request: Request, longest: int) -> bytes | None:
    """Reads the whole body; `None` as soon as it is too long."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > longest:
            return None
    return bytes(body)
