"""The command blocks for hosts run as they stand. The network of its own that this takes needs root.

Left out: what is run by another test or target, and what opens more than one house (`ELSEWHERE`).
"""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from taphouse import cli
from taphouse.book.entries import Entry, Guest
from taphouse.house.book_file import BookFile
from tests.ended import ended, keep_table
from tests.networks import WAIT, computer, needs_networks
from tests.test_documented_commands import ROOT, in_blocks, words_of

__all__ = ["computer"]
pytestmark = needs_networks

PROGRAMS = Path(sys.executable).parent
DOCS = ROOT / "docs"
PAGES = [DOCS / "reverse-proxy.md", *sorted((DOCS / "operating").glob("*.md"))]
PREPARES = ("sysctl", "ip")  # they change only the network of this computer
ELSEWHERE = re.compile("--cluster nats:|bench soak|address add|/opt/")
"""Many machines, an hour, a WiFi card, systemd."""


def lines_of(page):
    """What a host types: commands of the house, and those that prepare the network for it."""
    typed = [line for line in in_blocks(page.read_text()) if not ELSEWHERE.search(line)]
    return [line for line in typed if Path(words_of(line)[0]).name in {"taphouse", *PREPARES}]


def opens_a_house(line):
    program, *words = words_of(line)
    return Path(program).name == "taphouse" and cli.parsed(words).run is cli.parsed(["serve"]).run


@pytest.fixture
def laptop(computer, tmp_path):
    """It has a WiFi of its own, a stored house with a book, and the programs of this clone."""
    laptop = computer("laptop")
    laptop.connect("wlan0", "10.42.0.1/24", laptop, "air", "")
    asyncio.run(keep_table(tmp_path / "data", "QUAY", ended("tip-tap", 3)))
    guest = Guest("a" * 20, "Anna", 1)
    BookFile(tmp_path / "data").add([Entry("first", 1, "QUAY", "tip-tap", (guest,))])
    (tmp_path / ".venv").symlink_to(PROGRAMS.parent)
    return laptop


@pytest.mark.timeout(600)
@pytest.mark.parametrize("page", [page for page in PAGES if lines_of(page)], ids=lambda page: page.stem)
def test_the_commands_of_a_page_run_one_after_the_other(page, laptop, tmp_path):
    settings = {
        "cwd": tmp_path,
        "env": {**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}:/usr/sbin", "HOME": str(tmp_path)},
        "stdout": subprocess.PIPE,
        "stderr": subprocess.STDOUT,
        "text": True,
        "encoding": "utf-8",
    }
    for line in lines_of(page):
        typed = line.removeprefix("sudo ")
        command = ["ip", "netns", "exec", laptop.name, "sh", "-c", f"exec {typed}"]
        with subprocess.Popen(command, **settings) as process:
            if opens_a_house(line):
                said = next((text for text in process.stdout if "://" in text), "")
                process.terminate()
                process.communicate(timeout=WAIT)
            else:
                said = process.communicate(timeout=WAIT)[0]
        print(f"{line}\n  {said.strip()[:200]}")
        assert process.returncode == 0, said
        assert said or not opens_a_house(line)
