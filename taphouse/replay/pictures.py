"""Plays to the moments that a rulebook shows, and writes them as the views that a board draws."""

from __future__ import annotations

from typing import Any

import msgspec

from taphouse.core import Game, Picture, Play, Refused, Seat, Time, Value


class DrawnPicture(Value):
    """One picture: what the board gets, and which part of it is shown."""

    seat: Seat
    now: Time
    """The play clock stands still here."""
    shows: tuple[str, ...]
    """The parts of the board that are drawn, as CSS selectors."""
    view: Any


class PictureBook(Value):
    """The `pictures.json` of a game."""

    steps: tuple[str, ...]
    """The game in four pictures, by their names."""
    rules: dict[int, str]
    """The picture at each rule that has one."""
    pictures: dict[str, DrawnPicture]


def picture_book(game: Game[Any, Any], slug: str) -> PictureBook:
    pictures = game.PICTURES
    drawn = {name: draw(game, slug, picture) for name, picture in pictures.named.items()}
    return PictureBook(pictures.steps, pictures.rules, drawn)


def draw(game: Game[Any, Any], slug: str, picture: Picture) -> DrawnPicture:
    play = Play(game, picture.given, seed=slug)
    for move in picture.moves:
        refused = [event for event in play.feed(move)[-1].events if isinstance(event, Refused)]
        if refused:
            raise ValueError(f"{slug}: {move} is refused: {refused}")
    play.advance(picture.until)
    view = msgspec.to_builtins(play.game.view(play.state, picture.seat), str_keys=True)
    return DrawnPicture(picture.seat, max(play.now, picture.until), picture.shows, view)


def as_json(book: PictureBook) -> str:
    """One line for each picture, so that a difference names it."""
    head = msgspec.json.encode({"steps": book.steps, "rules": book.rules}).decode().removesuffix("}")
    lines = [
        f'"{name}":{msgspec.json.encode(picture).decode()}' for name, picture in sorted(book.pictures.items())
    ]
    return f'{head},"pictures":{{\n' + ",\n".join(lines) + "\n}}\n"
