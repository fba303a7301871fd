"""The interface of the journal, which stores what was played. Nothing is sent before it is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Stale(Exception):
    """Another writer wrote meanwhile: the caller no longer owns the stream or value."""


class Closed(Exception):
    """The journal is closed: nothing more can be stored."""


class Lost(ValueError):
    """Part of the stored data is missing: the operator decides what to do."""


class Journal(Protocol):
    """Append-only streams of lines, and single values that are replaced as a whole."""

    async def append(self, stream: str, after: int, lines: Sequence[bytes]) -> None:
        """Stores `lines` as numbers `after + 1` and on. `Stale` if the stream does not end at `after`.

        A stream that another writer wrote, or that was idle for long, must be claimed first: else `Stale`."""
        ...

    async def read(self, stream: str) -> list[bytes]:
        """The whole stream, in order."""
        ...

    async def claim(self, stream: str) -> list[bytes]:
        """Returns the whole stream and takes it over: every write of an earlier writer is `Stale`."""
        ...

    async def begun_before(self, moment: int) -> dict[str, int]:
        """Streams begun before `moment` (seconds since 1970), each with its approximate size in bytes."""
        ...

    async def drop(self, stream: str) -> None:
        """Deletes the stream. Every later write of its writer is `Stale`."""
        ...

    async def put(self, key: str, value: bytes, revision: int) -> int:
        """Replaces the value at this revision (0: there is none), or `Stale`. Returns the new revision."""
        ...

    async def get(self, key: str) -> tuple[bytes, int] | None:
        """The value and its revision."""
        ...

    async def delete(self, key: str) -> None:
        """Deletes the value."""
        ...

    async def values(self) -> dict[str, tuple[bytes, int]]:
        """Every value and its revision, by key."""
        ...

    def problem(self) -> str | None:
        """Why nothing is stored at the moment, for the operator; `None` if no problem is known."""
        ...

    async def close(self) -> None:
        """Stores all pending writes first."""
        ...


__all__ = ["Closed", "Journal", "Lost", "Stale"]
