"""The page about the balance of a game."""

import json
import re
from html.parser import HTMLParser

import pytest

from taphouse.core import Dice, pieces, replace, setup_without
from taphouse.core.game import Excluded
from taphouse.lab.balance.charts import Scale, histogram
from taphouse.lab.balance.page import Findings, page
from taphouse.lab.balance.study import MEASURES, compared, planned
from taphouse.lab.balance.variants import variants
from taphouse.lab.batches import Batches, Setting, batches
from tests.shelf import SHELF, texts


def setting(slug, **changes):
    game = SHELF[slug]
    return Setting(slug, game.Options(**changes), ("steady",) * game.SEATS[0])


def test_the_same_seed_gives_the_same_games_on_one_process_and_on_two():
    asked = setting("tip-tap")
    with batches(1) as alone, batches(2) as together:
        assert alone.play(asked, 23, "seed") == together.play(asked, 23, "seed")


def test_progress_counts_every_game_once():
    done = []

    Batches(None, done.append).play(setting("tip-tap"), 13, "seed")

    assert done == [10, 3]


@pytest.mark.parametrize("slug", SHELF)
def test_every_option_of_a_game_is_changed_alone(slug):
    game, base = SHELF[slug], SHELF[slug].Options()

    for each in variants(game, base):
        assert each.options != base
        assert replace(each.options, **{each.name: getattr(base, each.name)}) == base


def test_options_that_exclude_each_other_are_not_tried_together():
    game = SHELF["racesmack"]
    with pytest.raises(Excluded):
        game.Options(racing_rules=True, after_you=True)

    names = [each.name for each in variants(game, game.Options(racing_rules=True))]

    assert "after_you" not in names
    assert "tiebreaker" in names


@pytest.mark.parametrize("slug", SHELF)
def test_a_game_without_one_of_its_pieces_still_ends(slug):
    game = SHELF[slug]
    asked = setting(slug)
    for piece in pieces(game, asked.options)[:3]:
        start = setup_without(game, piece, 3, asked.options, Dice("seed", "setup"))
        assert start != game.setup(3, asked.options, Dice("seed", "setup"))
        left_out = Setting(slug, asked.options, asked.skills, piece)
        assert Batches(None).play(left_out, 1, "seed")[0].winners


def test_a_piece_that_is_left_out_stays_out_when_the_game_deals_again():
    game = SHELF["snap-clap-tap"]
    asked = Setting("snap-clap-tap", game.Options(deals=2), ("steady",) * 3, "stop")

    found = Batches(None).play(asked, 2, "again")

    assert [each.tally["stops"] for each in found] == [0, 0]
    assert all(sum(each.points) >= 2 for each in found)


def test_the_page_loads_nothing_and_carries_each_figure_with_its_interval():
    asked = setting("tip-tap")
    plans = [plan for plan in planned(SHELF["tip-tap"], asked) if plan.name in ("side", "star", "lead_lag")]
    dealer = Batches(None)
    base = dealer.play(asked, 8, "page")
    comparisons = tuple(compared(plans, base, dealer, "page"))

    text = page(
        Findings(asked, "page", "taphouse simulate tip-tap", texts("en", "tip-tap"), base, comparisons)
    )

    assert re.findall(r"(?:src|href|url|@import)\s*[=(]", text) == []
    assert "prefers-color-scheme: dark" in text
    assert text.count('role="img"') == 2 + 2 * 2 + len(MEASURES) * len(plans)
    for measure in MEASURES:
        assert measure.label in text
    assert "Side: Dark" in text
    assert "500 ms" in text
    assert "without star" in text
    assert balanced(text)


def test_a_histogram_shows_every_game_once():
    drawn = histogram([1.0, 1.0, 1.0, 4.0], "label")

    heights = [float(height) for height in re.findall(r'height="([\d.]+)"', drawn)]
    assert sorted(heights)[-1] == 190
    assert len(re.findall("<rect", drawn)) == 2
    assert Scale(0, 10).at(5) == 500


def test_compare_prints_the_difference_with_its_interval(capsys):
    from taphouse.cli import main

    main(["simulate", "tip-tap", "--games", "8", "--jobs", "1", "--json", "--compare", "side=dark"])

    found = json.loads(capsys.readouterr().out)["compared"]
    assert list(found) == [measure.label for measure in MEASURES]
    assert found["Length"]["low"] < found["Length"]["value"] < found["Length"]["high"]


def test_no_progress_bar_is_written_into_a_file(capsys):
    from taphouse.cli import main

    assert main(["simulate", "tip-tap", "--games", "2", "--jobs", "1"]) == 0

    assert capsys.readouterr().err == ""


def balanced(text):
    class Tags(HTMLParser):
        open_ = []

        def handle_starttag(self, tag, attrs):
            if tag not in ("meta", "line", "rect"):
                self.open_.append(tag)

        def handle_endtag(self, tag):
            if tag not in ("meta", "line", "rect"):
                assert self.open_.pop() == tag

    tags = Tags()
    tags.feed(text)
    return tags.open_ == []
