from __future__ import annotations

import pytest

from tests.natsserver import nats_server

__all__ = ["nats_server"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
