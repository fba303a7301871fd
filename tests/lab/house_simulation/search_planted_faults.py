"""Plants every fault and looks for it, ten minutes of one core for each: `make planted-faults`."""

import pytest

from tests.lab.house_simulation.planted_faults import ALL, first_found

SECONDS = 600


@pytest.mark.timeout(7_200)
@pytest.mark.parametrize("fault", ALL, ids=lambda fault: fault.__name__)
def test_the_fault_is_found_within_ten_minutes_of_one_core(fault):
    found = first_found(fault, SECONDS)
    assert found is not None
    number, result, spent = found
    print(f"\n{fault.__name__}: evening {number}, {spent:.0f} s: {result.failures[0]}")
