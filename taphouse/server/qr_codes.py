"""Draws links as QR codes, and limits how many one address may ask for."""

from __future__ import annotations

import io
from collections.abc import Callable

import segno
from starlette.requests import Request
from starlette.responses import Response

from taphouse.core import Time
from taphouse.table.room import Refusal

from .limits import Buckets, Rate
from .table_lookup import network_of

DRAWN = Rate(2, burst=40)  # QR codes a second for one address: each takes milliseconds
DRAWINGS = 500  # QR codes in the cache: a few hundred KB


class QrCodes:
    def __init__(self, clock: Callable[[], Time]) -> None:
        self._clock = clock
        self._drawn = Buckets(DRAWN)
        self._drawings: dict[str, bytes] = {}
        """By link."""

    def answer(self, link: str, request: Request) -> Response:
        drawing = self._drawings.get(link)
        if drawing is None:
            if not self._drawn.take(network_of(request.client.host if request.client else ""), self._clock()):
                raise Refusal("flood")
            drawing = self._drawings[link] = qr_svg(link)
            if len(self._drawings) > DRAWINGS:
                del self._drawings[next(iter(self._drawings))]
        return Response(drawing, media_type="image/svg+xml")


def qr_svg(link: str) -> bytes:
    """A QR code as SVG."""
    svg = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(svg, kind="svg", light="white", xmldecl=False, omitsize=True)
    return svg.getvalue()
