"""What is true of every game in a browser is true of Slapjack."""

import pytest

from taphouse.testing.every_board import *  # noqa: F403


@pytest.fixture(scope="module")
def slug():
    return "slapjack"
