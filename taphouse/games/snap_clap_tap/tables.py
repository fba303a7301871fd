"""Named states, for tests and for the client's gallery."""

from __future__ import annotations

from typing import Any, Literal

from taphouse.core import SECOND, Dice, Seat, Time, replace

from .cards import ACTIONS, CARDS, COLOURS, Action, Card, satisfies
from .piles import FOUR, GivePile, Placed
from .rules import BETWEEN_DEALS, GIVING, SHOWN, STUCK, THREE, free, setup
from .state import Bound, DealOver, Gesture, Giving, LastPlay, Options, Over, State, Stopping, Stuck

NOW: Time = 60 * SECOND
LEFT: Card = "blue-dog-clap"
RIGHT: Card = "orange-girl-snap"


def table(
    *give: tuple[str, ...],
    left: str = LEFT,
    right: str = RIGHT,
    rest: Literal["receive", "give"] = "receive",
    options: Options | None = None,
    **changes: Any,
) -> State:
    """Free play since `NOW`, all 62 cards in play. Piles are written bottom to top. Cards not named lie
    under the receive piles (or at their "…"), or under the give piles.
    """
    options, seats = options or Options(), len(give)
    texts = [left, right, *(text for four in give for text in four)]
    named = {card for text in texts for card in heap(text)}
    others = tuple(card for card in CARDS if card not in named)
    homes = [left, right] if rest == "receive" else [text for text in texts[2:] if text]
    piles = {text: heap(text, others[i :: len(homes)]) for i, text in enumerate(homes)}
    fresh = State(
        options,
        give=tuple(tuple(GivePile(piles.get(text) or heap(text)) for text in padded(four)) for four in give),
        receive=(placed(piles.get(left) or heap(left)), placed(piles.get(right) or heap(right))),
        phase=free(NOW, options),
        bound=({},) * seats,
        gestures=(None,) * seats,
        plays=(None,) * seats,
        running=NOW,
    )
    return replace(fresh, **changes)


def heap(text: str, others: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    under, _, over = text.rpartition("…")
    return (*under.split(), *others, *over.split())


def padded(four: tuple[str, ...]) -> tuple[str, ...]:
    return (*four, *[""] * (FOUR - len(four)))


def placed(cards: tuple[Card, ...]) -> tuple[Placed, ...]:
    return tuple(Placed(card, None, NOW) for card in cards)


def stopping(stopper: Seat, left: int = THREE) -> Stopping:
    return Stopping(stopper, left, NOW, until=NOW + Options().stop_limit * SECOND)


def stuck(tried: int = 1) -> Stuck:
    return Stuck(tried, NOW, NOW + STUCK)


def laid(card: Card, on: Card, did: Action | None, limit: int = Options().call_limit) -> LastPlay:
    return LastPlay(card, on, did, did, goof=not satisfies(did, on), at=NOW, until=NOW + limit * SECOND)


def gesture(action: Action) -> Gesture:
    return Gesture(action, NOW, NOW + SHOWN)


LOSING = ("red-boy-snap", "red-cat-clap", "green-boy-tap", "green-cat-snap")  # no match for LEFT or RIGHT
MIXED = ("red-dog-snap", "blue-girl-tap", "green-cat-clap", "orange-boy-tap")
FOUR_OF_MINE = (
    "red-cat-snap green-cat-tap",
    "red-boy-clap blue-girl-snap",
    "blue-cat-tap red-dog-clap",
    "striped-boy-tap",
)

TABLES: dict[str, State] = {
    "the cards lie face down": setup(4, Options(), Dice("a named table")),
    "five at once": table(
        FOUR_OF_MINE,
        ("green-girl-tap", "blue-boy-clap", "red-girl-snap", "orange-cat-tap"),
        ("red-dog-snap orange-dog-snap", "green-boy-snap", "", "red-boy-tap"),
        ("green-dog-tap", "orange-boy-clap", "red-girl-tap", "green-cat-clap blue-cat-clap"),
        ("red-boy-snap", "striped-girl-clap"),
        bound=({LEFT: Bound("clap", NOW)}, {}, {}, {}, {}),
        gestures=(gesture("clap"), gesture("clap"), None, None, gesture("snap")),
    ),
    "a stop": table(
        ("blue-girl-snap", "orange-dog-tap", "red-girl-clap", "green-boy-tap"),
        ("blue-cat-snap", "orange-boy-tap"),
        ("orange-cat-clap", "green-girl-snap", "blue-boy-tap"),
        left="blue-dog-clap green-dog-stop",
        plays=(laid("green-dog-stop", LEFT, "clap"), None, None),
        phase=stopping(0),
    ),
    "another stop under a stop": table(
        ("red-girl-snap orange-boy-stop", "orange-dog-tap", "orange-cat-clap", "green-boy-tap red-dog-tap"),
        ("blue-cat-snap", "orange-boy-tap", "green-girl-clap"),
        phase=stopping(0, left=1),
    ),
    "a joker to keep": table(
        ("striped-boy-tap", LOSING[0], LOSING[1]),
        ("blue-cat-snap", "orange-boy-tap"),
        phase=stopping(0),
    ),
    "a goof that nobody has called": table(
        ("blue-cat-tap", "red-girl-clap", "green-dog-snap", "orange-boy-clap"),
        ("green-girl-tap red-dog-tap", "blue-boy-snap"),
        ("orange-cat-snap", "green-boy-clap", "red-dog-clap"),
        plays=(None, laid(LEFT, "blue-girl-snap", "tap"), laid(RIGHT, "red-girl-tap", None)),
    ),
    "six goofs to call": table(
        *[
            tuple(f"{colour}-{character}-{action}" for colour in COLOURS)
            for character in ("cat", "boy")
            for action in ACTIONS
        ],
        options=Options(call_limit=2),
        plays=tuple(
            laid(f"{colour}-dog-{action}", "green-girl-clap", "snap", limit=2)
            for colour in ("red", "orange")
            for action in ACTIONS
        ),
    ),
    "a goof called too late": table(
        MIXED,
        LOSING[:2],
        LOSING[2:],
        ("red-boy-tap", "green-cat-tap"),
        left=f"{LEFT} blue-boy-clap",
        options=Options(call_limit=2),
        plays=(None, None, laid("blue-boy-clap", LEFT, "snap", limit=2), None),
    ),
    "no goof at all": table(
        MIXED,
        LOSING[:2],
        LOSING[2:],
        ("red-boy-tap", "green-cat-tap"),
        left=f"{LEFT} blue-boy-snap",
        plays=(None, None, laid("blue-boy-snap", LEFT, "clap"), None),
    ),
    "the cards are given": table(
        ("blue-cat-tap", "red-girl-clap"),
        ("green-girl-tap red-dog-tap", "blue-boy-snap", "orange-cat-clap", "green-boy-clap"),
        ("orange-cat-snap", "red-boy-clap", "red-dog-clap"),
        phase=Giving(
            caller=0,
            offender=1,
            card=LEFT,
            on="blue-girl-snap",
            did="tap",
            gifts=(("orange-cat-clap", 2), ("green-boy-clap", 3)),
            since=NOW,
            until=NOW + GIVING,
        ),
        plays=(None, replace(laid(LEFT, "blue-girl-snap", "tap"), open=False), None),
    ),
    "nobody can play": table(
        LOSING[:2],
        LOSING[2:],
        left=f"orange-dog-tap … {LEFT}",
        right=f"red-girl-tap … {RIGHT}",
        phase=stuck(),
    ),
    "a whole cycle in vain": table(LOSING[:2], LOSING[2:], rest="give", phase=stuck()),
    "all wait for one who could play": table(("blue-cat-tap",), LOSING[:2], LOSING[2:]),
    "everyone has one card": table(
        ("blue-cat-tap",),
        ("orange-dog-tap",),
        ("red-girl-snap",),
        ("red-dog-snap",),
        ("blue-boy-tap",),
        ("green-girl-tap",),
    ),
    "a deal is won": table(
        (),
        ("green-girl-tap", "blue-boy-clap", "red-girl-snap"),
        ("red-dog-snap orange-dog-snap", "green-boy-snap", "", "red-boy-tap"),
        ("green-dog-tap", "orange-boy-clap"),
        options=Options(deals=3),
        deal=4,
        won=(2, 1, 0, 1),
        phase=DealOver((0,), NOW, NOW + BETWEEN_DEALS),
    ),
    "the deciding deal": table(
        ("blue-cat-tap",), ("orange-dog-tap", "red-girl-snap"), options=Options(deals=2), deal=3, won=(1, 1)
    ),
    "two share the victory": table(LOSING[:1], LOSING[1:2], LOSING[2:], phase=Over((0, 1))),
}
