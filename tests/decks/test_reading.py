"""The text of a deck is taken apart line by line, and every mistake has a line."""

import pytest

from taphouse.core import Field, NotADeck, Problem, taken_apart
from taphouse.core.decks import LONGEST_DECK, LONGEST_LINE, MOST_CARDS
from taphouse.decks import opened, summary, tidy
from tests.shelf import SHELF

FIRST = "taphouse deck 1: tap-the-table"
GOOD = f"{FIRST}\ntitle: Our kitchen\n\n# a note\n[green]\nen: sticky\n"


def problem(text):
    with pytest.raises(NotADeck) as error:
        opened(SHELF, text)
    first = error.value.problems[0]
    return first.line, first.why


def test_a_deck_is_fields_and_cards_between_notes_and_empty_lines():
    sheet = taken_apart(GOOD)

    assert (sheet.game, sheet.head.fields) == ("tap-the-table", (Field(2, "title", "Our kitchen"),))
    assert [(card.line, card.name, card.fields) for card in sheet.cards] == [
        (5, "green", (Field(6, "en", "sticky"),))
    ]


@pytest.mark.parametrize(
    "text", ["\ufeff" + GOOD, GOOD.replace("\n", "\r\n"), GOOD.replace("green", " green ")]
)
def test_a_deck_is_read_whatever_editor_wrote_it(text):
    found = opened(SHELF, text)

    assert (
        tidy(found)
        == "taphouse deck 1: tap-the-table\ntitle: Our kitchen\ncards: mixed\n\n[green]\nen: sticky\n"
    )
    assert summary(found.game, found.deck).cards == 1


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "first-line"),
        ("hello", 1, "first-line"),
        ("taphouse deck one: tap-the-table", 1, "first-line"),
        ("taphouse deck 2: tap-the-table\n[green]", 1, "later-format"),
        ("taphouse deck 1: chess\n[green]", 1, "no-such-game"),
        ("taphouse deck 1: tip-tap-top\n[green]", 1, "no-decks"),
        (FIRST, 1, "no-cards"),
        (f"{FIRST}\n[green]\nen: x", 1, "missing"),
        (f"{FIRST}\ntitle:\n[green]\nen: x", 2, "empty"),
        (f"{FIRST}\ntitle: \u200b\u202e\n[green]\nen: x", 2, "empty"),
        (f"{FIRST}\ntitle: a\ntitle: b\n[green]\nen: x", 3, "twice"),
        (f"{FIRST}\ntitle: a\nmood: b\n[green]\nen: x", 3, "unknown-field"),
        (f"{FIRST}\ntitle: a\ncards: some\n[green]\nen: x", 3, "not-a-choice"),
        (f"{FIRST}\ntitle: a\n[green\nen: x", 3, "not-understood"),
        (f"{FIRST}\ntitle: a\n[green]\nen: {'x' * LONGEST_LINE}", 4, "line-too-long"),
        (
            f"{FIRST}\ntitle: a\n" + "[green]\nen: x\n" * (MOST_CARDS + 1),
            3 + 2 * MOST_CARDS,
            "too-many-cards",
        ),
        (f"{FIRST}\ntitle: a\n" + "# note\n" * LONGEST_DECK, 1, "too-long"),
    ],
)
def test_a_text_that_is_no_deck_is_refused_with_a_line_and_a_reason(text, line, why):
    assert problem(text) == (line, why)


def test_a_problem_says_which_card_it_is_about():
    with pytest.raises(NotADeck) as error:
        opened(SHELF, GOOD + "[green]\nen: fine\n[red]\nen: x\n")

    (found,) = error.value.problems
    assert (found.line, found.why, found.card) == (9, "unknown-section", 2)


def test_a_problem_is_written_with_its_line():
    assert str(NotADeck(Problem(3, "empty"), Problem(5, "twice"))) == "line 3: empty; line 5: twice"
