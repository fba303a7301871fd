"""Named states, for tests and for the client's gallery."""

from __future__ import annotations

from typing import Any

from taphouse.core import MS, SECOND, Dice, Seat, Time, replace

from .cards import SHAPES, Card, Shape
from .rules import DEALING, setup
from .state import FREE, REST, SPENT, Dealing, Hand, Hunting, Options, Over, State, Turning

CARD: Card = ("leaf-1", "key-1", "crown-4")
FLIPPED: Time = 9 * SECOND
SHOWN: Time = 10 * SECOND
FELL: Time = 13 * SECOND
OPEN = (FREE, FREE)
OTHERS: tuple[Shape, ...] = tuple(shape for shape in SHAPES if shape not in CARD)


def table(*hands: tuple[Hand, Hand], options: Options | None = None, **changes: Any) -> State:
    """Led by the first seat, with the given `hands`; every finger that is down fell at `FELL`."""
    fresh = setup(len(hands), options or Options(), Dice("a named table"))
    deck = tuple(card for card in fresh.deck if card != CARD)
    fell = {hand: FELL for pair in hands for hand in pair if hand in SHAPES}
    return replace(fresh, **{"lead": 0, "deck": deck, "hands": hands, "fell": fell, **changes})


def turning(*hands: tuple[Hand, Hand], **changes: Any) -> State:
    return table(*hands, phase=Turning(CARD, since=FLIPPED, until=SHOWN), **changes)


def hunting(
    *hands: tuple[Hand, Hand], options: Options | None = None, lead_saw: bool = True, **changes: Any
) -> State:
    options = options or Options()
    lead_shown, until = SHOWN + options.lead_lag * MS, SHOWN + options.limit * SECOND
    hunt = Hunting(CARD, FLIPPED, SHOWN, lead_shown, until, lead_saw)
    return table(*hands, options=options, phase=hunt, **changes)


def dealing(*hands: tuple[Hand, Hand], **changes: Any) -> State:
    """All held shapes are dealt; those not on the card were wrong."""
    held = {hand: seat for seat, pair in enumerate(hands) for hand in pair if hand in SHAPES}
    dealt = {shape: seat for shape, seat in held.items() if shape in CARD}
    wrong = tuple(shape for shape in held if shape not in CARD)
    owner = {**changes.pop("owner", {}), **dealt}
    phase = Dealing(CARD, dealt, wrong, since=FELL, until=FELL + DEALING)
    return table(*hands, owner=owner, phase=phase, **changes)


def tray(seat: Seat, count: int) -> dict[Shape, Seat]:
    """`count` shapes in front of `seat`, none of them on the card."""
    return dict.fromkeys(OTHERS[seat * 7 : seat * 7 + count], seat)


TABLES: dict[str, State] = {
    "the first card": table(OPEN, OPEN, OPEN, OPEN),
    "the lead is away": table(OPEN, OPEN, OPEN, away=(0,)),
    "the card is turning": turning(OPEN, OPEN, (REST, FREE), OPEN),
    "the lead is the last to see it": hunting(OPEN, OPEN, OPEN, OPEN, lead_saw=False),
    "right, wrong and too late": hunting(
        ("leaf-1", FREE), ("leaf-3", FREE), (REST, FREE), OPEN, beaten={"leaf-1": (2,)}
    ),
    "a shape to steal": hunting(OPEN, OPEN, OPEN, owner={"leaf-1": 1, **tray(1, 3), **tray(2, 5)}),
    "one shape from winning": hunting(
        OPEN, OPEN, ("key-1", FREE), owner={**tray(0, 7), **tray(1, 4), **tray(2, 6)}
    ),
    "six at a table of dark frames": hunting(
        OPEN,
        ("gear-1", FREE),
        OPEN,
        (REST, FREE),
        OPEN,
        (FREE, "crown-4"),
        options=Options(pieces="frames", side="dark"),
        owner={**tray(0, 4), **tray(3, 6), **tray(5, 5)},
    ),
    "fingers really on the glass": hunting(
        ("leaf-3", SPENT), ("flower-3", FREE), ("crown-5", "key-3"), OPEN, options=Options(real_hold=True)
    ),
    "nothing more": hunting(("leaf-1", FREE), ("crown-4", FREE), done=(0,)),
    "everyone is away": hunting(OPEN, OPEN, away=(0, 1)),
    "the shapes are dealt": dealing(
        ("leaf-1", "key-1"), ("leaf-3", FREE), ("crown-4", REST), beaten={"key-1": (2,)}, owner=tray(1, 5)
    ),
    "three shapes for three, each with a full tray": dealing(
        ("leaf-1", FREE),
        ("key-1", FREE),
        ("crown-4", REST),
        owner={**tray(0, 6), **tray(1, 6), **tray(2, 3)},
    ),
    "the last card of the deck": dealing(("leaf-1", FREE), ("key-1", FREE), deck=(), round=55),
    "a game of a series ends": dealing(
        ("leaf-1", FREE),
        ("key-1", "crown-4"),
        options=Options(layout="grid", series=True),
        owner={**tray(0, 7), **tray(1, 5)},
    ),
    "two share the victory": table(
        OPEN, OPEN, OPEN, owner={**tray(0, 7), **tray(1, 7), "leaf-1": 0, "key-1": 1}, phase=Over((0, 1))
    ),
}
