"""Properties of the pictures of every rulebook."""

import re
from pathlib import Path

import pytest

from taphouse.core import SECOND, Move, Picture
from taphouse.games import tip_tap
from taphouse.languages import package_codes
from taphouse.replay.pictures import as_json, draw, picture_book
from tests.shelf import SHELF, rulebook, texts

GAMES = Path(__file__).parents[1] / "taphouse" / "games"
MOST_WORDS = 8
every_game = pytest.mark.parametrize("slug", list(SHELF))


@every_game
def test_pictures_show_what_the_rules_of_today_make_of_their_moves(slug):
    stored = (GAMES / slug.replace("-", "_") / "pictures.json").read_text("utf-8")

    assert as_json(picture_book(SHELF[slug], slug)) == stored  # `make pictures` writes it again


@every_game
def test_every_picture_is_shown_and_several_rules_have_one(slug):
    pictures = SHELF[slug].PICTURES
    numbers = {int(number) for number in re.findall(r"^(\d+)\. ", rulebook("en", slug), re.MULTILINE)}

    assert {*pictures.steps, *pictures.rules.values()} == pictures.named.keys()
    assert pictures.rules.keys() <= numbers
    assert len(pictures.rules) >= 5


@every_game
def test_each_of_the_four_steps_has_a_caption_of_at_most_eight_words(slug):
    steps = SHELF[slug].PICTURES.steps

    assert len(set(steps)) == 4
    for code in package_codes():
        captions = [texts(code, slug).get(f"picture.{step}", "") for step in steps]
        assert [said for said in captions if len(re.findall(r"[\w’-]+", said)) > MOST_WORDS] == []
    assert all(texts("en", slug)[f"picture.{step}"] for step in steps)


def test_a_picture_of_a_move_against_the_rules_is_not_drawn():
    turned_by_another_than_the_lead = (Move(SECOND, 1, tip_tap.events.Flip()),)

    with pytest.raises(ValueError, match="is refused"):
        draw(
            tip_tap, "tip-tap", Picture(tip_tap.TABLES["the first card"], (), turned_by_another_than_the_lead)
        )
