"""A table that may ask the world: once for each question, without waiting; the answer is kept like a move."""

import asyncio

from taphouse.core.record import read_line
from taphouse.games import tap_the_table
from tests.house.fingers import do
from tests.offered import offered


class Oracle:
    """Knows everything, when it is let speak."""

    def __init__(self):
        self.asked, self.was_asked, self.may_speak = [], asyncio.Event(), asyncio.Event()

    async def misfit(self, question):
        self.asked.append(question)
        self.was_asked.set()
        await self.may_speak.wait()
        return 2.0


async def somebody_says_what_no_bot_knows(here):
    here.lobby.house.advisor = oracle = Oracle()
    table, ada = await here.at_a_table(game="tap-the-table", bots=("steady", "steady"), start=True)
    for _ in range(3_000):
        view = ada.last("update")["view"]
        if view["phase"] == "voting" and view["by"] == 0:
            return table, ada, oracle
        acts = {"reveal": {}, "claim": {}, "say": {"text": f"quibbelo {view['turn']}"}}
        for name in acts.keys() & offered(view):
            await here.say(table, ada, do(ada, here.time, type=name.title(), **acts[name]))
        await here.wait(table, 0.1)
    raise AssertionError("it was never Ada's turn")


def test_a_question_is_put_once_and_what_is_answered_is_kept(at_a_party):
    async def story(here):
        table, ada, oracle = await somebody_says_what_no_bot_knows(here)
        await oracle.was_asked.wait()
        await here.wait(table, 0.4)
        oracle.may_speak.set()
        for _ in range(20):
            await asyncio.sleep(0)  # the answer comes by a task of its own
            await here.wait(table, 0.02)

        [question] = oracle.asked
        assert ada.last("update")["view"]["advice"] == 2.0
        _, *lines = await here.stored(table)
        moves = [entry.move for line in lines if (entry := read_line(tap_the_table, line)).move]
        [advice] = [move.act for move in moves if type(move.act).__name__ == "Advice"]
        assert (advice.about, advice.misfit) == (question.thing, 2.0)

    at_a_party(story)


def test_nobody_waits_for_an_answer(at_a_party):
    async def story(here):
        table, ada, oracle = await somebody_says_what_no_bot_knows(here)
        turn = ada.last("update")["view"]["turn"]
        await oracle.was_asked.wait()

        await here.wait(table, 15, step=100_000)

        assert ada.last("update")["view"]["turn"] > turn
        assert not oracle.may_speak.is_set()

    at_a_party(story)
