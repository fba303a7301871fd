"""Replays every golden playthrough from its first line. To add one, write its first line into a file."""

from pathlib import Path

from taphouse.replay.playthrough import golden
from taphouse.shelf import own_shelf

for path in sorted(Path("taphouse/games").glob("*/playthroughs/*.txt")):
    first_line = path.read_text("utf-8").splitlines()[0]
    path.write_text(golden(own_shelf(), first_line), "utf-8")
    print(path)
