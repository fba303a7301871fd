"""taphouse key: print the public key with which the house signs its games."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from argparse import Namespace

from taphouse.house.house import SECRET
from taphouse.replay.seal import HouseKey

from .stored_house import arguments, opened

__all__ = ["arguments", "run"]


def run(asked: Namespace) -> int:
    try:
        print(asyncio.run(_key(asked)))
    except ModuleNotFoundError as error:
        if error.name != "nats":
            raise
        print('taphouse: a cluster needs one more package: pip install "taphouse[cluster]"', file=sys.stderr)
        return 1
    except (OSError, sqlite3.Error, ValueError) as error:
        print(f"taphouse: {asked.cluster or asked.data} cannot be used: {error}", file=sys.stderr)
        return 1
    return 0


async def _key(asked: Namespace) -> str:
    async with opened(asked) as journal:
        stored = await journal.get(SECRET)
    if stored is None:
        raise ValueError("the house has no key before it is opened for the first time")
    return HouseKey(stored[0]).public
