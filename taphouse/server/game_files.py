"""Serves the files of games from other packages: built boards, drawings, lessons, pictures of rules."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from taphouse.shelf import Shelf

from .http import encoded

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
SINGLE = ("lesson.json", "pictures.json", "art/sign.svg")
FOLDER = "web"  # what a game builds for the pages
LARGEST = 16 * 1024 * 1024  # bytes of all files of a game


class GameFiles:
    """The files of one game, read once. No other path of its package can be asked for."""

    def __init__(self, slug: str, folder: Path) -> None:
        self._files = dict(_files(folder))
        if sum(map(len, self._files.values())) > LARGEST:
            raise ValueError(f"the files of the game {slug} are larger than {LARGEST // 2**20} MB")
        digest = sha256()
        for path, content in self._files.items():
            digest.update(f"{path} {len(content)}\n".encode() + content)
        self.place = f"game-files/{slug}/{digest.hexdigest()[:16]}/"
        """Where they are served, below the house. It changes with their content."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._files)

    def get(self, path: str) -> bytes | None:
        return self._files.get(path)


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Links may not lead out of the folder: what they lead to would be sent to everybody."""
    inside = folder.resolve()
    for file in sorted([*(folder / name for name in SINGLE), *(folder / FOLDER).rglob("*")]):
        if file.is_file() and file.suffix in KINDS and file.resolve().is_relative_to(inside):
            yield file.relative_to(folder).as_posix(), file.read_bytes()


class GameFileRoutes:
    def __init__(self, shelf: Shelf) -> None:
        self.of = {slug: GameFiles(slug, shelf.folder(slug)) for slug in shelf.foreign}
        self._by_place = {files.place: files for files in self.of.values()}

    @property
    def routes(self) -> list[Route]:
        return [Route("/game-files/{slug}/{version}/{path:path}", self.file)]

    async def file(self, request: Request) -> Response:
        slug, version, path = (request.path_params[name] for name in ("slug", "version", "path"))
        files = self._by_place.get(f"game-files/{slug}/{version}/")
        content = files.get(path) if files else None
        if content is None:
            return PlainTextResponse("no such file of a game", 404)
        return encoded(request, content, KINDS[Path(path).suffix])
