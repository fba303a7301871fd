"""Unknown words: the question about one, the advice, and the votes of the bots after it."""

import pytest

from taphouse.core import Entry, Move, Refused, replace
from taphouse.core.record import read_entry, write
from taphouse.games import tap_the_table
from taphouse.testing import when

from .events import Advice, Advised, Fine, Fist
from .tables import ALOUD, NOW, THREE, voting
from .test_bot import acts
from .texts import WORDS
from .unknown_words import advice, question
from .views import tell, view

UNKNOWN = "a quibbelo"


def test_bots_ask_about_a_word_that_is_not_in_the_table():
    asked = question(voting(0, 0, 0, text=UNKNOWN, middle=(*THREE, "letter-u")))

    assert asked.thing == UNKNOWN
    assert set(asked.criteria) == set(THREE)  # a letter is nobody's opinion
    assert asked.criteria["size-door"] == WORDS["en"]["card.size-door"]


@pytest.mark.parametrize(
    "given",
    [voting(0, 0, 0), voting(0, 0, 0, text="", options=ALOUD), voting(0, 0, 0, text=UNKNOWN, middle=())],
)
def test_bots_ask_nothing_about_a_word_that_they_know_or_cannot_read(given):
    assert question(given) is None


def test_advice_counts_once_and_is_sent_to_no_player():
    given = voting(0, 0, 0, text=UNKNOWN)
    given_advice = advice(question(given), 1.5)

    then = when(
        tap_the_table, given, Move(NOW, 2, given_advice), Move(NOW, 2, replace(given_advice, misfit=0.0))
    )

    assert then.events == [Advised(2, UNKNOWN, 1.5), Refused(2, "not-now")]
    assert view(then.state, 2).advice == 1.5
    assert tell(then.events[0], 2) is None
    assert question(then.state) is None


def test_advice_is_stored_under_the_names_of_older_journals():
    move = Move(NOW, 2, Advice(UNKNOWN, 1.5))
    entry = Entry(NOW, move, (Advised(2, UNKNOWN, 1.5),))

    line = write(entry)

    assert b'"act":{"type":"Advice","about":"a quibbelo","lack":1.5}' in line
    assert b'{"type":"Advised","seat":2,"about":"a quibbelo","lack":1.5}' in line
    assert read_entry(tap_the_table, line) == entry


def test_advice_that_comes_too_late_or_about_another_word_is_refused():
    then = when(tap_the_table, voting(0, 0, 0, text=UNKNOWN), Move(NOW, 2, Advice("a lamp", 1.5)))

    assert then.events == [Refused(2, "not-now")]
    assert (
        when(tap_the_table, then.state, Move(NOW, 1, Fist()), Move(NOW, 2, Fist())).state.phase.advice is None
    )


@pytest.mark.parametrize(("misfit", "likely"), [(0.0, Fine), (2.0, Fist)])
def test_with_advice_bots_vote_as_if_they_knew_the_word(misfit, likely):
    given = voting(0, 0, 0, text=UNKNOWN)

    advised = acts(when(tap_the_table, given, Move(NOW, 2, Advice(UNKNOWN, misfit))).state, 1)

    assert acts(given, 1)[Fine] == advised.total()
    assert advised[likely] > 0.85 * advised.total()


def test_advice_still_counts_when_the_word_is_defended():
    given = voting(0, 0, 0, text=UNKNOWN)
    then = when(
        tap_the_table, given, Move(NOW, 2, Advice(UNKNOWN, 2.0)), Move(NOW, 1, Fist()), Move(NOW, 2, Fist())
    )

    assert view(then.state, 1).phase == "justifying"
    assert view(then.state, 1).advice == 2.0
