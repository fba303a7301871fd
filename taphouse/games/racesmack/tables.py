"""Named states, for tests and for the client's gallery."""

from __future__ import annotations

from typing import Any

from taphouse.core import MS, SECOND, Dice, Seat, Time, replace

from . import cards
from .changes import apply
from .events import RoundEnded, Row
from .faces import Card, face
from .rules import HAND, RULE_DECK, first_phase, result, settle_choices, setup, shifts_gears
from .state import Closed, Flipping, Options, Over, Print, Smacking, State

BEGAN: Time = 20 * SECOND
SHOWN: Time = 30 * SECOND
FELL: Time = 33 * SECOND
ENDED: Time = 34 * SECOND

RULE: dict[int, Card] = {face(card).number: card for card in cards.RULE_CARDS}
SQUARE, CIRCLE, STAR, TRIANGLE = "red-square", "purple-circle", "blue-star", "green-triangle"
SQUARES, CIRCLES = "red-square+blue-square", "blue-circle+purple-circle"
STARS, TRIANGLES = (
    "purple-star+blue-star+red-circle",
    "red-triangle+red-triangle+blue-triangle+purple-triangle",
)
GREENS = "green-circle+green-triangle+green-square"


def table(
    *shown: Card | None,
    options: Options | None = None,
    hands: dict[Seat, Row] | None = None,
    races: dict[Seat, Row] | None = None,
    piles: dict[Seat, Row] | None = None,
    top: Row = (),
    **changes: Any,
) -> State:
    """A seat for each of the cards `shown`; everything not given is dealt from all other cards."""
    options, seats = options or Options(), range(len(shown))
    played = {seat: (card,) for seat, card in enumerate(shown) if card is not None} | (piles or {})
    named = [*(hands or {}).values(), *(races or {}).values(), *played.values(), top]
    used = {card for row in named for card in row}
    rules = [card for card in cards.RULE_CARDS if card not in used]
    rule_deck = changes.pop("rule_deck", tuple(rules[:RULE_DECK] if options.racing_rules else ()))
    whole = cards.REGULAR + cards.RULE_CARDS + (cards.GEARS if shifts_gears(options, len(seats)) else ())
    rest = [card for card in Dice("a named table").shuffled(whole) if card not in {*used, *rule_deck}]
    held = dict(hands or {})
    for seat in seats:
        size = HAND - (seat in played and not options.after_you)
        if seat not in held:
            held[seat], rest = tuple(rest[:size]), rest[size:]
    given = {
        "draw": (*top, *rest),
        "hands": tuple(held[seat] for seat in seats),
        "races": tuple((races or {}).get(seat, ()) for seat in seats),
        "piles": tuple(played.get(seat, ()) for seat in seats),
        "rule_deck": rule_deck,
        "start": 0,
        "phase": first_phase(options, 0, BEGAN),
    }
    return replace(setup(len(seats), options, Dice()), **{**given, **changes})


def smacking(*shown: Card | None, smacks: tuple[tuple[Seat, Seat], ...] = (), **changes: Any) -> State:
    """The cards are shown. `smacks`: who smacked whose card, a tenth of a second apart."""
    prints = tuple(Print(seat, whose, FELL + 100 * MS * place) for place, (seat, whose) in enumerate(smacks))
    limit = changes.get("options", Options()).smack_limit * SECOND
    return table(*shown, prints=prints, **{"phase": Smacking(SHOWN, SHOWN + limit), **changes})


def resolving(*shown: Card | None, smacks: tuple[tuple[Seat, Seat], ...] = (), **changes: Any) -> State:
    """The round has just ended; what leaves no choice is done, and absent players still have to choose."""
    state = smacking(*shown, smacks=smacks, **changes)
    state = apply(state, RoundEnded(result(state), ENDED))
    while (event := settle_choices(replace(state, away=()), ENDED, Dice("a named table"))) is not None:
        state = apply(state, event)
    return state


TABLES: dict[str, State] = {
    "the first cards": table(None, None, None, None),
    "picked, but for one who dreams": table(
        None, None, None, hands={0: (SQUARE, CIRCLE, STAR, RULE[12])}, picks=(STAR, None, None), away=(1,)
    ),
    "face down": table(
        None,
        None,
        None,
        hands={0: (SQUARE, RULE[3]), 1: (CIRCLE, STAR), 2: (STARS, RULE[9])},
        picks=(RULE[3], STAR, STARS),
        phase=Closed(SHOWN - SECOND, SHOWN),
    ),
    "the shape seen most often": smacking(SQUARES, CIRCLE, SQUARE, STAR),
    "a Rule card decides": smacking(SQUARES, RULE[12], TRIANGLES, STAR, STARS, smacks=((0, 3), (2, 0))),
    "the highest number decides": smacking(RULE[6], CIRCLES, RULE[17], STARS, smacks=((3, 3),)),
    "no card is correct": smacking(SQUARE, RULE[17], CIRCLE),
    "smacks in the open": smacking(
        SQUARES, CIRCLE, SQUARE, STAR, smacks=((1, 0), (3, 3)), options=Options(smacks="shown")
    ),
    "six with Shifting Gears": smacking(
        "die-2/green-square",
        "tally-4/red-square",
        SQUARES,
        "fingers-3/purple-triangle",
        STAR,
        RULE[5],
        races={0: (RULE[7], CIRCLE, TRIANGLE), 1: (CIRCLES,), 3: (GREENS, RULE[2]), 4: (STARS, TRIANGLES)},
    ),
    "won and lost": resolving(
        SQUARES,
        CIRCLE,
        SQUARE,
        STAR,
        smacks=((2, 0), (0, 0), (1, 3)),
        races={0: (CIRCLES, TRIANGLE), 1: (GREENS, RULE[4], STARS), 2: (RULE[12], TRIANGLES)},
    ),
    "a winner is away": resolving(
        SQUARES,
        CIRCLE,
        SQUARE,
        smacks=((2, 0), (1, 1)),
        races={1: (GREENS, STARS), 2: (TRIANGLE, STAR)},
        away=(1, 2),
    ),
    "one card from the finish": smacking(
        SQUARES, CIRCLE, STAR, races={0: (RULE[7], STARS, GREENS, TRIANGLES, CIRCLES, TRIANGLE, SQUARE)}
    ),
    "the pile is about to run out": smacking(
        SQUARES, CIRCLE, STAR, draw=(STARS,), races={0: (GREENS, TRIANGLES), 1: (CIRCLES, TRIANGLE)}
    ),
    "Racing Rules: what is asked this round": table(None, None, None, options=Options(racing_rules=True)),
    "Racing Rules: only Rule cards": smacking(RULE[3], RULE[14], RULE[8], options=Options(racing_rules=True)),
    "Time Penalty: how will you pay?": resolving(
        SQUARES,
        CIRCLE,
        SQUARE,
        STAR,
        smacks=((0, 0), (1, 1), (3, 3)),
        options=Options(time_penalty=True),
        races={1: (GREENS, STARS, CIRCLES), 3: (TRIANGLE, TRIANGLES)},
        away=(3,),
    ),
    "Time Penalty: marked": smacking(
        SQUARES, CIRCLE, SQUARE, options=Options(time_penalty=True), marked=(0,)
    ),
    "Tiebreaker": smacking(SQUARES, SQUARE, CIRCLE, options=Options(tiebreaker=True)),
    "After You: whose turn?": table(SQUARES, CIRCLE, None, options=Options(after_you=True), away=(0,)),
    "After You: in the air": table(
        None,
        None,
        None,
        options=Options(after_you=True),
        hands={2: (RULE[13], STAR)},
        piles={0: (SQUARES, TRIANGLE), 1: (CIRCLE,)},
        phase=Flipping(2, SHOWN - SECOND, SHOWN),
    ),
    "After You: smack!": smacking(
        SQUARES,
        CIRCLE,
        RULE[4],
        options=Options(after_you=True, time_penalty=True),
        piles={0: (STAR, STARS, GREENS), 1: (CIRCLE, TRIANGLES)},
    ),
    "over at the finish": table(
        None, None, races={0: (RULE[9], TRIANGLES, TRIANGLE), 1: (SQUARES, STARS)}, phase=Over((0,), "finish")
    ),
}
