"""What a game has beside its rules: words, tests, playthroughs, types."""

from typing import get_args

import msgspec
import pytest

from taphouse.bots.schedule import selfplay
from taphouse.commands.rules import coverage
from taphouse.core import (
    GameOptions,
    decks_of,
    deeds,
)
from taphouse.replay.playthrough import golden
from taphouse.testing.every_game.common import SHELF, texts
from taphouse.testing.wire import stale


@pytest.fixture(scope="module")
def folders_of_tests(slug, pytestconfig):
    """Where the tests lie that show the numbered rules."""
    return [SHELF.folder(slug), pytestconfig.rootpath / "tests"]


def test_every_figure_of_a_simulation_has_words_for_it(slug):
    words = texts("en", slug)
    assert [name for name in SHELF[slug].tally([]) if f"tally.{name}" not in words] == []


def test_bots_earn_awards_and_every_award_has_words(slug):
    game, words = SHELF[slug], texts("en", slug)
    play = selfplay(game, game.SEATS[-1], "awards")
    earned = set(deeds(game, [event for entry in play.journal for event in entry.events]))

    assert earned or not hasattr(game, "awards")
    assert {seat for _, seat in earned} <= set(range(game.SEATS[-1]))
    for name in {name for name, _ in earned}:
        assert {f"award.{name}", f"award.{name}.n_one", f"award.{name}.n_other"} <= words.keys()


def test_every_option_and_choice_has_a_label(slug):
    game = SHELF[slug]
    english = texts("en", slug)
    schema = msgspec.json.schema(game.Options)["$defs"][game.Options.__name__]
    for name, field in schema["properties"].items():
        if name in GameOptions.__struct_encode_fields__:
            continue  # any table's: the house has words for it
        assert f"option.{name}" in english
        for choice in field.get("enum", []):
            assert f"option.{name}.{choice}" in english


def test_every_reason_to_refuse_has_words(slug):
    reasons = {"game-over", *get_args(SHELF[slug].Why)}
    words = {key.removeprefix("refused.") for key in texts("en", slug) if key.startswith("refused.")}
    assert reasons <= words


def test_every_problem_and_finding_of_own_decks_has_words(slug):
    if (decks := decks_of(SHELF[slug])) is None:
        return
    words = texts("en", slug)
    assert {f"deck.problem.{why}" for why in get_args(decks.problems)} <= words.keys()
    assert {f"deck.finding.{kind}" for kind in get_args(decks.findings)} <= words.keys()


def test_the_types_of_the_board_are_those_of_the_rules(slug):
    if slug in SHELF.foreign and (found := stale(SHELF, slug)):
        pytest.fail(f"{found[0]} is old: python -m taphouse.testing.wire {slug}", pytrace=False)


def test_every_numbered_rule_is_shown_by_a_test(slug, folders_of_tests):
    assert coverage(SHELF, slug, "en", folders_of_tests) == 0


def test_the_golden_playthroughs_are_played_again_move_by_move(slug):
    stored = sorted((SHELF.folder(slug) / "playthroughs").glob("*.txt"))

    assert stored, "write the first line of one, and `python -m taphouse.testing.playthroughs` the rest"
    for file in stored:
        text = file.read_text("utf-8")
        assert golden(SHELF, text.partition("\n")[0]) == text, file.name
