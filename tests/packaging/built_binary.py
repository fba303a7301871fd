"""The one file of `make binary` opens a house that can be played, on a computer without anything else."""

import os
import re
import subprocess
from pathlib import Path
from time import monotonic

import pytest

from tests.e2e.conftest import chromium, person
from tests.packaging.built import play
from tests.server.served import WAIT

__all__ = ["chromium", "person"]

PROGRAM = Path(__file__).resolve().parents[2] / "dist" / "taphouse"


class OneFile:
    """The program in an empty folder, with a home of its own and nothing else in its environment."""

    def __init__(self, home, *words, **environment):
        self.home, folder = home, home / "empty"
        folder.mkdir(parents=True)
        begun = monotonic()
        self.process = subprocess.Popen(
            [PROGRAM, "--host", "127.0.0.1", *words],
            cwd=folder,
            env={"HOME": str(home), "PATH": os.defpath, "LANG": "C.UTF-8", **environment},
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.url = next(found[0] for line in self.process.stdout if (found := re.search(r"http://\S+", line)))
        self.seconds = monotonic() - begun

    def stop(self):
        self.process.terminate()
        self.process.wait(WAIT)
        self.process.stdout.close()


@pytest.fixture
def house(tmp_path):
    house = OneFile(tmp_path / "home", "--port", "0")
    yield house
    house.stop()


def test_a_round_is_played_and_a_game_is_filmed(person, house):
    print(f"{PROGRAM.stat().st_size / 1e6:.1f} MB, open after {house.seconds:.1f} s")
    play(person, house)
    assert (house.home / ".local/share/taphouse/house.db").exists()
    assert list((house.home / "empty").iterdir()) == []


def test_the_browser_opens_once_for_each_start(tmp_path):
    # given a browser that notes what it opens and which libraries it is given
    os.mkfifo(noted := tmp_path / "noted")
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1 ${{LD_LIBRARY_PATH:-none}}" > {noted}\n')
    browser.chmod(0o755)
    screen = {"DISPLAY": ":0", "BROWSER": str(browser)}

    # when the house is opened, and then again because somebody forgot that it is open
    house = OneFile(tmp_path / "home", "--port", "0", **screen)
    try:
        first = noted.read_text()
        again = subprocess.run(
            [PROGRAM, "--host", "127.0.0.1", "--port", house.url.rpartition(":")[2]],
            env={"HOME": str(house.home), "PATH": os.defpath, **screen},
            capture_output=True,
            timeout=WAIT,
            check=False,
        )
        second = noted.read_text()
    finally:
        house.stop()

    # then both times the browser shows the one house, with the libraries of the system
    assert again.returncode == 0
    assert first == second == f"{house.url} none\n"


def test_the_other_commands_work_in_one_file_too(tmp_path):
    environment = {"HOME": str(tmp_path), "PATH": os.defpath}
    played = subprocess.run(
        [PROGRAM, "simulate", "tip-tap", "--games", "1"], env=environment, capture_output=True, check=False
    )
    assert played.returncode == 0, played.stderr
    assert played.stdout
