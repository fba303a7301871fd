"""Where a house on somebody's own computer keeps its data, and when it opens a browser."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

import pytest

from taphouse.server.desktop import data_folder, has_screen, is_house
from tests.server.served import WAIT, Process, data, seen, started

__all__ = ["data", "started"]


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"HOME": "/home/ada"}, "/home/ada/.local/share/taphouse"),
        ("linux", {"HOME": "/home/ada", "XDG_DATA_HOME": "/big"}, "/big/taphouse"),
        ("darwin", {"HOME": "/Users/ada"}, "/Users/ada/Library/Application Support/Taphouse"),
        ("win32", {"LOCALAPPDATA": "/AppData/Local"}, "/AppData/Local/Taphouse"),
    ],
)
def test_the_one_file_keeps_its_data_where_the_system_keeps_a_persons_data(
    platform: str, environment: dict[str, str], folder: str
) -> None:
    assert data_folder(True, platform, environment) == Path(folder)


def test_an_installed_house_keeps_its_data_in_the_folder_it_is_started_in() -> None:
    assert data_folder(False) == Path("data")


def test_a_browser_is_opened_only_where_somebody_sees_it() -> None:
    assert has_screen("linux", {"DISPLAY": ":0"})
    assert has_screen("linux", {"WAYLAND_DISPLAY": "wayland-0"})
    assert has_screen("darwin", {})
    assert not has_screen("linux", {})
    assert not has_screen("linux", {"DISPLAY": ":0", "SYSTEMD_EXEC_PID": str(os.getpid())})


def test_a_house_is_told_from_another_program(started: list[Process], data: Path) -> None:
    started.append(house := Process(data, "--host", "127.0.0.1", "--port", "0"))
    assert is_house(int(house.address().rpartition(":")[2]))
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    assert not is_house(port)


def test_a_second_start_says_where_the_house_is_open(started: list[Process], data: Path) -> None:
    started.append(house := Process(data, "--host", "127.0.0.1", "--port", "0"))
    address = house.address()
    started.append(
        second := Process(data, "--host", "127.0.0.1", "--port", address.rpartition(":")[2], LANG="C.UTF-8")
    )
    assert second.process.wait(30) == 1
    assert second.process.stderr
    assert second.process.stderr.read() == f"Taphouse is already open on this computer: {address}\n"


def browser_that_notes(folder: Path, then: str = "") -> tuple[Path, Path]:
    """A browser, and the pipe that tells what it opens."""
    browser, noted = folder / "browser", folder / "noted"
    os.mkfifo(noted)
    browser.write_text(f'#!/bin/sh\necho "$1" > {noted}\n{then}\n')
    browser.chmod(0o755)
    return browser, noted


def test_a_second_start_opens_the_browser_if_it_may(
    started: list[Process], data: Path, tmp_path: Path
) -> None:
    # given a house, and a browser that notes what it opens
    started.append(house := Process(data, "--host", "127.0.0.1", "--port", "0"))
    address = house.address()
    browser, noted = browser_that_notes(tmp_path)

    # when it is started again
    port = address.rpartition(":")[2]
    words = ("--host", "127.0.0.1", "--port", port, "--browser", "open")
    started.append(second := Process(data, *words, BROWSER=str(browser)))

    # then the browser shows the open house
    assert noted.read_text() == f"{address}\n"
    assert second.process.wait(30) == 0


def test_a_house_answers_while_its_browser_is_open_and_keeps_its_words_out_of_the_terminal(
    started: list[Process], data: Path, tmp_path: Path
) -> None:
    # given a browser that complains, and returns only when it is closed
    os.mkfifo(tmp_path / "closed")
    browser, noted = browser_that_notes(
        tmp_path, then=f"echo no bus >&2\ntimeout {WAIT} cat {tmp_path / 'closed'}"
    )

    # when a house opens it
    words = ("--host", "127.0.0.1", "--port", "0", "--browser", "open")
    started.append(house := Process(data, *words, BROWSER=str(browser)))
    address = house.address()
    assert noted.read_text() == f"{address}\n"

    # then the house answers meanwhile, and its terminal has only its own words
    assert seen(f"{address}/healthz").text == "ok"
    (tmp_path / "closed").write_text("")
    assert house.stop(signal.SIGTERM) == (0, "")
