"""What all tables of a house share."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from taphouse.journal import Journal
from taphouse.replay.seal import HouseKey

from .advisor import Advisor, NoAdvisor
from .observer import Observer
from .tokens import Tokens

SECRET = "house/secret"
"""The stored value that signs tokens and games: made once, and the same on every node."""


class House:
    """`clock` is monotonic, in microseconds; `wall` is the wall clock, in seconds."""

    def __init__(
        self,
        journal: Journal,
        secret: bytes,
        clock: Callable[[], int],
        wall: Callable[[], int],
        observer: Observer,
        new_seed: Callable[[], str] = lambda: secrets.token_hex(8),
        advisor: Advisor | None = None,
        introduces: bool = False,
    ) -> None:
        self.journal, self.clock, self.wall, self.observer = journal, clock, wall, observer
        self.new_seed, self.advisor = new_seed, advisor or NoAdvisor()
        self.introduces = introduces
        """A game begins with a title card, the first time in an evening, and a countdown."""
        self.tokens, self.key = Tokens(secret), HouseKey(secret)
