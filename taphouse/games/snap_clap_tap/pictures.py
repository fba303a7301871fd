"""The moments of play that the rulebook shows."""

from __future__ import annotations

from taphouse.core import MS, SECOND, Dice, Move, Picture, Pictures

from .events import Cry, Do, Lay
from .rules import setup
from .state import Options
from .tables import FOUR_OF_MINE, LEFT, LOSING, NOW, RIGHT, stuck, table

SEATS, PILES, OWN, PADS = (f"[data-point={name}]" for name in ("seats", "piles", "own", "pads"))
STATUS, SAID = ".status", ".left .said"
RIVALS = (
    ("green-girl-tap", "blue-boy-clap", "red-girl-snap", "orange-cat-tap"),
    ("red-dog-snap orange-dog-snap", "green-boy-snap", "", "red-boy-tap"),
)
MINE = table(FOUR_OF_MINE, *RIVALS)
STOPS = table(("blue-girl-stop", "red-cat-snap", "orange-boy-clap", "green-cat-tap"), *RIVALS)
CLAP = Move(NOW + SECOND, 0, Do("clap", (LEFT,)))
GOOF = (
    Move(NOW + SECOND, 1, Do("tap", (LEFT,))),
    Move(NOW + SECOND + 100 * MS, 1, Lay("blue-boy-clap", LEFT)),
)

PICTURES = Pictures(
    steps=("match", "move", "goof", "no-cards"),
    rules={
        3: "face-down",
        5: "match",
        7: "move",
        14: "stop",
        17: "goof",
        20: "stuck",
        21: "no-cards",
        23: "seen",
    },
    named={
        "face-down": Picture(setup(4, Options(), Dice("a picture")), (SEATS, PILES, OWN)),
        "match": Picture(MINE, (PILES, OWN)),
        "move": Picture(MINE, (PILES, STATUS, PADS), (CLAP,)),
        "stop": Picture(
            STOPS,
            (PILES, STATUS, OWN),
            (CLAP, Move(NOW + SECOND + 200 * MS, 0, Lay("blue-girl-stop", LEFT))),
        ),
        "seen": Picture(MINE, (SEATS, PILES), (*GOOF, Move(NOW + 2 * SECOND, 2, Do("snap", (RIGHT,))))),
        "goof": Picture(
            MINE,
            (SEATS, PILES, STATUS),
            (*GOOF, Move(NOW + 2 * SECOND, 0, Cry(1, "blue-boy-clap"))),
        ),
        "stuck": Picture(
            table(
                LOSING[:2],
                LOSING[2:],
                left=f"orange-dog-tap … {LEFT}",
                right=f"red-girl-tap … {RIGHT}",
                phase=stuck(),
            ),
            (PILES, OWN, PADS),
            until=NOW + SECOND,
        ),
        "no-cards": Picture(
            table(("blue-cat-tap",), *RIVALS, options=Options(deals=3), won=(1, 1, 0)),
            (SAID,),
            (CLAP, Move(NOW + SECOND + 200 * MS, 0, Lay("blue-cat-tap", LEFT))),
        ),
    },
)
