"""What the terminal shows of an open house; the host types a number to give friends another address."""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import Protocol

import segno

from taphouse.shelf import Shelf, own_shelf

from .address import Address
from .interfaces import is_in_container


class Say(Protocol):
    """A text in the language of the terminal."""

    def __call__(self, key: str, **params: str) -> str: ...


class Terminal:
    def __init__(
        self, address: Address, say: Say, is_certificate_made: bool = False, shelf: Shelf | None = None
    ) -> None:
        self._address, self._say = address, say
        self._shelf = shelf or own_shelf()
        self._is_made = is_certificate_made
        self._is_listening = False

    def open(self) -> None:
        """Shows the QR code and the address, and why it is this one if there are others."""
        friends = self._address.for_friends()
        segno.make(friends).terminal(compact=True)
        self._print("terminal.open", address=friends)
        if self._is_made:
            https = self._address.https_for_friends(friends) or friends
            self._print("terminal.certificate", address=friends, https=https)
        if len(self._address.choices()) > 1:
            self._list()
        elif self._address.choices() and is_in_container():
            self._print("terminal.container")
        self._tell_of_games()

    def _tell_of_games(self) -> None:
        """Names the games of other packages, and those that were left out."""
        for slug, package in self._shelf.foreign.items():
            self._print("terminal.foreign", game=slug, package=package)
        for problem in self._shelf.problems:
            print(problem, flush=True)

    def named(self) -> None:
        """Called when the local network knows the house by a name."""
        if self._address.name:
            self._print("terminal.name", address=self._address.own(self._address.name))

    def listen(self) -> None:
        """Reads numbers while the house is open, if somebody can type them."""
        if not self._is_listening and self._can_type() and len(self._address.choices()) > 1:
            self._is_listening = True  # also after a restored backup, when the house opens again
            threading.Thread(target=self._read, args=[sys.stdin.fileno()], daemon=True).start()

    def typed(self, line: str) -> None:
        """Gives friends the address with this number."""
        found = self._address.choices()
        if line.strip().isdecimal() and 0 < int(line) <= len(found):
            self._address.choose(found[int(line) - 1].address)
            self.open()
        elif line.strip():
            self._list()

    def _list(self) -> None:
        found = self._address.choices()
        chosen = self._address.chosen(found)
        width = max(len(choice.address) for choice in found)
        self._print("terminal.addresses")
        for number, choice in enumerate(found, 1):
            mark, why = "→" if choice == chosen else " ", self._say(f"house.address.{choice.kind}")
            print(f"{mark} {number}  {choice.address:{width}}  {choice.interface}: {why}", flush=True)
        if self._can_type():
            self._print("terminal.choose")

    def _can_type(self) -> bool:
        return sys.stdin is not None and sys.stdin.isatty()

    def _read(self, terminal: int) -> None:
        """Reads the file itself: a thread that waits in `sys.stdin` would disturb the end of the process."""
        if hasattr(signal, "SIGTTIN"):
            # A house in the background may not read. It goes on without, instead of being stopped.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTIN})
        try:
            while line := os.read(terminal, 1_000):
                self.typed(line.decode(errors="replace"))
        except OSError:
            return

    def _print(self, key: str, **params: str) -> None:
        print(self._say(key, **params), flush=True)
