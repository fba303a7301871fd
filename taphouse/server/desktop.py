"""A house that a person starts on their own computer: its data folder, its browser, its second start."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

import msgspec

IS_ONE_FILE: bool = getattr(sys, "frozen", False)
"""True in the program that `make binary` makes: it needs no Python, and has no `python -m`."""
TIMEOUT = 2.0  # seconds that a house on this computer has for an answer
PORT = 8000
PORTS = range(PORT, PORT + 10)  # for the one file: a host who starts it with a click knows no ports


class HouseAnswer(msgspec.Struct):
    """The part of `/api/house` that no other program would answer."""

    version: str
    key: str


def data_folder(
    is_one_file: bool = IS_ONE_FILE,
    platform: str = sys.platform,
    environment: Mapping[str, str] = os.environ,
) -> Path:
    """A click starts the one file in any folder, so its data goes where the system keeps a person's data."""
    if not is_one_file:
        return Path("data")
    home = Path(environment.get("HOME") or Path.home())
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home) / "Taphouse"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Taphouse"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "taphouse"


def has_screen(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> bool:
    """False where nobody would see a browser: in a service of systemd, in a container, over SSH."""
    if environment.get("SYSTEMD_EXEC_PID") in (str(os.getpid()), str(os.getppid())):
        return False
    if platform in ("win32", "darwin"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def open_browser(address: str) -> None:
    """The address is printed too, so a browser that cannot be opened is no error.

    In a process of its own: some browsers return only when they are closed, and what they print would push
    the QR code out of the terminal."""
    quiet = subprocess.DEVNULL
    command = [*own_process("webbrowser"), address]
    subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)


def is_house(port: int) -> bool:
    """True if a house on this computer answers at this port."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/api/house", timeout=TIMEOUT) as answer:
            return bool(msgspec.json.decode(answer.read(10_000), type=HouseAnswer).key)
    except (OSError, HTTPException, msgspec.DecodeError):
        return False


def own_process(module: str) -> list[str]:
    """The command that runs a module of this package in a process of its own."""
    if IS_ONE_FILE:
        return [sys.executable, "-m", module]  # its first file, packaging/binary/start.py, runs it
    return [sys.executable, "-P", "-m", module]
