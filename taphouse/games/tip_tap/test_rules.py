"""The rulebook, sentence by sentence. Test names are its sentences."""

from functools import partial

import msgspec
import pytest

from taphouse.core import MS, SECOND, Away, Back, Dice, Game, Left, Move, Race, Refused, Returned, replace
from taphouse.core.play import tie_break
from taphouse.games import tip_tap
from taphouse.testing import photo, rule, when

from .cards import CARDS, COLOUR_OF, COLOURS, SHAPES
from .events import (
    Beaten,
    CardShown,
    DeckShuffled,
    Done,
    Events,
    Flip,
    Flipped,
    GameEnded,
    GameWon,
    Held,
    HouseFlipped,
    LeadSaw,
    Lift,
    Lifted,
    Rest,
    Rested,
    RoundBegan,
    RoundEnded,
    Stopped,
    Tap,
    TooEarly,
)
from .rules import DEALING, READY, READY_ALONE, TURN_LEAST, TURN_MOST, setup, tally
from .state import FREE, REST, SPENT, Dealing, Hunting, Options, Over, Ready, State, Turning
from .tables import CARD, FELL, OPEN, SHOWN, dealing, hunting, table, tray, turning
from .views import reshuffle, tell, view

GAME: Game[State, Events] = tip_tap  # the type checker confirms that the folder is a game
photo_of = partial(photo, tip_tap)

LEAF, KEY, CROWN = CARD
WRONG, WRONG_TOO, WRONG_AGAIN = "leaf-3", "key-3", "crown-5"
NOW = FELL + SECOND
VARIANTS = [
    Options(pieces=pieces, side=side) for pieces in ("shapes", "frames") for side in ("coloured", "dark")
]


def tap(seat, shape, at=NOW, hand=None, seen=None):
    return Move(at, seat, Tap(shape, hand), seen=seen)


def kinds(events):
    return [type(event) for event in events]


class TestSetUp:
    @rule("tip-tap", 4)
    def test_all_45_shapes_lie_scattered_each_turned_its_own_way(self):
        layout = setup(4, Options(), Dice("a")).layout

        assert sorted(shape for shape, _ in layout) == sorted(SHAPES)
        assert all(0 <= turn < 360 for _, turn in layout)
        assert len({turn for _, turn in layout}) > 20

    @rule("tip-tap", 4)
    def test_shapes_can_lie_in_a_neat_rectangle_all_upright(self):
        layout = setup(4, Options(layout="grid"), Dice("a")).layout

        assert sorted(shape for shape, _ in layout) == sorted(SHAPES)
        assert {turn for _, turn in layout} == {0}

    @rule("tip-tap", 5)
    def test_the_cards_are_shuffled_and_nobody_sees_their_order(self):
        one, other = (setup(4, Options(), Dice(seed)) for seed in "ab")

        assert sorted(one.deck) == sorted(other.deck) == sorted(CARDS)
        assert one.deck != other.deck
        for seat in (0, 1, 2, 3, None):
            assert view(reshuffle(one, seat, Dice("c")), seat) == view(one, seat)
        assert reshuffle(one, 0, Dice("c")).deck != one.deck

    @rule("tip-tap", 6)
    def test_the_first_lead_is_drawn_at_random(self):
        assert {setup(4, Options(), Dice(seed)).lead for seed in range(50)} == {0, 1, 2, 3}


class TestTheCard:
    @rule("tip-tap", 7)
    def test_the_lead_turns_the_top_card(self):
        given = table(OPEN, OPEN)

        then = when(tip_tap, given, Move(SECOND, 0, Flip()), until=3 * SECOND)

        assert kinds(then.events) == [Flipped, CardShown, LeadSaw]
        assert then.state.phase.card == given.deck[0]
        assert then.state.deck == given.deck[1:]

    @rule("tip-tap", 7)
    def test_nobody_but_the_lead_turns_the_card(self):
        then = when(tip_tap, table(OPEN, OPEN), Move(SECOND, 1, Flip()))

        assert then.events == [Refused(1, "not-the-lead")]

    @rule("tip-tap", 7)
    def test_the_house_turns_the_card_if_the_lead_does_not(self):
        then = when(tip_tap, table(OPEN, OPEN), until=READY)

        assert kinds(then.events) == [HouseFlipped]
        assert then.state.phase.since == READY

    @rule("tip-tap", 7)
    def test_the_house_turns_the_card_sooner_for_an_absent_lead(self):
        then = when(tip_tap, table(OPEN, OPEN, away=(0,)), until=READY_ALONE)

        assert kinds(then.events) == [HouseFlipped]

    @rule("tip-tap", 7)
    def test_a_lead_who_leaves_is_not_waited_for(self):
        then = when(tip_tap, table(OPEN, OPEN), Move(2 * READY_ALONE, 0, Away()))

        assert kinds(then.events) == [Left, HouseFlipped]

    @rule("tip-tap", 7)
    @pytest.mark.parametrize("given", [table(OPEN, OPEN), turning(OPEN, OPEN)])
    def test_a_tap_before_the_card_is_shown_counts_for_nothing_and_that_hand_must_rest(self, given):
        then = when(tip_tap, given, tap(1, LEAF, at=SECOND, hand="right"))

        assert then.events == [TooEarly(1, "right")]
        assert then.state.hands[1] == (FREE, REST)
        assert then.state.fingers == {}

    @rule("tip-tap", 7)
    def test_a_hand_that_tapped_too_early_must_rest_even_once_the_card_is_shown(self):
        then = when(tip_tap, turning((REST, REST), OPEN), tap(0, LEAF), Move(NOW, 0, Rest()), tap(0, LEAF))

        assert then.events[-3:] == [Refused(0, "must-rest"), Rested(0), Held(0, "left", LEAF, NOW)]

    @rule("tip-tap", 7, 8)
    def test_a_card_is_shown_when_it_is_on_the_players_own_screen(self):
        given = hunting(OPEN, OPEN)

        then = when(tip_tap, given, tap(1, LEAF, at=SHOWN + MS, seen=SHOWN - MS), tap(1, LEAF, seen=SHOWN))

        assert then.events == [TooEarly(1, "left"), Held(1, "right", LEAF, NOW)]

    @rule("tip-tap", 8)
    def test_all_but_the_lead_see_the_card_at_one_instant_04_to_12_seconds_after_the_flip(self):
        waits = set()
        for seed in map(str, range(60)):
            then = when(tip_tap, table(OPEN, OPEN, OPEN), Move(SECOND, 0, Flip()), seed=seed)
            waits.add(then.state.due - SECOND)

        assert TURN_LEAST <= min(waits) < 500 * MS
        assert 1_100 * MS < max(waits) <= TURN_MOST

    @rule("tip-tap", 8)
    def test_nobody_knows_when_the_card_will_be_shown(self):
        given = turning(OPEN, OPEN)
        later = replace(given, phase=replace(given.phase, until=SHOWN + MS))

        for seat in (0, 1, None):
            assert view(given, seat) == view(later, seat)
            assert tell(Flipped(0, SECOND, shown=SHOWN), seat) == Flipped(0, SECOND, shown=None)
            assert tell(HouseFlipped(SECOND, shown=SHOWN), seat) == HouseFlipped(SECOND, shown=None)

    @rule("tip-tap", 8)
    @pytest.mark.parametrize("lag", [50, 100, 500])
    def test_the_lead_is_the_last_to_see_the_card(self, lag):
        given = turning(OPEN, OPEN, options=Options(lead_lag=lag))

        before = when(tip_tap, given, until=SHOWN + lag * MS - 1)
        after = when(tip_tap, given, until=SHOWN + lag * MS)

        assert kinds(before.events) == [CardShown]
        assert view(before.state, 0) == view(given, 0)
        assert [tell(before.events[0], seat) for seat in (0, None)] == [None, None]
        assert (view(before.state, 1).card, view(before.state, 1).since) == (CARD, SHOWN)
        assert kinds(after.events) == [CardShown, LeadSaw]
        assert (view(after.state, 0).card, view(after.state, 0).since) == (CARD, SHOWN + lag * MS)

    @rule("tip-tap", 8)
    def test_the_lead_sees_the_card_with_the_others_if_the_table_wants_no_delay(self):
        then = when(tip_tap, turning(OPEN, OPEN, options=Options(lead_lag=0)), until=SHOWN + SECOND)

        assert kinds(then.events) == [CardShown]
        assert tell(then.events[0], 0) == then.events[0]
        assert view(then.state, 0).card == CARD

    @rule("tip-tap", 8)
    def test_the_leads_own_tap_is_too_early_before_the_lead_sees_the_card(self):
        given = hunting(OPEN, OPEN, lead_saw=False)

        then = when(tip_tap, given, tap(0, LEAF, at=SHOWN + 99 * MS), tap(0, KEY, at=SHOWN + 100 * MS))

        assert then.events == [TooEarly(0, "left"), LeadSaw(0, CARD), Held(0, "right", KEY, SHOWN + 100 * MS)]

    @rule("tip-tap", 8)
    def test_the_lead_could_not_tell_another_card_from_this_one_before_seeing_it(self):
        given = hunting(OPEN, (LEAF, FREE), lead_saw=False)

        for seat in (0, None):
            others = [reshuffle(given, seat, Dice(seed)) for seed in range(5)]
            assert {other.phase.card for other in others} != {CARD}
            assert all(view(other, seat) == view(given, seat) for other in others)

    @rule("tip-tap", 8)
    def test_fingers_are_compared_from_the_moment_the_card_is_shown(self):
        assert turning(OPEN, OPEN).race is None
        assert hunting(OPEN, OPEN).race == Race(since=SHOWN, held_back=((0, SHOWN + 100 * MS),))


class TestFingers:
    @rule("tip-tap", 9, 12)
    def test_two_hands_can_hold_two_shapes_at_once(self):
        then = when(tip_tap, hunting(OPEN, OPEN), tap(1, LEAF), tap(1, KEY))

        assert then.events == [Held(1, "left", LEAF, NOW), Held(1, "right", KEY, NOW)]
        assert then.state.hands[1] == (LEAF, KEY)

    @rule("tip-tap", 9, 10)
    def test_a_player_cannot_hold_a_third_shape(self):
        then = when(tip_tap, hunting(OPEN, (LEAF, WRONG)), tap(1, KEY), tap(1, KEY, hand="left"))

        assert then.events == [Refused(1, "no-free-hand")] * 2

    @rule("tip-tap", 10)
    def test_the_first_to_tap_a_shape_holds_it_and_nobody_else_may(self):
        then = when(tip_tap, hunting(OPEN, OPEN, OPEN), tap(2, LEAF), tap(1, LEAF, at=NOW + 41 * MS))

        assert then.events == [Held(2, "left", LEAF, NOW), Beaten(1, "left", LEAF, by=2, late=41 * MS)]
        assert then.state.fingers == {LEAF: 2}

    @rule("tip-tap", 10)
    def test_right_or_wrong_the_finger_stays_until_the_round_ends(self):
        given = hunting((WRONG, FREE), (LEAF, FREE))

        then = when(tip_tap, given, Move(NOW, 0, Rest()), Move(NOW, 0, Lift("left")), Move(NOW, 1, Rest()))

        assert then.events == [
            Refused(0, "nothing-to-rest"),
            Refused(0, "finger-stays"),
            Refused(1, "nothing-to-rest"),
        ]
        assert then.state.hands == given.hands

    @rule("tip-tap", 11)
    def test_a_player_who_is_beaten_must_put_that_hand_back_before_using_it_again(self):
        given = hunting((LEAF, FREE), OPEN)

        then = when(
            tip_tap,
            given,
            tap(1, LEAF, hand="right"),
            tap(1, KEY, hand="right"),
            Move(NOW, 1, Rest()),
            tap(1, KEY, hand="right"),
        )

        assert then.events == [
            Beaten(1, "right", LEAF, by=0, late=SECOND),
            Refused(1, "must-rest"),
            Rested(1),
            Held(1, "right", KEY, NOW),
        ]

    @rule("tip-tap", 11)
    def test_the_other_hand_of_a_beaten_player_is_free_to_act_meanwhile(self):
        then = when(tip_tap, hunting((LEAF, FREE), (REST, FREE)), tap(1, KEY))

        assert then.events == [Held(1, "right", KEY, NOW)]

    @rule("tip-tap", 11)
    def test_the_finger_that_ended_the_round_was_sooner_than_the_one_behind_it(self):
        given = hunting((LEAF, KEY), OPEN, OPEN)

        then = when(
            tip_tap, given, tap(2, CROWN), tap(1, CROWN, at=NOW + 7 * MS), tap(1, WRONG, at=NOW + 9 * MS)
        )

        assert kinds(then.events) == [Held, RoundEnded, Beaten, Refused]
        assert then.events[2:] == [Beaten(1, "left", CROWN, by=2, late=7 * MS), Refused(1, "round-over")]

    @rule("tip-tap", 12)
    def test_a_second_finger_on_ones_own_shape_counts_for_nothing_and_stays_free(self):
        then = when(tip_tap, hunting((LEAF, FREE), OPEN), tap(0, LEAF))

        assert then.events == [Refused(0, "already-yours")]
        assert then.state.hands[0] == (LEAF, FREE)

    def test_a_shape_that_does_not_exist_cannot_be_tapped(self):
        then = when(tip_tap, hunting(OPEN, OPEN), tap(0, "free"), tap(0, "spoon-1"))

        assert then.events == [Refused(0, "no-such-shape")] * 2


class TestTheEndOfARound:
    @rule("tip-tap", 13)
    def test_a_round_ends_when_every_shape_on_the_card_is_held(self):
        then = when(tip_tap, hunting((LEAF, WRONG), (KEY, FREE)), tap(1, CROWN))

        assert kinds(then.events) == [Held, RoundEnded]

    @rule("tip-tap", 13)
    def test_a_round_ends_when_no_player_has_a_free_index_finger(self):
        then = when(tip_tap, hunting((LEAF, WRONG), (WRONG_TOO, FREE)), tap(1, WRONG_AGAIN))

        assert kinds(then.events) == [Held, RoundEnded]

    @rule("tip-tap", 13)
    def test_a_finger_that_must_rest_still_counts_as_free_to_search_with(self):
        then = when(tip_tap, hunting((LEAF, REST), (WRONG_TOO, FREE)), tap(1, WRONG_AGAIN))

        assert kinds(then.events) == [Held]

    @rule("tip-tap", 14)
    def test_a_round_ends_when_all_who_have_a_free_finger_say_nothing_more(self):
        given = hunting((LEAF, WRONG), (KEY, FREE), OPEN)

        then = when(tip_tap, given, Move(NOW, 1, Done()), Move(NOW, 1, Done()), Move(NOW, 2, Done()))

        assert kinds(then.events) == [Stopped, Refused, Stopped, RoundEnded]
        assert then.events[1] == Refused(1, "already-said")

    @rule("tip-tap", 14)
    def test_a_player_who_finds_something_after_all_has_not_said_nothing_more(self):
        then = when(tip_tap, hunting(OPEN, OPEN, done=(1,)), tap(1, LEAF), Move(NOW, 0, Done()))

        assert kinds(then.events) == [Held, Stopped]

    @rule("tip-tap", 14)
    def test_saying_nothing_more_needs_a_card_seen_and_a_finger_free(self):
        unseen, both_down = hunting(OPEN, OPEN, lead_saw=False), hunting((LEAF, WRONG), OPEN)

        assert when(tip_tap, unseen, Move(SHOWN, 0, Done())).events == [Refused(0, "not-now")]
        assert when(tip_tap, both_down, Move(NOW, 0, Done())).events == [Refused(0, "no-free-hand")]
        assert when(tip_tap, turning(OPEN, OPEN), Move(0, 0, Done())).events == [Refused(0, "not-now")]

    @rule("tip-tap", 14)
    @pytest.mark.parametrize("limit", [45, 20])
    def test_a_round_ends_after_45_seconds_unless_the_table_sets_another_limit(self, limit):
        given = turning(OPEN, OPEN, options=Options(limit=limit))

        before = when(tip_tap, given, until=SHOWN + limit * SECOND - 1)
        after = when(tip_tap, given, until=SHOWN + limit * SECOND)

        assert kinds(before.events) == [CardShown, LeadSaw]
        assert kinds(after.events) == [CardShown, LeadSaw, RoundEnded]

    @rule("tip-tap", 13, 14)
    def test_a_round_does_not_wait_for_a_player_who_is_away(self):
        given = hunting((WRONG, WRONG_TOO), (WRONG_AGAIN, FREE), OPEN, done=(1,))

        then = when(tip_tap, given, Move(NOW, 2, Away()))

        assert kinds(then.events) == [Left, RoundEnded]

    @rule("tip-tap", 13, 14)
    def test_a_round_waits_again_for_a_player_who_is_back(self):
        given = hunting((WRONG, WRONG_TOO), OPEN, OPEN, away=(2,))

        then = when(tip_tap, given, Move(NOW, 2, Back()), Move(NOW, 1, Done()))

        assert kinds(then.events) == [Returned, Stopped]

    @rule("tip-tap", 14)
    def test_the_clock_ends_the_round_at_a_table_without_anybody(self):
        then = when(
            tip_tap, hunting(OPEN, OPEN), Move(NOW, 0, Away()), Move(NOW, 1, Away()), until=NOW + SECOND
        )

        assert kinds(then.events) == [Left, Left]


class TestDealing:
    @rule("tip-tap", 15)
    def test_the_held_shapes_that_are_on_the_card_are_dealt_at_the_same_time(self):
        then = when(tip_tap, hunting((LEAF, WRONG), (KEY, FREE)), tap(1, CROWN))

        ended = then.events[-1]
        assert ended == RoundEnded(CARD, {LEAF: 0, KEY: 1, CROWN: 1}, {}, (WRONG,), until=NOW + DEALING)
        assert then.state.owner == {LEAF: 0, KEY: 1, CROWN: 1}

    @rule("tip-tap", 15)
    def test_dealt_shapes_lie_in_sight_of_all(self):
        given = dealing((LEAF, FREE), (KEY, WRONG), owner={WRONG_TOO: 1})

        for seat in (0, 1, None):
            seen = view(given, seat)
            assert seen.owner == {LEAF: 0, KEY: 1, WRONG_TOO: 1}
            assert (seen.card, seen.dealt, seen.wrong) == (CARD, {LEAF: 0, KEY: 1}, (WRONG,))

    @rule("tip-tap", 16)
    @pytest.mark.parametrize("owner", [{}, {WRONG: 1}, {WRONG: 0}])
    def test_a_wrongly_held_shape_stays_where_it_lay(self, owner):
        given = hunting((WRONG, FREE), (LEAF, KEY), owner=owner)

        then = when(tip_tap, given, tap(0, CROWN))

        assert then.state.owner == {**owner, LEAF: 1, KEY: 1, CROWN: 0}

    @rule("tip-tap", 16)
    def test_a_wrongly_held_shape_costs_the_finger_and_nothing_else(self):
        given = hunting((WRONG, FREE), (LEAF, KEY), owner=tray(0, 3))

        then = when(tip_tap, given, tap(0, CROWN), until=NOW + DEALING)

        assert then.state.points == (4, 2)
        assert then.state.hands == (OPEN, OPEN)

    @rule("tip-tap", 16)
    def test_a_shape_on_the_card_that_nobody_held_stays_where_it_is(self):
        given = hunting((LEAF, FREE), OPEN, owner={KEY: 1})

        then = when(tip_tap, given, Move(NOW, 0, Done()), Move(NOW, 1, Done()))

        assert then.state.owner == {LEAF: 0, KEY: 1}

    @rule("tip-tap", 17)
    def test_a_shape_in_front_of_a_player_goes_to_the_first_finger_on_it(self):
        given = hunting((KEY, FREE), (CROWN, FREE), owner={LEAF: 1})

        then = when(tip_tap, given, tap(0, LEAF), tap(1, LEAF))

        assert then.state.owner[LEAF] == 0
        assert then.events[1].stolen == {LEAF: 1}

    @rule("tip-tap", 17)
    def test_the_owner_of_a_shape_keeps_it_by_being_first(self):
        given = hunting((KEY, FREE), (CROWN, FREE), owner={LEAF: 1})

        then = when(tip_tap, given, tap(1, LEAF), tap(0, LEAF))

        assert then.state.owner[LEAF] == 1
        assert then.events[1].stolen == {}

    @rule("tip-tap", 18)
    @pytest.mark.parametrize(("lead", "following"), [(0, 1), (2, 0)])
    def test_the_next_player_clockwise_leads(self, lead, following):
        given = dealing((LEAF, KEY), (REST, WRONG), (CROWN, FREE), lead=lead, done=(1,), beaten={LEAF: (1,)})

        then = when(tip_tap, given, until=FELL + DEALING)

        assert then.events == [RoundBegan(following, FELL + DEALING)]
        assert (then.state.lead, then.state.round, kinds([then.state.phase])) == (following, 2, [Ready])
        assert (then.state.hands, then.state.fingers, then.state.done, then.state.beaten) == (
            (OPEN, OPEN, OPEN),
            {},
            (),
            {},
        )

    @rule("tip-tap", 19)
    def test_when_all_cards_are_used_they_are_shuffled_into_a_new_stack(self):
        given = dealing((LEAF, FREE), OPEN, deck=())

        then = when(tip_tap, given, until=FELL + DEALING)

        assert kinds(then.events) == [RoundBegan, DeckShuffled]
        assert sorted(then.state.deck) == sorted(CARDS)
        assert then.state.deck != CARDS
        assert tell(then.events[1], 0) == DeckShuffled(())

    @rule("tip-tap", 19)
    def test_a_tie_break_from_the_tables_seed_orders_exactly_equal_taps(self):
        fingers, winners = [tap(0, LEAF), tap(1, LEAF)], set()
        for seed in map(str, range(20)):
            drawn = sorted(fingers, key=lambda move, seed=seed: tie_break(seed, move))
            then = when(tip_tap, hunting(OPEN, OPEN), *drawn, seed=seed)

            assert kinds(then.events) == [Held, Beaten]
            assert then.events[1].late == 0
            winners.add(then.events[0].seat)

        assert winners == {0, 1}


class TestTheEnd:
    @rule("tip-tap", 20)
    def test_with_8_shapes_in_front_of_a_player_the_game_is_over_and_most_shapes_win(self):
        given = hunting((LEAF, FREE), (KEY, FREE), owner={**tray(0, 7), **tray(1, 6)})

        then = when(tip_tap, given, tap(0, CROWN), until=NOW + DEALING)

        assert kinds(then.events) == [Held, RoundEnded, GameWon]
        assert then.state.winners == (0,)
        assert then.state.points == (9, 7)
        assert when(tip_tap, then.state, tap(1, LEAF)).events == [Refused(1, "game-over")]

    @pytest.mark.parametrize("seat", [0, 1, None])
    def test_every_screen_still_shows_the_winning_card_and_who_got_its_shapes(self, seat):
        given = hunting((LEAF, FREE), (KEY, FREE), owner=tray(0, 7))

        over = view(when(tip_tap, given, tap(0, CROWN), until=NOW + DEALING).state, seat)

        assert over.winners == (0,)
        assert over.card == CARD
        assert over.dealt == {LEAF: 0, KEY: 1, CROWN: 0}

    @rule("tip-tap", 20)
    def test_7_shapes_do_not_end_the_game(self):
        then = when(tip_tap, dealing((LEAF, FREE), OPEN, owner=tray(0, 6)), until=FELL + DEALING)

        assert kinds(then.events) == [RoundBegan]
        assert then.state.points == (7, 0)

    @rule("tip-tap", 20)
    def test_equal_shapes_share_the_victory(self):
        given = dealing(
            (LEAF, FREE), (KEY, FREE), (CROWN, FREE), owner={**tray(0, 7), **tray(1, 3), **tray(2, 7)}
        )

        assert when(tip_tap, given, until=FELL + DEALING).events == [GameWon((0, 2))]

    @rule("tip-tap", 20)
    def test_the_end_of_the_game_is_checked_only_after_the_dealing(self):
        given = hunting((LEAF, FREE), (KEY, FREE), owner={**tray(0, 7), **tray(1, 7)})

        then = when(tip_tap, given, tap(1, CROWN), until=NOW + DEALING - 1)

        assert kinds(then.events) == [Held, RoundEnded]
        assert then.state.winners is None

    @rule("tip-tap", 20)
    def test_a_steal_in_the_same_round_can_undo_an_eighth_shape(self):
        given = hunting((LEAF, FREE), (KEY, FREE), owner={**tray(0, 6), CROWN: 0})

        then = when(tip_tap, given, tap(1, CROWN), until=NOW + DEALING)

        assert kinds(then.events) == [Held, RoundEnded, RoundBegan]
        assert then.state.points == (7, 2)

    @rule("tip-tap", 21)
    def test_a_series_has_as_many_games_as_players_and_each_starts_from_set_up(self):
        series = Options(series=True)
        given = dealing((LEAF, FREE), (KEY, REST), OPEN, options=series, owner={**tray(0, 7), **tray(1, 2)})

        then = when(tip_tap, given, until=FELL + DEALING)

        [ended] = then.events
        assert (ended.points, view(given, 0).games) == ((8, 3, 0), 3)
        assert sorted(then.state.deck) == sorted(CARDS)
        assert then.state.layout != given.layout
        assert (then.state.game, then.state.round, then.state.owner) == (2, 1, {})
        assert (then.state.hands, kinds([then.state.phase])) == ((OPEN,) * 3, [Ready])
        assert tell(ended, 0) == replace(ended, deck=())

    @rule("tip-tap", 21)
    def test_a_series_counts_one_point_for_each_shape_added_up_over_the_games(self):
        series = Options(series=True)
        given = dealing((LEAF, KEY), OPEN, OPEN, options=series, sums=(1, 8, 3), owner=tray(0, 6), game=2)

        then = when(tip_tap, given, until=FELL + DEALING)

        assert given.points == then.state.points == (9, 8, 3)

    @rule("tip-tap", 21)
    def test_the_highest_sum_wins_a_series_not_the_last_game(self):
        series = Options(series=True)
        given = dealing((LEAF, FREE), (KEY, FREE), options=series, sums=(1, 9), owner=tray(0, 7), game=2)

        assert when(tip_tap, given, until=FELL + DEALING).events == [GameWon((1,))]

    @rule("tip-tap", 21)
    def test_without_a_series_one_game_decides(self):
        given = dealing((LEAF, FREE), OPEN, owner=tray(0, 7))

        assert view(given, 0).games == 1
        assert when(tip_tap, given, until=FELL + DEALING).events == [GameWon((0,))]


class TestVariants:
    @rule("tip-tap", 22, 24)
    @pytest.mark.parametrize("pieces", ["shapes", "frames"])
    def test_on_the_dark_side_clients_get_no_colours_at_all(self, pieces):
        options = Options(pieces=pieces, side="dark")
        given = turning(OPEN, OPEN, options=options)
        then = when(tip_tap, given, tap(1, LEAF), tap(0, KEY), tap(1, CROWN), until=NOW + DEALING)
        states = [given, then.state, hunting((LEAF, FREE), OPEN, options=options)]

        views = [view(state, seat) for state in states for seat in (0, 1, None)]
        views += [tell(event, seat) for event in then.events for seat in (0, 1, None)]
        sent = msgspec.json.encode(views).decode()

        assert (views[0].side, views[0].pieces) == ("dark", pieces)
        assert not any(colour in sent for colour in COLOURS)

    @rule("tip-tap", 22, 23)
    @pytest.mark.parametrize("pieces", ["shapes", "frames"])
    def test_on_the_coloured_side_every_piece_has_its_colour(self, pieces):
        seen = view(table(OPEN, OPEN, options=Options(pieces=pieces)), 0)

        assert (seen.side, seen.pieces, seen.colours) == ("coloured", pieces, COLOUR_OF)

    @rule("tip-tap", 23, 24, 25)
    @pytest.mark.parametrize("options", VARIANTS)
    def test_nothing_else_changes_in_a_variant(self, options):
        moves = [tap(1, LEAF), tap(0, LEAF), tap(0, WRONG), Move(NOW, 0, Rest()), tap(1, KEY), tap(0, CROWN)]
        basic = turning(OPEN, OPEN, owner=tray(0, 7))

        plain = when(tip_tap, basic, *moves, until=60 * SECOND)
        other = when(tip_tap, replace(basic, options=options), *moves, until=60 * SECOND)

        assert other.events == plain.events
        assert GameWon((0,)) in other.events
        assert setup(4, options, Dice("a")) == replace(setup(4, Options(), Dice("a")), options=options)

    @rule("tip-tap", 22, 23, 24)
    def test_the_basic_game_is_shapes_in_colour(self):
        assert Options() == VARIANTS[0]


class TestOnAScreen:
    @rule("tip-tap", 26)
    def test_each_hand_is_shown_as_free_holding_or_resting(self):
        given = hunting((LEAF, REST), OPEN)

        for seat in (0, 1, None):
            assert view(given, seat).hands == ((LEAF, "rest"), ("free", "free"))

    @rule("tip-tap", 26)
    def test_a_tap_uses_a_free_hand(self):
        for hands, used in {OPEN: "left", (REST, FREE): "right", (WRONG, FREE): "right"}.items():
            assert when(tip_tap, hunting(hands, OPEN), tap(0, LEAF)).events == [Held(0, used, LEAF, NOW)]

    @rule("tip-tap", 26)
    def test_a_mouse_button_chooses_its_own_hand(self):
        given = hunting(OPEN, OPEN)

        then = when(tip_tap, given, tap(0, LEAF, hand="right"), tap(0, KEY, hand="left"))

        assert then.state.hands[0] == (KEY, LEAF)

    @rule("tip-tap", 26)
    def test_the_rest_strip_frees_every_hand_that_must_rest_and_no_other(self):
        for before, after in {(REST, REST): OPEN, (LEAF, REST): (LEAF, FREE)}.items():
            then = when(tip_tap, hunting(before, OPEN), Move(NOW, 0, Rest()))
            assert (then.events, then.state.hands[0]) == ([Rested(0)], after)

    @rule("tip-tap", 27)
    def test_with_real_holds_a_lifted_finger_does_not_free_the_hand(self):
        given = hunting((LEAF, FREE), OPEN, options=Options(real_hold=True))

        then = when(
            tip_tap, given, Move(NOW, 0, Lift("left")), tap(0, KEY, hand="left"), Move(NOW, 0, Rest())
        )

        assert then.events == [
            Lifted(0, "left", LEAF),
            Refused(0, "no-free-hand"),
            Refused(0, "nothing-to-rest"),
        ]
        assert view(then.state, 1).hands[0] == (SPENT, FREE)

    @rule("tip-tap", 27)
    def test_a_shape_that_a_lifted_finger_left_is_free_for_anyone(self):
        given = hunting((LEAF, KEY), OPEN, options=Options(real_hold=True))

        then = when(tip_tap, given, Move(NOW, 0, Lift("left")), tap(1, LEAF), tap(1, CROWN))

        assert then.state.owner == {LEAF: 1, KEY: 0, CROWN: 1}

    @rule("tip-tap", 27)
    def test_a_hand_that_holds_nothing_has_nothing_to_lift(self):
        given = hunting(OPEN, (REST, SPENT), options=Options(real_hold=True))

        then = when(
            tip_tap, given, *(Move(NOW, seat, Lift(hand)) for seat in (0, 1) for hand in ("left", "right"))
        )

        assert then.events == [Refused(seat, "nothing-to-lift") for seat in (0, 0, 1, 1)]

    @rule("tip-tap", 13, 27)
    def test_a_spent_hand_is_not_a_free_finger(self):
        given = hunting((WRONG, SPENT), (LEAF, FREE), options=Options(real_hold=True))

        then = when(tip_tap, given, tap(1, WRONG_TOO))

        assert kinds(then.events) == [Held, RoundEnded]

    @rule("tip-tap", 28)
    def test_everyone_sees_at_once_whose_finger_is_where(self):
        then = when(tip_tap, hunting(OPEN, OPEN, OPEN), tap(1, LEAF), tap(2, LEAF, at=NOW + 9))

        for seat in (0, 1, 2, None):
            seen = view(then.state, seat)
            assert (seen.fingers, seen.fell, seen.beaten) == ({LEAF: 1}, {LEAF: NOW}, {LEAF: (2,)})
            assert [tell(event, seat) for event in then.events] == then.events

    @rule("tip-tap", 28)
    def test_fingers_after_one_shape_in_one_round_share_a_photo_finish(self):
        hunt = hunting((LEAF, KEY), OPEN)
        photo = photo_of(hunt, Tap(LEAF, "left"))

        assert photo == photo_of(hunt, Tap(LEAF))
        assert photo == photo_of(dealing((LEAF, KEY), OPEN), Tap(LEAF))
        assert (
            len(
                {
                    photo,
                    *(
                        photo_of(other, Tap(LEAF))
                        for other in (replace(hunt, round=2), replace(hunt, game=2))
                    ),
                }
            )
            == 3
        )
        assert photo != photo_of(hunt, Tap(KEY))

    @rule("tip-tap", 28)
    def test_acts_without_a_race_have_no_photo_finish(self):
        hunt = hunting((LEAF, FREE), OPEN)

        assert photo_of(hunt, Rest()) is None
        assert photo_of(hunt, Tap("spoon-1")) is None
        assert photo_of(turning(OPEN, OPEN), Tap(LEAF)) is None
        assert photo_of(dealing((LEAF, FREE), OPEN), Tap(KEY)) is None


def test_a_simulation_counts_the_figures_of_the_game():
    given = hunting((LEAF, FREE), (WRONG, REST), owner={LEAF: 1}, deck=())

    then = when(
        tip_tap,
        given,
        tap(0, KEY),
        Move(NOW, 1, Rest()),
        tap(1, KEY),
        Move(NOW, 1, Done()),
        tap(0, KEY, at=NOW + DEALING + MS),
    )

    assert tally(then.events) == {
        "rounds": 1,
        "steals": 1,
        "wrong": 1,
        "early": 1,
        "beaten": 1,
        "shuffles": 1,
    }


def test_every_named_table_is_a_valid_state():
    assert CARD in CARDS
    for state in tip_tap.TABLES.values():
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
        assert isinstance(state.phase, Ready | Turning | Hunting | Dealing | Over)
        assert len(msgspec.json.encode(view(state, 0))) < 4_000


def test_the_end_of_a_game_in_a_series_is_an_event():
    assert kinds(when(tip_tap, tip_tap.TABLES["a game of a series ends"], until=FELL + DEALING).events) == [
        GameEnded
    ]
