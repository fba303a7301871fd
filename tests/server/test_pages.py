"""The client's pages, built or not."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware

from taphouse.languages import package_codes
from taphouse.server.pages import BASE, IMPORT_MAP, START, STATIC, SecurityHeaders, routes
from taphouse.server.proxies import BehindProxy, Proxies

pytestmark = pytest.mark.anyio


@pytest.fixture
async def browser(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = Starlette(
        routes=routes(tmp_path), middleware=[Middleware(BehindProxy, Proxies()), Middleware(SecurityHeaders)]
    )
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://pub.example") as found:
        yield found


@pytest.fixture
def built(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets/app-1a2b.js").write_text("1")
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path / "index.html").write_text(f"{BASE}<title>the client</title>")


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/", "/t/QUAY", "/t/QUAY/table", "/rules/tip-tap"])
async def test_every_page_address_serves_the_clients_page(browser: httpx.AsyncClient, path: str) -> None:
    answer = await browser.get(path)
    assert answer.status_code == 200
    assert "the client" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("accepted", "coding"),
    [("gzip, deflate, br", "br"), ("gzip, deflate", "gzip"), ("identity", None)],
)
@pytest.mark.parametrize("path", ["/", "/assets/app-1a2b.js"])
async def test_the_smallest_compressed_copy_that_the_browser_accepts_is_sent(
    browser: httpx.AsyncClient, tmp_path: Path, path: str, accepted: str, coding: str | None
) -> None:
    for name in ("index.html", "assets/app-1a2b.js"):
        text = (tmp_path / name).read_bytes()
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text))
        (tmp_path / f"{name}.br").write_bytes(b"br")
    async with browser.stream("GET", path, headers={"accept-encoding": accepted}) as answer:
        assert answer.headers.get("content-encoding") == coding
        assert answer.headers["content-type"].startswith(("text/html", "text/javascript"))
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.usefixtures("built")
async def test_files_named_by_their_hash_are_cached_for_ever(browser: httpx.AsyncClient) -> None:
    assert "immutable" in (await browser.get("/assets/app-1a2b.js")).headers["cache-control"]
    assert (await browser.get("/icon.svg")).headers["cache-control"] == "no-cache"


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/assets/gone.js", "/nowhere", "/../pages.py", "/%2e%2e/pages.py"])
async def test_a_missing_file_is_answered_404_and_not_cached(browser: httpx.AsyncClient, path: str) -> None:
    answer = await browser.get(path)
    assert answer.status_code == 404
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.usefixtures("built")
async def test_an_unknown_page_address_serves_the_client_and_an_unknown_api_path_does_not(
    browser: httpx.AsyncClient,
) -> None:
    assert "the client" in (await browser.get("/nowhere")).text
    for path in ("/assets/gone.js", "/api/nothing"):
        assert "the client" not in (await browser.get(path)).text


async def test_a_house_without_pages_says_so_in_both_languages(browser: httpx.AsyncClient) -> None:
    answer = await browser.get("/")
    assert answer.status_code == 503
    assert "not built" in answer.text
    assert "pas encore construites" in answer.text


async def test_a_house_without_pages_has_no_assets(browser: httpx.AsyncClient) -> None:
    assert (await browser.get("/assets/app.js")).status_code == 404


@pytest.mark.usefixtures("built")
async def test_pages_may_not_load_from_other_sites_or_be_framed(
    browser: httpx.AsyncClient,
) -> None:
    headers = (await browser.get("/")).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/", "/t/QUAY", "/nowhere"])
async def test_a_page_behind_a_proxy_names_the_path_of_the_house(
    browser: httpx.AsyncClient, path: str
) -> None:
    answer = await browser.get(path, headers={"x-forwarded-prefix": "/x/y"})
    assert '<base href="/x/y/" />' in answer.text


@pytest.mark.usefixtures("built")
async def test_only_home_assistants_panel_may_frame_the_page(browser: httpx.AsyncClient) -> None:
    for name, framed in (("x-ingress-path", "'self'"), ("x-forwarded-prefix", "'none'")):
        headers = (await browser.get("/", headers={name: "/api/hassio_ingress/token"})).headers
        assert f"frame-ancestors {framed}" in headers["content-security-policy"]


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("host", "sockets"),
    [
        ("pub.example:8000", " ws://pub.example:8000 wss://pub.example:8000"),
        ("[::1]:8000", " ws://[::1]:8000 wss://[::1]:8000"),
        ("pub.example; script-src *", ""),
    ],
)
async def test_a_page_may_open_sockets_to_its_own_house_also_in_browsers_that_want_their_address(
    browser: httpx.AsyncClient, host: str, sockets: str
) -> None:
    rules = (await browser.get("/", headers={"host": host})).headers["content-security-policy"].split("; ")
    assert f"connect-src 'self'{sockets}" in rules
    assert len([rule for rule in rules if rule.startswith("script-src")]) == 1


def test_the_policy_allows_the_one_script_inside_the_built_page() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    [script] = re.findall("<script>(.*?)</script>", page, re.DOTALL)
    hashed = b64encode(sha256(script.encode()).digest()).decode()
    assert f"sha256-{hashed}" == START, "client/start.js changed: START in pages.py is its hash"


def test_the_policy_allows_the_import_map_of_the_built_page_and_each_of_its_files_was_built() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    [written] = re.findall('<script type="importmap">(.*?)</script>', page, re.DOTALL)
    hashed = b64encode(sha256(written.encode()).digest()).decode()
    assert f"sha256-{hashed}" == IMPORT_MAP, "client/vite/kit.ts changed: IMPORT_MAP in pages.py is its hash"
    places = json.loads(written)["imports"].values()
    assert [place for place in places if not (STATIC / place).is_file()] == []


def test_the_built_page_names_the_build_for_old_tvs_which_names_its_stylesheet() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    script = re.search(r'data-light="\./(assets/light-[^"]+\.js)"', page)
    assert script
    style = re.match(r'window\.lightBuild=\{"style":"([^"]+)"', (STATIC / script[1]).read_text("utf-8"))
    assert style
    assert (STATIC / style[1]).is_file()


def test_the_built_page_says_something_in_every_language_without_a_script() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    plain = re.search("<noscript>(.*)</noscript>", page)
    assert plain
    assert set(re.findall('<p lang="([a-z]+)">', plain[1])) == set(package_codes())
    assert '<img src="qr.svg"' in plain[1]


def test_the_built_page_has_the_base_that_the_house_replaces() -> None:
    assert (STATIC / "index.html").read_text("utf-8").count(BASE) == 1
