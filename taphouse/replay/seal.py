"""The house's signature at the end of a game: Ed25519 over the game's name and the running hash."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from taphouse.core.record import Seal


class HouseKey:
    """Made from the house's secret, which is stored once: so a backup has it, and all nodes share it."""

    def __init__(self, secret: bytes) -> None:
        self._key = SigningKey(hmac.digest(secret, b"the key that signs games", sha256))
        self.public = _written(bytes(self._key.verify_key))

    def seal(self, game: str, digest: bytes) -> Seal:
        return Seal(self.public, _written(self._key.sign(_signed(game, digest)).signature))


def is_signed(seal: Seal, game: str, digest: bytes) -> bool:
    """Whether the owner of the key in `seal` signed this hash for this game."""
    try:
        VerifyKey(_read(seal.key)).verify(_signed(game, digest), _read(seal.signature))
    except (BadSignatureError, ValueError):
        return False
    return True


def _signed(game: str, digest: bytes) -> bytes:
    return b"taphouse seal\0%s\0%s" % (game.encode(), digest)


def _written(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def _read(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
