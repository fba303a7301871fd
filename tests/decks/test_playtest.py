"""Bots tell what a deck is like."""

from typing import get_args

from taphouse.core import CommonProblem
from taphouse.decks import CommonFinding, opened, play_test
from taphouse.decks.playtest import _wins
from taphouse.languages import APP, Languages
from tests.shelf import SHELF

DECK = """taphouse deck 1: tap-the-table
title: Ours
cards: mixed
[green]
en: bright
fits: red or shiny
"""


class Ended:
    def __init__(self, *winners):
        self.winners = winners


def test_bots_say_how_long_games_are_and_that_no_seat_wins_more():
    found = {each.kind: each for each in play_test(SHELF, opened(SHELF, DECK), games=8)}

    assert {"answers", "length", "seats-even"} <= found.keys()
    assert found["length"].values["usual"] == SHELF["tap-the-table"].MINUTES


def test_without_games_only_the_cards_are_judged():
    assert "length" not in {each.kind for each in play_test(SHELF, opened(SHELF, DECK), games=0)}


def test_bots_play_fewer_games_where_there_is_no_time_for_all():
    looks = iter([False, False, True])
    played = play_test(SHELF, opened(SHELF, DECK), games=8, is_enough=lambda: next(looks))

    assert [found.values["games"] for found in played if found.kind == "seats-even"] == [3]


def test_the_same_deck_gets_the_same_findings():
    one, other = (play_test(SHELF, opened(SHELF, DECK), games=3) for _ in range(2))

    assert one == other


def test_a_seat_that_wins_much_more_than_its_share_is_found():
    biased = _wins(4, [Ended(0)] * 60 + [Ended(1), Ended(2), Ended(3)] * 14)
    fair = _wins(4, [Ended(0, 1), *(Ended(seat) for seat in (0, 1, 2, 2, 3, 3))] * 20)

    assert (biased.kind, biased.level, biased.values["seat"]) == ("seat-wins", "bad", 1)
    assert fair.kind == "seats-even"


def test_a_deck_with_which_the_rules_break_is_found(monkeypatch):
    monkeypatch.setattr("taphouse.decks.playtest.selfplay", lambda *_: 1 / 0)

    assert [each.kind for each in play_test(SHELF, opened(SHELF, DECK), games=2)][-1] == "bots-fail"


def test_every_problem_and_finding_of_all_games_has_words():
    words = Languages(SHELF).packaged("en", APP)

    assert {f"deck.problem.{why}" for why in get_args(CommonProblem)} <= words.keys()
    assert {f"deck.finding.{kind}" for kind in get_args(CommonFinding)} <= words.keys()
