"""Processes in virtual time: they freeze, crash and have clocks of their own."""

import asyncio

import pytest

from taphouse.lab.house_simulation.virtual_time import SECOND, Livelock, Process, VirtualTime


def test_a_day_passes_at_once():
    time = VirtualTime()
    process, woke = Process(time, "one"), []

    async def sleep():
        await asyncio.sleep(86_400)
        woke.append(time.now)

    process.start(sleep())
    time.run(86_401 * SECOND)
    assert [round(moment / SECOND) for moment in woke] == [86_400]


def test_a_frozen_process_does_everything_late_and_in_order():
    time = VirtualTime()
    process, done = Process(time, "one"), []
    for second in (1, 2, 3):
        time.call(process, second * SECOND, done.append, second)
    process.freeze()
    time.call(None, 10 * SECOND, process.thaw)
    time.run(9 * SECOND)
    assert done == []
    time.run(11 * SECOND)
    assert done == [1, 2, 3]


def test_a_crashed_process_does_nothing_more_not_even_its_clean_up():
    time = VirtualTime()
    process, done = Process(time, "one"), []

    async def work():
        try:
            await asyncio.sleep(5)
            done.append("worked")
        finally:
            done.append("cleaned up")

    process.start(work())
    time.call(None, SECOND, process.crash)
    time.run(20 * SECOND)
    assert done == []
    process.forget()


def test_a_timer_is_never_early_on_a_clock_that_is_wrong():
    for drift in (-200, 0, 200):
        time = VirtualTime()
        process, late = Process(time, "one", offset=12_345, drift=drift), []
        due = process.clock() + 7 * SECOND
        process.call_later(7, lambda: late.append(process.clock() - due))  # noqa: B023
        time.run(8 * SECOND)
        assert 0 <= late[0] <= 5


@pytest.mark.parametrize("delay", [0, 1])
def test_callbacks_that_start_each_other_for_ever_are_found(delay):
    time = VirtualTime()

    def again():
        time.after(delay, again)

    again()
    with pytest.raises(Livelock):
        time.run(SECOND)


def test_an_error_in_a_process_is_remembered_with_its_name():
    time = VirtualTime()
    time.call(Process(time, "one"), 1, lambda: 1 // 0)
    time.run(2)
    assert [(name, type(error)) for name, error in time.errors] == [("one", ZeroDivisionError)]


def test_an_error_in_the_start_of_a_process_is_remembered_too():
    time = VirtualTime()

    async def fail():
        await asyncio.sleep(1)
        raise ValueError

    Process(time, "one").start(fail())
    time.run(2 * SECOND)
    assert [(name, type(error)) for name, error in time.errors] == [("one", ValueError)]
