"""A real house on a loopback port."""

from tests.server.conftest import anyio_backend, connect, house, open_house

__all__ = ["anyio_backend", "connect", "house", "open_house"]
