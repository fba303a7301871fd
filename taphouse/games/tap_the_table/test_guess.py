"""Unknown words: what is asked about them, what meaning tells, and what bots make of the answer."""

import pytest

from taphouse.core import Advice, Advised, Move, Question, Refused, replace
from taphouse.games import tap_the_table
from taphouse.testing import when

from .cards import WORDS
from .events import Fine, Fist
from .guess import directions, guess, wonders
from .tables import ALOUD, NOW, THREE, voting
from .test_bot import acts
from .views import tell, view

UNKNOWN = "a quibbelo"


def test_bots_wonder_about_a_word_that_is_not_in_the_table():
    asked = wonders(voting(0, 0, 0, text=UNKNOWN, middle=(*THREE, "letter-u")))

    assert asked.thing == UNKNOWN
    assert set(asked.criteria) == set(THREE)  # a letter is nobody's opinion
    assert asked.criteria["size-door"] == WORDS["en"]["card.size-door"]


@pytest.mark.parametrize(
    "given",
    [voting(0, 0, 0), voting(0, 0, 0, text="", options=ALOUD), voting(0, 0, 0, text=UNKNOWN, middle=())],
)
def test_they_do_not_wonder_about_what_they_know_or_have_not_read(given):
    assert wonders(given) is None


def test_what_they_are_told_is_kept_once_and_told_to_nobody():
    given = voting(0, 0, 0, text=UNKNOWN)
    advice = Advice(UNKNOWN, 1.5)

    then = when(tap_the_table, given, Move(NOW, 2, advice), Move(NOW, 2, replace(advice, lack=0.0)))

    assert then.events == [Advised(2, UNKNOWN, 1.5), Refused(2, "not-now")]
    assert view(then.state, 2).advice == 1.5
    assert tell(then.events[0], 2) is None
    assert wonders(then.state) is None


def test_advice_that_comes_too_late_or_about_another_word_is_refused():
    then = when(tap_the_table, voting(0, 0, 0, text=UNKNOWN), Move(NOW, 2, Advice("a lamp", 1.5)))

    assert then.events == [Refused(2, "not-now")]
    assert (
        when(tap_the_table, then.state, Move(NOW, 1, Fist()), Move(NOW, 2, Fist())).state.phase.advice is None
    )


@pytest.mark.parametrize(("lack", "likely"), [(0.0, Fine), (2.0, Fist)])
def test_told_how_much_it_lacks_they_vote_as_if_they_knew_it(lack, likely):
    given = voting(0, 0, 0, text=UNKNOWN)

    told = acts(when(tap_the_table, given, Move(NOW, 2, Advice(UNKNOWN, lack))).state, 1)

    assert acts(given, 1)[Fine] == told.total()
    assert told[likely] > 0.85 * told.total()


def test_advice_still_counts_when_the_word_is_defended():
    given = voting(0, 0, 0, text=UNKNOWN)
    then = when(
        tap_the_table, given, Move(NOW, 2, Advice(UNKNOWN, 2.0)), Move(NOW, 1, Fist()), Move(NOW, 2, Fist())
    )

    assert view(then.state, 1).phase == "justifying"
    assert view(then.state, 1).advice == 2.0


def ask(*cards, language="en"):
    return Question(UNKNOWN, dict.fromkeys(cards, ""), language)


def test_what_points_where_fitting_things_lie_fits_and_the_opposite_does_not():
    steps = directions()["trait-alive"].steps
    length = sum(step * step for step in steps) ** 0.5

    assert guess(ask("trait-alive"), lambda _: [step / length for step in steps]) == 0
    assert guess(ask("trait-alive"), lambda _: [-step / length for step in steps]) == 1


def test_nothing_is_guessed_of_colours_or_in_a_language_that_was_not_learnt():
    assert guess(ask("look-red"), lambda _: [0.0] * 384) is None
    assert guess(ask("trait-alive", language="fr"), lambda _: [0.0] * 384) is None
