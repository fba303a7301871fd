"""Serves the client's pages from the built files in the package."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STATIC = Path(__file__).parent / "static"
PAGES = (
    "/",
    "/t/{rest:path}",
    "/decks",
    "/decks/{rest:path}",
    "/rules/{rest:path}",
    "/house",
    "/replay",
    "/trust",
    "/tv",
    "/tv/{rest:path}",
)  # one page for all: the client reads the address itself
NOT_PAGES = (
    "/api/",
    "/assets/",
    "/game-files/",
    "/kit/",
    "/ws/",
)  # programs ask for these: they get a plain 404

COMPRESSED = {"br": ".br", "gzip": ".gz"}  # the smaller first

# of client/start.js, the one script inside the page
START = "sha256-xjpsPjC8KLCPxjQFTIPWS2EvH7PnSYVL1Lrk4GzqStU="
# of the import map that client/vite/kit.ts writes into the page
IMPORT_MAP = "sha256-X0XNb/lBtfzkUnp/3yWZv7zH53o18F70iq8LiRrBJUU="

POLICY = "; ".join(
    [
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # pieces are placed by style attributes
        "object-src 'none'",
        "base-uri 'self'",  # the page's `<base>` is the path of the house
        "form-action 'self'",
    ]
)
HOST = re.compile(r"[A-Za-z0-9.:\[\]_-]{1,255}")
BASE = '<base href="/" />'

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Taphouse</title>
<h1>Taphouse</h1>
<p>The house is open, but its pages are not built yet: <code>npm ci && npm run build</code></p>
<p lang="fr">La maison est ouverte, mais ses pages ne sont pas encore construites :
<code>npm ci && npm run build</code></p>
</html>
"""


def routes(static: Path = STATIC, more: Sequence[str] = ()) -> list[BaseRoute]:
    """These routes come last: they match every remaining address. `more`: further addresses of the page."""
    index = static / "index.html"

    async def page(request: Request) -> Response:
        if not index.exists():
            return HTMLResponse(NOT_BUILT, 503)
        return the_page(index, request.scope, 200)

    return [
        *[Route(path, page) for path in (*PAGES, *more)],
        Mount("/", Files(directory=static, check_dir=False)),
    ]


class Files(StaticFiles):
    """Serves the built files; at an unknown address the client's page says that nothing is there."""

    async def check_config(self) -> None:
        """Skips the check of the folder: before a build it does not exist, which is a 404 and no error."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            answer = await super().get_response(path, scope)
        except HTTPException as missing:
            index = Path(str(self.directory)) / "index.html"
            if missing.status_code != 404 or scope["path"].startswith(NOT_PAGES) or not index.exists():
                raise
            return the_page(index, scope, 404)
        if isinstance(answer, FileResponse):
            return precompressed(answer, Headers(scope=scope).get("accept-encoding", ""))
        return answer


def the_page(index: Path, scope: Scope, status: int) -> Response:
    """The client's page, which knows the path of the house from its `<base>`."""
    if prefix := scope["prefix"]:
        return HTMLResponse(index.read_text("utf-8").replace(BASE, f'<base href="{prefix}/" />', 1), status)
    accepted = Headers(scope=scope).get("accept-encoding", "")
    return precompressed(FileResponse(index, status), accepted)


def precompressed(answer: FileResponse, accepted: str) -> Response:
    """Returns the compressed copy of a file if the build made one and the browser accepts it."""
    for coding, ending in COMPRESSED.items():
        compressed = Path(f"{answer.path}{ending}")
        if coding in accepted and compressed.exists():
            headers = {"content-encoding": coding, "vary": "accept-encoding"}
            return FileResponse(compressed, answer.status_code, media_type=answer.media_type, headers=headers)
    return answer


class SecurityHeaders:
    """Middleware: sets the security and cache headers of every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_page = headers.get("content-type", "").startswith("text/html")
                headers["content-security-policy"] = policy(scope, is_page)
                headers["x-content-type-options"] = "nosniff"
                headers["referrer-policy"] = "same-origin"
                headers["cache-control"] = cache_control(scope["path"], message["status"], "etag" in headers)
            await send(message)

        await self._app(scope, receive, answer)


def policy(scope: Scope, is_page: bool) -> str:
    """The Content-Security-Policy. That of a page names its one script and the address of its sockets."""
    framing = "frame-ancestors " + ("'self'" if scope["is_framed"] else "'none'")
    if not is_page:
        return f"{POLICY}; {framing}"
    host = Headers(scope=scope).get("host", "")
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""  # to old TVs 'self' has none
    return f"{POLICY}; script-src 'self' '{START}' '{IMPORT_MAP}'; connect-src 'self'{sockets}; {framing}"


def cache_control(path: str, status: int, has_etag: bool) -> str:
    if path.startswith(("/assets/", "/game-files/")) and status < 400:
        return "public, max-age=31536000, immutable"  # addresses contain a hash of the content
    # no-cache: the browser keeps it, and asks each time whether it is still the same
    return "no-cache" if has_etag or not path.startswith("/api/") else "no-store"
