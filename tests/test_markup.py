"""Pages show the names and answers of players as text, never as markup."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ("client", "taphouse/games")
MARKUP = re.compile(r"\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc")
OUR_OWN = {
    "client/parts/Icon.svelte",  # the house's own drawings
    "client/start.js",  # what the page shows without scripts, from the page itself
    "taphouse/games/tap_the_table/board/flights.ts",  # the same
}


def test_only_the_houses_own_drawings_are_inserted_as_markup():
    found = {
        str(path.relative_to(ROOT))
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".svelte", ".ts", ".js", ".html") and "node_modules" not in path.parts
        if MARKUP.search(path.read_text())
    }
    assert found == OUR_OWN
