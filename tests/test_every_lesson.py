"""Properties of every lesson."""

import re
from typing import get_args

import pytest

from taphouse.core import SECOND, all_events
from taphouse.languages import package_codes
from taphouse.languages.files import LONGEST_STEP
from taphouse.table.lesson import lesson_of
from tests.lessons import Pupil
from tests.shelf import SHELF, texts

TAUGHT = [slug for slug in SHELF if lesson_of(SHELF, slug)]
WORD = re.compile(r"\w[\w’-]*")
WORDS_A_SECOND = 3  # read by a child of twelve
A_PRESS, A_SEARCH = SECOND, 2 * SECOND  # to go on, and to find what to press
every_lesson = pytest.mark.parametrize("slug", TAUGHT)


@every_lesson
def test_every_step_has_a_text(slug):
    assert [step.say for step in lesson_of(SHELF, slug).steps if step.say not in texts("en", slug)] == []


@every_lesson
def test_no_step_needs_more_than_a_few_lines_on_a_phone(slug):
    said = [texts(code, slug)[step.say] for step in lesson_of(SHELF, slug).steps for code in package_codes()]
    assert [text for text in said if len(text) > LONGEST_STEP] == []


@every_lesson
def test_every_step_waits_for_something_that_can_happen(slug):
    happens = {event.__name__ for event in get_args(all_events(SHELF[slug]))}
    for step in lesson_of(SHELF, slug).steps:
        assert not (step.do and step.see)
        assert {*step.do, *step.see} <= happens


@every_lesson
@pytest.mark.parametrize("locale", package_codes())
def test_a_pupil_who_does_what_is_asked_reaches_the_end_soon(slug, locale):
    pupil = Pupil(SHELF[slug], lesson_of(SHELF, slug), locale)

    assert [step for step, _, _ in pupil.steps][-1] is lesson_of(SHELF, slug).steps[-1]
    assert pupil.play.winners is None  # there is a game left to play
    assert pupil.now < 60 * SECOND


@every_lesson
@pytest.mark.parametrize("locale", ["en", "fr"])
def test_a_lesson_takes_a_minute(slug, locale):
    """Prints it: `pytest -s -k minute tests/test_every_lesson.py`."""
    pupil, steps = Pupil(SHELF[slug], lesson_of(SHELF, slug), locale), lesson_of(SHELF, slug).steps
    said = texts(locale, slug)
    read = sum(len(WORD.findall(said[step.say])) for step in steps if step.still) * SECOND // WORDS_A_SECOND
    press = sum(A_SEARCH if step.do else A_PRESS for step in steps if step.still)
    whole = (pupil.now + read + press) / SECOND

    play, reading = pupil.now / SECOND, read / SECOND
    print(f"\n{slug}, {locale}: {whole:.0f} s, of them {play:.0f} of play and {reading:.0f} of reading")
    assert 30 < whole < 60


@every_lesson
def test_the_pupil_acts_at_least_once(slug):
    assert any(step.do for step in lesson_of(SHELF, slug).steps)
