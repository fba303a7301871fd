"""Spans of time on the command line, in days, weeks or years."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError

DAY = 24 * 3_600  # seconds
UNITS = {"d": DAY, "w": 7 * DAY, "y": 365 * DAY}


def duration(typed: str) -> int:
    """Seconds, at least a day: a younger game may belong to a table that is just being opened."""
    match = re.fullmatch(r"([1-9]\d{0,4})([dwy])", typed.strip().lower())
    if match is None:
        raise ArgumentTypeError(f"{typed!r} is no duration such as 30d, 8w or 1y")
    return int(match[1]) * UNITS[match[2]]


def in_words(seconds: int) -> str:
    days = seconds // DAY
    return "1 day" if days == 1 else f"{days:,} days"
