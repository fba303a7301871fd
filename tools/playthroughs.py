"""Plays every golden playthrough again from its first line. For a new one, write that line into a file."""

from pathlib import Path

from taphouse.replay.playthrough import golden

for path in sorted(Path("taphouse/games").glob("*/playthroughs/*.txt")):
    first_line = path.read_text("utf-8").splitlines()[0]
    path.write_text(golden(first_line), "utf-8")
    print(path)
