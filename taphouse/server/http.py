"""JSON responses, refusals as responses, and reading a body with a limit."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from taphouse.house import wire
from taphouse.house.room import Refusal

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


def refusal_response(refusal: Refusal, status: int | None = None) -> Response:
    return Json(
        {"why": refusal.why, "detail": refusal.detail},
        STATUS.get(refusal.why, 400) if status is None else status,
    )


async def handle_refusal(request: Request, refusal: Exception) -> Response:
    """Starlette's exception handler for `Refusal`."""
    assert isinstance(refusal, Refusal)
    return refusal_response(refusal)


async def read_body(request: Request, longest: int) -> bytes | None:
    """Reads the whole body; `None` as soon as it is too long."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > longest:
            return None
    return bytes(body)
