"""Answers phones on the house's own hotspot, whose name server leads every name to the house.

A phone that joins a WiFi asks a known address whether that is the internet (a probe). Any other answer opens
the system's sign-in sheet, which is no place to play in: iPhones allow it no WebSocket, and others close it.
So the sheet shows one page that says where the house is. After its button was pressed, the phone's probes get
the answer that they hope for: otherwise it leaves the WiFi, or sends the browser over the mobile network.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from taphouse.core import SECOND, Time
from taphouse.languages import APP, SOURCE, Languages, phrase

from .address import Address

PAGE = "/hotspot"
EVENING = 12 * 3_600 * SECOND  # after that, a phone with the same address is probably another one
MOST = 1_000  # phones that are remembered

APPLE = b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
FIREFOX = b'<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
NETWORK_MANAGER = b"NetworkManager is online\n"
PROBES: dict[str, tuple[str, bytes]] = {
    "/generate_204": ("", b""),  # Android, ChromeOS
    "/gen_204": ("", b""),
    "/hotspot-detect.html": ("text/html", APPLE),
    "/library/test/success.html": ("text/html", APPLE),
    "/connecttest.txt": ("text/plain", b"Microsoft Connect Test"),
    "/ncsi.txt": ("text/plain", b"Microsoft NCSI"),
    "/nm": ("text/plain", NETWORK_MANAGER),  # Debian
    "/check_network_status.txt": ("text/plain", NETWORK_MANAGER),  # GNOME
}
"""By path: the media type and the content that mean "internet"; without a type, status 204."""
BROWSER_PROBES: dict[str, tuple[str, bytes]] = {
    "/success.txt": ("text/plain", b"success\n"),
    "/canonical.html": ("text/html", FIREFOX),
}
"""Firefox asks too. It always gets what it hopes for: the system has shown its sheet already."""
BROWSER_OPENED = "/redirect"  # Windows opens the usual browser here, which is a place to play in

HTML = """<!doctype html>
<html lang="{language}" dir="{direction}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Taphouse</title>
<style>
body {{ max-width: 28em; margin: 0 auto; padding: 1.5em; background: #d3e4d2; color: #0f2b27;
  font: 1.125rem/1.5 system-ui, sans-serif }}
p {{ margin: 0 0 1em }}
b {{ display: block; font-size: 1.25em; overflow-wrap: anywhere }}
button {{ width: 100%; min-height: 3em; border: 2px solid #11181f; border-radius: .75em; background: #ffc43d;
  color: #11181f; font: inherit; font-weight: 700 }}
</style>
<h1>Taphouse</h1>
{content}
</html>
"""


class Welcomed:
    """The phones whose sheet has done its work. Time is an argument."""

    def __init__(self) -> None:
        self._until: dict[str, Time] = {}

    def add(self, caller: str, now: Time) -> None:
        self._until.pop(caller, None)
        self._until[caller] = now + EVENING
        if len(self._until) > MOST:
            del self._until[next(iter(self._until))]

    def has(self, caller: str, now: Time) -> bool:
        return self._until.get(caller, now) > now


class HotspotPage:
    """The page in the sheet. It is plain HTML: some sheets run no script."""

    def __init__(
        self, address: Address, languages: Languages, welcomed: Welcomed, clock: Callable[[], Time]
    ) -> None:
        self._address, self._languages, self._welcomed = address, languages, welcomed
        self._clock = clock

    @property
    def routes(self) -> list[Route]:
        return [Route(PAGE, self.show), Route(PAGE, self.stay, methods=["POST"])]

    async def show(self, request: Request) -> Response:
        return self._page(request, "hotspot.line", has_button=True)

    async def stay(self, request: Request) -> Response:
        self._welcomed.add(request.client.host if request.client else "", self._clock())
        return self._page(request, "hotspot.done", has_button=False)

    def _page(self, request: Request, key: str, has_button: bool) -> Response:
        language = preferred(request.headers.get("accept-language", ""), self._languages.codes())
        words = {key: escape(text) for key, text in self._languages.words(language, APP).items()}
        place = f"<b>{escape(self._address.for_friends())}</b>"
        content = f"<p>{phrase(words[key], address=place)}</p>"
        if has_button:
            content += f'<form method="post"><button>{words["hotspot.stay"]}</button></form>'
        return HTMLResponse(
            HTML.format(language=language, direction=words["language.direction"], content=content)
        )


class Hotspot:
    """Middleware: answers requests for other hosts, and leaves the house's own alone."""

    def __init__(self, app: ASGIApp, address: Address, welcomed: Welcomed, clock: Callable[[], Time]) -> None:
        self._app, self._address, self._welcomed, self._clock = app, address, welcomed, clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._app
        if self._address.is_foreign(Headers(scope=scope).get("host", "")):
            answer = self._answer(scope["path"], scope["client"][0] if scope["client"] else "")
        await answer(scope, receive, send)

    def _answer(self, path: str, caller: str) -> Response:
        now = self._clock()
        if path == BROWSER_OPENED:
            self._welcomed.add(caller, now)
        is_welcomed = self._welcomed.has(caller, now)
        hoped_for = BROWSER_PROBES.get(path) or (PROBES.get(path) if is_welcomed else None)
        if hoped_for is None:
            return RedirectResponse(self._address.for_friends() + ("/" if is_welcomed else PAGE), 302)
        media_type, content = hoped_for
        return Response(content, media_type=media_type) if media_type else Response(status_code=204)


def preferred(accepted: str, codes: Sequence[str]) -> str:
    """The first language of an `Accept-Language` header that the house has; browsers list the best first."""
    for part in accepted.split(","):
        wanted = part.partition(";")[0].strip().lower()
        for code in codes:
            if code.lower() in (wanted, wanted.partition("-")[0]):
                return code
    return SOURCE
