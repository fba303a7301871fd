"""The built client: how many files a page asks for."""

import re

from taphouse.server.pages import STATIC
from tests.shelf import SHELF

IMPORTED = re.compile(r'(?:from|import)"\./([^"]+\.js)"')


def scripts(names):
    """These scripts and all that they import."""
    found, waiting = set(), list(names)
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += IMPORTED.findall((STATIC / "assets" / name).read_text())
    return found


def test_a_board_takes_two_scripts_beyond_the_first_page():
    first = scripts(re.findall(r'assets/([^"]+\.js)', (STATIC / "index.html").read_text()))
    boards = [path.name for path in (STATIC / "assets").glob("Board-*.js")]
    assert len(boards) == len(SHELF)
    for board in boards:
        assert len(scripts([board]) - first) <= 2, scripts([board]) - first
