"""Every command in the documents is one that its program accepts.

Those for hosts are run by tests/packaging/documented_commands.py, which is part of `make arrival`.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from taphouse import cli

ROOT = Path(__file__).resolve().parents[1]
TOP = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "bench/README.md")]
ELSEWHERE = ROOT / "docs/game-in-an-hour.md"  # test_game_in_an_hour.py runs its commands
PAGES = [*TOP, *(ROOT / "docs").rglob("*.md")]
PAGES.remove(ELSEWHERE)
SCRIPTS = json.loads((ROOT / "package.json").read_text())["scripts"]
PROGRAMS = {"taphouse", "make", "npm", "python", "pytest", "ruff", "mypy", "lint-imports"}
FOREIGN = {
    "pip",
    "python3",
    "cp",
    "systemctl",
    "docker",
    "podman",
    "mmdebstrap",
    "nats-server",
    "apt",
    "echo",
}
FOREIGN |= {".", "nmcli", "sysctl", "ip", "grep"}
PLACEHOLDERS = {"COMMAND": "serve", "GAME": "tip-tap"}
FENCE = re.compile(r"^```sh\n(.*?)^```", flags=re.MULTILINE | re.DOTALL)
SETTING = re.compile(r"[A-Z_]+=")


def words_of(line: str) -> list[str]:
    """The command of a line, without comment, `sudo` and settings before it."""
    words = shlex.split(line, comments=True)
    while words and (words[0] == "sudo" or SETTING.match(words[0])):
        del words[0]
    return words


def in_blocks(text: str) -> Iterator[str]:
    for block in FENCE.findall(text):
        yield from (line.strip() for line in block.splitlines() if words_of(line))


def in_sentences(text: str) -> Iterator[str]:
    """Inline code that begins with a program of this project, and says more than its name."""
    for code in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text):
        program, _, more = re.sub(r"^([A-Z_]+=\S+ |\.venv/bin/)", "", code).partition(" ")
        if program in PROGRAMS and more:
            yield code


WRITTEN = sorted({shlex.join(words_of(line)) for page in PAGES for line in in_blocks(page.read_text())})
NAMED = {shlex.join(words_of(code)) for page in PAGES for code in in_sentences(page.read_text())}


def program_of(line: str) -> str:
    return words_of(line)[0].removeprefix(".venv/bin/").removeprefix("/opt/taphouse/bin/")


@pytest.mark.parametrize("line", WRITTEN)
def test_every_line_of_a_command_block_begins_with_a_known_program(line: str) -> None:
    assert program_of(line) in PROGRAMS | FOREIGN


@pytest.mark.parametrize("line", sorted(line for line in {*WRITTEN, *NAMED} if program_of(line) in PROGRAMS))
def test_a_command_in_the_documents_is_accepted_by_its_program(line: str) -> None:
    program, words = program_of(line), words_of(line)[1:]
    if program == "taphouse":
        accepts(words)
    elif program == "make":
        subprocess.run(["make", "--dry-run", *words], cwd=ROOT, check=True, capture_output=True)
    elif program == "npm":
        assert words[-1] in SCRIPTS
    elif program == "python":
        assert find_spec(words[1]) if words[0] == "-m" else (ROOT / words[0]).is_file()
    else:
        assert (Path(sys.executable).parent / program).is_file()
        assert [word for word in words if "/" in word and not (ROOT / word).exists()] == []


def accepts(words: list[str]) -> None:
    """A command alone is only named: its help is asked for. Help ends early, without an error."""
    words = [PLACEHOLDERS.get(word, word) for word in words]
    if len(words) == 1 or "--help" in words or "--version" in words:
        with pytest.raises(SystemExit, match=r"^0$"):
            cli.parsed([*words, "--help"])
    else:
        cli.parsed(words)
