"""What a seat may do now, read from its view as a page gets it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def offered(view: Mapping[str, Any]) -> set[str]:
    """The acts that are open to it and no foul, in small letters."""
    return {offer["act"].lower() for offer in view["offers"] if not offer.get("foul")}
