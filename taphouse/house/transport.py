"""The interface through which a table sends bytes to one browser."""

from __future__ import annotations

from typing import Protocol

from taphouse.fair import Kernel


class Transport(Protocol):
    def send(self, message: bytes) -> None:
        """Never waits: a browser that reads too slowly is disconnected."""
        ...

    def send_welcome(self, message: bytes, token: str | None) -> None:
        """Sends a `Welcome`. `token`: the one in it, which proves the seat wherever the table runs."""
        ...

    def send_room(self, message: bytes) -> None:
        """Sends a `Room`. It may be shown again while the table cannot be reached."""
        ...

    def ping(self, nonce: bytes) -> None:
        """Sends a ping that the browser answers, not the page."""
        ...

    def kernel(self) -> Kernel | None:
        """The kernel's RTT of the TCP connection; `None` if it does not end at this process."""
        ...

    def close(self, message: bytes) -> None:
        """Sends a last message and closes."""
        ...
