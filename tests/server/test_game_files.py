"""The files of games from other packages."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware

from taphouse.server.game_files import GameFileRoutes, GameFiles
from taphouse.server.pages import SecurityHeaders
from taphouse.server.proxies import BehindProxy, Proxies
from taphouse.shelf import Shelf, Shelved
from tests.shelf import SHELF

pytestmark = pytest.mark.anyio


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    game = tmp_path / "quick_draw"
    for name, text in {
        "web/board.js": "export default 1;" + " " * 2_000,
        "web/sound/bang.mp3": "bang",
        "web/notes.txt": "of no use to a page",
        "art/sign.svg": "<svg/>",
        "lesson.json": "{}",
        "rules.py": "a secret",
    }.items():
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text(text)
    (tmp_path / "outside.js").write_text("a secret")
    (game / "web/link.js").symlink_to(tmp_path / "outside.js")
    return game


@pytest.fixture
def routes(folder: Path) -> GameFileRoutes:
    return GameFileRoutes(
        Shelf({"quick-draw": Shelved(next(iter(SHELF.values())), folder, "quick-draw 0.1")})
    )


@pytest.fixture
def http(routes: GameFileRoutes) -> httpx.AsyncClient:
    return opened(routes, Proxies())


def opened(routes: GameFileRoutes, proxies: Proxies) -> httpx.AsyncClient:
    middleware = [Middleware(BehindProxy, proxies), Middleware(SecurityHeaders)]
    app = Starlette(routes=routes.routes, middleware=middleware)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://pub.example")


async def test_a_board_is_served_as_a_script_that_browsers_keep(
    http: httpx.AsyncClient, routes: GameFileRoutes
) -> None:
    answer = await http.get(f"/{routes.of['quick-draw'].place}web/board.js")

    assert answer.status_code == 200
    assert answer.text.startswith("export default 1;")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("left_by_the_proxy", ["", "/games"])
async def test_a_board_is_found_under_the_path_of_the_documented_proxies(
    routes: GameFileRoutes, left_by_the_proxy: str
) -> None:
    http = opened(routes, Proxies(url="http://pub.example/games/"))
    answer = await http.get(f"{left_by_the_proxy}/{routes.of['quick-draw'].place}web/board.js")
    assert answer.status_code == 200


def test_only_what_pages_use_is_served(routes: GameFileRoutes) -> None:
    assert set(routes.of["quick-draw"].names) == {
        "art/sign.svg",
        "lesson.json",
        "web/board.js",
        "web/sound/bang.mp3",
    }


@pytest.mark.parametrize(
    "path",
    [
        "rules.py",
        "web/notes.txt",
        "web/link.js",
        "../outside.js",
        "web/../rules.py",
        "web/%2e%2e/rules.py",
        "/etc/passwd",
        "",
    ],
)
async def test_no_other_file_of_the_package_or_of_the_computer_can_be_asked_for(
    http: httpx.AsyncClient, routes: GameFileRoutes, path: str
) -> None:
    answer = await http.get(f"/{routes.of['quick-draw'].place}{path}")
    assert answer.status_code in (307, 404)
    assert "secret" not in answer.text


def test_the_address_of_a_file_changes_with_the_files(folder: Path) -> None:
    before = GameFiles("quick-draw", folder).place
    assert GameFiles("quick-draw", folder).place == before

    (folder / "web/board.js").write_text("export default 2;")

    assert GameFiles("quick-draw", folder).place != before


def test_our_own_games_have_no_files_beside_the_built_client() -> None:
    assert GameFileRoutes(SHELF).of == {}
