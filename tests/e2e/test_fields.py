"""Letters typed into a field are not keys of the board."""

import pytest

from tests.e2e.driving import SMALL, sit_down_to
from tests.e2e.scripted_page import ScriptedPage, drawn
from tests.shelf import SHELF

DEFENCE = "Why not? It fits, 1 dark front."
FIELDS = {
    "textarea": "<textarea></textarea>",
    "input": "<input>",
    "select": "<select><option>one</option></select>",
    "contenteditable": "<div contenteditable><b>rich text</b></div>",
}
ADD_FIELD = """html => {
  const place = document.createElement("div");
  place.innerHTML = html;
  document.querySelector(".play-surface").append(place);
  place.firstElementChild.focus();
}"""


def is_untouched(page):
    """Whether the rules are closed and no target shows its key."""
    drawn(page)
    rules = page.get_by_role("dialog").count()
    return rules == 0 and not any(key.is_visible() for key in page.locator("kbd").all())


@pytest.fixture
def defence(person):
    """A phone whose player has to defend an answer."""
    ada = person(**SMALL)
    game = SHELF["tap-the-table"]
    page = ScriptedPage(ada, f"/t/{sit_down_to(ada, 'tap-the-table', start=False)}")
    page.show(game, game.TABLES["must justify"], seat=0)
    return ada.page


def test_a_question_mark_typed_in_a_defence_does_not_open_the_rules(defence):
    field = defence.locator("textarea")
    field.tap()
    field.press_sequentially(DEFENCE)

    assert field.input_value() == DEFENCE
    assert is_untouched(defence)


@pytest.mark.parametrize("kind", FIELDS)
def test_keys_typed_in_a_field_do_not_reach_the_board_or_the_rules(defence, kind):
    defence.evaluate(ADD_FIELD, FIELDS[kind])
    defence.keyboard.press("?")

    assert is_untouched(defence)
