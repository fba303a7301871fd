"""What an own deck is like to play: rules that never or always apply, and finishes out of reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from taphouse.core import Dice, Finding

from .correct import case
from .decks import RaceDeck, can_be_met, faces_of, regular_cards
from .faces import Face
from .finishes import before
from .generator import can_hold
from .templates import Rule, read_finish, read_rule

RINGS = 300  # that each rule is tried with
IN_A_RING = 4  # cards
ALWAYS = 85  # per cent of cards that are correct; of our rules about 40
SELDOM = 15  # per cent of rings with a correct card
FEW_RULES = 6
SHORT, AT_ONCE = 3, 25  # per cent of so many cards that are at the finish: the race is over at once

DeckFinding: TypeAlias = Literal[
    "always-applies",
    "few-rules",
    "finish-impossible",
    "finish-short",
    "never-applies",
    "rules-work",
    "same-card",
    "seldom-applies",
]


def find(deck: RaceDeck) -> Iterator[Finding]:
    dice = Dice("an own deck")
    faces = faces_of(regular_cards(deck, dice))
    findings = [found for number in range(len(deck.cards)) for found in of_card(deck, number, faces, dice)]
    yield from findings
    if deck.alone and len(deck.cards) < FEW_RULES:
        yield Finding("few-rules", "odd", {"count": len(deck.cards)})
    if not any(found.level == "bad" for found in findings):
        yield Finding("rules-work", "good", {"count": len(deck.cards)})


def of_card(deck: RaceDeck, number: int, faces: Sequence[Face], dice: Dice) -> Iterator[Finding]:
    card = deck.cards[number]
    if card in deck.cards[:number]:
        yield Finding("same-card", "odd", {"other": deck.cards.index(card) + 1}, (number,))
    rule, finish = read_rule(card.rule), read_finish(card.finish)
    if not can_hold(rule, faces):
        yield Finding("never-applies", "bad", {}, (number,))
    else:
        yield from of_rule(rule, number, faces, dice)
    if not can_be_met(finish, faces):
        yield Finding("finish-impossible", "bad", {}, (number,))
        return
    met = sum(before(finish, dice.shuffled(faces[:-2])[:SHORT]).met for _ in range(RINGS))
    if (share := round(100 * met / RINGS)) >= AT_ONCE:
        yield Finding("finish-short", "bad", {"cards": SHORT, "share": share}, (number,))


def of_rule(rule: Rule, number: int, faces: Sequence[Face], dice: Dice) -> Iterator[Finding]:
    """How often a card is correct, and how often any of a ring is."""
    correct = rings = 0
    for _ in range(RINGS):
        ring = {seat: dice.pick(faces) for seat in range(IN_A_RING)}
        found = sum(case(rule, ring, seat).holds for seat in ring)
        correct += found
        rings += found > 0
    if (share := round(100 * correct / RINGS / IN_A_RING)) >= ALWAYS:
        yield Finding("always-applies", "bad", {"share": share}, (number,))
    elif (share := round(100 * rings / RINGS)) <= SELDOM:
        yield Finding("seldom-applies", "odd", {"share": share}, (number,))
