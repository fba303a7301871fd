"""Tip Tap as a party plays it: a look, two fingers, a laugh, the next card."""

from __future__ import annotations

from random import Random

import msgspec

from .client import Mind, Player
from .crowd import START

LOOK = (1.5, 6.0)  # seconds until a finger falls
TURN = (1.0, 3.0)  # seconds until the lead turns the next card


class Card(msgspec.Struct):
    """What a player of Tip Tap looks at."""

    round: int
    phase: str
    lead: int
    layout: tuple[tuple[str, int], ...]
    hands: tuple[tuple[str, str], ...]


_card = msgspec.json.Decoder(Card).decode


class Party(Mind):
    game = "tip-tap"

    def __init__(self, random: Random) -> None:
        self._random = random
        self._seen: dict[Player, Card] = {}
        self._busy: set[Player] = set()

    def see(self, player: Player, view: msgspec.Raw, news: msgspec.Raw) -> None:
        seen = self._seen[player] = _card(view)
        if seen.phase == "over" and player.seat == 0:
            player.say(START)
        elif player not in self._busy and self._next(player) is not None:
            self._busy.add(player)
            player.later(
                self._random.uniform(*(LOOK if seen.phase == "hunting" else TURN)), self._act, player
            )

    def _act(self, player: Player) -> None:
        self._busy.discard(player)
        if (act := self._next(player)) is not None:
            player.tap(act)

    def _next(self, player: Player) -> bytes | None:
        seen = self._seen[player]
        if seen.phase == "ready":
            return b'{"type":"Flip"}' if seen.lead == player.seat else None
        if seen.phase == "hunting" and "free" in seen.hands[player.seat]:
            shape, _ = self._random.choice(seen.layout)
            return b'{"type":"Tap","shape":"%b"}' % shape.encode()
        return None
