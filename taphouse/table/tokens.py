"""Signs seat tokens. A player proves their seat by a token, so the house needs no accounts."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256

from .room import Room


class Tokens:
    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def sign(self, code: str, sitting: int, salt: str) -> str:
        """A token for one sitting at table `code`. The table's own salt voids tokens of an earlier table."""
        return f"{sitting}.{self._signature(code, sitting, salt)}"

    def sitting(self, token: str, code: str, salt: str) -> int | None:
        """The sitting of the token, if this house signed it for this table."""
        number, _, signature = token.partition(".")
        if not number.isascii() or not number.isdigit() or len(number) > 9:
            return None
        sitting = int(number)
        genuine = hmac.compare_digest(signature.encode(), self._signature(code, sitting, salt).encode())
        return sitting if genuine else None

    def player(self, token: str, room: Room) -> int | None:
        """The player whose seat in this room the token proves."""
        sitting = self.sitting(token, room.code, room.salt)
        return None if sitting is None else room.player_of(sitting)

    def pseudonym(self, address: str) -> str:
        """A stable stand-in for an address that does not reveal it."""
        return hmac.digest(self._secret, f"address/{address}".encode(), sha256)[:8].hex()

    def _signature(self, code: str, sitting: int, salt: str) -> str:
        digest = hmac.digest(self._secret, f"{code}/{salt}/{sitting}".encode(), sha256)
        return urlsafe_b64encode(digest[:18]).decode()
