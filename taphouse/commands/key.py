"""taphouse key: print the public key with which the house signs its games."""

from __future__ import annotations

import asyncio
from argparse import Namespace

from taphouse.house.house import SECRET
from taphouse.replay.seal import HouseKey

from .stored_house import arguments, exit_code, opened

__all__ = ["arguments", "run"]


def run(asked: Namespace) -> int:
    return exit_code(asked, lambda: print(asyncio.run(_key(asked))))


async def _key(asked: Namespace) -> str:
    async with opened(asked) as journal:
        stored = await journal.get(SECRET)
    if stored is None:
        raise ValueError("the house has no key before it is opened for the first time")
    return HouseKey(stored[0]).public
