"""Racesmack: everyone plays a card, smack a correct one, and race to your finish.

Implements `text/en.md`; the numbers in comments are its rules. `state.py` contains the state,
`correct.py` decides which cards are correct, and `finishes.py` contains the finishes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import cast

from taphouse.core import MS, SECOND, Dice, Move, Seat, Time

from . import cards, generator
from .correct import DEFAULT, case, correct_cards, counted, ring_of
from .decks import dealt, deck_of
from .events import (
    Acts,
    CardsDrawn,
    CardsRevealed,
    CardTurned,
    Events,
    GameWon,
    HouseLost,
    HousePaid,
    HousePicked,
    HousePlaced,
    HouseTurned,
    Lose,
    Lost,
    Outcome,
    Paid,
    Pay,
    Pick,
    Picked,
    PicksClosed,
    Place,
    Placed,
    Result,
    RoundBegan,
    RoundEnded,
    Row,
    Smack,
    Smacked,
    TooEarly,
    Turn,
    Turned,
)
from .faces import Card, face, is_rule
from .finishes import order_matters, standing
from .state import (
    Closed,
    Contest,
    Flipping,
    Losing,
    Options,
    Paying,
    Picking,
    Placing,
    Resolving,
    Smacking,
    State,
    Task,
    Turning,
    smackers,
)
from .templates import Freq, Highest, Rule, write

SEATS = range(2, 7)
MINUTES = 2
HAND = 4  # rule 4
RULE_DECK = 9  # rule 37
FACE_DOWN = 1 * SECOND  # rule 8: time to look up from one's hand
FLIP = 600 * MS  # rule 40: the card is in the air
TURN_ALONE = 1 * SECOND  # the house turns sooner for a player who is away
FALSE_START = 150 * MS  # nobody reads a card that fast
LOOK = 4 * SECOND  # to see which cards were correct


# ---- set-up ----


def pieces(options: Options) -> tuple[str, ...]:
    """The Rule cards. Those of a new deck differ from game to game."""
    return cards.RULE_CARDS if options.deck == "fixed" and not options.own_deck else ()


def setup(seats: int, options: Options, dice: Dice, without: str | None = None) -> State:
    regular, rules, gears = deck(options, dice)
    rules = tuple(card for card in rules if card != without)
    rules = dice.shuffled(rules)
    rule_deck = rules[:RULE_DECK] if options.racing_rules else ()  # rule 37
    main = regular + rules[len(rule_deck) :] + (gears if shifts_gears(options, seats) else ())
    shuffled = dice.shuffled(main)  # rule 4
    start = dice.below(seats)
    return State(
        options,
        draw=shuffled[seats * HAND :],
        hands=tuple(shuffled[seat * HAND : (seat + 1) * HAND] for seat in range(seats)),
        rule_deck=rule_deck,
        races=((),) * seats,
        piles=((),) * seats,
        picks=(None,) * seats,
        tasks=(None,) * seats,
        phase=first_phase(options, start, 0),
        start=start,
    )


def deck(options: Options, dice: Dice) -> tuple[Row, Row, Row]:
    """Rule 3: regular cards, Rule cards, and those of Shifting Gears."""
    if (own := deck_of(options)) is not None:
        return dealt(own, dice)
    if options.deck == "fixed":
        return cards.REGULAR, cards.RULE_CARDS, cards.GEARS
    regular = generator.regular_cards(dice)
    return regular, generator.rule_cards(regular, dice), generator.gear_cards(dice)


def shifts_gears(options: Options, seats: int) -> bool:
    return options.shifting_gears == "in" or (options.shifting_gears == "auto" and seats >= 5)  # rule 41


def first_phase(options: Options, start: Seat, at: Time) -> Picking | Turning:
    if options.after_you:
        return turning(options, start, at)
    return Picking(at, until=at + options.time_limit(options.pick_limit * SECOND))


def turning(options: Options, seat: Seat, at: Time) -> Turning:
    until = at + options.time_limit(options.choose_limit * SECOND)
    return Turning(seat, at, until, until_alone=at + TURN_ALONE)


# ---- you may ----


def judge(state: State, move: Move, dice: Dice) -> Events:
    seat, act = move.seat, cast(Acts, move.act)
    match act:
        case Pick(card):
            return Picked(seat, card)
        case Turn():
            return Turned(seat, move.at)
        case Smack(card):
            return judge_smack(state, move, card)
        case Place(card, end):
            return Placed(seat, card, end, move.at)  # rule 16
        case Lose(card):
            task = state.tasks[seat]
            assert isinstance(task, Losing)
            return Lost(seat, card, task.source, move.at)  # rules 16 and 38
        case Pay(penalty):
            return Paid(seat, penalty, move.at)  # rule 38


def judge_smack(state: State, move: Move, card: Card) -> Events:
    match state.phase:
        case Smacking(since) if not jumped_the_gun(move, since):
            return Smacked(move.seat, card, move.at, open=state.options.smacks == "shown")  # rule 43
    return TooEarly(move.seat)


# ---- as soon as ----


def settle(state: State, at: Time, dice: Dice) -> Events | None:
    time_is_up = state.due is not None and at >= state.due
    match state.phase:
        case Picking():
            return settle_picks(state, at, time_is_up, dice)
        case Closed() if time_is_up:
            return CardsRevealed(state.picks, at)  # rule 8
        case Turning(seat) if not state.hands[seat]:
            return draw_one(state, seat) if state.draw else GameWon(longest(state), "cards")
        case Turning(seat) if time_is_up:
            return HouseTurned(seat, at)
        case Flipping(seat) if time_is_up:
            return CardTurned(seat, state.hands[seat][0], at)  # rule 40
        case Smacking() if time_is_up or is_decided(state):
            return RoundEnded(result(state), at)
        case Resolving() as resolving:
            return settle_choices(state, at, dice) or settle_round(state, resolving, at)
    return None


def settle_picks(state: State, at: Time, time_is_up: bool, dice: Dice) -> Events | None:
    empty = [seat for seat in state.seats if not state.hands[seat]]
    if empty and state.draw:
        return draw_one(state, empty[0])  # rule 38
    unpicked = [seat for seat in state.seats if state.hands[seat] and state.picks[seat] is None]
    if time_is_up or (state.here and not set(unpicked) & set(state.here)):
        if unpicked:
            return HousePicked(unpicked[0], dice.pick(state.hands[unpicked[0]]))  # rule 8
        return PicksClosed(at)
    return None


def settle_choices(state: State, at: Time, dice: Dice) -> Events | None:
    """The house chooses for players who are away or too slow, and where there is no choice."""
    for seat, task in enumerate(state.tasks):
        if task is None or not (seat in state.away or at >= task.until or is_no_choice(state, seat, task)):
            continue
        match task:
            case Placing(won):
                return HousePlaced(seat, won)  # rule 16
            case Losing(count, source):
                held = state.races[seat] if source == "race" else state.hands[seat]
                lost = held[:count] if source == "blind" else dice.shuffled(held)[:count]
                return HouseLost(seat, lost, source)  # rules 16 and 38
            case Paying(choices):
                return HousePaid(seat, dice.pick(choices), at)
    return None


def is_no_choice(state: State, seat: Seat, task: Task) -> bool:
    match task:
        case Placing(won):
            return not has_ends_to_choose(state, state.races[seat], won)
        case Losing(count, source):
            held = state.races[seat] if source == "race" else state.hands[seat]
            return source == "blind" or len(held) <= count
        case Paying(choices):
            return len(choices) == 1


def has_ends_to_choose(state: State, race: Row, won: Row) -> bool:
    """Rule 16: an end is asked for only if the finish of this Race looks at who lies beside whom."""
    if state.options.ends == "always":
        return bool(race) or len(won) > 1
    regular = [card for card in (*race, *won) if not is_rule(card)]
    return order_matters((*race, *won)) and len(regular) > 1 and not all(map(is_rule, won))


def settle_round(state: State, resolving: Resolving, at: Time) -> Events | None:
    if any(state.tasks) or at < resolving.least:
        return None
    if home := finishers(state):
        return GameWon(first_home(state, home), "finish")  # rules 5 and 18
    if state.draw and not resolving.drawn:
        return draw_for_all(state)  # rule 17
    if not state.draw:
        return GameWon(longest(state), "cards")  # rule 7
    after = state.start if state.options.after_you else (state.start + 1) % len(state.seats)
    return RoundBegan(after, at)


# ---- which cards are correct ----


def ruling(state: State) -> tuple[Rule, Card | None]:
    """The rule of this round as the cards lie, and the Rule card it is from."""
    options, shown = state.options, [card for card in state.tops if card is not None]
    played = sorted(filter(is_rule, shown), key=lambda card: face(card).number)
    if options.racing_rules and shown and len(played) == len(shown):
        return Highest(), played[-1]  # rule 37
    if options.first_game or not played or (options.noise_cancelling and len(played) > 1):
        return round_default(state)  # rules 9, 35 and 36
    return said_by(played[-1])  # rules 10 and 40


def round_default(state: State) -> tuple[Rule, Card | None]:
    if not state.rule_deck:
        return DEFAULT, None
    return said_by(state.rule_deck[(state.round - 1) % len(state.rule_deck)])  # rule 37


def said_by(card: Card) -> tuple[Rule, Card]:
    rule = face(card).rule
    assert rule is not None
    return rule, card


def result(state: State) -> Result:
    (rule, card), shown, right = ruling(state), ring_of(state.tops), correct_now(state)
    outcomes = tuple(outcome(state, seat, right) for seat in state.seats)
    return Result(
        rule=write(rule),
        card=card,
        correct=right,
        cases=tuple(case(rule, shown, seat) if seat in shown else None for seat in state.seats),
        counts=dict(counted(shown, rule.kind)) if isinstance(rule, Freq) else {},
        outcomes=outcomes,
        fastest=next((seat for seat in smackers(state) if outcomes[seat] == "correct"), None),  # rule 15
    )


def correct_now(state: State) -> tuple[Seat, ...]:
    return correct_cards(ruling(state)[0], state.tops, state.options.tiebreaker)


def outcome(state: State, seat: Seat, right: tuple[Seat, ...]) -> Outcome:
    smacked = [each.whose for each in state.prints if each.seat == seat]
    if not smacked:
        return "none"  # rule 14
    return "correct" if smacked[0] in right_for(state, seat, right) else "incorrect"


def right_for(state: State, seat: Seat, right: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The owners of the cards this player may smack, if `right` are the correct ones."""
    if not right:
        return (seat,) if state.piles[seat] else ()  # rule 11
    return () if len(right) > 1 and seat in state.marked else right  # rule 38


# ---- small predicates, and who is first ----


def is_decided(state: State) -> bool:
    """Rule 13. A player alone at the table may still smack; with nobody there, the limit ends it."""
    here, waiting = state.here, set(state.here) - set(smackers(state))
    if len(waiting) <= (1 if len(here) > 1 else 0):
        return bool(here)
    right = correct_now(state)
    hopeful = {seat for seat in here if right_for(state, seat, right)}
    return bool(hopeful) and not hopeful & waiting


def finishers(state: State) -> tuple[Seat, ...]:
    stands = (standing(race) for race in state.races)
    return tuple(seat for seat, stand in enumerate(stands) if stand is not None and stand.met)


def first_home(state: State, home: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Rule 18: the earlier correct smack wins; if nobody made one, all who are home share."""
    assert state.result is not None
    correctly = [
        seat for seat in smackers(state) if seat in home and state.result.outcomes[seat] == "correct"
    ]
    return (correctly[0],) if correctly else home


def longest(state: State) -> tuple[Seat, ...]:
    """Rule 7: ties share."""
    return tuple(seat for seat in state.seats if state.points[seat] == max(state.points))


def draw_one(state: State, seat: Seat) -> CardsDrawn:
    drawn = tuple(state.draw[:1] if each == seat else () for each in state.seats)
    return CardsDrawn(drawn, blind=state.options.after_you)


def draw_for_all(state: State) -> CardsDrawn:
    """Rule 17: one each, clockwise from the fastest winner. Rule 40: up to four each."""
    first = state.start if state.result is None or state.result.fastest is None else state.result.fastest
    clockwise = [(first + step) % len(state.seats) for step in state.seats]
    refill, pile = state.options.after_you, list(state.draw)
    drawn: tuple[list[Card], ...] = tuple([] for _ in state.seats)
    for _ in range(HAND if refill else 1):
        for seat in clockwise:
            if pile and not (refill and len(state.hands[seat]) + len(drawn[seat]) >= HAND):
                drawn[seat].append(pile.pop(0))
    return CardsDrawn(tuple(map(tuple, drawn)), blind=refill)


def jumped_the_gun(move: Move, since: Time) -> bool:
    """Before the cards were on the player's own screen, or sooner than anyone can read them."""
    return not move.saw(since) or move.at < since + FALSE_START


def contested(state: State, move: Move) -> Contest | None:
    """Who smacked a correct card first; the smack that ends the round can still have rivals after it."""
    match state.phase, move.act:
        case Smacking(since=since), Smack() if jumped_the_gun(move, since):
            return None
        case Smacking(), Smack(card) if card in state.tops:
            whose, right = state.tops.index(card), correct_now(state)
        case Resolving(), Smack(card) if state.result is not None and card in state.ring:
            whose, right = state.ring.index(card), state.result.correct
        case _:
            return None
    return Contest(state.round) if whose in (right or (move.seat,)) else None  # rule 11


def tally(events: Iterable[Events]) -> dict[str, float]:
    """`correct` is the number of correct cards per round; shares are per cent of this game's rounds."""
    count: Counter[str] = Counter()
    for event in events:
        match event:
            case RoundEnded(found):
                outcomes = Counter(found.outcomes)
                count.update(rounds=1, wrong=outcomes["incorrect"], correct=len(found.correct))
                count.update(none_correct=not found.correct, special=found.card is not None)
            case TooEarly():
                count["early"] += 1
            case GameWon(by="finish"):
                count["by_finish"] = 100
    rounds = count["rounds"] or 1
    shares = {name: 100 * count[name] / rounds for name in ("none_correct", "special")}
    plain = {name: count[name] for name in ("wrong", "early", "by_finish")}
    return {"rounds": count["rounds"], "correct": count["correct"] / rounds, **shares, **plain}


def awards(events: Iterable[Events]) -> Iterator[tuple[str, Seat]]:
    for event in events:
        match event:
            case RoundEnded(Result(fastest=int(seat))):
                yield "smacker", seat
