"""French typography: no line break between a word and its punctuation."""

import re

import pytest

from taphouse.games import shelf
from taphouse.languages import APP, rulebook, texts

NAMES = re.compile(r"Tap! The Table!")  # a name keeps its own punctuation
TORN = re.compile(r"[ \n][!?:;»]|«[ \n]")
GLUED = re.compile(r"[\w)}][!?;»](?!\w)|[\w)}]:(?=\s|$)|«\w")


@pytest.mark.parametrize("part", [APP, *shelf()])
def test_french_punctuation_stays_with_its_word(part):
    said = [*texts("fr", part).values(), rulebook("fr", part) or ""]

    found = [
        each[max(0, fault.start() - 20) : fault.end() + 10]
        for each in (NAMES.sub("", each) for each in said)
        for pattern in (TORN, GLUED)
        for fault in pattern.finditer(each)
    ]

    assert found == []
