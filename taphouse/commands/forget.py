"""taphouse forget: drop old games that nobody can watch any more, also while the house is open."""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser, Namespace

import msgspec

from taphouse.house.retention import expired_games

from . import stored_house
from .durations import duration, in_words


def arguments(parser: ArgumentParser) -> None:
    stored_house.arguments(parser)
    parser.add_argument(
        "--older-than",
        type=duration,
        default="30d",
        metavar="SPAN",
        help="age such as 30d, 8w or 1y (%(default)s)",
    )
    parser.add_argument("--dry-run", action="store_true", help="only print what would be dropped")


def run(asked: Namespace) -> int:
    return stored_house.exit_code(asked, lambda: asyncio.run(_forget(asked)))


async def _forget(asked: Namespace) -> None:
    async with stored_house.opened(asked) as journal:
        try:
            found = await expired_games(journal, int(time.time()) - asked.older_than)
        except msgspec.DecodeError as error:
            raise ValueError(f"nothing was dropped, because a table cannot be read: {error}") from error
        if not asked.dry_run:
            for stream in found:
                await journal.drop(stream)
    print(_summary(len(found), sum(found.values()), asked.older_than, asked.dry_run))


def _summary(games: int, size: int, older_than: int, dry_run: bool) -> str:
    which = f"begun more than {in_words(older_than)} ago that no table names any more"
    if not games:
        return f"There is no game {which}: nothing to drop."
    many = "1 game" if games == 1 else f"{games:,} games"
    if dry_run:
        return f"{many} {which} would be dropped: about {_bytes(size)}. Nothing was changed."
    return f"{many} {which} dropped: about {_bytes(size)} came free."


def _bytes(size: float) -> str:
    for unit in ("bytes", "KB", "MB"):
        if size < 1_000:
            return f"{size:.3g} {unit}"
        size /= 1_000
    return f"{size:,.1f} GB"
