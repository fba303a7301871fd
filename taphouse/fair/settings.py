"""How a table wants to be judged."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from taphouse.core import MS, Time, Value


class Fairness(Value, forbid_unknown_fields=True):
    """The defaults suit friends on one continent."""

    ranked: bool = False
    """Nothing is believed on credit."""
    cap: Annotated[int, Meta(ge=100, le=400, extra_json_schema={"unit": "ms", "step": 50})] = 200
    """How long a verdict waits for a stalled line, at most. Rooms across oceans want 300."""

    @property
    def max_hold(self) -> Time:
        return self.cap * MS

    @property
    def reach(self) -> Time:
        """The longest way there and back that is made good: nobody can fake more distance than this."""
        return 2 * self.max_hold
