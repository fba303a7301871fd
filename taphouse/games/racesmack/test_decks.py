"""Own decks of Rule cards."""

import pytest

from taphouse.bots.schedule import selfplay
from taphouse.core import Dice, NotADeck, taken_apart
from taphouse.core.decks import write_deck
from taphouse.games import racesmack

from . import DECKS
from .deck_findings import find
from .decks import RaceDeck, RuleCard, read
from .faces import face, is_rule
from .generator import RULE_CARDS
from .rules import setup
from .state import Options
from .templates import THINGS, read_finish, read_rule


def rule(rule="number fewer 3", finish="num_cards 7"):
    return f"[rule]\nrule: {rule}\nfinish: {finish}"


def text(*cards, head="cards: alone"):
    return "\n".join(("taphouse deck 1: racesmack\ntitle: Twins", head, *cards))


TWINS = text(
    rule(),
    rule("duplicates.some.colour", "specific_cards 4 red"),
    rule("freq shape most", "pairs shape 2"),
    rule("neighbours nothing shape", "specific_triple 2 red 3 star 2 blue"),
    rule("variety different shape 2", "variety_cards 5 shape"),
    rule("rules_adjacent", "num_cards_cond 5 shape"),
)
FEW = "cards: alone\nicons: 6 of 1, 20 of 2, 8 of 3\ncolours: red, blue\nshapes: square, circle, star"


def deck(source):
    return read(taken_apart(source))


def problems(source):
    with pytest.raises(NotADeck) as error:
        deck(source)
    return [(problem.line, problem.why) for problem in error.value.problems]


def found(source, level="bad"):
    return {(each.kind, each.cards) for each in find(deck(source)) if each.level == level}


def test_a_deck_is_read_and_written_with_the_same_meaning():
    assert deck(TWINS).cards[1] == RuleCard("duplicates.some.colour", "specific_cards.4.red")
    assert deck(text(rule(), head=FEW)) == RaceDeck(
        "Twins",
        (RuleCard("number.fewer.3", "num_cards.7"),),
        alone=True,
        icons=(6, 20, 8, 0),
        colours=("red", "blue"),
        shapes=("square", "circle", "star"),
    )
    for source in (TWINS, text(rule(), head=FEW)):
        assert deck(write_deck(DECKS, "racesmack", deck(source))) == deck(source)


@pytest.mark.parametrize(
    ("source", "line", "why"),
    [
        (text("[finish]\nfinish: num_cards 7"), 4, "unknown-section"),
        (text("[rule]\nrule: rules"), 4, "missing"),
        (text(rule("number fewer 99")), 5, "bad-rule"),
        (text(rule("highest")), 5, "bad-rule"),
        (text(rule("rm -rf")), 5, "bad-rule"),
        (text(rule(finish="num_cards")), 6, "bad-finish"),
        (text(rule(finish="num_cards 99")), 6, "bad-finish"),
        (text(rule(finish="specific_cards 5 pink")), 6, "bad-finish"),
        (text(rule(finish="specific_double 2 red 3 red")), 6, "bad-finish"),
        (text(rule(finish="num_cards 7 7")), 6, "bad-finish"),
        (text(rule(), head="colours: red"), 3, "too-few-things"),
        (text(rule(), head="shapes: star, heart"), 3, "not-a-choice"),
        (text(rule(), head="icons: many"), 3, "bad-icons"),
        (text(rule(), head="icons: 30 of 5"), 3, "bad-icons"),
        (text(rule(), head="icons: 20 of 1, 10 of 2"), 3, "icons-alike"),
        (text(rule(), head="icons: 10 of 1, 10 of 2"), 3, "regular-few"),
        (text(rule(), head="icons: 16 of 1, 60 of 2"), 3, "regular-many"),
        (text(rule(), head="colours: red, blue\nshapes: star, square"), 1, "icons-alike"),
    ],
)
def test_a_mistake_is_named_with_its_line(source, line, why):
    assert problems(source)[0] == (line, why)


class TestDealing:
    def cards(self, source):
        state = setup(2, Options(own_deck=source), Dice("deal"))
        return [card for row in (state.draw, *state.hands) for card in row]

    def test_alone_there_are_only_own_rule_cards_numbered_by_their_places(self):
        printed = sorted((face(card) for card in self.cards(TWINS) if is_rule(card)), key=lambda f: f.number)

        assert [(f.number, f.rule, f.finish) for f in printed] == [
            (number, read_rule(card.rule), read_finish(card.finish))
            for number, card in enumerate(deck(TWINS).cards, 1)
        ]

    def test_mixed_there_are_as_many_rule_cards_as_ever_and_each_has_its_own_number(self):
        printed = [face(card) for card in self.cards(TWINS.replace("alone", "mixed")) if is_rule(card)]

        assert sorted(each.number for each in printed) == list(range(1, RULE_CARDS + 1))
        assert {read_finish(card.finish) for card in deck(TWINS).cards} <= {each.finish for each in printed}

    def test_regular_cards_have_only_the_chosen_colours_and_shapes_and_none_is_there_twice(self):
        regular = [card for card in self.cards(text(rule(), head=FEW)) if not is_rule(card)]

        assert len({tuple(sorted(card.split("+"))) for card in regular}) == 34 == len(regular)
        shown = {
            thing for card in regular for icon in face(card).icons for thing in (icon.colour, icon.shape)
        }
        assert shown == {"red", "blue", "square", "circle", "star"} < {*THINGS}

    @pytest.mark.parametrize("options", [{}, {"racing_rules": True}, {"after_you": True}])
    @pytest.mark.parametrize("seats", [2, 6])
    def test_bots_play_a_deck_to_its_end(self, seats, options):
        for source in (TWINS, text(rule(), head=FEW), text(rule(), head="cards: mixed")):
            assert selfplay(racesmack, seats, "own", Options(own_deck=source, **options)).winners


class TestFindings:
    def test_of_a_good_deck_nothing_bad_is_said(self):
        assert found(TWINS) == set()
        assert ("rules-work", ()) in found(TWINS, "good")

    def test_a_rule_that_never_applies_is_found(self):
        assert ("never-applies", (1,)) in found(text(rule(), rule("variety different colour 3"), head=FEW))

    def test_a_rule_that_fits_every_card_is_found(self):
        assert ("always-applies", (0,)) in found(
            text(rule("number more 2"), head="cards: alone\nicons: 40 of 4")
        )

    @pytest.mark.parametrize("finish", ["pairs colour 2", "specific_cards 5 green", "variety_cards 4 colour"])
    def test_a_finish_out_of_reach_is_found(self, finish):
        assert ("finish-impossible", (0,)) in found(text(rule(finish=finish), head=FEW))

    def test_a_race_that_is_over_at_once_is_found(self):
        assert ("finish-short", (0,)) in found(text(rule(finish="num_cards 1")))

    def test_few_rules_and_the_same_card_twice_are_found(self):
        assert {("few-rules", ()), ("same-card", (1,))} <= found(text(rule(), rule()), "odd")
