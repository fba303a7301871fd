import asyncio
from pathlib import Path

import pytest


@pytest.fixture
def at_a_party(tmp_path):
    """Runs the coroutine of a test in its own house."""
    from tests.house.party import party

    def run(story):
        async def whole():
            async with party(Path(tmp_path)) as here:
                await story(here)

        asyncio.run(whole())

    return run
