"""The moments of play that the rulebook shows."""

from __future__ import annotations

from taphouse.core import MS, SECOND, Move, Picture, Pictures, Seat, Time

from .cards import JOKER
from .events import Acts, Bluff, Follow, Slap
from .rules import WIND_UP_MOST
from .tables import BEGAN, JOKERS, OTHER, PAIRLESS, SEVENS, drawing, thinking

RIVALS, HEAP, HAND, STRIP, PLATE = (
    f"[data-point={name}]" for name in ("rivals", "heap", "hand", "strip", "plate")
)
FOUR = thinking(SEVENS, PAIRLESS, OTHER, JOKERS)
RAISED: Time = BEGAN + SECOND
FALLEN: Time = RAISED + WIND_UP_MOST
FALLS = Move(RAISED, 0, Slap("7"))


def hits(*acts: tuple[Seat, Acts]) -> tuple[Move, ...]:
    """A hand every 150 milliseconds, from a quarter of a second after the paddle fell."""
    return tuple(Move(FALLEN + 250 * MS + 150 * MS * i, seat, act) for i, (seat, act) in enumerate(acts))


PICTURES = Pictures(
    steps=("pair", "follow", "bluff", "laid"),
    rules={
        4: "pair",
        7: "take",
        8: "follow",
        10: "jammed",
        12: "laid",
        15: "bluff",
        16: "raised",
        18: "plate",
    },
    named={
        "pair": Picture(FOUR, (HAND, PLATE)),
        "plate": Picture(FOUR, (STRIP, PLATE)),
        "take": Picture(
            drawing((), ("3", "5", "7"), ("3", "5", "6", JOKER), ("6", "7"), owed=2), (RIVALS, HEAP)
        ),
        "raised": Picture(FOUR, (HEAP,), (FALLS,), seat=1),
        "follow": Picture(FOUR, (HEAP, PLATE), (FALLS, *hits((3, Follow()))), seat=1),
        "jammed": Picture(
            FOUR,
            (RIVALS, HEAP),
            (FALLS, *hits((3, Follow()), (1, Follow())), Move(FALLEN + 402 * MS, 2, Follow(), blur=20 * MS)),
            seat=1,
        ),
        "bluff": Picture(FOUR, (RIVALS, HEAP), (Move(RAISED, 0, Bluff()), *hits((2, Follow())))),
        "laid": Picture(
            FOUR, (HEAP, f"{HAND} > *"), (FALLS, *hits((3, Follow()), (1, Follow()))), until=FALLEN + SECOND
        ),
    },
)
