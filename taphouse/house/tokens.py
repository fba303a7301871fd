"""A seat is a signed token on the player's device: no accounts, nothing to remember."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256


class Tokens:
    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def sign(self, code: str, player: int, salt: str) -> str:
        """Proof of being `player` at table `code`; the salt is the table's own, so old codes open nothing."""
        return f"{player}.{self._signature(code, player, salt)}"

    def player(self, token: str, code: str, salt: str) -> int | None:
        """Whose token this is, if this house signed it for this table."""
        number, _, signature = token.partition(".")
        if not number.isascii() or not number.isdigit() or len(number) > 9:
            return None
        player = int(number)
        genuine = hmac.compare_digest(signature.encode(), self._signature(code, player, salt).encode())
        return player if genuine else None

    def pseudonym(self, address: str) -> str:
        """Tells one address from another without telling which it is."""
        return hmac.digest(self._secret, f"address/{address}".encode(), sha256)[:8].hex()

    def _signature(self, code: str, player: int, salt: str) -> str:
        digest = hmac.digest(self._secret, f"{code}/{salt}/{player}".encode(), sha256)
        return urlsafe_b64encode(digest[:18]).decode()
