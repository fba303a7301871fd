"""The moments of play that the rulebook shows."""

from __future__ import annotations

from taphouse.core import MS, Move, Picture, Pictures, Seat, replace

from .cards import Card, Shape
from .events import Tap
from .state import Options, State
from .tables import CARD, FELL, OPEN, hunting, table, tray

FACE, FIELD, OWN, RIVALS, HANDS = (
    f"[data-point={name}]" for name in ("card", "field", "own", "rivals", "hands")
)
SECOND_ROW, THIRD_ROW, FIFTH_ROW, LAST_ROW = (
    f"[data-shape={first}]" for first in ("vase-5", "leaf-5", "fish-1", "key-5")
)
FOUR = hunting(OPEN, OPEN, OPEN, OPEN)


def showing(card: Card) -> State:
    """The same table with another card."""
    deck = tuple(CARD if other == card else other for other in FOUR.deck)
    return replace(FOUR, deck=deck, phase=replace(FOUR.phase, card=card))


ABOVE = showing(("star-1", "fish-3", "puzzle-3"))  # in the rows next to the card
BELOW = showing(("flower-2", "flower-4", "vase-2"))  # in the rows next to the hands
STOLEN = hunting(OPEN, OPEN, OPEN, owner={"leaf-1": 1, **tray(1, 3), **tray(2, 4)})
SEVEN = hunting(OPEN, OPEN, OPEN, owner={**tray(0, 7), **tray(1, 4), **tray(2, 5)})


def fingers(*taps: tuple[Seat, Shape]) -> tuple[Move, ...]:
    """A finger every 300 milliseconds."""
    return tuple(Move(FELL + 300 * MS * i, seat, Tap(shape)) for i, (seat, shape) in enumerate(taps))


PICTURES = Pictures(
    steps=("find", "both-hands", "steal", "eight"),
    rules={
        7: "turn",
        9: "both-hands",
        10: "find",
        11: "too-late",
        15: "dealt",
        16: "wrong",
        17: "steal",
        20: "eight",
        22: "dark",
        23: "frames",
    },
    named={
        "turn": Picture(table(OPEN, OPEN, OPEN, OPEN), (FIFTH_ROW, HANDS)),
        "find": Picture(ABOVE, (FACE, THIRD_ROW), fingers((0, "star-1"), (1, "puzzle-3"))),
        "both-hands": Picture(BELOW, (FIFTH_ROW, HANDS), fingers((0, "vase-2"), (0, "flower-4"))),
        "too-late": Picture(BELOW, (FIFTH_ROW, HANDS), fingers((2, "vase-2"), (0, "vase-2"))),
        "steal": Picture(STOLEN, (RIVALS, FACE, SECOND_ROW), fingers((0, "leaf-1"))),
        "dealt": Picture(
            ABOVE, (RIVALS, FACE, THIRD_ROW), fingers((0, "star-1"), (1, "fish-3"), (0, "puzzle-3"))
        ),
        "wrong": Picture(
            ABOVE,
            (FACE, THIRD_ROW),
            fingers((0, "crown-4"), (1, "star-1"), (1, "fish-3"), (2, "puzzle-3")),
        ),
        "eight": Picture(SEVEN, (LAST_ROW, OWN, HANDS), fingers((1, "key-1"), (0, "leaf-1"), (2, "crown-4"))),
        "dark": Picture(
            hunting(OPEN, OPEN, OPEN, options=Options(side="dark")), (FACE, FIELD), fingers((1, "key-1"))
        ),
        "frames": Picture(
            hunting(OPEN, OPEN, OPEN, options=Options(pieces="frames")), (FACE, FIELD), fingers((1, "key-1"))
        ),
    },
)
