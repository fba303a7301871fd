"""How the taps of a table are judged."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.core import MS, Time, Value

NEAR_CAP = 200
"""Milliseconds: suits friends on one continent."""
FAR_CAP = 300
"""Milliseconds: for rooms across oceans."""


class Fairness(Value, forbid_unknown_fields=True):
    """The defaults suit friends on one continent."""

    ranked: bool = False
    """No time is believed on credit."""
    cap: Annotated[int, Meta(ge=100, le=400, extra_json_schema={"unit": "ms", "step": 50})] = NEAR_CAP
    """How long a verdict waits for a stalled line, at most."""

    @property
    def max_hold(self) -> Time:
        return self.cap * MS

    @property
    def reach(self) -> Time:
        """The longest round trip that is compensated: nobody can fake more distance than this."""
        return 2 * self.max_hold
