"""Codes, tokens and names."""

import pytest

from taphouse.core import Dice
from taphouse.house.codes import LENGTH, LETTERS, RUDE, new_code, tidied
from taphouse.house.names import LONGEST, cleaned
from taphouse.house.tokens import Tokens


def test_codes_can_be_read_out_and_say_nothing_rude():
    codes = {new_code(Dice(i)) for i in range(3_000)}

    assert len(codes) > 2_900
    assert all(len(code) == LENGTH and set(code) <= set(LETTERS) for code in codes)
    assert not [code for code in codes for word in RUDE if word in code]


def test_a_code_is_found_however_it_is_typed():
    assert tidied(" ke lp\n") == "KELP"


def test_a_token_opens_its_own_seat():
    token = Tokens(b"house").sign("KELP", 3, "salt")

    assert Tokens(b"house").sitting(token, "KELP", "salt") == 3


@pytest.mark.parametrize(
    ("secret", "code", "salt"),
    [(b"other", "KELP", "salt"), (b"house", "TULP", "salt"), (b"house", "KELP", "x")],
)
def test_a_token_opens_nothing_else(secret, code, salt):
    token = Tokens(b"house").sign("KELP", 3, "salt")

    assert Tokens(secret).sitting(token, code, salt) is None


@pytest.mark.parametrize(
    "forged", ["", ".", "3", "3.", "3.AAAA", "-1.x", "²." + "A" * 24, "9" * 30 + ".x", "3.é"]
)
def test_a_forged_token_opens_nothing(forged):
    assert Tokens(b"house").sitting(forged, "KELP", "salt") is None


def test_another_players_number_on_a_true_signature_opens_nothing():
    token = Tokens(b"house").sign("KELP", 3, "salt")

    assert Tokens(b"house").sitting("4" + token[1:], "KELP", "salt") is None


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ada \n L. ", "Ada L."),
        ("A\u200bda", "Ada"),
        ("Ｆｉｎ", "Fin"),
        ("x" * 60, "x" * LONGEST),
        ("\u202eadA", "adA"),
    ],
)
def test_names_are_cleaned(typed, name):
    assert cleaned(typed) == name
