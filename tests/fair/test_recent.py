from statistics import median

from hypothesis import given
from hypothesis import strategies as st

from taphouse.fair.recent import Recent


@given(st.lists(st.integers(0, 20), min_size=1, max_size=40), st.integers(1, 9))
def test_recent_times_are_the_last_few_in_both_orders(times, most):
    recent = Recent(most)
    for time in times:
        recent.add(time)

    assert [*recent.latest] == times[-most:]
    assert recent.in_order == sorted(times[-most:])
    assert recent.median == median(times[-most:])
