"""The languages of a real house, over HTTP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.toys import OTHER_TOY, TOY

pytestmark = pytest.mark.anyio


async def test_a_running_house_offers_a_language_that_is_put_into_its_folder(
    house: Any, tmp_path: Path
) -> None:
    before = {language["code"] for language in (await house.http.get("/api/languages")).json()}
    folder = tmp_path / "languages" / "tlh"
    folder.mkdir(parents=True)
    (folder / "app.json").write_text(json.dumps({"language.name": "tlhIngan Hol", "yes": "HIja’"}), "utf-8")
    (folder / f"{TOY}.md").write_text("# wIlpu’\n", "utf-8")

    after = (await house.http.get("/api/languages")).json()

    assert before == {language["code"] for language in after} - {"tlh"}
    assert (await house.http.get("/api/languages/tlh")).json()["words"]["yes"] == "HIja’"
    assert (await house.http.get(f"/api/languages/tlh/{TOY}/rules")).text == "# wIlpu’\n"
    assert (await house.http.get(f"/api/languages/tlh/{OTHER_TOY}/rules")).text.startswith("# Lamps")


@pytest.mark.parametrize(
    "path",
    ["tlh", f"tlh/{TOY}", "fr/no-game", "fr/app", "fr/no-game/rules", "..%2F..%2Fetc", "fr/..%2Fpasswd"],
)
async def test_an_unknown_language_or_game_is_not_found(house: Any, path: str) -> None:
    assert (await house.http.get(f"/api/languages/{path}")).status_code == 404


@pytest.mark.parametrize("path", ["/api/languages/fr", "/api/games", "/api/openapi.json"])
async def test_texts_are_compressed_and_not_sent_again_to_a_browser_that_has_them(
    house: Any, path: str
) -> None:
    first = await house.http.get(path, headers={"accept-encoding": "gzip"})
    again = await house.http.get(path, headers={"if-none-match": first.headers["etag"]})

    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    assert (again.status_code, again.content) == (304, b"")


async def test_a_rulebook_is_never_sent_as_html(house: Any) -> None:
    answer = await house.http.get(f"/api/languages/fr/{TOY}/rules")

    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"
