"""Chance from the system's own source."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

NONCE = 8  # bytes: too many to guess


class SystemChance:
    """A `Chance` that nobody can guess."""

    def __init__(self) -> None:
        self.nonce = _nonces().__next__

    def seed(self) -> str:
        return secrets.token_hex(8)

    def name(self) -> str:
        return secrets.token_urlsafe(9)


def _nonces() -> Iterator[bytes]:
    """Draws many nonces at a time: pings are frequent, and each draw is a system call."""
    while True:
        drawn = secrets.token_bytes(NONCE * 512)
        for start in range(0, len(drawn), NONCE):
            yield drawn[start : start + NONCE]
