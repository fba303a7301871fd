"""French typography: no line break between a word and its punctuation."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = [
    ROOT / "client/words/fr.json",
    *sorted((ROOT / "taphouse/games").glob("*/words.json")),
    *sorted((ROOT / "taphouse/games").glob("*/lesson.json")),
    *sorted((ROOT / "taphouse/games").glob("*/text/fr.md")),
]
NAMES = re.compile(r"Tap! The Table!")  # a name keeps its own punctuation
TORN = re.compile(r"[ \n][!?:;»]|«[ \n]")
GLUED = re.compile(r"[\w)}][!?;»](?!\w)|[\w)}]:(?=\s|$)|«\w")


def french(value):
    """Every French text in a file of words; the file may contain English texts too."""
    match value:
        case str():
            yield value
        case {"fr": text}:
            yield from french(text)
        case dict():
            for each in value.values():
                yield from french(each)
        case list():
            for each in value:
                yield from french(each)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_french_punctuation_stays_with_its_word(file):
    text = file.read_text("utf-8")
    texts = french(json.loads(text)) if file.suffix == ".json" else [text]

    found = [
        each[max(0, fault.start() - 20) : fault.end() + 10]
        for each in (NAMES.sub("", each) for each in texts)
        for pattern in (TORN, GLUED)
        for fault in pattern.finditer(each)
    ]

    assert found == []
