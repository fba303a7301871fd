"""What a player may do now, said once: rules, views, boards and bots ask the same offers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .game import Act, Move, Time, Value


class Offer(Value, omit_defaults=True):
    """An act that is open to a seat now."""

    act: str
    """The `type` of the act."""
    values: dict[str, tuple[Any, ...]] = {}
    """The values that a field may have now, or the items of a list. Any other field may have any value of
    its type."""
    since: Time = 0
    """Not before this time."""
    until: Time | None = None
    """Only before this time."""
    foul: bool = False
    """Nobody wants to do it now: the rules answer, and it costs something. A false start, for example."""


def is_offered(offers: Iterable[Offer], move: Move) -> bool:
    """Whether one of the offers is for this act, at this time."""
    act = move.act
    kind = type(act).__name__
    return any(
        offer.act == kind
        and offer.since <= move.at
        and (offer.until is None or move.at < offer.until)
        and all(_is_among(values, act, field) for field, values in offer.values.items())
        for offer in offers
    )


def _is_among(values: tuple[Any, ...], act: Act, field: str) -> bool:
    if field in act.LATE:
        return True
    named = getattr(act, field)
    return all(one in values for one in named) if isinstance(named, tuple) else named in values
