"""Families of bots whose members are unequally quick."""

import pytest

from taphouse.lab import families
from taphouse.lab.families import estimates, evening


@pytest.fixture
def short_evenings(monkeypatch):
    monkeypatch.setattr(families, "FIRST", 6)
    monkeypatch.setattr(families, "GAMES", 14)


def test_suggested_head_starts_bring_the_shares_of_a_family_together(short_evenings):
    found = [evening(("racesmack", f"clover-{n}")) for n in range(3)]

    alike = [share.value for share in estimates([each.alike for each in found])]
    after = [share.value for share in estimates([each.after for each in found])]
    assert max(after) - min(after) < max(alike) - min(alike)
    assert all(each.head_starts[0] < each.head_starts[-1] for each in found)


def test_the_same_family_plays_the_same_evening_again(short_evenings):
    assert evening(("racesmack", "fern")) == evening(("racesmack", "fern"))
