"""Own decks of criteria."""

from importlib.resources import files

import msgspec
import pytest

from taphouse.bots.schedule import selfplay
from taphouse.core import Dice, Excluded, NotADeck, clean, replace, taken_apart
from taphouse.core.decks import write_deck
from taphouse.games import tap_the_table

from . import DECKS
from .bot import PEOPLE, best_idea
from .cards import BOXES, COLOURS, CRITERIA, Is, IsNot, Letter, OwnCard, Step, Test, colour_of
from .dealing import deck_size
from .deck_findings import find
from .decks import read
from .rules import setup
from .state import Options
from .tables import thinking
from .views import view


def text(*cards, title="Ours", head="cards: alone"):
    return "\n".join((f"taphouse deck 1: tap-the-table\ntitle: {title}\n{head}", *cards))


def card(colour="green", fits=None, en="something"):
    return f"[{colour}]\nen: {en}" + (f"\nfits: {fits}" if fits else "")


GOOD = text(
    card("green", "red or shiny", "nice and bright"),
    card("green", "not round", "with corners"),
    card("pink", "size 0-3", "fits in my drawer"),
    card("pink", "weight 3+ sharp", "breaks the shelf"),
    card("blue", "loud", "wakes the baby"),
    card("blue", "metal, hard", "you can knock on it"),
    card("yellow", "kitchen", "next to grandma"),
    card("yellow", None, "would scare Milo"),
    "[purple]\nletter: D",
)


def deck(source):
    return read(taken_apart(source))


def problems(source):
    with pytest.raises(NotADeck) as error:
        deck(source)
    return [(problem.line, problem.why) for problem in error.value.problems]


def kinds(source, level=None):
    return {finding.kind for finding in find(deck(source)) if level in (None, finding.level)}


def test_a_deck_is_read_as_it_was_written_by_a_person():
    cards = deck(GOOD).cards

    assert [card.test for card in cards] == [
        Is(("red", "shiny")),
        IsNot("round"),
        Step("size", 0, 3),
        Step("weight", 3, 9, sharp=True),
        Is(("loud",)),
        Is(("metal", "hard")),
        Is(("kitchen",)),
        None,
        Letter("d"),
    ]
    assert cards[3] == OwnCard("pink", {"en": "breaks the shelf"}, Step("weight", 3, 9, sharp=True))


def test_a_deck_that_the_house_writes_reads_the_same():
    assert deck(write_deck(DECKS, "tap-the-table", deck(GOOD))) == deck(GOOD)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (card("red"), "unknown-section"),
        (card(fits="scarlet"), "not-a-mark"),
        (card(fits="size 5-2"), "bad-fits"),
        (card(fits="not red or blue"), "bad-fits"),
        (card(fits="or"), "bad-fits"),
        (card(en=""), "empty"),
        (card(en="x" * 61), "line-too-long"),
        ("[green]\nfits: red", "no-text"),
        ("[purple]\nletter: qu", "bad-letter"),
        ("[purple]\nletter: 7", "bad-letter"),
        ("[purple]\nen: with a q", "unknown-field"),
        ("[green]\nEN: shouted", "unknown-field"),
        ("[green]\nen: one\nen: two", "twice"),
        ("what is this", "not-understood"),
    ],
)
def test_a_mistake_is_named_with_its_line(wrong, why):
    found = problems(text(card("blue"), wrong))

    assert [each for _, each in found] == [why]
    assert 5 < found[0][0] < 10


def test_all_cards_with_mistakes_are_named_at_once():
    assert problems(text(card("red"), card(), card(fits="scarlet"))) == [
        (4, "unknown-section"),
        (10, "not-a-mark"),
    ]


def test_hidden_signs_of_a_text_are_dropped():
    assert deck(text(card(en="a\u202eb\u0000c"))).cards[0].text == {"en": clean("a\u202eb\u0000c", 60)}


class TestDealing:
    def test_a_deck_alone_is_dealt_without_our_cards(self):
        state = setup(3, Options(own_deck=GOOD), Dice("deal"))

        assert len(state.deck) == 9 == deck_size(state.options)
        assert {card.split("-")[0] for card in state.deck} == {"own"}

    def test_a_mixed_deck_has_all_own_cards_and_ours_fill_each_colour(self):
        state = setup(3, Options(own_deck=GOOD.replace("cards: alone", "cards: mixed")), Dice("deal"))

        own = [card for card in state.deck if card not in CRITERIA]
        assert len(own) == 9
        for colour, count in {"green": 8, "pink": 8, "blue": 8, "yellow": 8, "purple": 1}.items():
            assert sum(colour_of(card) == colour for card in state.deck) == count

    def test_of_many_own_cards_of_a_colour_eight_are_dealt(self):
        many = text(*(card(en=f"thing {n}") for n in range(20)), card("blue"))

        assert len(setup(3, Options(own_deck=many), Dice("deal")).deck) == 9

    def test_each_seat_sees_the_texts_of_the_own_cards_on_the_table_alone(self):
        state = setup(3, Options(own_deck=GOOD), Dice("deal"))
        shown = view(replace(state, middle=("own-green-1", "own-blue-5", "own-green-2")), 0)

        assert shown.cards == ("own-green-2", "own-blue-5")
        assert shown.own == {
            "own-green-2": OwnCard("green", {"en": "with corners"}, IsNot("round")),
            "own-blue-5": OwnCard("blue", {"en": "wakes the baby"}, Is(("loud",))),
        }


class TestBots:
    @pytest.mark.parametrize("seats", [3, 8])
    def test_bots_play_a_deck_to_its_end(self, seats):
        assert selfplay(tap_the_table, seats, "own", Options(own_deck=GOOD)).winners

    def test_a_bot_says_what_fits_the_own_cards(self):
        asked = thinking(0, 0, 0, options=Options(own_deck=GOOD), middle=("own-green-1", "own-yellow-7"))
        ideas = [best_idea(view(asked, 0), Dice("idea", n), PEOPLE["quick"]) for n in range(40)]

        assert sum(idea.misfit == 0 for idea in ideas) > 20

    def test_a_card_that_nobody_can_judge_stops_no_bot(self):
        asked = thinking(0, 0, 0, options=Options(own_deck=GOOD), middle=("own-yellow-8",))

        assert best_idea(view(asked, 0), Dice("idea"), PEOPLE["steady"]).misfit <= 1


class TestFindings:
    def test_of_a_good_deck_nothing_bad_is_said(self):
        assert kinds(GOOD, "bad") == set()
        assert "answers" in kinds(GOOD, "good")

    def test_an_impossible_deck_is_found(self):
        hard = {"green": "furry", "pink": "size 9 sharp", "blue": "metal", "yellow": "breakfast"}
        source = text(*(card(colour, fits, f"{colour} {n}") for colour, fits in hard.items() for n in (1, 2)))

        assert "answers" in kinds(source, "bad")

    def test_a_card_that_nothing_fits_is_found(self):
        letterless = text(card(), "[purple]\nletter: ß")

        assert [found.cards for found in find(deck(letterless)) if found.kind == "nothing-fits"] == [(1,)]

    def test_a_trivial_deck_is_found(self):
        source = text(
            *(
                card(colour, f"not {mark}", f"{colour} thing")
                for colour, mark in {
                    "green": "furry",
                    "blue": "burns",
                    "yellow": "pirate",
                    "pink": "shiny",
                }.items()
            )
        )

        assert {"easy", "anything-fits"} <= kinds(source)

    def test_a_deck_with_one_answer_for_all_is_found(self):
        source = text(*(card(colour, "alive", f"{colour} {n}") for colour in COLOURS[:4] for n in (1, 2)))

        assert "one-thing" in kinds(source)

    def test_cards_that_say_or_ask_the_same_are_found(self):
        source = text(card("green", "red", "Red things"), card("blue", "red", "red  things"))

        assert {"same-text", "same-answers"} <= kinds(source)

    def test_cards_of_one_colour_that_cover_each_other_are_found(self):
        assert "one-colour" in kinds(text(*(card(en=f"{n}") for n in range(9))), "bad")

    def test_rude_words_are_found_and_a_family_table_refuses_them(self):
        rude = text(card(en="full of shit"))

        assert "rude" in kinds(rude)
        assert Options(own_deck=rude)
        with pytest.raises(Excluded):
            Options(own_deck=rude, family=True)

    def test_texts_that_lack_a_language_or_are_long_are_found(self):
        source = text("[green]\nen: " + "long " * 10 + "\nde: kurz", card("blue"))

        assert {"long-text", "untranslated", "all-unjudged"} <= kinds(source)


def test_the_editor_knows_how_our_own_cards_are_judged():
    known = files(__package__).joinpath("criteria.json").read_bytes()

    assert msgspec.json.decode(known, type=dict[str, Test]) == {
        card: test for box in BOXES.values() for card, test in box.items()
    }
