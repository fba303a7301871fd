"""Malformed and hostile decks: each is refused with a line, or read and written as the same deck."""

import random

import pytest

from taphouse.core import NotADeck
from taphouse.decks import Opened, link_of, opened, text_of_link, tidy
from taphouse.decks.playtest import play_test
from tests.shelf import SHELF

TABLE = """taphouse deck 1: tap-the-table
title: Our kitchen
cards: alone
[green]
en: sticky
de: klebrig
fits: wet or soft
[purple]
letter: q
[pink]
en: small
fits: size 2-5 sharp
"""
RACE = """taphouse deck 1: racesmack
title: Twins
cards: alone
icons: 6 of 1, 20 of 2, 8 of 3
colours: red, blue, green
shapes: square, star
[rule]
rule: duplicates some colour
finish: specific_triple 2 circle 2 blue 3 triangle
[rule]
rule: number fewer 3
finish: num_cards_cond 5 shape
"""
NASTY = (
    "<script>alert(1)</script>",
    "[green]",
    "title:",
    "fits: not not red or",
    "size 9-0",
    "\u202e\u200b\x00\x1b[2J",
    "9" * 400,
    "𝔮" * 90,
    "rule: freq colour most freq",
    "icons: 99 of 4, -1 of 2",
    "..\\../../etc/passwd",
    "{{field}} %s {0}",
    ":",
    "#",
    "\r",
    "\ud800",
    "٣ of ٢",
)
MUTATIONS = 400  # of each deck


def mutated(text, dice):
    """The text with up to three lines or letters lost, doubled, exchanged or made nasty."""
    lines = text.split("\n")
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(lines))
        match dice.randrange(5):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, dice.choice(lines))
            case 2:
                lines[at] = dice.choice(NASTY)
            case 3:
                place = dice.randint(0, len(lines[at]))
                lines[at] = lines[at][:place] + dice.choice(NASTY) + lines[at][place:]
            case 4:
                lines[at] = "".join(dice.sample(lines[at], len(lines[at])))
        lines = lines or [""]
    return "\n".join(lines)


def read_or_refused(text):
    """The deck, or its problems."""
    try:
        return opened(SHELF, text)
    except NotADeck as error:
        return error.problems


@pytest.mark.parametrize("text", [TABLE, RACE], ids=["tap-the-table", "racesmack"])
def test_a_changed_deck_is_refused_with_a_line_or_means_the_same_when_it_is_written_again(text):
    dice, refused, read = random.Random(f"sorrel {text[16:30]}"), 0, 0
    for _ in range(MUTATIONS):
        changed = mutated(text, dice)
        found = read_or_refused(changed)
        if not isinstance(found, Opened):
            refused += 1
            assert all(1 <= problem.line <= changed.count("\n") + 1 for problem in found), changed
            continue
        read += 1
        assert opened(SHELF, tidy(found)).deck == found.deck
        assert len(tidy(found).splitlines()) == tidy(found).count("\n")  # no text begins a line of its own

    assert min(refused, read) > MUTATIONS / 40


def test_bots_find_what_they_can_in_every_changed_deck_that_is_one():
    dice, tried = random.Random("yarrow"), 0
    while tried < 12:
        found = read_or_refused(mutated(dice.choice((TABLE, RACE)), dice))
        if not isinstance(found, Opened):
            continue
        tried += 1
        assert "bots-fail" not in {finding.kind for finding in play_test(SHELF, found, games=1)}


def test_the_end_of_a_link_is_a_deck_or_an_error_whatever_happened_to_it():
    dice, link = random.Random("tansy"), link_of(TABLE)
    for _ in range(MUTATIONS):
        letters = list(link)
        for _ in range(dice.randint(1, 3)):
            letters[dice.randrange(len(letters))] = dice.choice("Aaz09-_=#%\n é")
        try:
            text = text_of_link("".join(letters[: dice.randint(1, len(letters))]))
        except ValueError:
            continue
        assert isinstance(text, str)
