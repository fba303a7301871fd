"""What is true of every game is true of Slapjack."""

import pytest

from taphouse.testing.every_game import *  # noqa: F403


@pytest.fixture(scope="module")
def slug():
    return "slapjack"
