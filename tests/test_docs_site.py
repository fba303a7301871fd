"""The documentation site is complete, and nothing on it is loaded from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.shelf import SHELF
from tools.docs import site


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target: Path = tmp_path_factory.mktemp("site") / "docs"
    site.build(target)  # strict: ends the process with an error if a link or an anchor leads nowhere
    return target


def test_every_page_of_the_project_is_on_the_site(built: Path) -> None:
    for path, _ in site.pages():
        assert (built / path.replace("README.md", "index.md")).with_suffix(".html").is_file(), path


def test_pages_load_nothing_from_elsewhere(built: Path) -> None:
    for page in built.rglob("*.html"):
        loaded = re.findall(
            r'<(?:link|script|img|source|iframe)\b[^>]*?(?:src|srcset|href)="([^"]+)', page.read_text()
        )
        assert [address for address in loaded if re.match(r"(https?:)?//", address)] == [], page
    for sheet in built.rglob("*.css"):
        assert not re.search(r"url\(\s*['\"]?(https?:)?//", sheet.read_text()), sheet


def test_the_search_finds_every_game_and_every_message(built: Path) -> None:
    found = (built / "search.json").read_text()
    for word in [*SHELF, "hello", "painted"]:
        assert word in found


def test_the_page_of_a_game_has_its_options_and_its_rules(built: Path) -> None:
    page = (built / "play" / "snap-clap-tap.html").read_text()
    assert "3 deals, 1 deal, 2 deals, 5 deals" in page  # the usual value first
    assert '<ol start="4">' in page  # a rule keeps its number


def test_a_page_without_a_place_is_listed_in_the_section_of_its_folder() -> None:
    known = {path for path, _ in site.pages()}
    sections = site.navigation({*known, "operating/new.md", "new.md"}).splitlines()
    (run,) = (line for line in sections if '"Run" =' in line)
    (host,) = (line for line in sections if '"Host" =' in line)
    assert '"operating/new.md"]' in run
    assert '"new.md"]' in host


def test_a_link_to_a_file_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(site.BrokenLink, match=r"docs/a\.md: missing\.webp"):
        site.with_links_of_the_site("docs/a.md", "![A picture](missing.webp)")


def test_links_lead_to_the_place_on_the_site() -> None:
    text = "[a](../CONTRIBUTING.md#style) [`b`](../tools/frames.py) [c](https://example.org) [d](#here)"
    assert site.with_links_of_the_site("docs/operating/x.md", text.replace("../", "../../")) == (
        "[a](../contributing.md#style) `b` [c](https://example.org) [d](#here)"
    )


def test_what_belongs_to_an_item_of_a_list_is_indented_by_four_spaces() -> None:
    text = "1. one\n\n   ```sh\n   ls\n     x\n   ```\n- two\n  more\n\nafter"
    assert site.with_wide_lists(text) == (
        "1. one\n\n    ```sh\n    ls\n      x\n    ```\n- two\n    more\n\nafter"
    )
