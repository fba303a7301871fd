"""One line to one browser, as the house sees it."""

from __future__ import annotations

from typing import Protocol


class Screen(Protocol):
    def send(self, message: bytes) -> None:
        """Never waits: a reader who cannot keep up loses the line."""
        ...

    def ping(self, nonce: bytes) -> None:
        """The browser answers it, not the page."""
        ...

    def close(self, message: bytes) -> None:
        """Say goodbye and hang up."""
        ...
