"""A deck at the end of a link."""

import zlib
from base64 import urlsafe_b64encode

import pytest

from taphouse.core.decks import LONGEST_DECK
from taphouse.decks import link_of, text_of_link

TEXT = "taphouse deck 1: tap-the-table\ntitle: Küche\n\n[green]\nfr: collant\n"


def unpadded(packed):
    return urlsafe_b64encode(packed).rstrip(b"=").decode()


def test_a_deck_is_read_from_its_link():
    assert link_of(TEXT).startswith("#deck=1")
    assert text_of_link(f"https://example.org/games/{link_of(TEXT)}") == TEXT
    assert text_of_link(f"#deck=0{unpadded(TEXT.encode())}") == TEXT


@pytest.mark.parametrize(
    "end",
    [
        "",
        "2abc",
        "1abc",
        "0\u00e9",
        "0" + unpadded(b"\xff"),
        "0" + unpadded(b"x" * (LONGEST_DECK + 1)),
        "1" + unpadded(zlib.compress(b"x" * 10_000_000, wbits=-15)),
    ],
)
def test_a_link_that_has_no_deck_in_it_is_refused(end):
    with pytest.raises(ValueError):  # noqa: PT011 - of any kind
        text_of_link(f"#deck={end}")
