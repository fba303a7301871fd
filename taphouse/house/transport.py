"""One line to one browser, as the house sees it."""

from __future__ import annotations

from typing import Protocol

from taphouse.fair import Kernel


class Transport(Protocol):
    def send(self, message: bytes) -> None:
        """Never waits: a reader who cannot keep up loses the line."""
        ...

    def ping(self, nonce: bytes) -> None:
        """The browser answers it, not the page."""
        ...

    def kernel(self) -> Kernel | None:
        """The round trip as the kernel knows it; `None` where TCP does not end with us."""
        ...

    def close(self, message: bytes) -> None:
        """Say goodbye and hang up."""
        ...
