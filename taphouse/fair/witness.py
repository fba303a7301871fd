"""What the house measured itself when a tap arrived. Only `Anchor.painted` is the word of the page."""

from __future__ import annotations

import msgspec

from taphouse.core import Time, Value


class Kernel(Value):
    """The round trip as the kernel times it, if TCP ends at this house. A late answer does not change it."""

    rtt: Time
    """Smoothed."""
    rttvar: Time = msgspec.field(name="swing")  # the name in stored journals
    """Mean deviation of the round trip."""
    retransmits: int = 0
    """Segments that were lost on the way to the player and sent again."""
    out_of_order: int = 0
    """Segments of the player that arrived before an earlier one, which was lost."""
    least: Time | None = None
    """The shortest round trip of the last minutes; `None` if the kernel did not say."""

    def has_lost(self, since: Kernel | None) -> bool:
        """Something of the player was lost since then, so that all behind it had to wait."""
        return since is not None and self.out_of_order > since.out_of_order

    def has_resent(self, since: Kernel | None) -> bool:
        """Something was sent to the player again since then."""
        return since is not None and self.retransmits > since.retransmits


class Witness(Value):
    """What the house itself knew of a line when a tap arrived."""

    spread: Time
    """How much round trips vary on this line."""
    stall: Time = 0
    """How long the line had been silent; 0 if it had not stalled."""
    kernel: Kernel | None = None
    near: Time | None = None
    """The round trip of the last ping that was answered before the tap."""
    proxied: bool = False
    """The kernel times a machine on the way, not the player's."""
    age: Time | None = None
    """How long ago the pings were sent between whose answers the tap was sent."""


class Anchor(Value):
    """The painted update from which a response is counted."""

    n: int
    shown: Time
    sent: Time
    """When it was sent to this screen: earlier than `shown` if the line is slow."""
    painted: int
    """On the page's own clock."""
    trip: Time
    """The round trip of the ping that was sent with it."""
    kernel: Kernel | None = None
    """The kernel's figures when that ping was answered."""
    lost: bool = False
    """It was lost on the way, and sent again by the kernel."""
    cold: bool = False
    """It was sent to a line that had been silent, and whose radio may sleep then."""
