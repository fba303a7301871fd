"""Draws the shapes, measures them, and writes the files of the game."""

from __future__ import annotations

import json
from pathlib import Path

from deck import deal
from likeness import distances
from outlines import outline, svg_path

HERE = Path(__file__).parent
GAME = HERE.parents[1] / "taphouse/games/tip_tap"
NEAREST = 5


def main() -> None:
    families = json.loads((HERE / "parameters.json").read_text())
    drawn = {
        f"{family}-{i}": outline(family, parameters)
        for family, cousins in families.items()
        for i, parameters in enumerate(cousins, 1)
    }
    shapes = [{"name": name, "outline": svg_path(shape)} for name, shape in drawn.items()]
    lines = ",\n".join(json.dumps(shape) for shape in shapes)
    (GAME / "shapes.json").write_text(f"[\n{lines}\n]\n")

    names, apart = list(drawn), distances(list(drawn.values()))
    rows = []
    for i, name in enumerate(names):
        nearest = [j for j in apart[i].argsort() if j != i][:NEAREST]
        pairs = ", ".join(f'"{names[j]}": {apart[i, j]:.2f}' for j in nearest)
        rows.append(f'    "{name}": {{{pairs}}},\n')
    (GAME / "lookalikes.py").write_text(
        '"""The nearest look-alikes of each shape, and how far off: measured by `tools/shapes`."""\n\n'
        "LOOKALIKES: dict[str, dict[str, float]] = {\n" + "".join(rows) + "}\n"
    )

    for card in deal(apart):
        print("    (" + ", ".join(f'"{names[i]}"' for i in card) + "),")


if __name__ == "__main__":
    main()
