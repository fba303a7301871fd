"""Writes golden playthroughs from their first lines: python -m taphouse.testing.playthroughs GAME."""

import sys
from collections.abc import Sequence

from taphouse.replay.playthrough import golden
from taphouse.shelf import whole_shelf


def main(slugs: Sequence[str]) -> None:
    shelf = whole_shelf()
    for slug in slugs or shelf:
        for path in sorted((shelf.folder(slug) / "playthroughs").glob("*.txt")):
            path.write_text(golden(shelf, path.read_text("utf-8").partition("\n")[0]), "utf-8")
            print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
