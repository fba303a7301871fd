"""The share of a house's tables that one of its processes runs: decided by the code, so that all agree."""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32


class Share(NamedTuple):
    number: int = 0
    """Counted from 0."""
    of: int = 1

    def owner(self, code: str) -> int:
        """The number of the share that this table belongs to."""
        return crc32(code.encode()) % self.of

    def has(self, code: str) -> bool:
        return self.owner(code) == self.number


WHOLE = Share()
