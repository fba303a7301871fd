"""A seat is a signed token on the player's device: no accounts, nothing to remember."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256


class Tokens:
    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def sign(self, code: str, sitting: int, salt: str) -> str:
        """Proof of a sitting at table `code`; the salt is the table's own, so old codes open nothing."""
        return f"{sitting}.{self._signature(code, sitting, salt)}"

    def sitting(self, token: str, code: str, salt: str) -> int | None:
        """Which sitting this token is of, if this house signed it for this table."""
        number, _, signature = token.partition(".")
        if not number.isascii() or not number.isdigit() or len(number) > 9:
            return None
        sitting = int(number)
        genuine = hmac.compare_digest(signature.encode(), self._signature(code, sitting, salt).encode())
        return sitting if genuine else None

    def pseudonym(self, address: str) -> str:
        """Tells one address from another without telling which it is."""
        return hmac.digest(self._secret, f"address/{address}".encode(), sha256)[:8].hex()

    def _signature(self, code: str, sitting: int, salt: str) -> str:
        digest = hmac.digest(self._secret, f"{code}/{salt}/{sitting}".encode(), sha256)
        return urlsafe_b64encode(digest[:18]).decode()
