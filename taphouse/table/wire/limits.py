"""Types used in both directions, and the version of the protocol."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from taphouse.core import Value

VERSION = 4

LONGEST_NAME = 16
"""Characters as people count them: an emoji or a letter with its accents is one."""
Name: TypeAlias = Annotated[
    str, msgspec.Meta(description=f"At most {LONGEST_NAME} characters as people count.")
]
"""A player's name."""
SIGN_COUNT = 8
Sign: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=SIGN_COUNT)]
"""Which pub sign: 1 Bell, 2 Anchor, 3 Moon, 4 Bolt, 5 Horse, 6 Heart, 7 Umbrella, 8 Boot."""
Slug: TypeAlias = Annotated[str, msgspec.Meta(max_length=40)]
"""The name of a game in addresses, as `/api/games` lists it."""
Browser: TypeAlias = Annotated[str, msgspec.Meta(min_length=8, max_length=64)]
"""A random id that a browser stores. It is as secret as a token: it and the name open the guest's seat."""
Volume: TypeAlias = Literal["off", "low", "full"]
"""How loud the big screen is."""
Emote: TypeAlias = Literal["clap", "laugh", "gasp", "groan", "heart", "fist"]
"""A reaction."""
MAX_HEAD_START = 2_000
"""Milliseconds."""
HeadStart: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MAX_HEAD_START)]
"""Milliseconds by which the other players' taps count later in a race."""
REACTION_GAP = 1_000
"""Milliseconds between two reactions of one player."""
MIN_FRAME, MAX_FRAME = 1_000, 100_000
"""Microseconds from one picture of a screen to the next, as a device may report them."""


class Message(Value, tag=lambda name: name.lower(), tag_field="type"):
    """One message, named by its `type`."""
