"""What the HTTP side says, and how much of what is said to it is read."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from taphouse.house import wire
from taphouse.house.room import Refusal

STATUS: dict[wire.Why, int] = {
    "flood": 429,
    "no-such-table": 404,
    "no-replay": 404,
    "not-kept": 503,
    "restarting": 503,
}


class Json(Response):
    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


def sorry(refusal: Refusal, status: int | None = None) -> Response:
    return Json(
        {"why": refusal.why, "detail": refusal.detail},
        STATUS.get(refusal.why, 400) if status is None else status,
    )


async def refused(request: Request, refusal: Exception) -> Response:
    """The answer to whatever a request was refused for."""
    assert isinstance(refusal, Refusal)
    return sorry(refusal)


async def body_of(request: Request, longest: int) -> bytes | None:
    """The whole body; `None` as soon as it is too long."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > longest:
            return None
    return bytes(body)
