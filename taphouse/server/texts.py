"""Serves the texts of every language: to pages as JSON, rulebooks as Markdown."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from taphouse.languages import Languages
from taphouse.table.room import Refusal

from .http import encoded, refusal_response

MARKDOWN = "text/markdown; charset=utf-8"


class TextRoutes:
    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/languages", self.all),
            Route("/api/languages/{language}", self.app),
            Route("/api/languages/{language}/{game}", self.game),
            Route("/api/languages/{language}/{game}/rules", self.rules),
        ]

    async def all(self, request: Request) -> Response:
        return encoded(request, msgspec.json.encode(self._languages.all()))

    async def app(self, request: Request) -> Response:
        texts = self._languages.app(request.path_params["language"])
        return unknown() if texts is None else encoded(request, msgspec.json.encode(texts))

    async def game(self, request: Request) -> Response:
        code, slug = request.path_params["language"], request.path_params["game"]
        if not self._has(code, slug):
            return unknown()
        return encoded(request, msgspec.json.encode(self._languages.words(code, slug)))

    async def rules(self, request: Request) -> Response:
        code, slug = request.path_params["language"], request.path_params["game"]
        text = self._languages.rulebook(code, slug) if self._has(code, slug) else None
        return unknown() if text is None else encoded(request, text.encode(), MARKDOWN)

    def _has(self, code: str, slug: str) -> bool:
        return slug in self._languages.parts[1:] and code in self._languages.codes()


def unknown() -> Response:
    return refusal_response(Refusal("bad-message", "no such language or game"), 404)
