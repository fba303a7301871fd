"""Checks every HTTP request first: it has exactly one host, and it is within the rate limit."""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from taphouse.core import Time
from taphouse.table.room import Refusal

from .address import is_one_host
from .http import refusal_response
from .limits import Buckets, Rate
from .table_lookup import network_of

REQUESTS = Rate(100, burst=2_000)  # a second of one address: a hundred phones make ten requests each
FILES = Rate(300, burst=30_000)  # of the pages, likewise: a new phone loads 300
UNLIMITED = "/healthz"  # a supervisor that gets no answer would end the house


class RequestLimits:
    """Middleware: refuses before the request is handled."""

    def __init__(self, app: ASGIApp, clock: Callable[[], Time]) -> None:
        self._app, self._clock = app, clock
        self._requests, self._files = Buckets(REQUESTS), Buckets(FILES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        hosts = Headers(scope=scope).getlist("host")
        if not is_one_host(hosts) and (hosts or scope["http_version"] != "1.0"):
            await refusal_response(Refusal("bad-message", "not one Host"))(scope, receive, send)
        elif not self._is_within_limit(scope):
            await refusal_response(Refusal("flood"))(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _is_within_limit(self, scope: Scope) -> bool:
        if scope["path"] == UNLIMITED:
            return True
        buckets = self._files if scope["path"].startswith("/assets/") else self._requests
        address = scope["client"][0] if scope["client"] else ""
        return buckets.take(network_of(address), self._clock())
