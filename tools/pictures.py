"""Writes the pictures of every rulebook; a game's `pictures.py` says which moments of play they show."""

from pathlib import Path

from taphouse.replay.pictures import as_json, picture_book
from taphouse.shelf import own_shelf

for slug in own_shelf():
    path = Path("taphouse/games") / slug.replace("-", "_") / "pictures.json"
    path.write_text(as_json(picture_book(own_shelf()[slug], slug)), "utf-8")
    print(path)
