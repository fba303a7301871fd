"""Writes the pictures of every rulebook; a game's `pictures.py` says which moments of play they show."""

from pathlib import Path

from taphouse.games import shelf
from taphouse.replay.pictures import as_json, picture_book

for slug in shelf():
    path = Path("taphouse/games") / slug.replace("-", "_") / "pictures.json"
    path.write_text(as_json(picture_book(slug)), "utf-8")
    print(path)
