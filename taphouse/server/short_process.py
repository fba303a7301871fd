"""Runs one heavy job in a process of its own: no table waits for it, or fails with it."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from subprocess import PIPE, Popen, TimeoutExpired
from typing import NamedTuple

from .desktop import own_process

MEMORY = 512 * 1024 * 1024  # bytes, where the system has such a limit
PROCESSOR = 20  # seconds of processor time, likewise
TOO_SLOW = "too slow"
NICE = 10  # running games come first


class Ended(NamedTuple):
    output: bytes
    why: str
    """Why there is no output."""


async def run(module: str, job: bytes, max_wait: float) -> Ended:
    """Gives `job` to the module's `main`, which begins with `limit`, and waits for what it writes."""
    process = await asyncio.to_thread(_start, module)
    try:
        output, errors = await asyncio.to_thread(_communicate, process, job, max_wait)
    finally:
        process.kill()  # if the request was cancelled
    return Ended(output, errors.decode(errors="replace")[-200:] or f"exit status {process.returncode}")


def limit() -> None:
    """Limits this process. Without such limits, only those of its own work apply."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _start(module: str) -> Popen[bytes]:
    """Runs in a thread: the fork would block the event loop while it copies the page tables."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return Popen(
        own_process(module), stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment, start_new_session=True
    )


def _communicate(process: Popen[bytes], job: bytes, timeout: float) -> tuple[bytes, bytes]:
    """The output of the process, and its errors."""
    with process:
        try:
            return process.communicate(job, timeout)
        except TimeoutExpired:
            process.kill()
            return b"", TOO_SLOW.encode()
