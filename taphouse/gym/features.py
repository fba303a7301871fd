"""A view as a list of numbers of one length, whatever the game (feature hashing)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any, TypeAlias, get_args, get_type_hints

import msgspec
import numpy as np
from numpy.typing import NDArray

from taphouse.core import SECOND, Seat, Time

Path: TypeAlias = tuple[object, ...]
NEAR = 10  # counts, and seconds: half of the range is for what is nearer than this
LEFT_OUT = {"offers"}  # the mask has them


def features(view: msgspec.Struct, seat: Seat, seats: int, now: Time, size: int) -> NDArray[np.float32]:
    """What `seat` may know, as `size` numbers from -1 to 1.

    Each name and each number inside the view is one feature. Its place is a hash of where it stands in the
    view, so two features can share one. Times count from now, seats from this one.
    """
    found = np.zeros(size, np.float32)
    for path, amount in walked((), view, "", seat, seats, now):
        place, sign = placed(path, size)
        found[place] += sign * amount
    place, sign = placed(("seat", seat), size)
    found[place] += sign
    return np.clip(found, -1, 1)


@lru_cache(maxsize=2**17)
def placed(path: Path, size: int) -> tuple[int, int]:
    """Where a feature stands, and with which sign: features that share a place rarely add up."""
    number = int.from_bytes(blake2b(repr(path).encode(), digest_size=8).digest())
    return number % size, 1 if number >> 63 else -1


def walked(
    path: Path, value: Any, kind: str, seat: Seat, seats: int, now: Time
) -> Iterator[tuple[Path, float]]:
    """Each feature of a value, and how much of it there is."""
    match value:
        case bool() | None | str():
            yield (*path, value), 1.0
        case int() if kind == "seat":
            yield (*path, "seat", (value - seat) % seats), 1.0
        case int() if kind == "time":
            yield path, squeezed((value - now) / SECOND)
        case int() | float():
            yield path, squeezed(value)
        case msgspec.Struct():
            if tag := value.__struct_config__.tag:
                yield (*path, tag), 1.0
            kinds = kinds_of(type(value))
            for name in value.__struct_fields__:
                if name not in LEFT_OUT:
                    yield from walked((*path, name), getattr(value, name), kinds[name], seat, seats, now)
        case Mapping():
            for key, item in value.items():
                yield from walked((*path, key), item, kind, seat, seats, now)
        case _:
            for place, item in enumerate(value):
                yield from walked((*path, place), item, kind, seat, seats, now)
                if isinstance(item, str):
                    yield (*path, "has", item), 1.0


def squeezed(amount: float) -> float:
    """Any number between -1 and 1, in the same order."""
    return amount / (NEAR + abs(amount))


@cache
def kinds_of(kind: type) -> dict[str, str]:
    """What the whole numbers in each field are: a time, a seat, or neither."""
    return {
        name: next((format for format in ("time", "seat") if format in formats(hint)), "")
        for name, hint in get_type_hints(kind, include_extras=True).items()
    }


def formats(hint: Any) -> set[str]:
    """The formats that a type names, but for those inside other records."""
    found = set().union(*(formats(part) for part in get_args(hint)))
    for meta in getattr(hint, "__metadata__", ()):
        found.add((meta.extra_json_schema or {}).get("format", ""))
    return found
