"""The rulebook, sentence by sentence. Cards alone are judged in `test_cards.py`."""

from functools import partial

import msgspec
import pytest

from taphouse.core import (
    MS,
    SECOND,
    Away,
    Back,
    Dice,
    Excluded,
    Game,
    Left,
    Move,
    Play,
    Race,
    Refused,
    Returned,
    put,
    replace,
)
from taphouse.games import racesmack
from taphouse.testing import photo, rule, when

from . import cards
from .correct import Case
from .events import (
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
    Paid,
    Pay,
    Pick,
    Picked,
    PicksClosed,
    Place,
    Placed,
    RoundBegan,
    RoundEnded,
    Smack,
    Smacked,
    TooEarly,
    Turn,
    Turned,
)
from .faces import face, is_rule
from .rules import FACE_DOWN, FALSE_START, FLIP, LOOK, TURN_ALONE, setup, tally
from .state import (
    Closed,
    Contest,
    Flipping,
    Losing,
    Options,
    Over,
    Paying,
    Picking,
    Placing,
    Print,
    Resolving,
    Smacking,
    State,
    Turning,
)
from .tables import (
    BEGAN,
    CIRCLE,
    CIRCLES,
    ENDED,
    FELL,
    GREENS,
    RULE,
    SHOWN,
    SQUARE,
    SQUARES,
    STAR,
    STARS,
    TRIANGLE,
    TRIANGLES,
    resolving,
    smacking,
    table,
)
from .views import UPSIDE_DOWN, reshuffle, tell, view

GAME: Game[State, Events] = racesmack  # the type checker confirms that the folder is a game
photo_of = partial(photo, racesmack)

NOW = FELL + SECOND
LATER = ENDED + LOOK
FOUR = (SQUARES, CIRCLE, SQUARE, STAR)  # the cards of seats 0 and 2 show the shape seen most often


def smack(seat, whose, given, at=NOW, seen=None):
    return Move(at, seat, Smack(given.tops[whose]), seen=seen)


def played(given, *smacks, until=None):
    """Who smacks whose card, a tenth of a second apart."""
    moves = [smack(seat, whose, given, NOW + place * 100 * MS) for place, (seat, whose) in enumerate(smacks)]
    return when(racesmack, given, *moves, until=until)


def kinds(events):
    return [type(event) for event in events]


def only(events, kind):
    return [event for event in events if isinstance(event, kind)]


def outcome_of(given, *smacks):
    """The result of a round."""
    return only(played(given, *smacks, until=SHOWN + 60 * SECOND).events, RoundEnded)[0].result


def correct_cards(*shown, **changes):
    return outcome_of(smacking(*shown, **changes), (0, 0)).correct


def everything(state):
    """Every card of the game, wherever it is."""
    waiting = [task.cards for task in state.tasks if isinstance(task, Placing)]
    rows = (state.draw, state.rule_deck, *state.hands, *state.piles, *state.races, *waiting)
    return sorted(card for row in rows for card in row)


class TestSetUpAndAim:
    @rule("racesmack", 4)
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_all_cards_are_shuffled_and_everyone_gets_four(self, seats):
        one, other = (setup(seats, Options(), Dice(seed)) for seed in "ab")

        assert [len(hand) for hand in one.hands] == [4] * seats
        assert everything(one) == everything(other) == sorted(cards.REGULAR + cards.RULE_CARDS)
        assert one.draw != other.draw

    @rule("racesmack", 4)
    def test_the_draw_pile_lies_face_up_and_only_its_top_card_is_seen(self):
        given = setup(3, Options(), Dice("a"))

        for seat in (0, 1, 2, None):
            seen = view(given, seat)
            assert (seen.top, seen.draw) == (given.draw[0], 42)
            assert given.draw[1] not in msgspec.json.encode(seen).decode()

    @rule("racesmack", 5)
    def test_a_race_whose_finish_is_met_wins_the_game(self):
        race = (RULE[7], STARS, GREENS, TRIANGLES, CIRCLES, TRIANGLE, SQUARE)
        given = smacking(SQUARES, CIRCLE, STAR, races={0: race})

        then = played(given, (0, 0), (1, 1), until=LATER + 20 * SECOND)

        assert only(then.events, GameWon) == [GameWon((0,), "finish")]
        assert then.state.winners == (0,)

    @rule("racesmack", 5)
    def test_won_cards_are_laid_in_a_row_in_front_of_the_player(self):
        then = played(smacking(*FOUR), (2, 0), (0, 0), (1, 3), until=LATER + 20 * SECOND)

        assert then.state.races[0] == (SQUARES,)
        assert set(then.state.races[2]) == {SQUARE, CIRCLE, STAR}

    @rule("racesmack", 6)
    def test_only_the_highest_finish_in_a_race_counts(self):
        race = (STARS, GREENS, TRIANGLES, CIRCLES, TRIANGLE, SQUARE)
        given = smacking(SQUARES, CIRCLE, STAR, races={0: (RULE[7], RULE[8], *race)})

        then = played(given, (0, 0), (1, 1), until=LATER + 9 * SECOND)

        assert then.state.winners is None
        assert view(then.state, 1).standings[0].counts == ((4, 6),)  # of cards with a circle

    @rule("racesmack", 6)
    def test_won_cards_cannot_be_refused(self):
        given = resolving(*FOUR, smacks=((2, 0), (0, 0), (1, 3)), races={0: (CIRCLES,)})

        then = when(racesmack, given, Move(ENDED, 0, Lose(SQUARES)), until=LATER + 20 * SECOND)

        assert then.events[0] == Refused(0, "not-yours-to-choose")
        assert SQUARES in then.state.races[0]

    @rule("racesmack", 7)
    def test_if_the_pile_runs_out_the_most_cards_win_and_finish_cards_count(self):
        given = smacking(
            SQUARES,
            CIRCLE,
            STAR,
            draw=(STARS,),
            races={0: (GREENS,), 1: (CIRCLES, RULE[14], RULE[16], RULE[17])},
        )

        then = played(given, (0, 0), (2, 1), until=LATER + 20 * SECOND)

        assert then.events[-1] == GameWon((0, 1), "cards")  # one and three won, against four: a tie
        assert then.state.points == (4, 4, 0)

    @rule("racesmack", 7)
    def test_ties_share_the_victory_and_a_finish_comes_before_an_empty_pile(self):
        race = (RULE[7], STARS, GREENS, TRIANGLES, CIRCLES, TRIANGLE, SQUARE)
        given = smacking(SQUARES, CIRCLE, STAR, draw=(), races={0: race, 1: cards.RULE_CARDS[7:17]})

        then = played(given, (0, 0), (2, 2), until=LATER + 20 * SECOND)

        assert then.events[-1] == GameWon((0,), "finish")
        assert then.state.points[0] > then.state.points[1] == 10

    @rule("racesmack", 7)
    def test_the_game_goes_on_as_long_as_the_pile_has_cards(self):
        then = played(smacking(*FOUR), (0, 0), (1, 0), (3, 2), until=LATER + 20 * SECOND)

        assert then.state.winners is None
        assert then.state.round == 2


class TestPicking:
    GIVEN = table(None, None, None, hands={0: (SQUARE, CIRCLE, STAR, RULE[12])})

    @rule("racesmack", 8)
    def test_all_cards_are_revealed_at_once_when_everyone_has_picked(self):
        own = [self.GIVEN.hands[seat][seat] for seat in range(3)]
        picks = [Move(BEGAN + seat, seat, Pick(card)) for seat, card in enumerate(own)]

        then = when(racesmack, self.GIVEN, *picks, until=BEGAN + 2 + FACE_DOWN)

        assert kinds(then.events) == [Picked, Picked, Picked, PicksClosed, CardsRevealed]
        assert then.events[-1].cards == then.state.tops == tuple(own)
        assert then.state.phase.since == BEGAN + 2 + FACE_DOWN
        assert all(len(hand) == 3 for hand in then.state.hands)

    @rule("racesmack", 8)
    def test_nobody_else_learns_what_was_picked_before_the_reveal(self):
        then = when(racesmack, self.GIVEN, Move(BEGAN, 0, Pick(STAR)))

        assert tell(then.events[0], 0) == Picked(0, STAR)
        for seat in (1, 2, None):
            assert tell(then.events[0], seat) == Picked(0, None)
            assert STAR not in msgspec.json.encode(view(then.state, seat)).decode()
            assert view(then.state, seat).picked == (0,)
        assert view(then.state, 0).pick == STAR

    @rule("racesmack", 8)
    def test_no_view_shows_a_pick_before_the_reveal_in_any_other_way(self):
        one = when(racesmack, self.GIVEN, Move(BEGAN, 0, Pick(STAR))).state
        other = when(racesmack, self.GIVEN, Move(BEGAN, 0, Pick(RULE[12]))).state

        for seat in (1, 2, None):
            assert msgspec.json.encode(view(one, seat)) == msgspec.json.encode(view(other, seat))

    @rule("racesmack", 8)
    def test_a_player_may_change_their_pick_until_all_have_picked(self):
        again = [Move(BEGAN, 0, Pick(STAR)), Move(BEGAN, 0, Pick(CIRCLE))]
        others = [Move(BEGAN + 1, seat, Pick(self.GIVEN.hands[seat][0])) for seat in (1, 2)]

        then = when(racesmack, self.GIVEN, *again, *others, Move(BEGAN + 2, 0, Pick(STAR)))

        assert then.state.picks[0] == CIRCLE
        assert then.events[-1] == Refused(0, "not-now")

    @rule("racesmack", 8)
    def test_a_player_picks_only_a_card_of_their_own_hand(self):
        then = when(racesmack, self.GIVEN, Move(BEGAN, 1, Pick(STAR)))

        assert then.events == [Refused(1, "not-in-your-hand")]

    @rule("racesmack", 8)
    def test_after_twenty_seconds_the_house_picks_a_random_card(self):
        picks = {
            when(racesmack, self.GIVEN, until=BEGAN + 20 * SECOND, seed=f"{n}").state.picks[0]
            for n in range(40)
        }
        early = when(racesmack, self.GIVEN, until=BEGAN + 20 * SECOND - 1)

        assert picks == set(self.GIVEN.hands[0])
        assert early.events == []

    @rule("racesmack", 8)
    def test_a_card_that_the_house_picked_is_secret_too(self):
        event = HousePicked(0, STAR)

        assert tell(event, 0) == event
        assert tell(event, 1) == tell(event, None) == HousePicked(0, None)

    @rule("racesmack", 8)
    def test_the_owner_of_a_rule_card_sees_it_upside_down_for_a_second(self):
        given = smacking(SQUARES, RULE[12], STAR)

        assert view(given, 1).upright == SHOWN + UPSIDE_DOWN == SHOWN + SECOND
        assert view(given, 0).upright is view(given, 2).upright is view(given, None).upright is None

    def test_picking_does_not_wait_for_an_absent_player(self):
        picks = [Move(BEGAN, seat, Pick(self.GIVEN.hands[seat][0])) for seat in (0, 1)]

        then = when(racesmack, self.GIVEN, Move(BEGAN, 2, Away()), *picks)

        assert kinds(then.events) == [Left, Picked, Picked, HousePicked, PicksClosed]

    def test_picking_does_not_wait_for_a_player_who_leaves_last(self):
        picks = [Move(BEGAN, seat, Pick(self.GIVEN.hands[seat][0])) for seat in (0, 1)]

        then = when(racesmack, self.GIVEN, *picks, Move(BEGAN + 1, 2, Away()))

        assert kinds(then.events) == [Picked, Picked, Left, HousePicked, PicksClosed]

    def test_a_table_that_everyone_left_waits_for_the_limit(self):
        leave = [Move(BEGAN, seat, Away()) for seat in range(3)]

        then = when(racesmack, self.GIVEN, *leave)

        assert isinstance(then.state.phase, Picking)


class TestWhichRule:
    @rule("racesmack", 9)
    def test_by_default_the_shape_that_appears_most_often_is_correct(self):
        result = outcome_of(smacking(*FOUR), (0, 0))

        assert (result.rule, result.card) == ("freq.shape.most", None)
        assert result.correct == (0, 2)
        assert result.counts == {"square": 3, "circle": 1, "star": 1}
        assert result.cases == (Case(True, 3), Case(False, 1), Case(True, 3), Case(False, 1))

    @rule("racesmack", 9)
    def test_all_tied_shapes_count(self):
        assert correct_cards(SQUARES, CIRCLES, STAR) == (0, 1)

    @rule("racesmack", 10)
    def test_a_rule_card_says_what_is_correct_instead(self):
        result = outcome_of(smacking(SQUARES, RULE[12], TRIANGLES, STAR), (0, 0))

        assert (result.rule, result.card) == ("number.fewer.3", RULE[12])
        assert result.correct == (0, 1, 3)

    @rule("racesmack", 10)
    def test_of_several_rule_cards_the_one_with_the_highest_number_counts(self):
        result = outcome_of(smacking(RULE[12], RULE[17], RULE[13], STARS), (0, 0))

        assert result.card == RULE[17]
        assert result.correct == ()

    @rule("racesmack", 10)
    def test_the_rule_can_be_seen_as_soon_as_the_cards_are(self):
        seen = view(smacking(RULE[12], SQUARES, STAR), 2)

        assert (seen.rule, seen.rule_card) == ("number.fewer.3", RULE[12])

    @rule("racesmack", 11)
    def test_if_no_card_is_correct_only_ones_own_card_is(self):
        result = outcome_of(smacking(SQUARE, RULE[17], CIRCLE), (0, 0), (1, 2))

        assert result.correct == ()
        assert result.outcomes == ("correct", "incorrect", "none")
        assert result.fastest == 0

    @rule("racesmack", 11)
    def test_ones_own_card_is_not_correct_if_some_other_card_is(self):
        result = outcome_of(smacking(*FOUR), (1, 1), (3, 0), (2, 2))

        assert result.outcomes == ("none", "incorrect", "correct", "correct")


class TestSmacking:
    @rule("racesmack", 12)
    def test_any_card_can_be_smacked_and_several_players_may_smack_the_same(self):
        then = played(smacking(*FOUR), (0, 2), (1, 2), (2, 2))

        assert kinds(then.events)[:4] == [Smacked, Smacked, Smacked, RoundEnded]
        assert [each.whose for each in then.state.prints] == [2, 2, 2]
        assert then.events[3].result.outcomes == ("correct", "correct", "correct", "none")

    @rule("racesmack", 12)
    def test_the_first_smack_is_final(self):
        then = played(smacking(*FOUR), (1, 1), (1, 0))

        assert then.events[-1] == Refused(1, "already-smacked")
        assert then.state.prints == (Print(1, 1, NOW),)

    @rule("racesmack", 12)
    def test_only_cards_in_the_ring_can_be_smacked(self):
        then = when(racesmack, smacking(*FOUR), Move(NOW, 0, Smack(TRIANGLES)))

        assert then.events == [Refused(0, "no-such-card")]

    @rule("racesmack", 12)
    def test_a_finger_that_falls_before_its_own_screen_showed_the_cards_does_not_count(self):
        given = smacking(*FOUR)

        then = when(
            racesmack,
            given,
            smack(0, 0, given, seen=SHOWN - 1),
            smack(1, 0, given, at=NOW + 1, seen=SHOWN),
            smack(0, 0, given, at=NOW + 2, seen=SHOWN + 1),
        )

        assert kinds(then.events) == [TooEarly, Smacked, Smacked]
        assert then.state.early == (0,)

    @rule("racesmack", 12)
    def test_a_finger_that_falls_faster_than_anyone_can_read_does_not_count(self):
        given = smacking(*FOUR)

        then = when(
            racesmack,
            given,
            smack(0, 0, given, at=SHOWN + FALSE_START - 1),
            smack(1, 0, given, at=SHOWN + FALSE_START),
        )

        assert FALSE_START == 150 * MS
        assert kinds(then.events) == [TooEarly, Smacked]

    @rule("racesmack", 12)
    def test_a_false_start_may_be_repeated_and_only_the_smack_that_counts_is_final(self):
        given = smacking(*FOUR)

        then = when(
            racesmack,
            given,
            smack(0, 3, given, at=SHOWN + 1),
            smack(0, 3, given, at=SHOWN + FALSE_START - 1),
            smack(0, 2, given),
            smack(0, 1, given, at=NOW + 1),
        )

        assert kinds(then.events) == [TooEarly, TooEarly, Smacked, Refused]
        assert then.state.prints == (Print(0, 2, NOW),)

    @rule("racesmack", 12)
    def test_a_finger_on_a_card_that_still_lies_face_down_does_not_count(self):
        given = table(
            None,
            None,
            hands={0: (SQUARE,), 1: (STAR,)},
            picks=(SQUARE, STAR),
            phase=Closed(SHOWN - SECOND, SHOWN),
        )

        then = when(
            racesmack,
            given,
            Move(SHOWN - 1, 0, Smack(SQUARE)),
            Move(SHOWN - 1, 0, Smack(STAR)),
            until=SHOWN,
        )

        assert then.events[:2] == [TooEarly(0), Refused(0, "no-such-card")]  # whosever card it is
        assert then.state.prints == ()

    @rule("racesmack", 13)
    def test_the_round_ends_when_all_but_one_have_smacked(self):
        given = smacking(*FOUR)

        assert kinds(played(given, (0, 0), (1, 1)).events) == [Smacked, Smacked]
        assert kinds(played(given, (0, 0), (1, 1), (2, 2)).events)[-1] in (RoundEnded, HousePlaced)
        assert played(given, (0, 0), (1, 1), (2, 2), (3, 0)).events[-1] == Refused(3, "round-over")

    @rule("racesmack", 13)
    def test_with_two_players_the_first_smack_ends_the_round(self):
        assert RoundEnded in kinds(played(smacking(SQUARES, CIRCLE), (1, 1)).events)

    @rule("racesmack", 13)
    def test_after_twenty_seconds_the_round_ends_anyway(self):
        given = smacking(*FOUR)

        assert when(racesmack, given, until=SHOWN + 20 * SECOND - 1).events == []
        assert RoundEnded in kinds(when(racesmack, given, until=SHOWN + 20 * SECOND).events)

    @rule("racesmack", 13)
    def test_the_table_may_set_other_limits(self):
        given = smacking(*FOUR, options=Options(smack_limit=8))

        assert RoundEnded in kinds(when(racesmack, given, until=SHOWN + 8 * SECOND).events)

    @rule("racesmack", 13)
    def test_an_absent_player_is_not_counted_among_all_but_one(self):
        given = smacking(*FOUR, away=(3,))

        assert RoundEnded in kinds(played(given, (0, 0), (1, 1)).events)
        assert RoundEnded not in kinds(played(given, (0, 0)).events)

    @rule("racesmack", 13)
    def test_a_player_who_leaves_may_end_the_round_and_one_who_comes_back_is_counted_again(self):
        given = smacking(*FOUR)
        moves = [smack(0, 0, given), smack(1, 1, given)]

        left = when(racesmack, given, *moves, Move(NOW, 3, Away()))
        back = when(racesmack, replace(given, away=(3,)), Move(SHOWN, 3, Back()), *moves)

        assert kinds(left.events)[:4] == [Smacked, Smacked, Left, RoundEnded]
        assert kinds(back.events) == [Returned, Smacked, Smacked]

    @rule("racesmack", 13)
    def test_a_player_alone_at_the_table_may_still_smack(self):
        given = smacking(*FOUR, away=(1, 2))

        alone = when(racesmack, given, Move(SHOWN + SECOND, 3, Away()))

        assert alone.events == [Left(3)]
        assert RoundEnded in kinds(played(alone.state, (0, 0)).events)

    def test_fingers_are_compared_while_the_cards_are_shown(self):
        assert smacking(*FOUR).race == Race(since=SHOWN)
        assert table(None, None).race is resolving(*FOUR).race is None


class TestWonAndLost:
    @rule("racesmack", 14)
    def test_players_who_were_correct_win_their_own_card_whichever_they_smacked(self):
        given = resolving(*FOUR, smacks=((2, 0), (1, 2), (0, 3)))

        assert SQUARE in given.races[2]
        assert given.races[1] == (CIRCLE,)

    @rule("racesmack", 14)
    def test_players_who_were_incorrect_lose_a_card_of_their_race(self):
        given = resolving(*FOUR, smacks=((2, 0), (0, 3)), races={0: (CIRCLES, TRIANGLE)})

        assert given.tasks[0] == Losing(1, "race", ENDED, ENDED + 6 * SECOND)

    @rule("racesmack", 14)
    def test_a_player_who_did_not_smack_neither_wins_nor_loses(self):
        given = resolving(*FOUR, smacks=((2, 0), (0, 3), (1, 1)), races={3: (CIRCLES, TRIANGLE)})

        assert given.result.outcomes[3] == "none"
        assert given.tasks[3] is None

    @rule("racesmack", 15)
    def test_leftover_cards_go_to_the_first_who_smacked_a_correct_one(self):
        given = resolving(*FOUR, smacks=((3, 3), (2, 0), (0, 0)))

        assert given.result.fastest == 2
        assert given.races[2] == (SQUARE, CIRCLE, STAR)
        assert given.races[0] == (SQUARES,)

    @rule("racesmack", 15)
    def test_if_nobody_was_correct_the_cards_go_back_under_the_draw_pile(self):
        before = smacking(*FOUR, smacks=((0, 1), (1, 1), (3, 3)))
        after = resolving(*FOUR, smacks=((0, 1), (1, 1), (3, 3)))

        assert after.draw == before.draw + FOUR
        assert after.result.fastest is None

    @rule("racesmack", 15)
    def test_lost_race_cards_go_back_under_the_draw_pile(self):
        given = resolving(*FOUR, smacks=((2, 0), (0, 3), (1, 0)), races={0: (CIRCLES, TRIANGLE)})

        then = when(racesmack, given, Move(ENDED, 0, Lose(CIRCLES)))

        assert then.state.draw == (*given.draw, CIRCLES)
        assert then.state.races[0] == (TRIANGLE,)

    @rule("racesmack", 16)
    def test_the_owner_of_won_cards_chooses_an_end_card_by_card(self):
        given = resolving(*FOUR, smacks=((2, 0), (0, 3), (1, 3)), races={2: (RULE[12], CIRCLES)})

        then = when(
            racesmack,
            given,
            Move(ENDED + 1, 2, Place(STAR, "left")),
            Move(ENDED + 2, 2, Place(SQUARE, "right")),
            Move(ENDED + 3, 2, Place(SQUARES, "left")),
            Move(ENDED + 4, 2, Place(CIRCLE, "right")),
        )

        assert only(then.events, Placed)[0] == Placed(2, STAR, "left", ENDED + 1)
        assert then.state.races[2] == (SQUARES, STAR, RULE[12], CIRCLES, SQUARE, CIRCLE)
        assert then.state.tasks[2] is None

    @rule("racesmack", 16)
    def test_after_six_seconds_won_cards_go_to_the_right_end(self):
        given = resolving(*FOUR, smacks=((2, 0), (0, 3), (1, 3)), races={2: (RULE[12], CIRCLES)})
        first = Move(ENDED + 5 * SECOND, 2, Place(STAR, "left"))

        early = when(racesmack, given, first, until=ENDED + 11 * SECOND - 1)
        late = when(racesmack, given, first, until=ENDED + 11 * SECOND)

        assert early.state.races[2] == (STAR, RULE[12], CIRCLES)  # each card has its own six seconds
        assert late.state.races[2] == (STAR, RULE[12], CIRCLES, SQUARE, SQUARES, CIRCLE)

    @rule("racesmack", 16)
    def test_nobody_places_a_card_they_have_not_won_or_have_already_placed(self):
        given = resolving(*FOUR, smacks=((2, 0), (0, 3), (1, 3)), races={2: (RULE[12], CIRCLES)})

        then = when(
            racesmack,
            given,
            Move(ENDED, 0, Place(STAR, "left")),
            Move(ENDED, 2, Place(STAR, "left")),
            Move(ENDED, 2, Place(STAR, "right")),
        )

        assert then.events[0] == Refused(0, "not-yours-to-choose")
        assert then.events[2] == Refused(2, "not-yours-to-choose")

    @rule("racesmack", 16)
    def test_the_loser_chooses_which_card_to_lose_and_after_six_seconds_chance_does(self):
        given = resolving(*FOUR, smacks=((2, 0), (0, 3)), races={0: (CIRCLES, TRIANGLE, GREENS)})

        chosen = when(racesmack, given, Move(ENDED, 0, Lose(TRIANGLE)))
        left = {
            when(racesmack, given, until=ENDED + 6 * SECOND, seed=f"{n}").state.races[0] for n in range(30)
        }

        assert chosen.events == [Lost(0, TRIANGLE, "race", ENDED)]
        assert chosen.state.races[0] == (CIRCLES, GREENS)
        assert left == {(CIRCLES, TRIANGLE), (CIRCLES, GREENS), (TRIANGLE, GREENS)}

    @rule("racesmack", 16)
    def test_an_empty_race_loses_nothing(self):
        assert resolving(*FOUR, smacks=((2, 0), (0, 3), (1, 0))).tasks[0] is None

    @rule("racesmack", 16)
    def test_where_there_is_nothing_to_choose_nobody_is_asked(self):
        given = smacking(*FOUR, races={2: (RULE[12],), 3: (TRIANGLE,)})

        then = played(given, (2, 0), (0, 0), (3, 3))

        assert only(then.events, HousePlaced) == [HousePlaced(0, (SQUARES,))]
        assert only(then.events, HouseLost) == [HouseLost(3, (TRIANGLE,), "race")]
        assert kinds(then.state.tasks) == [type(None), type(None), Placing, type(None)]

    @rule("racesmack", 16)
    @pytest.mark.parametrize("number", range(1, 19))
    def test_an_end_is_asked_for_only_if_the_finish_looks_at_neighbours(self, number):
        given = smacking(*FOUR, races={2: (CIRCLES, RULE[number])})

        then = played(given, (2, 0), (0, 3), (1, 3))

        if number in (12, 16):
            assert then.state.tasks[2].cards == (SQUARE, SQUARES, CIRCLE, STAR)
        else:
            assert then.state.races[2] == (CIRCLES, RULE[number], SQUARE, SQUARES, CIRCLE, STAR)
            assert not any(then.state.tasks)

    @rule("racesmack", 16)
    def test_an_end_is_asked_for_if_the_finish_that_looks_at_neighbours_was_won_just_now(self):
        given = smacking(SQUARES, CIRCLE, RULE[12], SQUARE, races={0: (CIRCLES,)})

        then = played(given, (0, 0), (1, 2), (3, 2))

        assert then.state.tasks[0].cards == (SQUARES, RULE[12])

    @rule("racesmack", 16)
    def test_a_finish_card_with_a_lower_number_asks_for_no_end(self):
        given = smacking(*FOUR, races={2: (CIRCLES, RULE[12], RULE[13])})

        assert played(given, (2, 0), (0, 3), (1, 3)).state.tasks[2] is None

    @rule("racesmack", 16)
    def test_once_only_rule_cards_are_left_to_place_nobody_is_asked(self):
        given = resolving(STAR, CIRCLE, RULE[17], smacks=((0, 0), (1, 2)), races={0: (RULE[16], CIRCLES)})
        given = replace(given, tasks=put(given.tasks, 0, Placing((STAR, RULE[3]), ENDED, ENDED + SECOND)))

        then = when(racesmack, given, Move(ENDED, 0, Place(STAR, "left")))

        assert then.events == [Placed(0, STAR, "left", ENDED), HousePlaced(0, (RULE[3],))]

    @rule("racesmack", 16)
    def test_a_table_may_choose_the_end_of_every_card(self):
        given = smacking(*FOUR, races={2: (CIRCLES,)}, options=Options(ends="always"))

        then = played(given, (2, 0), (0, 3), (1, 3))

        assert then.state.tasks[2].cards == (SQUARE, SQUARES, CIRCLE, STAR)

    def test_for_an_absent_player_the_house_chooses_at_once(self):
        given = resolving(
            *FOUR, smacks=((2, 0), (0, 3)), races={0: (CIRCLES, TRIANGLE), 2: (RULE[12], GREENS)}
        )

        then = when(racesmack, given, Move(ENDED + 1, 0, Away()), Move(ENDED + 1, 2, Away()))

        assert kinds(then.events) == [Left, HouseLost, Left, HousePlaced]

    @rule("racesmack", 17)
    def test_after_a_round_everyone_draws_one_clockwise_from_the_fastest_winner(self):
        given = smacking(*FOUR)

        then = played(given, (2, 0), (1, 1), (0, 0), until=NOW + 15 * SECOND)

        drawn = only(then.events, CardsDrawn)
        assert drawn == [CardsDrawn(tuple((given.draw[place],) for place in (2, 3, 0, 1)), blind=False)]
        assert all(len(hand) == 4 for hand in then.state.hands)

    @rule("racesmack", 17)
    def test_cards_are_drawn_only_while_there_are_any(self):
        given = smacking(*FOUR, draw=(STARS, GREENS))

        then = played(given, (2, 0), (1, 1), (0, 0), until=LATER + 30 * SECOND)

        assert only(then.events, CardsDrawn)[0].cards == ((), (), (STARS,), (GREENS,))
        assert isinstance(then.state.phase, Over)

    @rule("racesmack", 17)
    def test_only_its_new_owner_sees_a_drawn_card(self):
        event = CardsDrawn(((STAR,), (CIRCLE,)), blind=False)

        assert tell(event, 0) == CardsDrawn(((STAR,), (None,)), blind=False)
        assert tell(event, None) == CardsDrawn(((None,), (None,)), blind=False)

    @rule("racesmack", 17)
    def test_everyone_has_time_to_look_before_the_next_round(self):
        given = smacking(*FOUR)
        ended = NOW + 200 * MS

        then = played(given, (0, 1), (1, 1), (3, 3), until=ended + LOOK - 1)
        after = played(given, (0, 1), (1, 1), (3, 3), until=ended + LOOK)

        assert isinstance(then.state.phase, Resolving)
        assert kinds(after.events)[-2:] == [CardsDrawn, RoundBegan]
        assert after.state.phase == Picking(ended + LOOK, ended + LOOK + 20 * SECOND)
        assert (after.state.prints, after.state.result, after.state.ring) == ((), None, ())


class TestTwoFinishInOneRound:
    SEVEN = (RULE[7], *cards.REGULAR[9:16])
    FIVE_TRIANGLES = (RULE[9], TRIANGLES, TRIANGLE)

    def given(self, *smacks, **changes):
        """Seats 0 and 1 are at their finish, whatever this round brings."""
        return resolving(
            *FOUR,
            smacks=smacks,
            races={0: self.SEVEN, 1: self.FIVE_TRIANGLES},
            **{"away": (0, 1, 2, 3), **changes},
        )

    def winners(self, given):
        return when(racesmack, given, until=LATER + 20 * SECOND).state.winners

    @rule("racesmack", 18)
    def test_of_two_at_their_finish_the_earlier_correct_smack_wins(self):
        assert self.winners(self.given((1, 0), (0, 0))) == (1,)
        assert self.winners(self.given((0, 0), (1, 0))) == (0,)

    @rule("racesmack", 18)
    def test_a_finish_without_a_correct_smack_comes_after_one_with(self):
        given = replace(self.given((0, 1), (1, 0)), tasks=(None,) * 4)

        assert given.result.outcomes[:2] == ("incorrect", "correct")
        assert self.winners(given) == (1,)

    @rule("racesmack", 18)
    def test_two_at_their_finish_without_a_correct_smack_share_the_victory(self):
        assert self.winners(self.given((2, 0))) == (0, 1)


class TestVariants:
    @rule("racesmack", 35)
    def test_first_game_ignores_the_rules_on_rule_cards(self):
        result = outcome_of(
            smacking(SQUARES, RULE[12], SQUARE, STAR, options=Options(first_game=True)), (0, 0)
        )

        assert (result.rule, result.card, result.correct) == ("freq.shape.most", None, (0, 2))

    @rule("racesmack", 35)
    def test_first_game_keeps_the_finishes_on_rule_cards(self):
        race = (RULE[7], STARS, GREENS, TRIANGLES, CIRCLES, TRIANGLE, SQUARE)
        given = smacking(SQUARES, CIRCLE, STAR, races={0: race}, options=Options(first_game=True))

        assert played(given, (0, 0), (1, 1), until=LATER + 20 * SECOND).state.winners == (0,)

    @rule("racesmack", 36)
    def test_noise_cancelling_lets_a_single_rule_card_rule(self):
        options = Options(noise_cancelling=True)

        one = outcome_of(smacking(SQUARES, RULE[12], SQUARE, STAR, options=options), (0, 0))
        several = outcome_of(smacking(SQUARES, RULE[12], SQUARE, RULE[5], options=options), (0, 0))
        none = outcome_of(smacking(*FOUR, options=options), (0, 0))

        assert (one.card, one.correct) == (RULE[12], (0, 1, 2, 3))
        assert (several.rule, several.card, several.correct) == ("freq.shape.most", None, (0, 2))
        assert none.rule == "freq.shape.most"

    @rule("racesmack", 37)
    def test_racing_rules_takes_nine_random_rule_cards_out_of_the_main_deck(self):
        one, other = (setup(4, Options(racing_rules=True), Dice(seed)) for seed in "ab")

        assert len(one.rule_deck) == 9
        assert all(map(is_rule, one.rule_deck))
        assert set(one.rule_deck) != set(other.rule_deck)
        assert sum(is_rule(card) for row in (one.draw, *one.hands) for card in row) == 9
        assert everything(one) == sorted(cards.REGULAR + cards.RULE_CARDS)

    @rule("racesmack", 37)
    def test_the_top_card_of_racing_rules_is_the_default_of_the_round_and_all_see_it_before_they_pick(self):
        options, deck = Options(racing_rules=True), (RULE[5], RULE[12])

        for number, card in [(1, RULE[5]), (2, RULE[12]), (3, RULE[5])]:  # used again when empty
            seen = view(table(None, None, options=options, rule_deck=deck, round=number), None)
            result = outcome_of(smacking(*FOUR, options=options, rule_deck=deck, round=number), (0, 0))
            assert (seen.rule_card, result.card) == (card, card)
        assert result.correct == ()
        assert outcome_of(smacking(*FOUR, options=options, rule_deck=deck[1:]), (0, 0)).correct == (
            0,
            1,
            2,
            3,
        )

    @rule("racesmack", 37)
    def test_nobody_knows_the_next_cards_of_racing_rules(self):
        given = setup(3, Options(racing_rules=True), Dice("a"))
        other = reshuffle(given, 0, Dice("b"))

        assert other.rule_deck != given.rule_deck
        assert other.rule_deck[0] == given.rule_deck[0]
        assert view(other, 0) == view(given, 0)

    @rule("racesmack", 37)
    def test_a_played_rule_card_overrides_racing_rules(self):
        options = Options(racing_rules=True)

        result = outcome_of(smacking(SQUARES, RULE[12], STARS, options=options, rule_deck=(RULE[5],)), (0, 0))

        assert (result.card, result.correct) == (RULE[12], (0, 1))

    @rule("racesmack", 37)
    def test_if_only_rule_cards_were_played_only_the_highest_is_correct(self):
        shown = (RULE[3], RULE[13], RULE[8])

        racing = outcome_of(smacking(*shown, options=Options(racing_rules=True)), (0, 1))

        assert (racing.rule, racing.correct) == ("highest", (1,))
        assert correct_cards(*shown) == (0, 1, 2)

    @rule("racesmack", 41)
    def test_shifting_gears_is_in_the_deck_with_five_or_six_unless_the_table_wants_otherwise(self):
        def gears(seats, choice):
            state = setup(seats, Options(shifting_gears=choice), Dice("a"))
            return sum(card in cards.GEARS for card in everything(state))

        assert [gears(seats, "auto") for seats in range(2, 7)] == [0, 0, 0, 18, 18]
        assert (gears(2, "in"), gears(6, "out")) == (18, 0)

    @rule("racesmack", 3)
    def test_a_new_deck_can_be_made_for_the_table(self):
        one, other = (setup(6, Options(deck="generated"), Dice(seed)) for seed in "ab")

        assert len(everything(one)) == len(set(everything(one))) == 72
        assert everything(one) != everything(other)
        assert sorted(face(card).number for card in everything(one))[-18:] == list(range(1, 19))
        assert setup(6, Options(deck="generated"), Dice("a")) == one

    @rule("racesmack", 42)
    @pytest.mark.parametrize(
        ("chosen", "why"),
        [
            ({"racing_rules": True, "after_you": True}, "excluded.racing-rules-after-you"),
            ({"racing_rules": True, "noise_cancelling": True}, "excluded.racing-rules-noise-cancelling"),
        ],
    )
    def test_a_table_that_asks_for_an_excluded_combination_gets_the_reason(self, chosen, why):
        with pytest.raises(Excluded) as refused:
            Options(**chosen)
        with pytest.raises(msgspec.ValidationError) as sent:
            msgspec.convert(chosen, Options)

        assert refused.value.why == sent.value.__cause__.why == why

    @rule("racesmack", 42)
    def test_all_other_variants_combine(self):
        names = ["first_game", "noise_cancelling", "time_penalty", "tiebreaker", "after_you"]

        assert Options(**dict.fromkeys(names, True)) != Options()
        assert Options(racing_rules=True, first_game=True, time_penalty=True, tiebreaker=True) != Options()

    @rule("racesmack", 39)
    def test_tiebreaker_leaves_one_of_several_correct_cards(self):
        assert correct_cards(SQUARES, SQUARE, CIRCLE) == (0, 1)
        assert correct_cards(SQUARES, SQUARE, CIRCLE, options=Options(tiebreaker=True)) == (0,)


class TestTimePenalty:
    OPTIONS = Options(time_penalty=True)

    def given(self, **changes):
        """Seat 0 was wrong."""
        races = {0: (CIRCLES, TRIANGLE, GREENS)}
        changes = {"races": races, "options": self.OPTIONS, **changes}
        return resolving(*FOUR, smacks=((2, 0), (0, 3)), **changes)

    @rule("racesmack", 38)
    def test_time_penalty_lets_incorrect_players_choose_how_to_pay_instead_of_losing_one_card(self):
        given = self.given()

        assert given.tasks[0] == Paying(("race", "hand", "tie"), ENDED, ENDED + 6 * SECOND)
        assert when(racesmack, given, Move(ENDED, 0, Lose(CIRCLES))).events == [
            Refused(0, "not-yours-to-choose")
        ]

    @rule("racesmack", 38)
    def test_a_time_penalty_can_be_two_race_cards(self):
        then = when(
            racesmack,
            self.given(),
            Move(ENDED, 0, Pay("race")),
            Move(ENDED + 1, 0, Lose(GREENS)),
            Move(ENDED + 2, 0, Lose(CIRCLES)),
        )

        assert kinds(then.events) == [Paid, Lost, Lost]
        assert then.state.races[0] == (TRIANGLE,)
        assert then.state.draw[-2:] == (GREENS, CIRCLES)
        assert then.state.tasks[0] is None

    @rule("racesmack", 38)
    def test_a_time_penalty_can_be_two_hand_cards_which_nobody_else_sees(self):
        given = self.given()
        first, second, _ = given.hands[0]

        then = when(
            racesmack,
            given,
            Move(ENDED, 0, Pay("hand")),
            Move(ENDED + 1, 0, Lose(first)),
            Move(ENDED + 2, 0, Lose(second)),
        )

        assert then.state.hands[0] == given.hands[0][2:]
        assert then.state.draw[-2:] == (first, second)
        assert tell(then.events[1], 0) == Lost(0, first, "hand", ENDED + 1)
        assert tell(then.events[1], 1) == tell(then.events[1], None) == Lost(0, None, "hand", ENDED + 1)
        assert tell(HouseLost(0, (first,), "hand"), 1) == HouseLost(0, (None,), "hand")
        assert tell(HouseLost(0, (first,), "race"), 1) == HouseLost(0, (first,), "race")

    @rule("racesmack", 38)
    def test_a_time_penalty_can_be_to_be_incorrect_next_round_whenever_several_cards_are_correct(self):
        then = when(racesmack, self.given(), Move(ENDED, 0, Pay("tie")), until=LATER + 20 * SECOND)
        tied = outcome_of(smacking(*FOUR, options=self.OPTIONS, marked=(0,)), (0, 0), (1, 0))
        single = outcome_of(smacking(SQUARES, CIRCLE, STAR, options=self.OPTIONS, marked=(0,)), (0, 0))

        assert then.state.round == 2
        assert then.state.marked == view(then.state, 1).marked == (0,)
        assert (tied.outcomes[:2], tied.fastest) == (("incorrect", "correct"), 1)
        assert single.outcomes[0] == "correct"

    @rule("racesmack", 38)
    def test_a_marked_player_is_not_incorrect_if_no_card_is_correct(self):
        given = smacking(SQUARE, RULE[17], CIRCLE, options=self.OPTIONS, marked=(0,))

        assert outcome_of(given, (0, 0)).outcomes[0] == "correct"

    @rule("racesmack", 38)
    def test_the_mark_of_a_time_penalty_lasts_for_one_round(self):
        given = resolving(*FOUR, smacks=((2, 0), (1, 0)), options=self.OPTIONS, marked=(0,))

        assert given.marked == ()

    @rule("racesmack", 38)
    def test_penalties_of_two_cards_need_the_two_cards(self):
        poor = self.given(races={0: (CIRCLES,)}, hands={0: (STARS,)})

        assert poor.marked == (0,)
        assert self.given(races={0: (CIRCLES,)}).tasks[0].choices == ("hand", "tie")
        assert self.given(hands={0: (STARS,)}).tasks[0].choices == ("race", "tie")
        assert when(racesmack, poor, Move(ENDED, 0, Pay("race"))).events[0] == Refused(
            0, "not-yours-to-choose"
        )

    @rule("racesmack", 38)
    def test_a_player_who_does_not_choose_a_penalty_pays_at_random(self):
        given = self.given()

        paid = [
            only(when(racesmack, given, until=ENDED + 6 * SECOND, seed=f"{n}").events, HousePaid)
            for n in range(30)
        ]

        assert {event.penalty for (event,) in paid} == {"race", "hand", "tie"}

    @rule("racesmack", 38)
    def test_a_player_with_an_empty_hand_draws_one_before_picking(self):
        given = table(None, None, hands={0: (SQUARE,), 1: ()}, options=self.OPTIONS)

        then = when(racesmack, given, Move(BEGAN, 0, Pick(SQUARE)))

        assert then.events[1] == CardsDrawn(((), (given.draw[0],)), blind=False)
        assert then.state.hands[1] == (given.draw[0],)
        assert isinstance(then.state.phase, Picking)  # and now it can be picked

    def test_without_the_variant_nobody_pays(self):
        given = self.given(options=Options())

        assert when(racesmack, given, Move(ENDED, 0, Pay("tie"))).events[0] == Refused(
            0, "not-yours-to-choose"
        )


class TestAfterYou:
    OPTIONS = Options(after_you=True)

    def flipping(self, *top, seat=2, **changes):
        """Seat 2's card is in the air; two cards lie in front of seat 0, one in front of seat 1."""
        piles = {0: (CIRCLES, SQUARES), 1: (CIRCLE,)}
        phase = Flipping(seat, SHOWN - FLIP, SHOWN)
        return table(
            *(None,) * 4,
            **{
                "options": self.OPTIONS,
                "piles": piles,
                "hands": {seat: (*top, STARS)},
                "phase": phase,
                **changes,
            },
        )

    @rule("racesmack", 40)
    def test_in_after_you_hands_are_blind_even_to_their_owners(self):
        given = setup(3, self.OPTIONS, Dice("a"))

        for seat in (0, 1, 2, None):
            assert view(given, seat).hand == ()
            assert view(given, seat).blind
            other = reshuffle(given, seat, Dice("b"))
            assert view(other, seat) == view(given, seat)
            assert seat is None or other.hands[seat] != given.hands[seat]

    @rule("racesmack", 40)
    def test_in_after_you_each_turns_one_card_up_clockwise_from_a_start_player(self):
        starts = {setup(4, self.OPTIONS, Dice(seed)).phase.seat for seed in range(40)}
        given = table(None, None, None, options=self.OPTIONS, hands={0: (SQUARE, STAR), 1: (CIRCLE, STARS)})

        then = when(racesmack, given, Move(BEGAN, 1, Turn()), Move(BEGAN, 0, Turn()), until=BEGAN + FLIP)

        assert starts == {0, 1, 2, 3}
        assert then.events == [
            Refused(1, "not-your-turn"),
            Turned(0, BEGAN),
            CardTurned(0, SQUARE, BEGAN + FLIP),
        ]
        assert then.state.piles[0] == (SQUARE,)
        assert then.state.hands[0] == (STAR,)
        assert then.state.phase.seat == 1

    @rule("racesmack", 40)
    def test_in_after_you_smacking_starts_only_when_a_rule_card_is_turned_and_its_rule_holds(self):
        regular = when(racesmack, self.flipping(STAR), until=SHOWN)
        special = when(racesmack, self.flipping(RULE[9]), until=SHOWN)

        assert isinstance(regular.state.phase, Turning)
        assert view(regular.state, 0).rule is None
        assert special.state.phase == Smacking(SHOWN, SHOWN + 20 * SECOND)
        assert view(special.state, 0).rule == "variety.different.colour.2"

    @rule("racesmack", 40)
    def test_in_after_you_a_smack_before_a_rule_card_does_not_count(self):
        given = self.flipping(STAR)

        then = when(racesmack, given, Move(SHOWN - 1, 0, Smack(SQUARES)))

        assert then.events == [TooEarly(0)]

    @rule("racesmack", 40)
    def test_in_after_you_only_the_top_cards_are_smacked_and_counted(self):
        given = when(racesmack, self.flipping(RULE[18]), until=SHOWN).state

        buried = when(racesmack, given, Move(NOW, 3, Smack(CIRCLES)))
        result = outcome_of(given, (3, 0))

        assert buried.events == [Refused(3, "no-such-card")]
        assert result.counts == {"square": 2, "circle": 1}
        assert result.correct == (0,)

    @rule("racesmack", 40)
    def test_in_after_you_correct_players_win_their_whole_pile_and_the_first_wins_the_others_too(self):
        given = when(racesmack, self.flipping(RULE[18]), until=SHOWN).state

        then = played(given, (3, 0), (0, 0), (1, 1))

        assert then.state.races[0] == (CIRCLES, SQUARES)
        assert then.state.races[3] == (CIRCLE, RULE[18])
        assert view(then.state, 0).ring == (SQUARES, CIRCLE, RULE[18], None)

    @rule("racesmack", 40)
    def test_in_after_you_piles_that_nobody_won_go_under_the_draw_pile(self):
        given = when(racesmack, self.flipping(RULE[18]), until=SHOWN).state

        then = played(given, (3, 1), (0, 1), (1, 1))

        assert then.state.draw == (*given.draw, CIRCLES, SQUARES, CIRCLE, RULE[18])

    @rule("racesmack", 11, 40)
    def test_in_after_you_a_player_without_a_card_yet_cannot_smack_their_own(self):
        given = when(racesmack, self.flipping(RULE[17]), until=SHOWN).state

        result = outcome_of(given, (0, 0), (3, 2), (2, 2))

        assert result.correct == ()
        assert result.outcomes == ("correct", "none", "correct", "incorrect")

    @rule("racesmack", 13, 40)
    def test_in_after_you_a_player_without_a_card_is_not_waited_for_if_only_ones_own_is_correct(self):
        shown = when(racesmack, self.flipping(RULE[17]), until=SHOWN).state
        given = replace(shown, piles=(shown.piles[0], (), shown.piles[2], ()))

        waiting = played(given, (2, 2))
        decided = played(given, (2, 2), (0, 0))

        assert RoundEnded not in kinds(waiting.events)
        (ended,) = only(decided.events, RoundEnded)
        assert ended.result.outcomes == ("correct", "none", "correct", "none")

    @rule("racesmack", 13, 40)
    def test_in_after_you_a_player_without_a_card_is_waited_for_while_a_card_is_correct(self):
        shown = when(racesmack, self.flipping(RULE[18]), until=SHOWN).state
        given = replace(shown, piles=(shown.piles[0], (), shown.piles[2], ()))

        assert RoundEnded not in kinds(played(given, (2, 2), (0, 0)).events)

    @rule("racesmack", 13, 40)
    def test_in_after_you_there_is_time_to_look_even_if_everyone_could_only_be_wrong(self):
        shown = when(racesmack, self.flipping(RULE[17]), until=SHOWN).state
        given = replace(shown, piles=((), (), shown.piles[2], ()), away=(2,))

        assert when(racesmack, given, until=SHOWN + SECOND).events == []

    @rule("racesmack", 40)
    def test_in_after_you_hands_are_filled_to_four_and_the_player_after_the_revealer_starts(self):
        given = when(racesmack, self.flipping(RULE[18]), until=SHOWN).state

        then = played(given, (3, 0), (0, 0), (1, 1), until=NOW + 30 * SECOND)

        (drawn,) = only(then.events, CardsDrawn)
        began = only(then.events, RoundBegan)[0]
        assert [len(row) for row in drawn.cards] == [0, 0, 3, 0]
        assert began.start == 3
        assert tell(drawn, 2) == CardsDrawn(((), (), (None,) * 3, ()), blind=True)

    @rule("racesmack", 40)
    def test_in_after_you_hands_are_filled_round_the_table_card_by_card(self):
        hands = {
            0: (STAR,),
            1: (STARS, GREENS),
            2: (RULE[18],),
            3: (TRIANGLE, TRIANGLES, SQUARE),
        }
        given = when(racesmack, self.flipping(RULE[18], hands=hands), until=SHOWN).state

        then = played(given, (3, 0), (0, 0), (1, 1), until=NOW + 30 * SECOND)

        d = given.draw
        assert only(then.events, CardsDrawn)[0].cards == (
            (d[1], d[4], d[7]),
            (d[2], d[5]),
            (d[3], d[6], d[8], d[9]),
            (d[0],),
        )

    @rule("racesmack", 40)
    def test_in_after_you_the_house_turns_the_card_of_a_slow_player_and_sooner_of_an_absent_one(self):
        given = table(None, None, None, options=self.OPTIONS)

        here = when(racesmack, given, until=BEGAN + 6 * SECOND)
        away = when(racesmack, replace(given, away=(0,)), until=BEGAN + TURN_ALONE)

        assert here.events == [HouseTurned(0, BEGAN + 6 * SECOND)]
        assert away.events == [HouseTurned(0, BEGAN + TURN_ALONE)]

    @rule("racesmack", 40)
    def test_in_after_you_an_empty_pile_draws_a_card_before_it_is_turned(self):
        given = table(None, None, options=self.OPTIONS, hands={0: (SQUARE,), 1: ()})

        then = when(racesmack, given, Move(BEGAN, 0, Turn()), until=BEGAN + FLIP)

        assert then.events[-1] == CardsDrawn(((), (given.draw[0],)), blind=True)

    @rule("racesmack", 7, 40)
    def test_in_after_you_with_nothing_left_to_turn_the_most_cards_win(self):
        given = table(
            None, None, options=self.OPTIONS, hands={0: (SQUARE,), 1: ()}, draw=(), races={1: (STAR,)}
        )

        then = when(racesmack, given, Move(BEGAN, 0, Turn()), until=BEGAN + FLIP)

        assert then.events[-1] == GameWon((1,), "cards")

    @rule("racesmack", 38, 40)
    def test_two_cards_lost_from_a_blind_pile_are_its_top_two_and_nobody_sees_them(self):
        options = Options(after_you=True, time_penalty=True)
        given = resolving(SQUARES, CIRCLE, RULE[18], smacks=((0, 0), (1, 1)), options=options)

        then = when(racesmack, given, Move(ENDED, 1, Pay("hand")))

        lost = HouseLost(1, given.hands[1][:2], "blind")
        assert then.events == [Paid(1, "hand", ENDED), lost]
        assert tell(lost, 1) == tell(lost, 0) == HouseLost(1, (None, None), "blind")
        assert then.state.hands[1] == given.hands[1][2:]


class TestOnAScreen:
    GIVEN = smacking(*FOUR, smacks=((0, 0), (1, 3)))

    @rule("racesmack", 43)
    def test_played_cards_lie_in_a_ring_by_seat(self):
        assert view(self.GIVEN, None).ring == FOUR

    @rule("racesmack", 43)
    def test_smacks_of_others_stay_hidden_except_for_a_counter(self):
        for seat, prints in [(0, self.GIVEN.prints[:1]), (1, self.GIVEN.prints[1:]), (2, ()), (None, ())]:
            seen = view(self.GIVEN, seat)
            assert (seen.prints, seen.smacked) == (prints, 2)
            other = reshuffle(self.GIVEN, seat, Dice("other"))
            assert view(other, seat) == seen
            assert other.prints != self.GIVEN.prints

    @rule("racesmack", 43)
    def test_events_of_others_smacks_are_hidden(self):
        (event,) = when(racesmack, smacking(*FOUR), smack(0, 0, self.GIVEN)).events

        assert tell(event, 0) == event == Smacked(0, SQUARES, NOW, open=False)
        assert tell(event, 1) is tell(event, None) is None

    @rule("racesmack", 43)
    def test_a_verdict_on_a_smack_does_not_reveal_right_or_wrong_before_the_round_ends(self):
        right, wrong = (
            when(racesmack, smacking(*FOUR), smack(0, whose, smacking(*FOUR))) for whose in (0, 1)
        )

        assert kinds(right.events) == kinds(wrong.events) == [Smacked]
        assert msgspec.json.encode(view(right.state, 3)) == msgspec.json.encode(view(wrong.state, 3))

    @rule("racesmack", 43)
    def test_when_the_round_ends_all_smacks_are_shown(self):
        then = played(self.GIVEN, (2, 2))

        assert [each.seat for each in view(then.state, 3).prints] == [0, 1, 2]

    @rule("racesmack", 43)
    def test_a_table_may_show_smacks_at_once(self):
        given = replace(self.GIVEN, options=Options(smacks="shown"))

        then = played(given, (2, 2))

        assert view(given, 3).prints == given.prints
        assert tell(then.events[0], 3) == Smacked(2, SQUARE, NOW, open=True)
        assert reshuffle(given, 3, Dice("other")).prints == given.prints

    @rule("racesmack", 43)
    def test_the_photo_finish_is_of_the_first_correct_smack_including_late_ones(self):
        given = smacking(*FOUR)
        ended = played(given, (0, 0), (1, 2), (2, 1)).state

        assert photo_of(given, Smack(SQUARES)) == photo_of(given, Smack(SQUARE)) == Contest(round=1)
        assert photo_of(ended, Smack(SQUARES)) == Contest(round=1)
        assert photo_of(given, Smack(STAR)) is photo_of(ended, Smack(STAR)) is None
        assert photo_of(given, Smack(TRIANGLES)) is photo_of(table(None, None), Pick(STAR)) is None

    @rule("racesmack", 11)
    def test_where_no_card_is_correct_the_photo_finish_is_of_players_who_smacked_their_own(self):
        given = smacking(SQUARE, RULE[17], CIRCLE)

        assert photo_of(given, Smack(SQUARE)) == Contest(round=1)
        assert photo_of(given, Smack(CIRCLE)) is None

    def test_spectators_see_no_hand_and_no_pick(self):
        given = table(None, None, hands={0: (SQUARE, STAR)}, picks=(STAR, None))

        assert (view(given, None).hand, view(given, None).pick) == ((), None)
        assert view(given, 0).hand == (SQUARE, STAR)

    def test_each_race_shows_how_near_its_finish_is(self):
        given = table(None, None, None, races={0: (RULE[9], TRIANGLES), 1: (STAR,)})

        near, none, _ = view(given, 2).standings

        assert near.counts == ((4, 5),)
        assert none is None


class TestNothingMore:
    def test_when_the_game_is_over_nothing_counts_any_more(self):
        given = table(None, None, phase=Over((0,), "cards"))

        assert when(racesmack, given, Move(1, 0, Pick(given.hands[0][0]))).events == [Refused(0, "game-over")]

    def test_an_act_of_another_phase_is_refused(self):
        given = table(None, None)

        for act in (Turn(), Place(STAR, "left"), Lose(STAR), Pay("tie")):
            assert when(racesmack, given, Move(BEGAN, 0, act)).events == [Refused(0, "not-now")]

    def test_no_seat_can_tell_a_reshuffled_table_from_this_one_at_any_named_table(self):
        for name, given in racesmack.TABLES.items():
            for seat in (*given.seats, None):
                other = reshuffle(given, seat, Dice("other"))
                assert view(other, seat) == view(given, seat), name
                assert everything(other) == everything(given), name

    def test_every_named_table_has_each_card_once(self):
        for name, given in racesmack.TABLES.items():
            assert len(set(everything(given))) == len(everything(given)), name

    def test_a_simulation_counts_rounds_correct_cards_and_who_won_how(self):
        given = smacking(SQUARES, CIRCLE, STAR, draw=(STARS,))
        events = [TooEarly(0), *played(given, (0, 0), (2, 1), until=LATER + 20 * SECOND).events]

        assert tally(events) == {
            "rounds": 1,
            "correct": 1,
            "none_correct": 0,
            "special": 0,
            "wrong": 1,
            "early": 1,
            "by_finish": 0,
        }
        assert tally([GameWon((0,), "finish")])["by_finish"] == 100

    def test_a_game_is_replayed_from_its_events_alone(self):
        play = Play.begin(GAME, 2, "retold", Options(racing_rules=True))
        play.advance(90 * SECOND)
        again = Play.begin(GAME, 2, "retold", Options(racing_rules=True))
        for entry in play.journal:
            again.replay(entry)

        assert again.state == play.state
