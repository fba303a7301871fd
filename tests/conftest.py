"""Settings for all tests: no test depends on the speed of the machine or on chance."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

HERE = Path(__file__).parent
# Of browsers, and of servers in processes of their own.
REAL = ("e2e", "cluster", "chaos", "server", "journal", "examples")

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")

os.environ["TAPHOUSE_INTRODUCTIONS"] = "none"  # a house in its own process begins games at once


def pytest_collection_modifyitems(items):
    """A busy machine can starve a browser or a server. The summary names each test that was tried twice."""
    for item in items:
        if any(item.path.is_relative_to(HERE / real) for real in REAL):
            item.add_marker(pytest.mark.flaky(reruns=1))
