"""What keeps an evening the same each time, and its errors out of the log."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from .checks import Checks


class _Errors(logging.Handler):
    def __init__(self, checks: Checks) -> None:
        super().__init__(logging.ERROR)
        self._checks = checks

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, OSError):
            self._checks.fail("no unexpected error", f"{record.getMessage()}: {error!r}")


@contextmanager
def quiet_and_repeatable(checks: Checks) -> Iterator[None]:
    """Collects garbage only between evenings: the moment must not depend on what ran before."""
    log, handler = logging.getLogger("taphouse"), _Errors(checks)
    propagates, log.propagate = log.propagate, False
    log.addHandler(handler)
    gc.collect()
    gc.freeze()  # the program itself is not looked through again before the next evening
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        log.removeHandler(handler)
        log.propagate = propagates
