"""The rulebook, sentence by sentence. Test names are its sentences."""

from collections import Counter
from functools import partial

import msgspec
import pytest

from taphouse.core import (
    MS,
    SECOND,
    Away,
    Back,
    Dice,
    Game,
    Left,
    Move,
    Race,
    Refused,
    Returned,
    replace,
    told,
)
from taphouse.games import tip_tap_top
from taphouse.testing import offered, photo, rule, when

from .allowed import BOUNCE
from .cards import JOKER, deck
from .events import (
    Bluff,
    BluffEnded,
    CardDrawn,
    Events,
    Faulted,
    Feigned,
    Follow,
    Followed,
    Fooled,
    GameWon,
    Graze,
    HouseTook,
    Jammed,
    PaddleFell,
    PairLaid,
    Pass,
    Passed,
    Slap,
    Take,
    Took,
    TooSoon,
    TurnBegan,
    TurnEnded,
    TurnWentOn,
    WoundUp,
)
from .rules import (
    BETWEEN_BLUFFS,
    JAMMED,
    LAID,
    LOOK,
    PAUSE,
    WIND_UP_MOST,
    setup,
    tally,
)
from .state import NECK, Options, Over, Resting, Slapped, State, Thinking
from .tables import (
    BEGAN,
    JOKERS,
    OTHER,
    PAIRLESS,
    SEVENS,
    SHOWN,
    WOUND,
    drawing,
    feinting,
    racing,
    resting,
    showing,
    thinking,
    winding,
)
from .views import reshuffle, tell, view

GAME: Game[State, Events] = tip_tap_top  # the type checker confirms that the folder is a game
photo_of = partial(photo, tip_tap_top)

NOW = 11 * SECOND
SURELY_SHOWN = WIND_UP_MOST + MS
EVERYONE = (0, 1, 2, None)
GESTURES = [Slap(), Slap("7"), Bluff(), Graze()]


def go(given, *moves, until=None, seed=""):
    return when(tip_tap_top, given, *moves, until=until, seed=seed)


def slap(seat, at=NOW, blur=0, seen=None):
    """Any player but the active one touches their plate."""
    return Move(at, seat, Follow(), blur, seen)


def active(act, at=NOW):
    return Move(at, 0, act)


def kinds(events):
    return [type(event) for event in events]


def the(kind, events):
    [event] = [event for event in events if isinstance(event, kind)]
    return event


def cards(state):
    laid = [number for pairs in state.laid for number in pairs]
    return Counter([*state.pile, *laid, *laid, *(card for hand in state.hands for card in hand)])


class TestSetUp:
    @rule("tip-tap-top", 2)
    @pytest.mark.parametrize("seats", [3, 4, 5, 6])
    def test_four_cards_are_dealt_to_each_and_the_rest_is_the_pile(self, seats):
        given = setup(seats, Options(), Dice("a"))

        assert [len(hand) for hand in given.hands] == [4] * seats
        assert cards(given) == Counter(deck(seats))
        assert given.pile != setup(seats, Options(), Dice("b")).pile

    @rule("tip-tap-top", 2)
    def test_hands_and_pile_are_secret(self):
        given = setup(3, Options(), Dice("a"))

        for seat in EVERYONE:
            other = reshuffle(given, seat, Dice("b"))
            assert view(other, seat) == view(given, seat)
            assert other.pile != given.pile
            assert sum(mine != yours for mine, yours in zip(other.hands, given.hands, strict=True)) >= 2
        assert view(given, 1).hand != ()
        assert view(given, None).hand == ()
        assert view(given, 1).counts == (4, 4, 4)

    @rule("tip-tap-top", 2)
    def test_a_random_player_deals_and_the_one_on_their_left_starts(self):
        dealers = set()
        for seed in range(40):
            given = setup(4, Options(), Dice(seed))
            dealers.add(given.dealer)
            assert the(TurnBegan, go(given, until=LOOK).events).seat == (given.dealer + 1) % 4
        assert dealers == {0, 1, 2, 3}

    @rule("tip-tap-top", 2)
    def test_play_goes_clockwise(self):
        given = resting(PAIRLESS, OTHER, JOKERS, turn=2)

        then = go(given, until=NOW + SECOND)

        assert the(TurnBegan, then.events).seat == 0

    @rule("tip-tap-top", 2)
    def test_play_skips_players_who_are_away(self):
        then = go(resting(PAIRLESS, OTHER, JOKERS, away=(1,)), until=NOW + SECOND)

        assert the(TurnBegan, then.events).seat == 2


class TestDrawing:
    @rule("tip-tap-top", 5)
    def test_at_the_start_of_a_turn_the_player_draws_one_card(self):
        given = resting(PAIRLESS, OTHER, JOKERS)

        then = go(given, until=NOW + SECOND)

        assert kinds(then.events) == [TurnBegan, CardDrawn]
        assert then.state.hands[1] == (*given.hands[1], given.pile[0])
        assert then.state.pile == given.pile[1:]

    @rule("tip-tap-top", 5)
    def test_only_the_player_who_drew_a_card_sees_it(self):
        drawn = CardDrawn(1, "7", NOW)

        assert tell(drawn, 1) == drawn
        assert [tell(drawn, seat).card for seat in (0, 2, None)] == [None] * 3

    @rule("tip-tap-top", 6)
    def test_a_player_with_no_cards_in_hand_draws_two(self):
        given = resting(PAIRLESS, (), JOKERS)

        then = go(given, until=NOW + SECOND)

        assert kinds(then.events) == [TurnBegan, CardDrawn, CardDrawn]
        assert then.state.hands[1] == given.pile[:2]

    @rule("tip-tap-top", 7)
    def test_when_the_pile_is_empty_the_player_takes_one_random_card_from_a_chosen_opponent(self):
        given = drawing(("3", "5"), ("5", "6", "7"), ("3", "6", "7", JOKER))

        taken = set()
        for seed in range(30):
            then = go(given, active(Take(1)), seed=str(seed))
            [took] = then.events
            assert isinstance(took, Took)
            taken.add(took.card)
            assert then.state.hands[0] == ("3", "5", took.card)
            assert len(then.state.hands[1]) == 2
            assert isinstance(then.state.phase, Thinking)
        assert taken == {"5", "6", "7"}

    @rule("tip-tap-top", 7)
    def test_only_the_two_players_see_which_card_was_taken(self):
        for took in (Took(0, 1, "5", NOW), HouseTook(0, 1, "5", NOW)):
            assert [tell(took, seat).card for seat in (0, 1, 2, None)] == ["5", "5", None, None]

    @rule("tip-tap-top", 7)
    @pytest.mark.parametrize("sources", [(1, 1), (1, 2)])
    def test_with_pile_and_hand_empty_a_player_takes_two_cards_from_one_opponent_or_from_two(self, sources):
        given = drawing((), ("5", "6", "7"), ("5", "6", "7", JOKER), owed=2)

        then = go(given, *(active(Take(source)) for source in sources))

        assert kinds(then.events) == [Took, Took]
        assert [event.source for event in then.events] == list(sources)
        assert len(then.state.hands[0]) == 2
        assert isinstance(then.state.phase, Thinking)

    @rule("tip-tap-top", 7)
    def test_with_an_empty_hand_and_one_card_in_the_pile_the_second_card_comes_from_an_opponent(self):
        given = tip_tap_top.TABLES["one card in the pile, none in hand"]

        then = go(given, Move(NOW + SECOND, 1, Take(2)))

        assert kinds(then.events) == [TurnBegan, CardDrawn, Took]
        assert then.state.hands[1] == (given.pile[0], then.events[-1].card)
        assert then.state.pile == ()

    @rule("tip-tap-top", 7)
    def test_only_opponents_with_cards_can_be_chosen(self):
        given = drawing(("3", "5"), ("5", "6"), ("3", "6", JOKER), ())

        then = go(given, *(active(Take(source)) for source in (0, 3, 9, -1)))

        assert then.events == [Refused(0, "nothing-to-take")] * 4
        assert view(given, 0).sources == (1, 2)

    @rule("tip-tap-top", 7)
    def test_the_house_takes_the_card_if_only_one_opponent_has_cards(self):
        then = go(tip_tap_top.TABLES["only one left to take from"], until=NOW + SECOND)

        assert kinds(then.events)[:3] == [TurnBegan, HouseTook, HouseTook]
        assert {event.source for event in then.events[1:3]} == {2}

    @rule("tip-tap-top", 7)
    def test_nothing_is_drawn_if_no_opponent_has_cards(self):
        given = resting((), ("3", "3", "5", "5", JOKER), (), pile=0)

        then = go(given, until=NOW + SECOND)

        assert the(TurnBegan, then.events).owed == 0
        assert (kinds(then.events), then.state.hands) == ([TurnBegan], given.hands)
        assert isinstance(then.state.phase, Thinking)

    @rule("tip-tap-top", 7)
    def test_a_card_that_an_opponent_loses_meanwhile_cannot_be_drawn_any_more(self):
        given = drawing((), ("5",), ("5",), pile=1, owed=2)
        given = replace(given, pile=())

        then = go(given, slap(1))

        assert kinds(then.events) == [TooSoon, HouseTook]
        assert then.state.hands == (("5", "5"), (), ())
        assert isinstance(then.state.phase, Thinking)

    @rule("tip-tap-top", 7, 14)
    def test_for_a_player_who_does_not_choose_in_time_the_house_takes_and_the_turn_is_passed(self):
        given = drawing((), ("5", "6", "7"), ("5", "6", "7", JOKER), owed=2)

        then = go(given, until=given.deadline)

        assert kinds(then.events) == [HouseTook, HouseTook, TurnEnded]

    @rule("tip-tap-top", 7)
    def test_an_absent_opponents_cards_can_still_be_taken(self):
        given = drawing(("3", "5"), ("5", "6"), ("3", "6", JOKER), away=(1,))

        assert kinds(go(given, active(Take(1))).events) == [Took]


class TestTheRace:
    @rule("tip-tap-top", 8)
    def test_a_player_with_a_pair_slaps_their_plate_and_all_others_must_slap_theirs(self):
        then = go(thinking(SEVENS, PAIRLESS, OTHER, JOKERS), active(Slap()), until=NOW + SURELY_SHOWN)

        assert kinds(then.events) == [WoundUp, PaddleFell]
        assert then.events[1].must == (1, 2, 3)
        assert [offered(view(then.state, seat)) for seat in range(4)] == [(), *[("follow",)] * 3]

    @rule("tip-tap-top", 1, 8)
    def test_the_last_to_slap_loses_the_race(self):
        given = racing(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7")

        then = go(given, slap(3), slap(1, NOW + 20 * MS), until=NOW + 20 * MS + NECK)

        assert the(PairLaid, then.events).loser == 2
        assert view(then.state, 0).outcome.loser == 2

    @rule("tip-tap-top", 1, 8)
    def test_the_last_player_loses_even_if_their_own_paddle_still_falls_on_top(self):
        given = racing(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7")

        then = go(given, slap(3), slap(1, NOW + 10 * MS), slap(2, NOW + 40 * MS))

        assert kinds(then.events) == [Followed, Followed, Followed, PairLaid]
        assert then.events[-1].loser == 2
        assert [slapped.seat for slapped in view(then.state, None).outcome.slaps] == [3, 1, 2]

    @rule("tip-tap-top", 8)
    def test_fingers_are_compared_from_the_moment_the_paddle_falls(self):
        assert winding(SEVENS, PAIRLESS, JOKERS, pair="7").race is None
        race = racing(SEVENS, PAIRLESS, JOKERS, pair="7").race

        assert race == Race(SHOWN, reflex=True, last=True, judges_early=True)

    @rule("tip-tap-top", 8)
    def test_one_slap_in_a_race_is_enough(self):
        then = go(racing(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7"), slap(1), slap(1, NOW + SECOND))

        assert then.events[-1] == Refused(1, "already-slapped")

    @rule("tip-tap-top", 8)
    def test_slapping_first_is_for_the_active_player_alone(self):
        given = thinking(SEVENS, SEVENS[1:], JOKERS)

        for act in (Slap(), Bluff(), Graze(), Pass(), Take(0)):
            assert go(given, Move(NOW, 1, act)).events == [Refused(1, "not-your-turn")]
        assert go(given, active(Follow())).events == [Refused(0, "your-own-turn")]

    @rule("tip-tap-top", 9)
    def test_a_player_with_no_cards_may_not_slap(self):
        for given in (
            thinking(SEVENS, PAIRLESS, ()),
            winding(SEVENS, PAIRLESS, (), pair="7"),
            racing(SEVENS, PAIRLESS, (), pair="7"),
            feinting(SEVENS, PAIRLESS, ()),
        ):
            then = go(given, slap(2, given.due - 1))
            assert then.events[0] == Refused(2, "no-cards")

    @rule("tip-tap-top", 9)
    def test_a_player_with_no_cards_is_not_counted_in_a_race(self):
        given = racing(SEVENS, PAIRLESS, OTHER, (), pair="7")

        then = go(given, slap(1), until=NOW + NECK)

        assert offered(view(given, 3)) == ()
        assert the(PairLaid, then.events).loser == 2

    @rule("tip-tap-top", 9)
    def test_a_player_who_is_away_is_not_counted_in_a_race(self):
        given = winding(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7", away=(3,))

        then = go(given, until=SHOWN)

        assert the(PaddleFell, then.events).must == (1, 2)

    @rule("tip-tap-top", 9)
    def test_a_player_who_leaves_during_a_race_is_not_counted_in_it(self):
        given = racing(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7")

        then = go(given, slap(1), Move(NOW, 2, Away()), until=NOW + NECK)

        assert the(PairLaid, then.events).loser == 3

    @rule("tip-tap-top", 9)
    def test_a_player_who_comes_back_waits_for_the_next_race(self):
        given = racing(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7", must=(1, 2), away=(3,))

        then = go(given, Move(NOW, 3, Back()), slap(3), slap(1), until=NOW + NECK)

        assert then.events[:2] == [Returned(3), Refused(3, "not-in-this-race")]
        assert the(PairLaid, then.events).loser == 2

    @rule("tip-tap-top", 11)
    def test_the_race_is_over_once_all_but_one_have_slapped(self):
        given = racing(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7")

        assert kinds(go(given, slap(1), until=NOW + SECOND).events) == [Followed]
        assert kinds(go(given, slap(1), slap(2), until=NOW + NECK - 1).events) == [Followed, Followed]
        assert kinds(go(given, slap(1), slap(2), until=NOW + NECK).events) == [Followed, Followed, PairLaid]

    @rule("tip-tap-top", 11)
    @pytest.mark.parametrize("others", [(PAIRLESS, ()), ((), JOKERS)])
    def test_a_single_eligible_opponent_loses_the_race(self, others):
        then = go(winding(SEVENS, *others, pair="7"), until=SHOWN)

        assert kinds(then.events) == [PaddleFell, PairLaid]
        assert then.events[1].loser == (1 if others[0] else 2)
        assert then.events[1].card in others[0] + others[1]

    @rule("tip-tap-top", 11)
    def test_without_an_eligible_opponent_the_pair_is_laid_and_no_card_is_taken(self):
        for given in (
            winding(SEVENS, (), (), pair="7"),
            winding(SEVENS, PAIRLESS, JOKERS, pair="7", away=(1, 2)),
        ):
            then = go(given, until=SHOWN)
            laid = the(PairLaid, then.events)
            assert (laid.pair, laid.loser, laid.card) == ("7", None, None)
            assert then.state.hands == (("2", "4", "9"), *given.hands[1:])

    @rule("tip-tap-top", 11)
    def test_one_slap_lays_all_pairs_of_a_player_who_holds_all_cards_that_are_left(self):
        given = winding(("2", "2", "7", "7", "7", "7", "9", "9", "joker"), (), (), pair="7", pile=0)

        then = go(given, until=SHOWN)

        assert kinds(then.events) == [PaddleFell, PairLaid, GameWon]
        assert then.events[1].more == then.state.outcome.more == ("2", "7", "9")
        assert then.state.laid[0] == ("7", "2", "7", "9")
        assert then.state.hands == (("joker",), (), ())
        assert then.state.points[0] == 4 + 2

    @rule("tip-tap-top", 11)
    @pytest.mark.parametrize(
        ("other", "changes"),
        [(("9",), {}), (("9",), {"away": (1,)}), ((), {"pile": 2}), ((), {"pile": None})],
    )
    def test_other_pairs_stay_in_hand_while_somebody_could_still_race_for_them(self, other, changes):
        given = winding(("2", "2", "7", "7"), other, (), pair="7", **{"pile": 1, **changes})

        then = go(given, until=SHOWN)

        assert the(PairLaid, then.events).more == ()
        assert then.state.laid[0] == ("7",)

    @rule("tip-tap-top", 11)
    def test_a_finger_that_falls_after_the_decision_costs_nothing(self):
        given = racing(SEVENS, PAIRLESS, JOKERS, pair="7")

        then = go(given, slap(1), slap(2, NOW + NECK + MS))

        assert kinds(then.events) == [Followed, PairLaid, Refused]
        assert then.events[-1] == Refused(2, "race-over")


class TestTheJam:
    @rule("tip-tap-top", 10)
    @pytest.mark.parametrize(("gap", "jams"), [(0, True), (12, True), (13, False), (40, False)])
    def test_the_plates_jam_when_the_last_two_are_closer_than_their_uncertainty(self, gap, jams):
        given = racing(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7")

        then = go(given, slap(3), slap(1, NOW + MS, 9 * MS), slap(2, NOW + MS + gap * MS, 9 * MS))

        assert kinds(then.events)[3:] == [Jammed if jams else PairLaid]
        assert then.events[3].why == "too-close" if jams else then.events[3].loser == 2

    @rule("tip-tap-top", 10)
    def test_how_close_the_first_two_were_does_not_matter(self):
        given = racing(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7")

        then = go(given, slap(3, blur=9 * MS), slap(1, NOW, 9 * MS), slap(2, NOW + 30 * MS, 9 * MS))

        assert the(PairLaid, then.events).loser == 2

    @rule("tip-tap-top", 10)
    def test_a_finger_with_a_large_blur_keeps_the_race_open_for_that_blur(self):
        given = racing(SEVENS, PAIRLESS, JOKERS, pair="7")

        then = go(given, slap(1, blur=200 * MS), slap(2, NOW + 250 * MS, 200 * MS))

        assert the(Jammed, then.events).why == "too-close"

    @rule("tip-tap-top", 10)
    @pytest.mark.parametrize("limit", [3, 5])
    def test_the_plates_jam_when_two_or_more_have_not_slapped_after_three_seconds(self, limit):
        given = winding(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7", options=Options(race_limit=limit))
        end = SHOWN + limit * SECOND

        assert kinds(go(given, slap(1), until=end - 1).events) == [PaddleFell, Followed]
        assert the(Jammed, go(given, slap(1), until=end).events).why == "too-slow"
        assert the(Jammed, go(given, until=end).events).why == "too-slow"

    @rule("tip-tap-top", 10)
    def test_after_a_jam_the_slap_does_not_count(self):
        given = racing(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7")

        then = go(given, until=SHOWN + 3 * SECOND)

        assert (then.state.hands, then.state.laid) == (given.hands, given.laid)

    @rule("tip-tap-top", 10)
    def test_after_a_jam_the_turn_goes_on_and_no_new_card_is_drawn(self):
        given = racing(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7")

        then = go(given, until=SHOWN + 3 * SECOND + JAMMED)

        assert kinds(then.events) == [Jammed, TurnWentOn]
        assert (then.state.turn, then.state.pile) == (0, given.pile)

    @rule("tip-tap-top", 10)
    @pytest.mark.parametrize("act", GESTURES)
    def test_after_a_jam_the_player_may_slap_again_at_once(self, act):
        given = racing(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7")

        then = go(given, active(act, SHOWN + 3 * SECOND))

        assert kinds(then.events) == [Jammed, WoundUp]

    @rule("tip-tap-top", 10, 13)
    def test_after_a_jam_the_player_may_pass(self):
        assert go(showing(SEVENS, PAIRLESS, JOKERS, jammed=True), active(Pass(), NOW)).events == [
            Passed(0, NOW)
        ]


class TestThePair:
    @rule("tip-tap-top", 12)
    def test_the_pair_is_laid_open_and_its_player_takes_one_random_card_from_the_loser(self):
        given = racing(SEVENS, PAIRLESS, JOKERS, pair="7")

        taken = set()
        for seed in range(40):
            then = go(given, slap(1), until=NOW + NECK, seed=str(seed))
            laid = the(PairLaid, then.events)
            taken.add(laid.card)
            assert view(then.state, None).laid == (("7",), (), ())
            assert then.state.hands[0] == ("2", "4", "9", laid.card)
            assert len(then.state.hands[2]) == 2
        assert taken == set(JOKERS)

    @rule("tip-tap-top", 12)
    def test_only_the_two_players_see_the_card_the_loser_paid(self):
        laid = PairLaid(0, "7", 2, "3", NOW, NOW)

        assert [tell(laid, seat).card for seat in (0, 1, 2, None)] == ["3", None, "3", None]
        assert {tell(laid, seat).pair for seat in EVERYONE} == {"7"}

    @rule("tip-tap-top", 12)
    def test_a_new_pair_may_be_slapped_in_the_same_turn(self):
        given = showing(SEVENS, PAIRLESS, JOKERS)

        then = go(given, active(Slap(), given.due + MS), until=given.due + MS + WIND_UP_MOST)

        assert kinds(then.events) == [TurnWentOn, WoundUp, PaddleFell]

    @rule("tip-tap-top", 12)
    def test_a_new_pair_may_not_be_slapped_before_everyone_saw_who_was_last(self):
        given = showing(SEVENS, PAIRLESS, JOKERS)

        for act in (*GESTURES, Pass()):
            assert go(given, active(act, given.due - 1)).events == [Refused(0, "not-now")]

    @rule("tip-tap-top", 12)
    @pytest.mark.parametrize(("named", "meant"), [(None, "3"), ("3", "3"), ("10", "10")])
    def test_a_player_with_several_pairs_chooses_which_and_the_lowest_is_the_default(self, named, meant):
        given = thinking(("10", "10", "3", "3", "3"), PAIRLESS, ())

        then = go(given, active(Slap(named)), until=NOW + SURELY_SHOWN)

        assert the(PairLaid, then.events).pair == meant

    @rule("tip-tap-top", 12)
    @pytest.mark.parametrize("named", ["2", JOKER, "99", ""])
    def test_a_player_cannot_choose_a_pair_they_do_not_hold(self, named):
        then = go(thinking(SEVENS, PAIRLESS, JOKERS), active(Slap(named)))

        assert then.events == [Refused(0, "no-such-pair")]

    @rule("tip-tap-top", 12)
    def test_the_others_see_the_pair_only_after_the_race(self):
        hand = ("3", "3", "10", "10", "9")
        given = racing(hand, PAIRLESS, JOKERS, pair="3")
        other = replace(given, phase=replace(given.phase, pair="10"))

        for seat in EVERYONE:
            assert view(other, seat) == view(given, seat)
        assert {reshuffle(given, 1, Dice(seed)).phase.pair for seed in range(20)} > {"3"}


class TestPassing:
    @rule("tip-tap-top", 13)
    def test_a_player_ends_their_turn_by_saying_i_pass(self):
        then = go(thinking(SEVENS, PAIRLESS, JOKERS), active(Pass()), until=NOW + PAUSE)

        assert kinds(then.events) == [Passed, TurnBegan, CardDrawn]
        assert then.state.turn == 1

    @rule("tip-tap-top", 13)
    def test_a_player_must_pass_with_a_single_card_in_hand(self):
        given = racing(("7", "7"), PAIRLESS, OTHER, pair="7")

        then = go(given, slap(1), until=NOW + NECK + LAID)

        assert kinds(then.events) == [Followed, PairLaid, TurnWentOn, TurnEnded]
        assert then.events[-1].why == "single-card"

    @rule("tip-tap-top", 13)
    def test_a_player_with_two_or_more_cards_may_bluff_first_pair_or_not(self):
        for hand in (("2", "5"), ("2", "2"), SEVENS):
            then = go(thinking(hand, OTHER, JOKERS), active(Bluff()), until=NOW + SURELY_SHOWN)
            assert kinds(then.events) == [WoundUp, Feigned]

    @rule("tip-tap-top", 13)
    def test_a_player_who_is_away_in_their_turn_has_passed(self):
        for given in (
            thinking(SEVENS, PAIRLESS, JOKERS),
            drawing(("3", "5"), ("5", "6"), ("3", "6", JOKER)),
        ):
            then = go(given, Move(NOW, 0, Away()))
            assert then.events == [Left(0), TurnEnded(0, "away", NOW)]

    @rule("tip-tap-top", 13)
    def test_when_all_are_away_the_table_rests_until_someone_is_back(self):
        moves = [Move(NOW, seat, Away()) for seat in range(3)]

        then = go(thinking(SEVENS, PAIRLESS, JOKERS), *moves, until=NOW + 600 * SECOND)
        again = go(then.state, Move(NOW + 900 * SECOND, 2, Back()))

        assert kinds(then.events) == [Left, TurnEnded, Left, Left]
        assert then.state.due is None
        assert kinds(again.events) == [Returned, TurnBegan, CardDrawn]
        assert again.state.turn == 2

    @rule("tip-tap-top", 14)
    @pytest.mark.parametrize("limit", [20, 10])
    def test_after_twenty_seconds_the_player_has_passed(self, limit):
        given = resting(PAIRLESS, OTHER, JOKERS, options=Options(turn_limit=limit))
        end = given.due + limit * SECOND

        assert TurnEnded not in kinds(go(given, until=end - 1).events)
        assert the(TurnEnded, go(given, until=end).events).why == "time"

    @rule("tip-tap-top", 14)
    def test_a_laid_pair_gives_the_player_new_time(self):
        given = racing(SEVENS, PAIRLESS, OTHER, pair="7")

        then = go(given, slap(1), until=NOW + NECK + LAID)

        assert then.state.due == NOW + NECK + LAID + 20 * SECOND

    @rule("tip-tap-top", 14)
    def test_a_jam_takes_none_of_the_players_time(self):
        given = racing(SEVENS, PAIRLESS, OTHER, pair="7")

        then = go(given, until=SHOWN + 3 * SECOND + JAMMED)

        assert then.state.due == given.deadline + SHOWN + 3 * SECOND - WOUND

    @rule("tip-tap-top", 14, 15)
    def test_a_bluff_gives_the_player_no_time_but_is_played_out(self):
        given = thinking(SEVENS, PAIRLESS, OTHER)
        late = given.deadline - MS

        then = go(given, active(Bluff(), late), until=late + 2 * SECOND)

        assert kinds(then.events) == [WoundUp, Feigned, BluffEnded, TurnEnded]

    @rule("tip-tap-top", 14)
    @pytest.mark.parametrize("act", GESTURES)
    def test_when_the_players_time_is_up_no_hand_goes_up_any_more(self, act):
        given = feinting(SEVENS, PAIRLESS, OTHER, deadline=SHOWN + BETWEEN_BLUFFS)

        then = go(given, active(act, SHOWN + BETWEEN_BLUFFS))

        assert then.events == [Refused(0, "time-is-up")]


class TestTheBluff:
    @rule("tip-tap-top", 15)
    def test_every_opponent_who_touches_their_plate_at_a_bluff_loses_one_random_card_to_the_bluffer(self):
        given = feinting(SEVENS, PAIRLESS, OTHER, JOKERS)

        taken = set()
        for seed in range(30):
            then = go(given, slap(1), slap(3), seed=str(seed))
            assert kinds(then.events) == [Fooled, Fooled]
            taken.add(then.events[0].card)
            assert then.state.hands[0] == (*given.hands[0], *(event.card for event in then.events))
            assert [len(hand) for hand in then.state.hands] == [7, 2, 4, 2]
        assert taken == set(PAIRLESS)

    @rule("tip-tap-top", 15)
    def test_only_the_two_players_see_the_card_lost_at_a_bluff(self):
        for lost in (Fooled(1, 0, "5", NOW), TooSoon(1, 0, "5", NOW)):
            assert [tell(lost, seat).card for seat in (0, 1, 2, None)] == ["5", "5", None, None]

    @rule("tip-tap-top", 15)
    def test_a_bluff_costs_each_opponent_one_card_at_most(self):
        then = go(feinting(SEVENS, PAIRLESS, OTHER), slap(1), slap(1, NOW + BOUNCE))

        assert kinds(then.events) == [Fooled, Refused]
        assert then.events[1] == Refused(1, "already-paid")

    @rule("tip-tap-top", 15)
    def test_an_opponent_who_touched_the_plate_while_the_hand_was_up_has_already_paid(self):
        given = winding(SEVENS, PAIRLESS, OTHER, gesture="bluff")

        then = go(given, slap(1, WOUND + 90 * MS), slap(1, NOW))

        assert kinds(then.events) == [TooSoon, Feigned, Refused]
        assert len(then.state.hands[1]) == 2

    @rule("tip-tap-top", 15)
    def test_a_fooled_opponent_can_be_fooled_again_by_the_next_bluff(self):
        given = feinting(SEVENS, PAIRLESS, OTHER, paid=(1,), touched={1: SHOWN})
        again = SHOWN + BETWEEN_BLUFFS

        then = go(given, active(Bluff(), again), slap(1, again + WIND_UP_MOST))

        assert kinds(then.events) == [WoundUp, Feigned, Fooled]

    @rule("tip-tap-top", 15)
    @pytest.mark.parametrize("window", [1_500, 2_500])
    def test_the_window_of_a_bluff_is_one_and_a_half_seconds(self, window):
        given = winding(SEVENS, PAIRLESS, OTHER, gesture="bluff", options=Options(bluff_window=window))
        end = SHOWN + window * MS

        assert kinds(go(given, slap(1, end - 1)).events) == [Feigned, Fooled]
        assert kinds(go(given, until=end).events) == [Feigned, BluffEnded]

    @rule("tip-tap-top", 15)
    @pytest.mark.parametrize("act", GESTURES)
    def test_for_one_second_after_a_bluff_no_hand_goes_up_neither_for_a_slap_nor_for_a_bluff(self, act):
        given = feinting(SEVENS, PAIRLESS, OTHER)
        soon = SHOWN + BETWEEN_BLUFFS

        assert go(given, active(act, soon - 1)).events == [Refused(0, "hand-still-down")]
        assert kinds(go(given, active(act, soon)).events) == [WoundUp]

    @rule("tip-tap-top", 15)
    def test_a_player_may_bluff_any_number_of_times(self):
        moves = [active(Bluff(), NOW + n * 1_300 * MS) for n in range(10)]

        then = go(thinking(PAIRLESS, OTHER, JOKERS), *moves)

        assert kinds(then.events).count(WoundUp) == 10

    @rule("tip-tap-top", 15)
    def test_a_player_cannot_pass_before_their_bluff_is_over(self):
        then = go(feinting(SEVENS, PAIRLESS, OTHER), active(Pass()))

        assert then.events == [Refused(0, "bluff-is-on")]

    @rule("tip-tap-top", 15)
    def test_the_turn_goes_on_after_a_bluff(self):
        given = feinting(SEVENS, PAIRLESS, OTHER)

        then = go(given, slap(1), until=given.due)

        assert kinds(then.events) == [Fooled, BluffEnded]
        assert isinstance(then.state.phase, Thinking)
        assert offered(view(then.state, 0)) == ("slap", "bluff", "pass")


class TestNoTell:
    @rule("tip-tap-top", 16)
    @pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
    def test_every_raised_hand_stays_up_equally_long_whatever_it_is(self, seed):
        with_a_pair, without = thinking(SEVENS, PAIRLESS, JOKERS), thinking(PAIRLESS, SEVENS, JOKERS)
        hands_up = [go(with_a_pair, active(act), seed=seed).state for act in GESTURES]
        hands_up += [go(without, active(act), seed=seed).state for act in (Slap(), Bluff(), Graze())]

        assert len({up.phase.shown for up in hands_up}) == 1

    @rule("tip-tap-top", 16)
    def test_a_raised_hand_stays_up_for_120_to_250_milliseconds(self):
        given = thinking(SEVENS, PAIRLESS, JOKERS)
        waits = {go(given, active(Slap()), seed=str(seed)).state.due - NOW for seed in range(100)}

        assert 120 * MS <= min(waits) < 130 * MS
        assert 240 * MS < max(waits) <= 250 * MS

    @rule("tip-tap-top", 16)
    @pytest.mark.parametrize("act", GESTURES)
    def test_no_view_and_no_event_shows_what_a_raised_hand_is_or_when_it_will_show(self, act):
        given = thinking(SEVENS, PAIRLESS, JOKERS)
        model, then = go(given, active(Slap())), go(given, active(act), seed="another wait")

        for seat in EVERYONE:
            assert view(then.state, seat) == view(model.state, seat)
            assert tell(then.events[0], seat) == WoundUp(0, NOW, None, None, None)
        assert then.state.race is None

    @rule("tip-tap-top", 16)
    @pytest.mark.parametrize("act", GESTURES)
    def test_a_touch_while_a_hand_is_up_has_the_same_verdict_whatever_the_hand_is(self, act):
        given = thinking(SEVENS, PAIRLESS, JOKERS)

        then = go(given, active(act), slap(1, NOW + 100 * MS), slap(2, NOW + 110 * MS))

        assert kinds(then.events) == [WoundUp, TooSoon, TooSoon]
        assert (
            then.events[1:]
            == go(given, active(Slap()), slap(1, NOW + 100 * MS), slap(2, NOW + 110 * MS)).events[1:]
        )

    @rule("tip-tap-top", 16)
    def test_no_other_seat_could_tell_a_bluff_from_a_slap_but_its_owner_knows(self):
        given = winding(SEVENS, PAIRLESS, JOKERS, pair="7")

        for seat in (1, 2, None):
            others = [reshuffle(given, seat, Dice(seed)) for seed in range(30)]
            assert {other.phase.gesture for other in others} == {"slap", "bluff", "graze"}
            assert len({other.phase.shown for other in others}) > 5
            assert all(view(other, seat) == view(given, seat) for other in others)
        own = reshuffle(given, 0, Dice("b"))
        assert (own.phase.gesture, own.phase.pair, own.hands[0]) == ("slap", "7", given.hands[0])

    @rule("tip-tap-top", 16)
    def test_a_refused_act_is_hidden_from_all_other_seats(self):
        refused = Refused(0, "hand-still-down")

        assert [told(tip_tap_top, refused, seat) for seat in EVERYONE] == [refused, None, None, None]

    @rule("tip-tap-top", 16)
    def test_the_paddle_falls_or_not_only_at_the_end_of_the_wind_up(self):
        for gesture, pair, shows in (
            ("slap", "7", PaddleFell),
            ("bluff", None, Feigned),
            ("graze", None, Faulted),
            ("slap", None, Faulted),
        ):
            given = winding(SEVENS, PAIRLESS, JOKERS, gesture=gesture, pair=pair)
            assert go(given, until=SHOWN - 1).events == []
            assert kinds(go(given, until=SHOWN).events) == [shows]


class TestFaults:
    @rule("tip-tap-top", 17)
    def test_a_slap_without_a_pair_ends_the_turn_at_once(self):
        given = thinking(PAIRLESS, SEVENS, JOKERS)

        then = go(given, active(Slap()), until=NOW + 3 * SECOND)

        assert kinds(then.events) == [WoundUp, Faulted, TurnBegan, CardDrawn]
        assert then.events[1].why == "no-pair"
        assert (then.state.turn, then.state.hands[0]) == (1, given.hands[0])

    @rule("tip-tap-top", 17)
    def test_a_card_won_while_the_hand_is_up_does_not_complete_a_pair(self):
        given = winding(("2", "5"), ("5",), JOKERS)

        then = go(given, slap(1, WOUND + 50 * MS), until=SHOWN)

        assert kinds(then.events) == [TooSoon, Faulted]
        assert then.state.hands[0] == ("2", "5", "5")

    @rule("tip-tap-top", 17)
    def test_opponents_who_slapped_after_a_false_slap_are_not_punished(self):
        given = winding(PAIRLESS, SEVENS, JOKERS)

        then = go(given, slap(1, SHOWN + 200 * MS), slap(2, SHOWN + 300 * MS, seen=SHOWN))

        assert kinds(then.events) == [Faulted, Refused, Refused]
        assert then.state.hands == given.hands

    @rule("tip-tap-top", 18)
    @pytest.mark.parametrize("hand", [SEVENS, PAIRLESS])
    def test_a_flick_that_lands_on_the_rim_ends_the_turn_and_the_pair_stays_in_hand(self, hand):
        given = thinking(hand, OTHER, JOKERS)

        then = go(given, active(Graze()), until=NOW + SURELY_SHOWN)

        assert kinds(then.events) == [WoundUp, Faulted]
        assert (then.events[1].why, then.state.hands[0]) == ("rim", given.hands[0])
        assert isinstance(then.state.phase, Resting)

    @rule("tip-tap-top", 18, 22)
    def test_with_plain_buttons_no_slap_lands_on_the_rim(self):
        given = thinking(SEVENS, OTHER, JOKERS, options=Options(plates="buttons"))

        then = go(given, active(Graze()))

        assert view(given, 0).plates == "buttons"
        assert then.events == [Refused(0, "no-rim")]
        assert isinstance(then.state.phase, Thinking)

    @rule("tip-tap-top", 19)
    @pytest.mark.parametrize(
        "given",
        [
            thinking(SEVENS, PAIRLESS, JOKERS),
            drawing(("3", "5"), ("5", "6", "7"), ("3", "6", "7", JOKER)),
            winding(SEVENS, PAIRLESS, JOKERS, pair="7"),
        ],
    )
    def test_an_opponent_who_slaps_too_soon_loses_one_random_card_to_the_active_player(self, given):
        taken = set()
        for seed in range(30):
            then = go(given, slap(1, SHOWN - 50 * MS), seed=str(seed))
            [lost] = then.events
            assert isinstance(lost, TooSoon)
            taken.add(lost.card)
            assert then.state.hands[0] == (*given.hands[0], lost.card)
            assert len(then.state.hands[1]) == len(given.hands[1]) - 1
        assert taken == set(given.hands[1])

    @rule("tip-tap-top", 19)
    def test_the_turn_goes_on_after_an_opponent_slapped_too_soon(self):
        given = thinking(SEVENS, PAIRLESS, JOKERS)

        then = go(given, slap(1), active(Slap(), NOW + SECOND))

        assert kinds(then.events) == [TooSoon, WoundUp]

    @rule("tip-tap-top", 19)
    def test_too_soon_means_before_the_slap_was_shown_on_that_opponents_own_screen(self):
        given = racing(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7")

        then = go(given, slap(1, SHOWN + 40 * MS, seen=SHOWN - 1), slap(2, SHOWN + 40 * MS, seen=SHOWN))

        assert kinds(then.events) == [TooSoon, Followed]

    @rule("tip-tap-top", 19)
    def test_a_touch_that_was_too_soon_is_not_a_slap_in_the_race(self):
        given = winding(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7")

        then = go(given, slap(1, WOUND + 90 * MS), slap(2, NOW), slap(3, NOW), until=NOW + NECK)

        assert the(PairLaid, then.events).loser == 1

    @rule("tip-tap-top", 19)
    def test_an_opponent_who_touched_too_soon_may_still_slap(self):
        given = winding(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7")

        then = go(given, slap(1, WOUND + 90 * MS), slap(1, NOW), slap(2, NOW), until=NOW + NECK)

        assert the(PairLaid, then.events).loser == 3

    @rule("tip-tap-top", 9, 19)
    def test_an_opponent_whose_last_card_was_lost_by_a_touch_too_soon_may_not_slap(self):
        given = winding(SEVENS, ("5",), OTHER, JOKERS, pair="7")

        then = go(given, slap(1, WOUND + 90 * MS), slap(2, NOW), until=NOW + NECK)

        assert the(PaddleFell, then.events).must == (2, 3)
        assert the(PairLaid, then.events).loser == 3

    @rule("tip-tap-top", 9, 19)
    def test_a_player_can_lose_their_last_card_during_a_race(self):
        given = racing(SEVENS, ("5",), OTHER, JOKERS, pair="7")

        then = go(given, slap(1, SHOWN + MS, seen=WOUND), slap(2, NOW), until=NOW + NECK)

        assert kinds(then.events) == [TooSoon, Followed, PairLaid]
        assert then.events[-1].loser == 3

    @rule("tip-tap-top", 19)
    @pytest.mark.parametrize(
        "given", [showing(SEVENS, PAIRLESS, JOKERS), resting(SEVENS, PAIRLESS, JOKERS, fault=True)]
    )
    def test_a_slow_line_does_not_excuse_a_touch_too_soon(self, given):
        then = go(given, slap(1, given.due - 1, seen=SHOWN - 1), slap(2, given.due - 1, seen=SHOWN))

        assert kinds(then.events) == [TooSoon, Refused]
        assert then.events[0].taker == 0

    @rule("tip-tap-top", 19)
    def test_a_slow_line_does_not_make_a_player_pay_twice_for_one_raised_hand(self):
        given = racing(SEVENS, PAIRLESS, OTHER, pair="7", paid=(1,), touched={1: WOUND})

        assert go(given, slap(1, NOW, seen=WOUND)).events == [Refused(1, "already-paid")]

    @rule("tip-tap-top", 19)
    def test_a_finger_that_bounces_pays_once(self):
        given = thinking(SEVENS, PAIRLESS, JOKERS)

        then = go(given, slap(1), slap(1, NOW + BOUNCE - 1), slap(1, NOW + BOUNCE))

        assert kinds(then.events) == [TooSoon, Refused, TooSoon]
        assert then.events[1] == Refused(1, "bounced")

    @rule("tip-tap-top", 19)
    def test_a_touch_between_two_turns_is_refused_without_a_penalty(self):
        then = go(resting(SEVENS, PAIRLESS, JOKERS), slap(1, SHOWN + MS), slap(2, SHOWN + MS, seen=0))

        assert then.events == [Refused(1, "between-turns"), Refused(2, "between-turns")]


class TestTheEnd:
    @rule("tip-tap-top", 20)
    def test_the_game_ends_when_all_pairs_have_been_played(self):
        given = racing(("8", "8"), (), (JOKER,), pair="8", pile=0)

        then = go(given, until=SHOWN + 3 * SECOND)

        assert kinds(then.events) == [PairLaid, GameWon]
        assert sum(map(len, then.state.laid)) == 20
        assert go(then.state, active(Slap(), NOW + SECOND)).events == [Refused(0, "game-over")]

    @rule("tip-tap-top", 20)
    def test_the_game_does_not_end_before_all_pairs_have_been_played(self):
        given = racing(("8", "8", "9"), ("9",), (JOKER,), pair="8", pile=0)

        then = go(given, slap(1), until=NOW + NECK)

        assert kinds(then.events) == [Followed, PairLaid]
        assert then.state.pairs_left == 1

    @rule("tip-tap-top", 20)
    def test_the_loser_of_the_last_race_pays_too_so_the_last_pair_takes_the_joker(self):
        given = racing(("8", "8"), (), (JOKER,), pair="8", pile=0)

        then = go(given, until=SHOWN + 3 * SECOND)

        assert (the(PairLaid, then.events).loser, the(PairLaid, then.events).card) == (2, JOKER)
        assert then.state.hands == ((JOKER,), (), ())
        assert the(GameWon, then.events).joker == 0
        assert view(then.state, None).joker == 0

    @rule("tip-tap-top", 20)
    def test_if_the_holder_of_the_joker_is_away_at_the_last_race_it_stays_with_them(self):
        given = winding(("8", "8"), (), (JOKER,), pair="8", pile=0, away=(2,))

        then = go(given, until=SHOWN)

        assert the(PairLaid, then.events).loser is None
        assert the(GameWon, then.events).joker == 2

    @rule("tip-tap-top", 20)
    def test_a_joker_in_the_hand_that_lays_the_last_pair_stays_there(self):
        given = winding(("8", "8", JOKER), (), (), pair="8", pile=0)

        then = go(given, until=SHOWN)

        assert the(PairLaid, then.events).loser is None
        assert the(GameWon, then.events).joker == 0

    @rule("tip-tap-top", 20, 21)
    def test_a_joker_still_in_the_pile_scores_for_nobody(self):
        given = racing(("8", "8"), (), (), pair="8", pile=1)

        then = go(given, until=SHOWN + 3 * SECOND)

        assert given.pile == (JOKER,)
        assert the(GameWon, then.events).joker is None
        assert sum(then.state.points) == 20

    @rule("tip-tap-top", 21)
    def test_a_pair_is_one_point_and_the_joker_two(self):
        given = thinking(SEVENS, PAIRLESS, JOKERS, laid=(("1", "2"), ("3",), ("4",)))
        over = replace(given, phase=Over((2,), joker=2))

        assert given.points == (2, 1, 1)
        assert over.points == (2, 1, 3)

    @rule("tip-tap-top", 20, 21)
    def test_the_holder_of_the_joker_is_shown_only_at_the_end(self):
        given = thinking(SEVENS, PAIRLESS, JOKERS)

        for seat in (0, 1, None):
            assert JOKER not in msgspec.json.encode(view(given, seat)).decode().replace('"joker":null', "")

    @rule("tip-tap-top", 21)
    @pytest.mark.parametrize(
        ("laid", "holder", "winners"),
        [
            ((10, 9), 2, (0,)),
            ((9, 10), 2, (0, 1)),
            ((9, 7, 3), 1, (0,)),
            ((8, 9, 2), 1, (1,)),
            ((8, 8, 3), 1, (1,)),
            ((7, 8, 4), 1, (1,)),
            ((9, 8, 2), 1, (0, 1)),
            ((7, 10, 2), 0, (0, 1)),
            ((6, 10, 3), 0, (1,)),
        ],
    )
    def test_most_points_wins_and_ties_share_the_victory(self, laid, holder, winners):
        laid = tuple(tuple("x" * pairs) for pairs in (*laid, 0))[:3]
        hands = [("8", "8"), (), ()]
        hands[holder] = (*hands[holder], JOKER)
        away = tuple({holder} - {0})  # else the last pair would take the Joker
        given = replace(racing(*hands, pair="8", pile=0, away=away), laid=laid)

        then = go(given, until=SHOWN + 3 * SECOND)

        assert the(GameWon, then.events).winners == winners
        assert then.state.winners == winners


class TestOnAScreen:
    @rule("tip-tap-top", 22)
    def test_the_active_player_sees_slap_bluff_and_pass_and_the_pairs_in_their_hand(self):
        seen = view(thinking(("10", JOKER, "3", "3", "10"), PAIRLESS, OTHER), 0)

        assert offered(seen) == ("slap", "bluff", "pass")
        assert (seen.hand, seen.pairs) == (("3", "3", "10", "10", JOKER), ("3", "10"))
        assert seen.until == BEGAN + 20 * SECOND

    @rule("tip-tap-top", 22)
    def test_everyone_but_the_active_player_only_has_a_plate(self):
        for given in (thinking(SEVENS, PAIRLESS, OTHER), feinting(SEVENS, PAIRLESS, OTHER)):
            assert [offered(view(given, seat)) for seat in (1, 2, None)] == [(), (), ()]
        assert offered(view(racing(SEVENS, PAIRLESS, OTHER, pair="7"), 1)) == ("follow",)

    @rule("tip-tap-top", 22)
    def test_after_a_bluff_the_player_sees_when_a_hand_may_go_up_again(self):
        seen = view(feinting(SEVENS, PAIRLESS, OTHER), 0)

        assert (offered(seen), seen.open) == (("slap", "bluff"), SHOWN + BETWEEN_BLUFFS)

    @rule("tip-tap-top", 22)
    def test_a_player_who_takes_from_others_sees_how_many_cards_and_from_whom(self):
        seen = view(tip_tap_top.TABLES["from whom to take"], 0)

        assert (offered(seen), seen.owed, seen.sources) == (("take",), 2, (1, 2, 3))

    @rule("tip-tap-top", 22)
    @pytest.mark.parametrize(
        ("sign", "act"),
        [
            (b'{"type":"Slap"}', Slap()),
            (b'{"type":"Slap","pair":"7"}', Slap("7")),
            (b'{"type":"Bluff"}', Bluff()),
            (b'{"type":"Pass"}', Pass()),
            (b'{"type":"Graze"}', Graze()),
            (b'{"type":"Follow"}', Follow()),
            (b'{"type":"Take","source":2}', Take(2)),
        ],
    )
    def test_each_button_and_each_flick_is_an_act_of_its_own(self, sign, act):
        assert msgspec.json.decode(sign, type=tip_tap_top.Acts) == act

    @rule("tip-tap-top", 23)
    def test_the_paddles_lie_in_the_order_of_the_verdict(self):
        given = racing(SEVENS, PAIRLESS, OTHER, JOKERS, pair="7")

        then = go(given, slap(3, blur=9), slap(1, NOW + MS))

        for seat in EVERYONE:
            assert view(then.state, seat).slaps == (Slapped(3, NOW, 9), Slapped(1, NOW + MS, 0))
            assert view(then.state, seat).must == (2,)

    @rule("tip-tap-top", 23)
    def test_all_hands_of_one_race_share_a_photo_finish_and_so_does_the_last_one(self):
        race = racing(SEVENS, PAIRLESS, JOKERS, pair="7")
        decided = showing(SEVENS, PAIRLESS, JOKERS)

        assert photo_of(race, Follow()) == photo_of(decided, Follow()) is not None
        assert photo_of(race, Follow()) != photo_of(replace(race, gestures=2), Follow())

    @rule("tip-tap-top", 23)
    def test_acts_without_a_race_have_no_photo_finish(self):
        race = racing(SEVENS, PAIRLESS, JOKERS, pair="7")

        assert photo_of(race, Slap()) is None
        assert photo_of(thinking(SEVENS, PAIRLESS, JOKERS), Follow()) is None
        assert photo_of(winding(SEVENS, PAIRLESS, JOKERS, pair="7"), Follow()) is None
        assert photo_of(feinting(SEVENS, PAIRLESS, JOKERS), Follow()) is None

    @rule("tip-tap-top", 23)
    @pytest.mark.parametrize(
        ("given", "what"),
        [
            (winding(SEVENS, PAIRLESS, JOKERS, gesture="bluff"), "bluff"),
            (winding(SEVENS, PAIRLESS, JOKERS, gesture="graze"), "rim"),
            (winding(PAIRLESS, SEVENS, JOKERS), "no-pair"),
            (racing(SEVENS, PAIRLESS, JOKERS, pair="7"), "too-slow"),
            (winding(SEVENS, PAIRLESS, (), pair="7"), "laid"),
        ],
    )
    def test_the_result_of_the_last_raised_hand_stays_in_sight(self, given, what):
        then = go(given, until=given.due)

        assert [view(then.state, seat).outcome.what for seat in EVERYONE] == [what] * 4


def test_a_simulation_counts_the_figures_of_the_game():
    given = thinking(SEVENS, PAIRLESS, JOKERS)

    then = go(
        given,
        slap(1),
        active(Bluff(), NOW + SECOND),
        slap(2, NOW + 2 * SECOND),
        active(Slap(), NOW + 4 * SECOND),
        slap(1, NOW + 5 * SECOND),
        until=NOW + 60 * SECOND,
    )

    counts = tally(then.events)
    assert (counts["too soon"], counts["bluffs"], counts["fooled"], counts["races"], counts["pairs"]) == (
        1,
    ) * 5
    assert counts["turns"] == kinds(then.events).count(TurnBegan) > 0


@pytest.mark.parametrize("name", tip_tap_top.TABLES)
def test_every_named_table_holds_the_whole_deck_once(name):
    given = tip_tap_top.TABLES[name]

    assert cards(given) == Counter(deck(len(given.hands)))
    assert len(msgspec.json.encode(view(given, 0))) < 4_000


def test_two_named_tables_differ_only_in_what_no_seat_may_know():
    slap, bluff = (tip_tap_top.TABLES[name] for name in ("a hand is up", "a hand is up, and will not fall"))

    assert slap != bluff
    assert all(view(slap, seat) == view(bluff, seat) for seat in (0, 1, 2, 3, None))
