"""What every table of a house shares."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from taphouse.journal import Journal

from .counsel import Counsel, Silence
from .observer import Observer
from .tokens import Tokens


class House:
    """`clock` is in microseconds and only moves on; `wall` is in seconds, as on the wall."""

    def __init__(
        self,
        journal: Journal,
        secret: bytes,
        clock: Callable[[], int],
        wall: Callable[[], int],
        observer: Observer,
        new_seed: Callable[[], str] = lambda: secrets.token_hex(8),
        counsel: Counsel | None = None,
    ) -> None:
        self.journal, self.clock, self.wall, self.observer = journal, clock, wall, observer
        self.new_seed, self.counsel = new_seed, counsel or Silence()
        self.tokens = Tokens(secret)
