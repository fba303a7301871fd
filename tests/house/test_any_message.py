"""A table receives every kind of message, from every connection, in any order, and never fails."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taphouse.table import wire
from tests.generated_values import fitting, messages
from tests.house.party import party
from tests.toys import SHELF

PEOPLE = 4


def anything(game):
    """Valid messages, with acts of that game and ids that exist."""
    acts = fitting(game.Acts).map(lambda act: msgspec.Raw(msgspec.json.encode(act)))
    games = st.sampled_from([*SHELF, "no-such-game"])
    return messages(
        wire.Up,
        act=acts,
        game=games,
        options=st.just({}) | st.dictionaries(st.text(max_size=9), st.integers(), max_size=1),
        player=st.integers(1, 6),
        other=st.integers(1, 6),
        v=st.just(wire.VERSION),
    )


@pytest.mark.parametrize("slug", list(SHELF))
def test_no_message_at_any_time_by_anyone_breaks_a_table(slug):
    steps = st.tuples(st.integers(0, PEOPLE - 1), anything(SHELF[slug]), st.sampled_from([0, 0.02, 0.5, 5]))

    @settings(max_examples=25, suppress_health_check=list(HealthCheck))
    @given(st.lists(steps, max_size=25))
    def holds(steps):
        async def story(here):
            connections = [f"Guest {n}" for n in range(PEOPLE - 1)]
            table, *screens = await here.playing(*connections, game=slug, bots=("gentle", "quick"))
            for who, message, seconds in steps:
                if not screens[who].closed:
                    await here.say(table, screens[who], message)
                await here.wait(table, seconds, step=50_000)
            again = await here.restart(table)
            assert again.room == table.room

        async def evening(folder):
            async with party(Path(folder)) as here:
                await story(here)

        with TemporaryDirectory() as folder:
            asyncio.run(evening(folder))

    holds()
