"""Learns from the table of things where in meaning each criterion lies, and writes it down.

Needs the extra `meaning`. Prints how well it tells things it was not shown.
"""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import numpy as np

from taphouse.games.tap_the_table.cards import BOXES, fit
from taphouse.games.tap_the_table.things import COLOURS, THINGS
from taphouse.server.meaning import Meaning, model

WRITTEN = Path(__file__).parents[2] / "taphouse/games/tap_the_table/words/meaning_en.txt"
UNTOLD = {*(f"look-{colour}" for colour in COLOURS), "look-multi", "look-plain", "look-pattern"}
RIDGE = 1.0
FOLDS = 10


def learnt(points: np.ndarray, degrees: np.ndarray) -> np.ndarray:
    square = points.T @ points + RIDGE * np.eye(points.shape[1])
    return np.linalg.solve(square, points.T @ degrees)


def told_apart(guesses: np.ndarray, degrees: np.ndarray) -> float:
    """How often what fits is guessed above what does not (the area under the curve)."""
    yes, no = guesses[degrees == 1], guesses[degrees == 0]
    ranks = np.argsort(np.argsort(np.concatenate([yes, no])))[: len(yes)]
    return float((ranks.sum() - len(yes) * (len(yes) - 1) / 2) / (len(yes) * len(no)))


def main() -> None:
    folder = model()
    if folder is None:
        raise SystemExit("the extra is not installed")
    meaning = Meaning(folder)
    points = np.array([[*meaning(thing.said_in("en")), 1.0] for thing in THINGS])
    cards = [card for box in BOXES.values() for card in box if card not in UNTOLD]
    degrees = np.array([[fit(thing, card, "en") for card in cards] for thing in THINGS])
    fold = np.arange(len(THINGS)) % FOLDS
    guesses = np.zeros_like(degrees)
    for each in range(FOLDS):
        guesses[fold == each] = points[fold == each] @ learnt(points[fold != each], degrees[fold != each])
    print(f"{len(THINGS)} things, {len(cards)} criteria, held back: {told_apart(guesses, degrees):.3f}")
    with WRITTEN.open("w") as file:
        for card, (*steps, start) in zip(cards, learnt(points, degrees).T, strict=True):
            scale = max(map(abs, steps)) / 127
            whole = np.round(np.array(steps) / scale).astype(np.int8)
            print(card, f"{start:.4f}", f"{scale:.6f}", b64encode(whole.tobytes()).decode(), file=file)


if __name__ == "__main__":
    main()
