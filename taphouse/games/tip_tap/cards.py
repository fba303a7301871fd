"""The parts: shapes, their colours, and the deck. The client draws the outlines, from `shapes.json`."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

Colour: TypeAlias = Literal["blue", "mint", "lilac", "wine", "orange"]
FAMILIES = ("star", "flower", "gear", "leaf", "fish", "key", "vase", "puzzle", "crown")
COUSINS = 5  # rule 2
Shape: TypeAlias = Annotated[
    str,
    Meta(extra_json_schema={"enum": [f"{family}-{n + 1}" for family in FAMILIES for n in range(COUSINS)]}),
]
"""The name of a shape, as in `star-1`."""
Card: TypeAlias = tuple[Shape, ...]
"""The shapes that a card shows."""

COLOURS: tuple[Colour, ...] = ("blue", "mint", "lilac", "wine", "orange")

COLOUR_OF: dict[Shape, Colour] = {  # rule 2: five cousins, one in each colour
    f"{family}-{cousin + 1}": COLOURS[(cousin + 2 * i) % len(COLOURS)]
    for i, family in enumerate(FAMILIES)
    for cousin in range(len(COLOURS))
}
SHAPES: tuple[Shape, ...] = tuple(COLOUR_OF)

SIZES = {"two-shapes": 2, "three-shapes": 3}
"""The kinds of cards by how many shapes they show."""

CARDS: tuple[Card, ...] = (  # rule 3; dealt by `tools/shapes`: some look-alikes, some clearly different
    ("star-1", "star-2", "flower-5"),
    ("star-1", "fish-3", "puzzle-3"),
    ("star-1", "key-5"),
    ("star-2", "flower-4", "puzzle-2"),
    ("star-2", "gear-2"),
    ("star-3", "star-4", "key-5"),
    ("star-3", "star-5"),
    ("star-3", "flower-3"),
    ("star-4", "leaf-4"),
    ("star-4", "leaf-5", "key-4"),
    ("star-5", "vase-2"),
    ("star-5", "puzzle-1"),
    ("flower-1", "flower-2", "gear-5"),
    ("flower-1", "flower-4"),
    ("flower-1", "gear-1", "gear-3"),
    ("flower-2", "flower-4", "vase-2"),
    ("flower-2", "puzzle-1", "puzzle-2"),
    ("flower-3", "fish-4"),
    ("flower-3", "key-2"),
    ("flower-5", "gear-4", "puzzle-4"),
    ("flower-5", "leaf-3", "crown-3"),
    ("gear-1", "gear-2", "gear-5"),
    ("gear-1", "fish-3", "key-3"),
    ("gear-2", "key-4", "vase-1"),
    ("gear-3", "leaf-3", "puzzle-5"),
    ("gear-3", "fish-2", "vase-5"),
    ("gear-4", "leaf-5", "key-3"),
    ("gear-4", "fish-4", "crown-5"),
    ("gear-5", "fish-1"),
    ("leaf-1", "fish-2"),
    ("leaf-1", "key-1", "crown-4"),
    ("leaf-1", "key-4", "crown-2"),
    ("leaf-2", "leaf-4", "leaf-5"),
    ("leaf-2", "key-3", "puzzle-5"),
    ("leaf-2", "crown-1"),
    ("leaf-3", "leaf-4"),
    ("fish-1", "fish-3"),
    ("fish-1", "puzzle-4", "crown-4"),
    ("fish-2", "fish-5"),
    ("fish-4", "crown-3"),
    ("fish-5", "vase-5"),
    ("fish-5", "crown-5"),
    ("key-1", "vase-1", "crown-2"),
    ("key-1", "crown-3"),
    ("key-2", "puzzle-2"),
    ("key-2", "puzzle-5"),
    ("key-5", "puzzle-3"),
    ("vase-1", "vase-3"),
    ("vase-2", "vase-4", "vase-5"),
    ("vase-3", "puzzle-1"),
    ("vase-3", "crown-2"),
    ("vase-4", "puzzle-3"),
    ("vase-4", "puzzle-4"),
    ("crown-1", "crown-4"),
    ("crown-1", "crown-5"),
)


def cards_without(piece: str | None) -> tuple[Card, ...]:
    """The deck without the cards that show a family of shapes, or without those of one size."""
    return tuple(card for card in CARDS if piece not in kinds_of(card))


def kinds_of(card: Card) -> set[str]:
    sizes = {size for size, shapes in SIZES.items() if len(card) == shapes}
    return sizes | {shape.partition("-")[0] for shape in card}
