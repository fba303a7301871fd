"""What was played, kept. Nothing is told before it is kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Stale(Exception):
    """Somebody else wrote meanwhile: whoever hears this no longer owns what it wrote to."""


class Closed(Exception):
    """The journal is closed: nothing more can be kept."""


class Lost(ValueError):
    """Part of what was kept is missing: whoever runs the house decides what happens now."""


class Journal(Protocol):
    """Streams that only grow, and single values that are replaced whole."""

    async def append(self, stream: str, after: int, lines: Sequence[bytes]) -> None:
        """Keep `lines` as numbers `after + 1` and on. `Stale` if the stream does not end at `after`.

        One that somebody else wrote, or that rested for long, is claimed first, or it may be `Stale` too."""
        ...

    async def read(self, stream: str) -> list[bytes]:
        """The whole stream, in order."""
        ...

    async def claim(self, stream: str) -> list[bytes]:
        """The whole stream, and whoever else knew its end knows it no longer: all he writes is `Stale`."""
        ...

    async def begun_before(self, moment: int) -> dict[str, int]:
        """Streams begun before then, in seconds on the wall, and about how many bytes each takes."""
        ...

    async def drop(self, stream: str) -> None:
        """Keep the stream no longer. Whoever knew its end cannot go on with it: all he writes is `Stale`."""
        ...

    async def put(self, key: str, value: bytes, revision: int) -> int:
        """Replace the value whose revision is known (0: there is none yet). Returns the new revision."""
        ...

    async def get(self, key: str) -> tuple[bytes, int] | None:
        """The value and its revision."""
        ...

    async def delete(self, key: str) -> None:
        """Keep the value no longer."""
        ...

    async def values(self) -> dict[str, tuple[bytes, int]]:
        """Every value and its revision, by key."""
        ...

    def trouble(self) -> str | None:
        """Why nothing is kept just now, for whoever runs the house; `None`: no reason is known."""
        ...

    async def close(self) -> None:
        """Everything asked for is kept first."""
        ...


__all__ = ["Closed", "Journal", "Lost", "Stale"]
