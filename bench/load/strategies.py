"""Players without a pause: one race of reflexes after another, or endless free play."""

from __future__ import annotations

from random import Random

import msgspec

from taphouse.core import Offer, Seat, Time

from .client import Player, Strategy, clock
from .crowd import START


class Happened(msgspec.Struct):
    """The seat of an event."""

    seat: Seat | None = None


class Plates(msgspec.Struct):
    """The part of a Tip Tap Top view that a player uses."""

    phase: str
    offers: tuple[Offer, ...]
    pairs: tuple[str | int, ...]
    sources: tuple[Seat, ...]


class Top(msgspec.Struct):
    card: str | None


class Piles(msgspec.Struct):
    """The part of a Snap Clap Tap view that a player uses."""

    phase: str
    receive: tuple[Top, Top]


_plates, _piles = msgspec.json.Decoder(Plates).decode, msgspec.json.Decoder(Piles).decode
_news = msgspec.json.Decoder(tuple[Happened, ...]).decode


def acts_of(seen: Plates) -> set[str]:
    """What the player may do now; a foul is no such act."""
    return {offer.act for offer in seen.offers if not offer.foul}


class Reflexes(Strategy):
    """Tip Tap Top: a player who can slap does so at once, and all others follow.

    Waits are not measured: the game decides when it reveals who was last.
    """

    game = "tip-tap-top"

    def __init__(self, random: Random) -> None:
        self._random = random
        self._views: dict[Player, Plates] = {}
        self._busy: set[Player] = set()

    def forget(self) -> None:
        """A new game begins."""
        self._busy.clear()

    def see(self, player: Player, view: msgspec.Raw, news: msgspec.Raw) -> None:
        seen = self._views[player] = _plates(view)
        if seen.phase == "over" and player.seat == 0:
            player.say(START)
        elif player not in self._busy and (acts := acts_of(seen)):
            self._busy.add(player)
            after = self._random.uniform(0.3, 2) if "Follow" in acts else 0.1
            player.later(after, self._act, player)

    def _act(self, player: Player) -> None:
        self._busy.discard(player)
        seen = self._views[player]
        acts = acts_of(seen)
        if seen.phase == "racing" and "Follow" in acts:
            player.tap(b'{"type":"Follow"}')
        elif "Take" in acts:
            player.tap(b'{"type":"Take","source":%d}' % seen.sources[0])
        elif "Slap" in acts:
            player.tap(b'{"type":"Slap"}' if seen.pairs else b'{"type":"Pass"}')


class FreePlay(Strategy):
    """Snap Clap Tap: every player snaps at the left pile about once a second and waits for the verdict."""

    game = "snap-clap-tap"

    def __init__(self, random: Random) -> None:
        self._random = random
        self._tops: dict[Player, bytes | None] = {}
        self._tapped: dict[Player, Time] = {}
        self._busy: set[Player] = set()

    def forget(self) -> None:
        """A new game begins; the answers to taps of the last one may be missing."""
        self._busy.clear()
        self._tapped.clear()

    def see(self, player: Player, view: msgspec.Raw, news: msgspec.Raw) -> None:
        seen = _piles(view)
        card = seen.receive[0].card if seen.phase == "free" else None
        self._tops[player] = None if card is None else card.encode()
        if player in self._tapped and any(event.seat == player.seat for event in _news(news)):
            player.tally.waits.append(clock() - self._tapped.pop(player))
            self._busy.discard(player)
        if card is not None and player not in self._busy:
            self._busy.add(player)
            player.later(self._random.uniform(0.5, 1.5), self._act, player)

    def _act(self, player: Player) -> None:
        if (top := self._tops[player]) is None:
            self._busy.discard(player)
            return
        self._tapped[player] = clock()
        player.tap(b'{"type":"Do","action":"snap","on":["%b"]}' % top)
