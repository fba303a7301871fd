"""The moments of play that the rulebook shows."""

from __future__ import annotations

from taphouse.core import MS, SECOND, Move, Picture, Pictures, Seat

from .events import Pick, Smack
from .faces import Card
from .state import Options
from .tables import (
    BEGAN,
    CIRCLE,
    CIRCLES,
    FELL,
    GREENS,
    RULE,
    SHOWN,
    SQUARE,
    SQUARES,
    STAR,
    STARS,
    TRIANGLE,
    TRIANGLES,
    smacking,
    table,
)

HEADLINE, RING, OWN, HAND = (f"[data-point={name}]" for name in ("headline", "ring", "own", "hand"))
PILE, RIVALS = ".pile-place", ".rivals-place li"
FOUR = smacking(SQUARES, CIRCLE, SQUARE, STAR, races={0: (CIRCLES, TRIANGLE), 1: (GREENS, RULE[4], STARS)})
"""The squares of the first and the third seat are correct."""


def smacks(*hits: tuple[Seat, Card]) -> tuple[Move, ...]:
    """A smack every 200 milliseconds."""
    return tuple(Move(FELL + 200 * MS * i, seat, Smack(card)) for i, (seat, card) in enumerate(hits))


PICTURES = Pictures(
    steps=("pick", "most", "won", "race"),
    rules={
        4: "draw-pile",
        5: "race",
        8: "pick",
        9: "most",
        10: "rule-card",
        11: "none",
        14: "won",
        15: "fastest",
        16: "ends",
        37: "racing-rules",
        40: "after-you",
    },
    named={
        "draw-pile": Picture(table(None, None, None), (HEADLINE, PILE, RIVALS)),
        "pick": Picture(
            table(None, None, None, hands={0: (SQUARES, CIRCLE, STAR, RULE[12])}),
            (OWN, HAND),
            (Move(BEGAN + SECOND, 0, Pick(SQUARES)),),
        ),
        "most": Picture(FOUR, (HEADLINE, RING)),
        "rule-card": Picture(smacking(SQUARES, RULE[12], TRIANGLES, STAR), (HEADLINE, RING)),
        "none": Picture(
            smacking(SQUARE, RULE[17], CIRCLE), (HEADLINE, RING), smacks((0, SQUARE), (2, CIRCLE))
        ),
        "won": Picture(FOUR, (HEADLINE, RING), smacks((2, SQUARES), (0, SQUARES), (1, STAR))),
        "fastest": Picture(FOUR, (HEADLINE, RING), smacks((0, SQUARES), (1, STAR), (3, CIRCLE))),
        "race": Picture(
            table(
                None,
                None,
                None,
                races={0: (RULE[9], TRIANGLES, CIRCLES), 1: (RULE[4], SQUARE), 2: (GREENS, RULE[15], STAR)},
            ),
            (RIVALS, OWN),
        ),
        "ends": Picture(
            smacking(SQUARES, CIRCLE, SQUARE, races={0: (RULE[12], CIRCLES, TRIANGLE)}),
            (HEADLINE, RING, OWN),
            smacks((0, SQUARES), (1, SQUARES)),
            until=FELL + SECOND,
        ),
        "racing-rules": Picture(
            table(None, None, None, options=Options(racing_rules=True)), (HEADLINE, PILE, RIVALS)
        ),
        "after-you": Picture(
            smacking(
                SQUARES,
                CIRCLE,
                RULE[4],
                options=Options(after_you=True),
                piles={0: (STAR, STARS, GREENS), 1: (CIRCLE, TRIANGLES)},
            ),
            (HEADLINE, RING),
            until=SHOWN + SECOND,
        ),
    },
)
