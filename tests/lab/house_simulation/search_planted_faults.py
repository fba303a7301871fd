"""Plants every fault and looks for it, for minutes each: `make planted-faults`."""

import pytest

from tests.lab.house_simulation.planted_faults import ALL, first_found

EVENINGS = 300


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("fault", ALL, ids=lambda fault: fault.__name__)
def test_the_fault_is_found(fault):
    found = first_found(fault, EVENINGS)
    assert found is not None
    number, result = found
    print(f"\n{fault.__name__}: evening {number}: {result.failures[0]}")
