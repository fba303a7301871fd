"""Tests of the parts against the rules, and of the table of things, which answers most sets of cards."""

import tracemalloc
from collections import Counter
from itertools import combinations
from time import process_time

import pytest

from taphouse.core import Dice
from taphouse.testing import rule

from .bookkeeping import paid
from .cards import (
    BOXES,
    COLOURS,
    CRITERIA,
    LETTERS,
    box,
    candidates,
    checks_of,
    colour_of,
    column,
    face_up,
    letter_of,
    text_of,
)
from .events import LONGEST_WORD, Tokens
from .state import Options
from .texts import WORDS
from .things import KNOWN, LAST_STEP, MARKS, THINGS, find
from .words import compare, has_letter, name_of
from .words.compare import content

ENOUGH = 45  # things that fit a card without a doubt
SETS = 600
SERIES = 160  # words said in a series of five games


def answerable(cards_in_a_set, language="en"):
    """The share of random sets, one card a colour, to which so many things of the table are an answer."""
    found = Counter()
    for number in range(SETS):
        dice = Dice("sets", cards_in_a_set, number)
        colours = dice.shuffled(COLOURS[:4])[:cards_in_a_set]
        cards = tuple(dice.pick(box(colour, language)) for colour in colours)
        good, fair, *_ = candidates(checks_of(face_up(cards)), language)
        found.update(one=bool(good), several=len(good) >= 3, fair=bool(good or fair))
    return {name: count / SETS for name, count in found.items()}


class TestParts:
    @rule("tap-the-table", 1)
    @pytest.mark.parametrize("language", sorted(WORDS))
    def test_there_are_116_cards_24_green_24_pink_24_blue_36_yellow_and_8_purple(self, language):
        counts = {colour: len(box(colour, language)) for colour in COLOURS}

        assert counts == {"green": 24, "pink": 24, "blue": 24, "yellow": 36, "purple": 8}
        assert sum(counts.values()) == 116
        assert all(colour_of(card) == colour for colour in COLOURS for card in box(colour, language))

    @rule("tap-the-table", 1)
    def test_a_purple_card_is_a_letter_the_solution_must_contain(self):
        for language, cards in LETTERS.items():
            letters = [letter_of(card) for card in cards]
            assert len({*letters}) == 8
            assert all(letter.upper() in text_of(f"letter-{letter}", language).split() for letter in letters)
        assert letter_of("look-red") is None

    @rule("tap-the-table", 2)
    def test_every_card_has_a_short_text_of_its_own_in_every_language(self):
        for language in WORDS:
            texts = [text_of(card, language) for card in CRITERIA]
            assert len(set(texts)) == len(CRITERIA)
            assert max(map(len, texts)) <= 36
            assert all(content(text, language) for text in texts)

    @rule("tap-the-table", 2)
    def test_the_letters_are_chosen_per_language(self):
        assert set(LETTERS["en"]) != set(LETTERS["fr"])
        for language in KNOWN:
            for card in LETTERS[language]:
                share = sum(
                    has_letter(thing.said_in(language), letter_of(card), language) for thing in THINGS
                ) / len(THINGS)
                assert 0.08 < share < 0.45, card

    @rule("tap-the-table", 2)
    def test_tokens_are_counters_without_limit(self):
        assert paid((29, 40, 0), Tokens(1, None, 2)) == (29, 42, 0)

    def test_no_two_cards_of_a_colour_ask_for_the_same(self):
        for cards in BOXES.values():
            for one, other in combinations(cards, 2):
                alike = (
                    column(CRITERIA[one], "en") == column(CRITERIA[other], "en")
                    and CRITERIA[one] != CRITERIA[other]
                )
                assert not alike, (one, other)

    def test_the_words_for_screens_have_a_text_for_every_card_and_no_others(self):
        cards = {card for card in CRITERIA if letter_of(card) is None}

        for texts in WORDS.values():
            keys = {key.removeprefix("card.") for key in texts if key.startswith("card.")}
            assert keys == {*cards, "letter", "letters"}


def test_what_bots_remember_of_cards_takes_two_and_a_half_megabytes_at_most():
    """A house that is open for long fills these caches, and never empties them."""
    cards = Dice("cache").shuffled(CRITERIA)[:30]
    sets = [cards[first : first + 3] for first in range(28)]
    for card in cards:
        column(CRITERIA[card], "en")  # also caches words, which are not counted here
    sizes = {}
    for cached, calls in (
        (column, [(CRITERIA[card],) for card in cards]),
        (candidates, [(checks_of(each),) for each in sets]),
    ):
        cached.cache_clear()
        tracemalloc.start()
        for call in calls:
            cached(*call, "en")
        sizes[cached.__name__] = tracemalloc.get_traced_memory()[0] / len(calls) * cached.cache_info().maxsize
        tracemalloc.stop()
    assert sum(sizes.values()) < 2_500_000, sizes


class TestThings:
    def test_there_are_many_things_and_each_has_a_name_of_its_own_in_both_languages(self):
        assert len(THINGS) >= 800
        for language in ("en", "fr"):
            names = Counter(name_of(thing.said_in(language), language) for thing in THINGS)
            assert [name for name, count in names.items() if count > 1] == []

    def test_a_thing_is_found_by_its_aliases_and_however_it_is_written(self):
        assert find("Televisions", "en") == find("the television", "en") == find("une télé", "fr")
        assert find("mobile phone", "en") == find("des portables", "fr") is not None
        assert find("fantomatique bidule", "fr") is None

    def test_only_a_thing_that_can_be_counted_is_said_with_an_article_for_one(self):
        said = {thing.said_in("en") for thing in THINGS}
        uncounted = "garlic broccoli spinach asparagus candyfloss soap coral seaweed ivy lavender bark bamboo"

        assert set(uncounted.split()) <= said
        assert {"a chest of drawers", "a rhinoceros", "an apple", "a uniform", "scissors"} <= said

    def test_every_french_name_has_its_article(self):
        articles = ("un ", "une ", "des ", "du ", "de la ", "de l’", "le ", "la ", "les ", "l’", "Noël")

        assert [thing for thing in THINGS if not thing.said_in("fr").startswith(articles)] == []

    def test_the_size_and_weight_of_a_thing_are_steps_and_do_not_contradict_each_other(self):
        for thing in THINGS:
            assert 0 <= thing.size <= LAST_STEP
            assert 0 <= thing.weight <= LAST_STEP
            if thing.size <= 1:
                assert thing.weight <= 2, thing.names
            if thing.weight >= 7:
                assert thing.size >= 5, thing.names

    def test_the_marks_of_a_thing_do_not_contradict_each_other(self):
        for one, other in [("hard", "soft"), ("hot", "cold"), ("alive", "power"), ("clear", "furry")]:
            both = [
                thing.said_in("en") for thing in THINGS if thing.marks.get(one) == thing.marks.get(other) == 1
            ]
            assert both == []

    def test_every_mark_is_used_and_every_card_fits_enough_things(self):
        used = {mark for thing in THINGS for mark, degree in thing.marks.items() if degree == 1}

        assert used == MARKS
        for cards in BOXES.values():
            for card in cards:
                assert sum(degree == 1 for degree in column(CRITERIA[card], "en")) >= ENOUGH, card

    def test_a_name_that_a_bot_says_is_never_too_long_for_the_table(self):
        assert (
            max(len(thing.said_in(language)) for thing in THINGS for language in ("en", "fr")) <= LONGEST_WORD
        )

    def test_most_random_sets_of_cards_have_an_answer_and_many_have_several(self):
        two, three, four = (answerable(count) for count in (2, 3, 4))

        assert two["one"] > 0.94
        assert three["one"] > 0.7
        assert three["several"] > 0.5
        assert four["one"] > 0.35
        assert four["fair"] > 0.5

    def test_names_that_begin_alike_are_rarely_taken_for_relatives(self):
        """None of them was used to build the word check; most that it does find are relatives indeed."""
        for language, most in (("en", 0.13), ("fr", 0.05)):
            words = [content(thing.said_in(language), language) for thing in THINGS]
            single = [word for word, *more in words if not more]
            pairs = [(one, other) for one, other in combinations(single, 2) if one[:3] == other[:3]]
            related = [pair for pair in pairs if compare(*pair, language)]
            assert len(pairs) > 400
            assert len(related) / len(pairs) < most


@rule("tap-the-table", 9)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_word_is_checked_against_a_whole_series_in_under_five_milliseconds(language):
    said, fresh = THINGS[:SERIES], THINGS[SERIES : SERIES + 100]
    for thing in said:
        compare(thing.said_in(language), "a word", language)  # each was checked when it was said
    began = process_time()

    for thing in fresh:
        for before in said:
            compare(thing.said_in(language), before.said_in(language), language)

    assert (process_time() - began) / len(fresh) < 0.005


def test_the_default_options_are_the_basic_game():
    assert Options() == Options("typed", "en", False, False, 1)
