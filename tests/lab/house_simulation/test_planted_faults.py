"""The simulation finds bugs: some that are found at once. `make planted-faults` looks for all of them."""

import pytest

from taphouse.lab.house_simulation.search import run, shrunk
from tests.lab.house_simulation import planted_faults as faults


@pytest.mark.parametrize(
    ("fault", "promise"),
    [
        (faults.append_not_awaited, "told before kept"),
        (faults.told_before_kept, "told before kept"),
        (faults.double_seat, "secrets are kept"),
        (faults.view_of_another_seat, "secrets are kept"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_planted_fault_is_found(fault, promise):
    assert faults.first_found(fault, 20, promise)


def test_a_failed_evening_is_shrunk_to_the_faults_that_matter_and_can_be_repeated():
    with faults.planted(faults.wake_up_timer_lost):
        _, result, _ = faults.first_found(faults.wake_up_timer_lost, 30)
        found = shrunk(result, 0)
        again = run(found.plan.seed, 0, found.faults)

    assert len(found.faults) < len(result.plan.faults)
    assert found.failure in again.failures
    assert f"taphouse bench house --evening {found.plan.seed} --nodes 0 --faults" in str(found)
