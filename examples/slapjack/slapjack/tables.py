"""Named states, for tests and for viewing."""

from __future__ import annotations

from typing import Any

from taphouse.core import SECOND, Dice, replace

from .rules import SLAP, Jack, Options, State, Taken, setup, waiting

SHOWN = 10 * SECOND
OPTIONS = Options()


def table(seats: int = 3, **changes: Any) -> State:
    """The first player is to turn; the pile begins with a five."""
    fresh = setup(seats, OPTIONS, Dice("a named table"))
    stacks = tuple(tuple(card for card in stack if card not in ("5H", "JS")) for stack in fresh.stacks)
    state = replace(fresh, stacks=stacks, pile=("5H",), turn=0, last=seats - 1, phase=waiting(OPTIONS, SHOWN))
    return replace(state, **changes)


JACK = table(pile=("5H", "JS"), phase=Jack(SHOWN, SHOWN + SLAP))
TABLES: dict[str, State] = {
    "a five": table(),
    "a jack": JACK,
    "taken": table(pile=(), phase=Taken((1,), SHOWN, "JS")),
    "the last jack": replace(JACK, taken=OPTIONS.jacks - 1),
    "without cards": replace(table(), stacks=((), *table().stacks[1:]), turn=1),
}
