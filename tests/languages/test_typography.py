"""Typography: in every language, and what French and German ask for besides."""

import re

import pytest

from taphouse.languages import APP, package_codes
from tests.shelf import SHELF, rulebook, texts

PARTS = [APP, *SHELF]
NAMES = re.compile(
    r"Tap! The Table!|taphouse deck \d:"
)  # names, and what a file says, keep their own punctuation
TORN = re.compile(r"[ \n][!?:;»]|«[ \n]")
GLUED = re.compile(r"[\w)}][!?;»](?!\w)|[\w)}]:(?=\s|$)|«\w")
TYPED = re.compile(r"\w'\w|\"|\.\.\.|  |^ | $")  # as typewriters had it: ' " ... and double spaces


def faults(said, *patterns):
    return [
        each[max(0, fault.start() - 20) : fault.end() + 10]
        for each in (NAMES.sub("", each) for each in said)
        for pattern in patterns
        for fault in pattern.finditer(each)
    ]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("code", package_codes())
def test_texts_have_typographic_signs_and_no_stray_spaces(code, part):
    assert faults(texts(code, part).values(), TYPED) == []


@pytest.mark.parametrize("part", PARTS)
def test_french_punctuation_stays_with_its_word(part):
    assert faults([*texts("fr", part).values(), rulebook("fr", part) or ""], TORN, GLUED) == []


@pytest.mark.parametrize("part", PARTS)
def test_german_quotation_marks_open_low_and_close_high(part):
    said = [*texts("de", part).values(), rulebook("de", part) or ""]

    assert faults([re.sub("„[^„“]*“", "", each) for each in said], re.compile('[„“”»«"]')) == []


@pytest.mark.parametrize("part", PARTS)
def test_german_names_no_gender_of_a_player(part):
    gendered = re.compile(r"\b((Mits|S)pieler|Gegner|Gewinner|Verlierer|Gastgeber|Zuschauer)\w*|\w[*:_]in")

    assert faults([*texts("de", part).values(), rulebook("de", part) or ""], gendered) == []
