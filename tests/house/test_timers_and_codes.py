"""Codes, tokens and names."""

import json
from pathlib import Path

import pytest

from taphouse.core import Dice
from taphouse.house.codes import LENGTH, LETTERS, RUDE, new_code, normalized
from taphouse.table.names import characters, cleaned, skeleton
from taphouse.table.tokens import Tokens

CASES = Path(__file__).resolve().parents[2] / "client/base/names.cases.json"


def test_codes_can_be_read_out_and_say_nothing_rude():
    codes = {new_code(Dice(i)) for i in range(3_000)}

    assert len(codes) > 2_900
    assert all(len(code) == LENGTH and set(code) <= set(LETTERS) for code in codes)
    assert not [code for code in codes for word in RUDE if word in code]


def test_a_typed_code_is_normalized():
    assert normalized(" ke lp\n") == "KELP"


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


def test_another_players_number_with_a_valid_signature_opens_nothing():
    token = Tokens(b"house").sign("KELP", 3, "salt")

    assert Tokens(b"house").sitting("4" + token[1:], "KELP", "salt") is None


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ada \n L. ", "Ada L."),
        ("A\u200bda", "Ada"),
        ("Ｆｉｎ", "Fin"),
        ("x" * 60, "x" * 60),
        ("\u202eadA", "adA"),
        ("\u3164\u115f\u1160\uffa0\u2800", ""),
        ("Ada\u3164", "Ada"),
        ("e" + "\u0323" * 15 + "va", "ẹ" + "\u0323" * 4 + "va"),
        ("\u0301\u0301", ""),
        ("A\u200dda", "Ada"),
        ("👩‍🚀 👍🏽 🇫🇷", "👩‍🚀 👍🏽 🇫🇷"),
        ("❤️‍🔥", "❤️‍🔥"),
    ],
)
def test_names_are_cleaned(typed, name):
    assert cleaned(typed) == name


@pytest.mark.parametrize(
    "case", json.loads(CASES.read_text("utf-8")), ids=lambda case: ascii(case["name"][:8])
)
def test_characters_are_counted_as_people_and_pages_count_them(case):
    assert len(characters(cleaned(case["name"]))) == case["characters"]


def test_names_made_of_pictures_only_are_distinguished():
    names = ["🦊", "🐻", "🦊🦊", "👍🏽", "👍", "🇫🇷", "🇨🇭"]

    assert len({skeleton(cleaned(name)) for name in names}) == len(names)
    assert skeleton(cleaned("❤️")) == skeleton(cleaned("❤"))
