"""A deck as the end of a link: `#deck=` and this text. A browser never sends it to a server.

The first character says how the deck's text in UTF-8 is packed: `1`, deflated without a header (RFC 1951);
`0`, as it is. The rest is base64 for URLs, without padding. `client/base/deckLink.ts` does the same.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from taphouse.core.decks import LONGEST_DECK

PREFIX = "#deck="
RAW = -zlib.MAX_WBITS


def link_of(text: str) -> str:
    """From the `#` on."""
    packer = zlib.compressobj(9, wbits=RAW)
    packed = packer.compress(text.encode()) + packer.flush()
    return f"{PREFIX}1{urlsafe_b64encode(packed).rstrip(b'=').decode()}"


def text_of_link(link: str) -> str:
    """The text of a deck. Raises `ValueError` if the link has none, or a longer one than a deck may be."""
    packed = link.rpartition(PREFIX)[2]
    way, body = packed[:1], urlsafe_b64decode(packed[1:] + "=" * (-len(packed[1:]) % 4))
    if way == "0":
        return _decoded(body)
    if way != "1":
        raise ValueError("packed in a way that this house does not know")
    unpacker = zlib.decompressobj(wbits=RAW)
    try:
        text = _decoded(unpacker.decompress(body, LONGEST_DECK + 1))
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not unpacker.eof:
        raise ValueError("the end is missing")
    return text


def _decoded(text: bytes) -> str:
    if len(text) > LONGEST_DECK:
        raise ValueError(f"more than {LONGEST_DECK} bytes")
    return text.decode()
