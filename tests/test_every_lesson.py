"""Tests that every lesson must pass."""

from typing import get_args

import pytest

from taphouse.core import SECOND, Locale
from taphouse.games import lesson, shelf
from tests.lessons import Pupil

TAUGHT = [slug for slug in shelf() if lesson(slug)]
every_lesson = pytest.mark.parametrize("slug", TAUGHT)


@every_lesson
def test_every_step_of_a_lesson_is_in_both_languages(slug):
    for step in lesson(slug).steps:
        assert set(step.say) == set(get_args(Locale))
        assert all(text.strip() for text in step.say.values())


@every_lesson
def test_no_step_of_a_lesson_needs_more_than_a_few_lines_on_a_phone(slug):
    longest = max(len(text) for step in lesson(slug).steps for text in step.say.values())
    assert longest <= 200


@every_lesson
def test_every_step_of_a_lesson_waits_for_an_event_of_its_game(slug):
    happens = {event.__name__ for event in get_args(shelf()[slug].Events)}
    for step in lesson(slug).steps:
        assert not (step.do and step.see)
        assert {*step.do, *step.see} <= happens


@every_lesson
@pytest.mark.parametrize("locale", get_args(Locale))
def test_a_pupil_who_follows_a_lesson_reaches_its_end_within_a_minute(slug, locale):
    pupil = Pupil(shelf()[slug], lesson(slug), locale)

    assert [step for step, _, _ in pupil.steps][-1] is lesson(slug).steps[-1]
    assert pupil.play.winners is None  # there is a game left to play
    assert pupil.now < 60 * SECOND


@every_lesson
def test_every_lesson_has_a_step_that_the_pupil_does(slug):
    assert any(step.do for step in lesson(slug).steps)
