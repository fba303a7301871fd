"""What is true of every game in a browser is true of those in this package."""

import pytest

from taphouse.testing.every_board import *  # noqa: F403
from tests.shelf import SHELF


@pytest.fixture(scope="module", params=list(SHELF))
def slug(request):
    return request.param
