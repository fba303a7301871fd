"""What an own deck is like to play, as the bots' table of things has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from statistics import median
from typing import Literal, TypeAlias

from taphouse.core import Dice, Finding, Locale

from .cards import COLOURS, PER_GAME, Card, Colour, OwnCard, check_of, column
from .dealing import boxes
from .decks import TableDeck, has_rude_words, keyed
from .things import KNOWN, THINGS

HANDS = 400  # that are tried
ON_THE_TABLE = 3  # criteria: as many as most answers have to fit
FEW_ANSWERED, SOME_ANSWERED = 40, 60  # per cent of hands; of ours 79 have an answer
EASY, RATHER_EASY = 25, 12  # per cent of all things that fit an ordinary hand; of ours less than 1
ANYTHING = 80  # per cent of all things that fit one card
ONE_THING = 90  # per cent of the cards that one thing fits
ENOUGH = 6  # cards: one thing fits any three
FEW_CARDS = 8
LONG = 44  # letters: more is small print on a phone

DeckFinding: TypeAlias = Literal[
    "all-unjudged",
    "answers",
    "anything-fits",
    "easy",
    "few-cards",
    "long-text",
    "nothing-fits",
    "one-colour",
    "one-thing",
    "rude",
    "same-answers",
    "same-text",
    "unjudged",
    "untranslated",
]

Fitting: TypeAlias = Mapping[Card, int]
"""The things that fit a card without a doubt: a bit for each."""


def find(deck: TableDeck) -> Iterator[Finding]:
    yield from of_texts(deck)
    yield from of_colours(deck)
    if unjudged := tuple(n for n, card in enumerate(deck.cards) if card.test is None):
        if len(unjudged) == len(deck.cards):
            yield Finding("all-unjudged", "odd")
            return
        yield Finding("unjudged", "good", {"count": len(unjudged), "of": len(deck.cards)}, unjudged)
    language = language_of(deck)
    own = {card: fitting(own, language) for card, own in keyed(deck).items() if own.test is not None}
    yield from of_cards(own)
    yield from of_hands(deck, own, language)


def of_texts(deck: TableDeck) -> Iterator[Finding]:
    if has_rude_words(deck):
        yield Finding("rude", "odd")
    said: dict[tuple[Locale, str], int] = {}
    for number, card in enumerate(deck.cards):
        texts = {(language, " ".join(text.casefold().split())) for language, text in card.text.items()}
        if (other := next((said[text] for text in texts if text in said), None)) is not None:
            yield Finding("same-text", "bad", {"other": other + 1}, (number,))
        said |= dict.fromkeys(texts - said.keys(), number)
    if long := tuple(
        n for n, card in enumerate(deck.cards) if any(len(t) > LONG for t in card.text.values())
    ):
        yield Finding("long-text", "odd", {"count": len(long), "most": LONG}, long)
    languages = {language for card in deck.cards for language in card.text}
    for language in sorted(languages):
        lacking = tuple(n for n, card in enumerate(deck.cards) if card.text and language not in card.text)
        if lacking:
            yield Finding("untranslated", "odd", {"language": language, "count": len(lacking)}, lacking)


def of_colours(deck: TableDeck) -> Iterator[Finding]:
    """Cards of one colour cover each other."""
    if deck.alone and len({card.colour for card in deck.cards}) == 1:
        yield Finding("one-colour", "bad")
    if deck.alone and len(deck.cards) < FEW_CARDS:
        yield Finding("few-cards", "odd", {"count": len(deck.cards)})


def of_cards(own: Fitting) -> Iterator[Finding]:
    for card, things in own.items():
        if not things:
            yield Finding("nothing-fits", "bad", {}, (number_of(card),))
        elif (share := percent(things.bit_count(), len(THINGS))) >= ANYTHING:
            yield Finding("anything-fits", "odd", {"share": share}, (number_of(card),))
    for one, other in combinations(own, 2):
        if own[one] == own[other] != 0:
            yield Finding("same-answers", "odd", {"other": number_of(one) + 1}, (number_of(other),))


def of_hands(deck: TableDeck, own: Fitting, language: Locale) -> Iterator[Finding]:
    """Hands of three cards as they may lie on the table, with at least one own card."""
    hands = list(dealt(deck, own, language))
    if not hands:
        return
    counts = [all_fitting(hand).bit_count() for hand in hands]
    share = percent(sum(count > 0 for count in counts), len(hands))
    level: Literal["good", "odd", "bad"] = (
        "bad" if share < FEW_ANSWERED else "odd" if share < SOME_ANSWERED else "good"
    )
    yield Finding("answers", level, {"share": share, "cards": max(map(len, hands))})
    fit = percent(round(median(counts)), len(THINGS))
    if fit >= RATHER_EASY:
        yield Finding("easy", "bad" if fit >= EASY else "odd", {"share": fit})
    yield from of_one_thing(deck, own, language)


def of_one_thing(deck: TableDeck, own: Fitting, language: Locale) -> Iterator[Finding]:
    """Cards that one thing fits ask for the same."""
    if len(own) < ENOUGH or not deck.alone:
        return
    counts = Counter(number for things in own.values() for number in bits(things))
    thing, most = counts.most_common(1)[0] if counts else (0, 0)
    if (share := percent(most, len(own))) >= ONE_THING:
        yield Finding("one-thing", "odd", {"thing": THINGS[thing].said_in(language), "share": share})


def dealt(deck: TableDeck, own: Fitting, language: Locale) -> Iterator[tuple[int, ...]]:
    dice = Dice("hands of an own deck")
    pools = {colour: pool for colour in COLOURS if (pool := pool_of(colour, deck, own, language))}
    if not any(pools.values()):
        return
    size = min(ON_THE_TABLE, len(pools))
    for _ in range(HANDS):
        colours = dice.shuffled(pools)[:size]
        hand = [dice.pick(pools[colour]) for colour in colours]
        if any(is_own for is_own, _ in hand):
            yield tuple(things for _, things in hand)


def pool_of(colour: Colour, deck: TableDeck, own: Fitting, language: Locale) -> list[tuple[bool, int]]:
    """The things that fit each card of a colour, and whether the card is an own one."""
    mine, ours = boxes(colour, deck, language, letters=False)
    judged = [(True, own[card]) for card in mine if card in own]
    filled = ours if len(mine) < PER_GAME else ()
    return [*judged, *((False, fitting(OwnCard(colour, test=check_of(card)), language)) for card in filled)]


def language_of(deck: TableDeck) -> Locale:
    """The language in which bots try the deck: one whose words they know."""
    return next((language for language in KNOWN if any(language in card.text for card in deck.cards)), "en")


def fitting(card: OwnCard, language: Locale) -> int:
    assert card.test is not None
    return sum(1 << number for number, degree in enumerate(column(card.test, language)) if degree == 1)


def all_fitting(hand: tuple[int, ...]) -> int:
    things = -1
    for fits in hand:
        things &= fits
    return things


def bits(things: int) -> Iterator[int]:
    while things:
        yield (things & -things).bit_length() - 1
        things &= things - 1


def number_of(card: Card) -> int:
    return int(card.rpartition("-")[2]) - 1


def percent(part: int, whole: int) -> int:
    return round(100 * part / whole)
