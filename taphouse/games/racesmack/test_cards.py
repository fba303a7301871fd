"""Tests of the cards: counted, read, judged by every rule and finish, and put into words."""

import json
import re
from collections import Counter
from importlib.resources import files
from itertools import permutations

import pytest

from taphouse.core import Dice
from taphouse.testing import rule

from .cards import GEARS, REGULAR, RULE_CARDS
from .correct import Case, case, correct
from .faces import WAYS, Face, Icon, face
from .finishes import Standing, before, finish_card, standing
from .generator import FINISHES, RULES, can_hold, gear_cards, regular_cards, rule_cards
from .templates import (
    COLOURS,
    SHAPES,
    Highest,
    NumCardsCond,
    VarietyCards,
    all_of,
    read_finish,
    read_rule,
    write,
)

SOFT_HYPHEN = "\xad"  # shows where a long word may be broken
BLANK = "4/rules/num_cards.9"  # a Rule card, where it does not matter which
NEW_DECKS = range(25)

WORDS = {
    file.name.removesuffix(".json"): json.loads(file.read_text("utf-8"))
    for file in files(__package__).joinpath("text").iterdir()
    if file.name.endswith(".json")
}


def spread(counts, things):
    return max(counts[thing] for thing in things) - min(counts[thing] for thing in things)


def ring(*cards):
    return {seat: face(card) for seat, card in enumerate(cards) if card}


def right(written, *cards):
    """The owners of the correct cards."""
    return correct(read_rule(written), ring(*cards), tiebreaker=False)


def stands(written, *cards):
    """How near these regular cards are to a finish."""
    return before(read_finish(written), [face(card) for card in cards])


def weights_of(templates):
    """By the name of each, as it is printed."""
    return {write(said[0]).split(".")[0]: weight for weight, said in templates}


def assert_printed_by(weights, part):
    """Over many decks this part of a Rule card names each template in proportion to its weight."""
    decks = (rule_cards(REGULAR[::3], Dice(seed)) for seed in range(60))
    made = Counter(card.split("/")[part].split(".")[0] for deck in decks for card in deck)
    for template, weight in weights.items():
        expected = made.total() * weight / sum(weights.values())
        assert abs(made[template] - expected) < 4 * expected**0.5, template


class TestTheDeck:
    @rule("racesmack", 1)
    def test_every_icon_has_one_of_four_shapes_and_one_of_four_colours(self):
        icons = {icon for card in REGULAR for icon in face(card).icons}

        assert len(icons) == 16
        assert {icon.colour for icon in icons} == set(COLOURS) == {"red", "green", "blue", "purple"}
        assert {icon.shape for icon in icons} == set(SHAPES) == {"square", "triangle", "circle", "star"}

    @rule("racesmack", 2)
    def test_of_54_cards_36_are_regular_with_all_shapes_and_colours_evenly_often(self):
        shown = Counter(
            thing for card in REGULAR for kind in ("colour", "shape") for thing in face(card).all(kind)
        )

        assert (len(REGULAR), len(RULE_CARDS)) == (36, 18)
        assert len(set(REGULAR + RULE_CARDS + GEARS)) == 72
        assert spread(shown, COLOURS) <= 1
        assert spread(shown, SHAPES) <= 1

    @rule("racesmack", 2)
    def test_18_are_rule_cards_numbered_with_a_rule_and_a_finish_and_no_icons(self):
        faces = [face(card) for card in RULE_CARDS]

        assert [each.number for each in faces] == list(range(1, 19))
        assert all(each.rule is not None and each.finish is not None for each in faces)
        assert {each.icons for each in faces} == {()}
        assert {face(card).number for card in REGULAR + GEARS} == {0}

    @rule("racesmack", 3)
    def test_seven_cards_show_one_icon_thirteen_two_eleven_three_and_five_four(self):
        assert Counter(len(face(card).icons) for card in REGULAR) == {1: 7, 2: 13, 3: 11, 4: 5}

    @rule("racesmack", 3)
    @pytest.mark.parametrize("language", sorted(WORDS))
    def test_the_rule_cards_are_those_of_the_rulebook(self, language):
        words = {key: text.replace(SOFT_HYPHEN, "") for key, text in WORDS[language].items()}
        book = files(__package__).joinpath(f"text/{language}.md").read_text("utf-8")
        rows = [
            tuple(cell.strip() for cell in row)
            for row in re.findall(r"^\| (\d+) \|(.+)\|(.+)\|$", book, re.M)
        ]

        made = [card.split("/") for card in RULE_CARDS]

        assert rows == [
            (number, said("rule", law, words), said("finish", goal, words)) for number, law, goal in made
        ]

    @rule("racesmack", 41)
    def test_18_more_cards_show_how_many_in_four_ways_with_one_shape_in_one_colour(self):
        faces = [face(card) for card in GEARS]

        assert len(faces) == 18
        assert {each.way for each in faces} == set(WAYS) == {"number", "fingers", "die", "tally"}
        assert all(len(set(each.icons)) == 1 and 1 <= len(each.icons) <= 4 for each in faces)
        for things in (WAYS, COLOURS, SHAPES):
            shown = Counter(thing for card in GEARS for thing in re.split("[-+/]", card))
            assert spread(shown, things) <= 1

    @rule("racesmack", 41)
    def test_three_on_a_die_count_as_three_icons(self):
        assert face("die-3/red-star") == Face((Icon("red", "star"),) * 3, "die")
        assert right("number.more.2", "tally-3/red-star", "red-star") == (0,)


class TestNewDecks:
    """Rule 3: made from the same templates, by the table's seed."""

    @rule("racesmack", 2, 3)
    @pytest.mark.parametrize("seed", NEW_DECKS)
    def test_a_new_deck_has_the_same_counts_and_no_two_cards_alike(self, seed):
        cards = regular_cards(Dice(seed))
        shown = Counter(thing for card in cards for thing in re.split("[-+/]", card))

        assert Counter(len(face(card).icons) for card in cards) == {1: 7, 2: 13, 3: 11, 4: 5}
        assert len({tuple(sorted(card.split("+"))) for card in cards}) == 36
        assert spread(shown, COLOURS) <= 1
        assert spread(shown, SHAPES) <= 1

    @rule("racesmack", 41)
    @pytest.mark.parametrize("seed", NEW_DECKS)
    def test_a_new_deck_has_18_cards_of_shifting_gears_with_the_same_counts_and_no_two_alike(self, seed):
        faces = [face(card) for card in gear_cards(Dice(seed))]

        assert len(faces) == 18
        assert {each.way for each in faces} == set(WAYS)
        assert {len(each.icons) for each in faces} == {1, 2, 3, 4}

    @rule("racesmack", 3)
    def test_the_seed_makes_the_deck(self):
        assert regular_cards(Dice("a")) == regular_cards(Dice("a")) != regular_cards(Dice("b"))
        one, other = (rule_cards(REGULAR, Dice(seed)) for seed in "ab")
        assert one == rule_cards(REGULAR, Dice("a")) != other

    @rule("racesmack", 22)
    @pytest.mark.parametrize("seed", NEW_DECKS)
    def test_a_rule_that_can_never_hold_with_its_cards_is_not_made(self, seed):
        regular = regular_cards(Dice(seed))
        faces = [face(card) for card in regular]
        laws = [face(card).rule for card in rule_cards(regular, Dice(seed, "rules"))]

        for law in laws:
            pairs = permutations([*faces, face(BLANK), face(RULE_CARDS[0])], 2)
            assert any(case(law, {0: one, 1: other}, 0).holds for one, other in pairs), law

    @rule("racesmack", 22)
    def test_more_than_four_icons_and_four_alike_where_no_card_has_them_are_rules_that_never_hold(self):
        faces = [face(card) for card in ("red-star", "red-star+red-circle+red-square", BLANK)]

        assert not can_hold(read_rule("number.more.4"), [face(card) for card in REGULAR + RULE_CARDS])
        assert not can_hold(read_rule("variety.identical.colour.4"), faces)
        assert can_hold(read_rule("variety.identical.colour.3"), faces)

    @rule("racesmack", 19, 20, 21, 22, 23, 24, 25, 26)
    def test_rules_come_up_by_their_weights(self):
        weights = weights_of(RULES)

        assert weights == {
            "freq": 2.5,
            "variety": 1,
            "neighbours": 1,
            "number": 1,
            "duplicates": 1,
            "number_adjacent": 0.25,
            "rules": 0.25,
            "rules_adjacent": 0.25,
        }
        assert_printed_by(weights, part=1)

    @rule("racesmack", 27, 28, 29, 30, 31, 32, 33, 34)
    def test_finishes_come_up_by_their_weights(self):
        weights = weights_of(FINISHES)

        assert weights == {
            "specific_cards": 1,
            "specific_individual": 1,
            "num_cards": 0.5,
            "num_cards_cond": 0.75,
            "pairs": 1,
            "variety_cards": 1,
            "specific_double": 0.66,
            "specific_triple": 0.33,
        }
        assert_printed_by(weights, part=2)

    @rule("racesmack", 31, 33)
    def test_two_of_everything_is_twice_as_likely_as_three_and_two_goals_of_a_finish_are_never_alike(self):
        said = [each for _, finishes in FINISHES for each in map(write, finishes)]
        doubles = [each.split(".")[1:] for each in said if each.startswith("specific_double")]

        assert said.count("pairs.colour.2") == 2 * said.count("pairs.colour.3") == 2
        assert all(a != b and x != y and {a, b} <= {"2", "3", "4"} for a, x, b, y in doubles)

    @pytest.mark.parametrize("seed", NEW_DECKS)
    def test_every_finish_can_be_reached_with_its_cards(self, seed):
        faces = [face(card) for card in regular_cards(Dice(seed))]
        for finish in [each for _, finishes in FINISHES for each in finishes]:
            match finish:
                case NumCardsCond(_, kind):
                    row = chain(faces, kind, 6)
                case VarietyCards(_, kind):
                    row = list({frozenset(each.all(kind)): each for each in faces}.values())
                case _:
                    row = faces
            assert before(finish, row).met, finish


def chain(faces, kind, length):
    """A row of `length` cards of which no two neighbours share anything, found greedily from the simplest."""
    row, rest = [], sorted(faces, key=lambda each: len(set(each.all(kind))))
    while len(row) < length:
        row.append(
            next(each for each in rest if not row or set(each.all(kind)).isdisjoint(row[-1].all(kind)))
        )
        rest.remove(row[-1])
    return row


class TestWhatIsCorrect:
    @rule("racesmack", 19)
    def test_a_card_with_the_shape_seen_most_often_counting_every_icon_is_correct(self):
        cards = ("red-star+blue-star+green-circle", "red-circle", "blue-square")

        assert right("freq.shape.most", *cards) == (0, 1)
        assert right("freq.shape.most", "red-star", "blue-star+green-circle", "red-square") == (0, 1)
        assert right("freq.colour.most", *cards) == (0, 1, 2)

    @rule("racesmack", 9, 19)
    def test_all_shapes_that_tie_for_most_count(self):
        assert right("freq.shape.most", "red-star", "blue-circle", "red-square+red-square") == (2,)
        assert right("freq.shape.most", "red-star", "blue-circle", "red-square") == (0, 1, 2)

    @rule("racesmack", 19)
    def test_least_often_means_among_those_that_appear_and_all_ties_count(self):
        cards = ("red-star+red-star", "blue-star+red-circle", "blue-square", BLANK)

        assert right("freq.shape.least", *cards) == (1, 2)
        assert right("freq.colour.least", *cards) == (1, 2)
        assert right("freq.colour.least", "red-star", "red-circle") == (0, 1)

    @rule("racesmack", 19, 26)
    def test_where_nothing_appears_nothing_is_most_or_least(self):
        for written in ("freq.shape.most", "freq.shape.least", "freq.colour.most", "freq.colour.least"):
            assert right(written, BLANK, RULE_CARDS[0]) == ()

    @rule("racesmack", 20)
    @pytest.mark.parametrize(
        ("written", "correct_ones"),
        [
            ("variety.different.colour.2", (0, 2)),
            ("variety.different.colour.3", (2,)),
            ("variety.different.colour.4", ()),
            ("variety.different.shape.2", (1,)),
            ("variety.identical.colour.2", (0, 1, 2)),
            ("variety.identical.colour.3", ()),
            ("variety.identical.shape.2", (0, 2)),
            ("variety.identical.shape.3", (0, 2)),
            ("variety.identical.shape.4", (2,)),
        ],
    )
    def test_a_card_with_so_many_different_ones_or_so_many_alike_is_correct(self, written, correct_ones):
        cards = (
            "red-star+red-star+blue-star",
            "red-star+red-circle",
            "red-star+green-star+blue-star+blue-star",
            BLANK,
        )

        assert right(written, *cards) == correct_ones

    @rule("racesmack", 21)
    def test_the_same_set_as_one_neighbour_is_enough_however_many_icons(self):
        cards = ("red-star+red-circle", "blue-circle+green-star+blue-star", "red-square", "red-star")

        assert right("neighbours.same.shape", *cards) == (0, 1)
        assert right("neighbours.same.colour", *cards) == (0, 2, 3)

    @rule("racesmack", 21)
    def test_part_of_the_same_set_is_neither_the_same_nor_nothing_in_common(self):
        cards = ("red-star+blue-circle", "red-star")

        assert right("neighbours.same.colour", *cards) == right("neighbours.nothing.colour", *cards) == ()

    @rule("racesmack", 21)
    def test_nothing_in_common_with_one_neighbour_is_enough(self):
        cards = ("red-star", "red-circle", "red-square", "blue-square")

        assert right("neighbours.nothing.colour", *cards) == (0, 2, 3)
        assert right("neighbours.nothing.shape", *cards) == (0, 1, 2, 3)

    @rule("racesmack", 21)
    def test_seats_form_a_circle_so_the_first_and_the_last_are_neighbours(self):
        cards = ("red-star", "blue-circle", "green-square", "purple-star")

        assert right("neighbours.same.shape", *cards) == (0, 3)

    @rule("racesmack", 21, 24, 26)
    def test_two_players_are_each_others_only_neighbour_and_nobody_is_their_own(self):
        assert case(read_rule("neighbours.same.shape"), ring("red-star", "blue-star"), 0) == Case(
            True, by=(1,)
        )
        for written in (
            "neighbours.same.shape",
            "neighbours.nothing.shape",
            "number_adjacent",
            "rules_adjacent",
        ):
            assert right(written, None, BLANK) == ()

    @rule("racesmack", 21)
    def test_a_seat_without_a_card_is_skipped(self):
        assert right("neighbours.same.shape", "red-star", None, "blue-star", "red-circle", "red-square") == (
            0,
            2,
        )

    @rule("racesmack", 21, 26)
    def test_the_empty_sets_of_two_rule_cards_are_the_same_and_share_nothing_with_any_other(self):
        cards = (BLANK, RULE_CARDS[0], "red-star", "red-circle")

        assert right("neighbours.same.colour", *cards) == (0, 1, 2, 3)
        assert right("neighbours.same.shape", *cards) == (0, 1)
        assert right("neighbours.nothing.colour", *cards) == (0, 1, 2, 3)
        assert right("neighbours.nothing.colour", BLANK, "red-star", "red-circle", "red-square") == (0, 1, 3)

    @rule("racesmack", 22)
    def test_a_card_with_fewer_or_more_icons_than_a_number_is_correct_and_one_with_as_many_is_not(self):
        cards = ("red-star", "red-star+red-circle", "red-star+red-circle+red-square", BLANK)

        assert right("number.fewer.2", *cards) == (0, 3)
        assert right("number.fewer.3", *cards) == (0, 1, 3)
        assert right("number.more.2", *cards) == (2,)
        assert right("number.more.3", *cards) == ()

    @rule("racesmack", 23)
    def test_a_card_with_some_or_no_colour_or_shape_twice_is_correct(self):
        cards = ("red-star+red-circle", "red-star+blue-star", "red-star", BLANK)

        assert right("duplicates.some.colour", *cards) == (0,)
        assert right("duplicates.some.shape", *cards) == (1,)
        assert right("duplicates.no.colour", *cards) == (1, 2, 3)
        assert right("duplicates.no.shape", *cards) == (0, 2, 3)

    @rule("racesmack", 24)
    def test_a_card_with_as_many_icons_as_a_neighbour_is_correct_even_with_none_at_all(self):
        cards = ("red-star", "red-star+red-circle", BLANK, RULE_CARDS[0], "blue-square")

        assert right("number_adjacent", *cards) == (0, 2, 3, 4)

    @rule("racesmack", 25)
    def test_a_rule_card_is_correct_if_the_rule_asks_for_one(self):
        assert right("rules", "red-star", BLANK, "red-circle", RULE_CARDS[0]) == (1, 3)

    @rule("racesmack", 26)
    def test_a_card_next_to_a_rule_card_is_correct_and_need_not_be_one_itself(self):
        assert right("rules_adjacent", "red-star", BLANK, "red-circle", "blue-star") == (0, 2)
        assert right("rules_adjacent", BLANK, RULE_CARDS[0], "red-circle", "blue-star") == (0, 1, 2, 3)
        assert right("rules_adjacent", BLANK, "red-circle") == (1,)

    @rule("racesmack", 26)
    def test_rule_cards_are_judged_as_cards_without_icons(self):
        for written, holds in [
            ("number.fewer.2", True),
            ("number.more.2", False),
            ("duplicates.no.shape", True),
            ("duplicates.some.shape", False),
            ("variety.different.colour.2", False),
            ("variety.identical.colour.2", False),
        ]:
            assert (0 in right(written, BLANK, "red-star+red-star")) == holds, written

    def test_every_case_contains_what_was_counted(self):
        cards = ring("red-star+red-circle", "red-star", BLANK, "blue-star")
        reasons = {
            "freq.shape.most": (True, 3, ()),
            "freq.colour.least": (False, 3, ()),
            "variety.different.shape.3": (False, 2, ()),
            "variety.identical.colour.2": (True, 2, ()),
            "number.more.2": (False, 2, ()),
            "duplicates.some.shape": (False, 1, ()),
            "neighbours.nothing.colour": (True, None, (3,)),
            "number_adjacent": (False, 2, ()),
            "rules": (False, None, ()),
            "rules_adjacent": (False, None, ()),
        }

        assert {written: case(read_rule(written), cards, 0) for written in reasons} == {
            written: Case(*reason) for written, reason in reasons.items()
        }


class TestTiebreaker:
    def keeps(self, written, *cards):
        return correct(read_rule(written), ring(*cards), tiebreaker=True)

    @rule("racesmack", 39)
    def test_the_colour_most_frequent_among_the_correct_cards_decides(self):
        cards = ("red-star", "blue-star", "red-star+red-circle", "blue-square+blue-square+blue-square")

        assert right("freq.shape.least", *cards) == (2,)
        assert self.keeps("number.fewer.4", *cards[:3]) == (2,)
        assert self.keeps("freq.shape.most", "red-star", "blue-star", "red-star", cards[3]) == (3,)
        assert self.keeps("freq.shape.most", "red-star", "blue-star", "red-star", "blue-square") == (0, 2)

    @rule("racesmack", 39)
    def test_colours_on_other_cards_do_not_count(self):
        cards = ("red-star+red-star", "blue-star", "blue-circle", "blue-square")

        assert self.keeps("freq.shape.most", *cards) == (0,)

    @rule("racesmack", 39)
    def test_equally_frequent_colours_all_qualify_then_the_most_icons_decide(self):
        cards = ("red-star", "blue-star", "red-star+blue-star")

        assert self.keeps("freq.shape.most", *cards) == (2,)

    @rule("racesmack", 39)
    def test_a_card_dropped_for_its_colour_does_not_count_when_icons_are_compared(self):
        dropped = "blue-star+green-star+purple-star+green-circle"
        two, other_two, three = "red-star+red-circle", "red-star+red-square", "red-star+red-circle+red-circle"

        assert right("freq.shape.most", two, dropped, other_two) == (0, 1, 2)
        assert self.keeps("freq.shape.most", two, dropped, other_two) == (0, 2)
        assert self.keeps("freq.shape.most", two, dropped, three) == (2,)

    @rule("racesmack", 39)
    def test_cards_that_are_still_tied_stay_correct(self):
        assert self.keeps("freq.shape.most", "red-star", "blue-star") == (0, 1)
        assert self.keeps("rules", BLANK, RULE_CARDS[0], "red-star") == (0, 1)

    @rule("racesmack", 39)
    def test_without_a_tie_or_without_the_variant_nothing_is_broken(self):
        assert self.keeps("number.more.2", "red-star", "red-star+red-circle+blue-star") == (1,)
        assert right("freq.shape.most", "red-star", "blue-star", "red-star+blue-star") == (0, 1, 2)


class TestFinishes:
    @rule("racesmack", 27)
    def test_a_finish_can_need_so_many_cards_showing_at_least_one(self):
        reds = ("red-star+red-star", "red-circle", "blue-star+red-square", "red-square")

        assert stands("specific_cards.5.red", *reds, "blue-star") == Standing(((4, 5),))
        assert not stands("specific_cards.5.red", *reds, "blue-star").met
        assert stands("specific_cards.5.red", *reds, "red-triangle").met
        assert stands("specific_cards.5.star", *reds) == Standing(((2, 5),))

    @rule("racesmack", 28)
    def test_a_finish_can_need_so_many_icons(self):
        row = ("red-star+red-star", "red-circle", "blue-star+red-square")

        assert stands("specific_individual.5.red", *row) == Standing(((4, 5),))
        assert stands("specific_individual.5.red", *row, "red-star").met
        assert stands("specific_individual.5.star", *row) == Standing(((3, 5),))

    @rule("racesmack", 29)
    def test_a_finish_can_need_so_many_cards(self):
        assert not stands("num_cards.7", *REGULAR[:6]).met
        assert stands("num_cards.7", *REGULAR[:7]).met
        assert stands("num_cards.7", *REGULAR[:8]).met

    @rule("racesmack", 30)
    def test_a_finish_can_need_so_many_cards_of_which_no_two_neighbours_in_the_row_share(self):
        row = ("red-star", "blue-star", "red-circle", "blue-circle", "red-square")

        assert stands("num_cards_cond.5.colour", *row).met
        assert stands("num_cards_cond.5.shape", *row) == Standing(((5, 5),), broken=True)
        assert not stands("num_cards_cond.5.colour", *row[:4]).met
        assert not stands("num_cards_cond.5.colour", *row, "red-star").met
        assert stands("num_cards_cond.5.colour", *row, "green-star").met

    @rule("racesmack", 30)
    def test_sharing_one_of_several_breaks_a_finish_and_the_ends_are_no_neighbours(self):
        row = ("red-star", "blue-star+green-star", "red-circle", "blue-circle", "red-square")

        assert stands("num_cards_cond.5.colour", *row).met
        assert not stands("num_cards_cond.5.colour", row[0], "blue-star+red-star", *row[2:]).met

    @rule("racesmack", 30, 32)
    def test_rule_cards_are_taken_out_of_the_row_before_a_finish_is_checked(self):
        goal = "17/rules/num_cards_cond.5.colour"
        row = ("red-star", goal, "red-circle", "blue-circle", "red-square", "blue-star")

        assert standing(row) == Standing(((5, 5),), broken=True)
        assert standing(("blue-square", BLANK, *row[1:])).met
        assert standing(("1/rules/variety_cards.5.colour", *REGULAR[:2])) == Standing(((2, 5),))

    @rule("racesmack", 31)
    def test_a_finish_can_need_every_colour_or_shape_of_the_game_so_many_times(self):
        row = ("red-star+green-star", "blue-star+purple-star+red-circle", "green-circle+purple-circle")

        assert stands("pairs.colour.2", *row) == Standing(((2, 2), (2, 2), (1, 2), (2, 2)))
        assert stands("pairs.colour.2", *row, "blue-star").met
        assert not stands("pairs.colour.3", *row, "blue-star").met
        assert not stands("pairs.shape.2", *row, *row).met

    @rule("racesmack", 32)
    def test_a_finish_can_need_so_many_cards_and_no_two_with_the_same_set(self):
        row = ("red-star", "blue-star", "red-star+blue-star", "green-star", "red-star+green-star")

        assert stands("variety_cards.5.colour", *row).met
        assert not stands("variety_cards.5.colour", *row[:4]).met
        assert stands("variety_cards.5.colour", *row, "red-circle+red-square") == Standing(
            ((6, 5),), broken=True
        )
        assert stands("variety_cards.5.shape", *row).broken

    @rule("racesmack", 33)
    def test_a_finish_can_need_so_many_of_one_and_so_many_of_another(self):
        row = ("green-star+green-star", "green-circle", "red-star")

        assert stands("specific_double.3.green.4.star", *row) == Standing(((3, 3), (3, 4)))
        assert not stands("specific_double.3.green.4.star", *row).met
        assert stands("specific_double.3.green.4.star", *row, "blue-star").met
        assert not stands("specific_double.4.green.3.star", *row).met

    @rule("racesmack", 34)
    def test_a_finish_can_need_so_many_of_each_of_three(self):
        row = ("blue-circle+blue-circle", "red-triangle+green-triangle")
        written = "specific_triple.2.circle.2.blue.3.triangle"

        assert stands(written, *row) == Standing(((2, 2), (2, 2), (2, 3)))
        assert stands(written, *row, "red-triangle").met
        assert not stands(written, "red-circle+blue-circle", *row[1:], "red-triangle").met

    @rule("racesmack", 6)
    def test_only_the_finish_card_with_the_highest_number_counts(self):
        low, high = "2/rules/num_cards.7", "11/rules/specific_individual.5.red"
        row = REGULAR[:7]

        assert finish_card((low, *row, high)) == finish_card((high, *row, low)) == high
        assert standing((low, *row)).met
        assert not standing((low, *row, high)).met
        assert finish_card(row) is None
        assert standing(row) is None

    @rule("racesmack", 6)
    def test_only_cards_without_a_number_are_counted_for_a_finish(self):
        assert standing((*REGULAR[:6], *RULE_CARDS[:7])) == Standing(((6, 7),))


def said(what, written, words):
    """A rule or finish in words, made from its data. The board does the same."""
    template, *rest = written.split(".")
    if template in ("specific_individual", "specific_double", "specific_triple"):
        goals = zip(rest[::2], rest[1::2], strict=True)
        return " + ".join(words[f"want.{thing}"].replace("{{n}}", n) for n, thing in goals)
    names = [word for word in rest if not word.isdigit()]
    return words[".".join([what, template, *names])].replace("{{n}}", next(filter(str.isdigit, rest), "None"))


@pytest.mark.parametrize("language", WORDS)
class TestWords:
    def test_every_rule_and_finish_that_can_be_made_is_put_into_a_few_words(self, language):
        laws = [*(write(each) for _, rules in RULES for each in rules), write(Highest())]
        goals = [write(each) for _, finishes in FINISHES for each in finishes]

        laws_said = {each: said("rule", each, WORDS[language]) for each in laws}
        goals_said = {each: said("finish", each, WORDS[language]) for each in goals}

        assert max(map(len, laws_said.values())) <= 37
        assert max(map(len, goals_said.values())) <= 45
        assert not any("{" in text or "None" in text for text in (*laws_said.values(), *goals_said.values()))
        assert all(len(set(texts.values())) == len(texts) for texts in (laws_said, goals_said))

    def test_every_icon_and_every_way_to_show_how_many_has_a_name(self, language):
        icons = {icon for card in REGULAR + GEARS for icon in face(card).icons}

        assert len({WORDS[language][f"icon.{icon.colour}-{icon.shape}"] for icon in icons}) == 16
        assert all(f"way.{way}" in WORDS[language] for way in WAYS)
        assert all(
            f"thing.{thing}" in WORDS[language] for kind in ("colour", "shape") for thing in all_of(kind)
        )


def test_every_rule_and_finish_has_a_sign():
    signs = json.loads(files(__package__).joinpath("signs.json").read_text("utf-8"))
    everything = [each for _, said in (*RULES, *FINISHES) for each in said]

    shown = {next(key for key in signs if key_fits(key, write(each))) for each in [*everything, Highest()]}

    assert shown == set(signs)
    assert len(set(signs.values())) == len(signs)


def key_fits(key, written):
    """`freq.most` is the sign of `freq.colour.most`."""
    template, *how = key.split(".")
    words = written.split(".")
    return words[0] == template and set(how) <= set(words)
