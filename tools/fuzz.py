"""Coverage-guided fuzzing of every decoder that strangers reach: `make fuzz`, for as long as one likes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import atheris  # type: ignore[import-not-found]

with atheris.instrument_imports(include=["taphouse"]):
    from taphouse.core.record import read_entry, read_header
    from taphouse.games import shelf
    from taphouse.house.names import cleaned, skeleton
    from taphouse.house.requests import _acts
    from taphouse.house.tokens import Tokens
    from taphouse.server.api import _read
    from taphouse.server.door import read

TOKENS = Tokens(b"secret")


def _name(text: bytes) -> None:
    name = cleaned(text.decode())
    assert cleaned(name) == name, "a clean name is clean"
    skeleton(name)


def _token(text: bytes) -> None:
    assert TOKENS.player(text.decode(), "QUAY", "salt") is None, "a token was forged"


DECODERS: tuple[Callable[[bytes], Any], ...] = (
    lambda text: read(text.decode()),
    _read,
    _name,
    _token,
    read_header,
    *(_acts(slug).decode for slug in shelf()),
    *(lambda text, game=game: read_entry(game, text) for game in shelf().values()),
)


def one_input(data: bytes) -> None:
    """The first byte says which decoder gets the rest."""
    if data:
        with suppress(ValueError, RecursionError):  # refused, as it should be
            DECODERS[data[0] % len(DECODERS)](data[1:])


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
