"""The moments of play that the rulebook shows. Their word is the same in most languages."""

from __future__ import annotations

from taphouse.core import SECOND, Move, Picture, Pictures, Seat

from .cards import Card
from .events import Acts, Claim, Count, Defend, Done, Fine, Fist, Say
from .tables import NOW, comparing, table, thinking

CARDS, SPEAKER, OTHERS, PADS = (f"[data-point={name}]" for name in ("cards", "speaker", "others", "pads"))
WORD = "Pizza"
FITS: tuple[Card, ...] = ("look-round", "trait-hot", "place-party")
TOO_SMALL: tuple[Card, ...] = ("look-round", "size-bus", "place-party")


def acts(*done: tuple[Seat, Acts]) -> tuple[Move, ...]:
    """An act every second."""
    return tuple(Move(NOW + SECOND * i, seat, act) for i, (seat, act) in enumerate(done))


SAID: tuple[tuple[Seat, Acts], ...] = ((0, Claim()), (0, Say(WORD)))
KNOCKED = (*SAID, (1, Fist()), (2, Fist()), (3, Fist()))
FIT, UNFIT = thinking(0, 0, 1, 0, middle=FITS), thinking(0, 0, 1, 0, middle=TOO_SMALL)

PICTURES = Pictures(
    steps=("think", "say", "knock", "token"),
    rules={
        4: "turn",
        5: "covered",
        6: "think",
        10: "say",
        12: "knock",
        13: "defend",
        16: "countdown",
        22: "token",
        25: "smallest",
    },
    named={
        "turn": Picture(table(0, 0, 0, 0, middle=FITS[:2]), (SPEAKER, OTHERS, PADS)),
        "covered": Picture(thinking(0, 0, 1, 0, middle=("look-red", *FITS, "look-flat")), (CARDS,)),
        "think": Picture(FIT, (CARDS, SPEAKER)),
        "say": Picture(FIT, (CARDS, SPEAKER, OTHERS), acts(*SAID, (1, Fine()), (2, Fine()))),
        "knock": Picture(UNFIT, (SPEAKER, OTHERS, PADS), acts(*SAID, (2, Fist())), seat=1),
        "defend": Picture(
            UNFIT,
            (SPEAKER, OTHERS, PADS),
            acts(*KNOCKED, (0, Defend("Pizza!!! Pizza!"))),
            seat=1,
        ),
        "countdown": Picture(FIT, (SPEAKER, OTHERS, PADS), acts((1, Count())), until=NOW + 2 * SECOND),
        "token": Picture(UNFIT, (SPEAKER, OTHERS, ".pads > *"), acts(*KNOCKED, (0, Done()))),
        "smallest": Picture(comparing(1, 3, 1, 1, contenders=(0, 2, 3)), (SPEAKER, OTHERS, PADS)),
    },
)
