"""Every decoder returns a value of its type for any bytes, or raises its documented error."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taphouse.core import Entry, Play
from taphouse.core.record import Header, encode, header, read_header, read_line
from taphouse.house.codes import normalized
from taphouse.house.lobby import OpenTable
from taphouse.server.admission import read
from taphouse.server.api import _read
from taphouse.table import wire
from taphouse.table.names import JOINER, characters, cleaned, skeleton
from taphouse.table.requests import _decoder
from taphouse.table.tokens import Tokens
from tests.generated_values import fitting, mangled
from tests.shelf import SHELF

Decoder = Callable[[bytes], Any]


def encoded(kind: Any) -> st.SearchStrategy[bytes]:
    return fitting(kind).map(msgspec.json.encode)


@pytest.mark.parametrize(
    ("decoder", "kind"),
    [
        (lambda text: read(text.decode()), wire.Up),
        (_read, OpenTable),
        *[(_decoder(game.Acts).decode, game.Acts) for game in SHELF.values()],
        *[(msgspec.json.Decoder(game.Options).decode, game.Options) for game in SHELF.values()],
    ],
)
def test_a_decoder_returns_a_value_of_its_type_or_refuses(decoder: Decoder, kind: Any) -> None:
    @settings(max_examples=200, suppress_health_check=list(HealthCheck))
    @given(mangled(encoded(kind)) | st.binary(max_size=200))
    def holds(text: bytes) -> None:
        try:
            found = decoder(text)
        except (ValueError, RecursionError):
            return
        assert decoder(msgspec.json.encode(found)) == found

    holds()


@pytest.mark.parametrize("slug", list(SHELF))
def test_a_mangled_journal_is_refused_as_unreadable(slug: str) -> None:
    game = SHELF[slug]
    play = Play.begin(game, game.SEATS[0], "fuzz", game.Options())
    lines = [encode(header(slug, play, game.SEATS[0], game.Options(), "test"))]
    while play.count < 20 and play.state.due is not None:
        lines += map(encode, play.advance(play.state.due))

    @settings(max_examples=100, suppress_health_check=list(HealthCheck))
    @given(mangled(st.sampled_from(lines)))
    def holds(text: bytes) -> None:
        for reader in (read_header, partial(read_line, game)):
            with suppress(ValueError, RecursionError):
                assert isinstance(reader(text), Header | Entry)

    holds()


@given(st.text(max_size=200))
def test_a_token_that_is_not_signed_belongs_to_no_player(token: str) -> None:
    assert Tokens(b"secret").sitting(token, "QUAY", "salt") is None


@given(st.text(max_size=80))
def test_a_cleaned_name_is_printable_and_stable(name: str) -> None:
    clean = cleaned(name)
    assert len(clean) <= 25 * len(characters(clean)), "no unbounded stack of combining marks"
    assert all(c.isprintable() or c == JOINER or "\U0001f000" <= c <= "\U0001faff" for c in clean)
    assert cleaned(clean) == clean
    assert skeleton(clean) == skeleton(clean.upper().lower()) or not clean.isascii()


@given(st.text(max_size=80))
def test_a_normalized_code_has_no_white_space(code: str) -> None:
    assert not any(sign.isspace() for sign in normalized(code))
