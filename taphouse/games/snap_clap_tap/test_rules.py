"""The rulebook, sentence by sentence. Test names are its sentences."""

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
from taphouse.games import snap_clap_tap
from taphouse.testing import photo, rule, when

from .cards import ACTIONS, CARDS
from .events import (
    Acts,
    Beaten,
    Bounced,
    CalledTooLate,
    Caught,
    Cry,
    Dealt,
    DealWon,
    Did,
    Do,
    Events,
    GameWon,
    GotStuck,
    Laid,
    Lay,
    Mistaken,
    Pass,
    Passed,
    PilesTurned,
    PlayResumed,
    StopEnded,
    TurnedUp,
)
from .piles import Lock, Placed, size, tops
from .rules import BETWEEN_DEALS, FACE_DOWN, GIVING, LOCKED, SEATS, SHOWN, STUCK, THREE, setup, tally
from .state import (
    Bound,
    CardRace,
    DealOver,
    FaceDown,
    Free,
    Giving,
    GoofRace,
    Options,
    Over,
    State,
    Stopping,
    Stuck,
)
from .tables import FOUR_OF_MINE, LEFT, LOSING, NOW, RIGHT, TABLES, gesture, laid, stopping, stuck, table
from .views import reshuffle, tell, view

GAME: Game[State, Events] = snap_clap_tap  # the type checker confirms that the folder is a game
photo_of = partial(photo, snap_clap_tap)

SOON = NOW + SECOND
LATER = NOW + 2 * SECOND
DOG, GIRL = "red-dog-snap", "green-girl-tap"  # one for LEFT, one for RIGHT
OTHERS = ("blue-cat-snap", "orange-boy-tap", "blue-boy-snap", "orange-cat-tap")
MORE = ("blue-girl-tap", "blue-girl-snap", "orange-dog-clap")
EVERYONE = (0, 1, None)


def do(seat, action, *on, at=SOON):
    return Move(at, seat, Do(action, on or (LEFT, RIGHT)))


def lay(seat, card, on, at=SOON, blur=0):
    return Move(at, seat, Lay(card, on), blur)


def cry(seat, offender, card, at=LATER):
    return Move(at, seat, Cry(offender, card))


def kinds(events):
    return [type(event) for event in events]


def top(state, side):
    return state.receive[side][-1].card


def sizes(give):
    return [len(pile.cards) for pile in give]


def two(*mine, **changes):
    """Two players, the second with four cards that fit."""
    return table(mine or (DOG, GIRL, "green-cat-tap"), OTHERS, **changes)


class TestSetUp:
    @rule("snap-clap-tap", 3)
    @pytest.mark.parametrize("seats", range(2, 7))
    def test_two_cards_lie_in_the_middle_and_the_rest_is_dealt_evenly(self, seats):
        start = setup(seats, Options(), Dice("a"))
        dealt = [card for give in start.give for pile in give for card in pile.cards]

        assert [len(pile) for pile in start.receive] == [1, 1]
        assert [size(give) for give in start.give] == [60 // seats] * seats
        assert sorted([*dealt, *start.tops]) == sorted(CARDS)

    @rule("snap-clap-tap", 3)
    @pytest.mark.parametrize("seats", range(2, 7))
    def test_each_player_has_four_piles_as_even_as_possible(self, seats):
        for give in setup(seats, Options(), Dice("a")).give:
            assert len(give) == 4
            assert max(sizes(give)) - min(sizes(give)) <= 1

    @rule("snap-clap-tap", 2)
    def test_two_to_six_can_play(self):
        assert list(SEATS) == [2, 3, 4, 5, 6]

    @rule("snap-clap-tap", 3)
    def test_cards_are_dealt_at_random(self):
        assert setup(2, Options(), Dice("a")).give != setup(2, Options(), Dice("b")).give

    @rule("snap-clap-tap", 3)
    def test_a_remainder_would_go_under_the_receive_piles(self, monkeypatch):
        monkeypatch.setattr("taphouse.games.snap_clap_tap.cards.CARDS", CARDS[:61])

        start = setup(2, Options(), Dice("a"))

        assert [len(pile) for pile in start.receive] == [2, 1]
        assert [size(give) for give in start.give] == [29, 29]

    @rule("snap-clap-tap", 3)
    def test_all_cards_lie_face_down_and_nobody_sees_anything(self):
        start = setup(3, Options(), Dice("a"))
        other = reshuffle(start, 0, Dice("b"))

        for seat in (0, 1, 2, None):
            seen = view(start, seat)
            assert {pile.top for give in seen.give for pile in give} == {None}
            assert {pile.card for pile in seen.receive} == {None}
            assert view(other, seat) == seen
        assert other.tops != start.tops
        assert other.give != start.give

    @rule("snap-clap-tap", 3)
    def test_all_cards_are_turned_up_at_once(self):
        start = setup(3, Options(), Dice("a"))

        then = when(snap_clap_tap, start, until=3 * SECOND)

        assert then.events == [TurnedUp(3 * SECOND)]
        for seat in (0, 1, 2, None):
            seen = view(then.state, seat)
            assert [[pile.top for pile in give] for give in seen.give] == [
                [pile.top for pile in give] for give in start.give
            ]
            assert tuple(pile.card for pile in seen.receive) == start.tops

    @rule("snap-clap-tap", 3)
    def test_nobody_plays_before_the_cards_are_turned_up(self):
        start = setup(2, Options(), Dice("a"))
        acts = (Do("snap", start.tops), Lay(tops(start.give[0])[0], start.tops[0]), Pass())

        then = when(snap_clap_tap, start, *(Move(SECOND, 0, act) for act in acts))

        assert then.events == [Refused(0, "face-down")] * 3


class TestPlay:
    @rule("snap-clap-tap", 4)
    def test_the_top_card_of_a_give_pile_goes_onto_a_receive_pile(self):
        given = two(f"green-cat-tap {DOG}", GIRL)

        then = when(snap_clap_tap, given, do(0, "clap"), lay(0, DOG, LEFT))

        assert then.events[-1] == Laid(0, DOG, LEFT, SOON, 0, goof=False)
        assert then.state.tops == (DOG, RIGHT)
        assert then.state.receive[0][:-1] == given.receive[0]
        assert then.state.receive[1] == given.receive[1]
        assert tops(then.state.give[0]) == ("green-cat-tap", GIRL)
        assert then.state.give[1] == given.give[1]

    @rule("snap-clap-tap", 4)
    def test_a_card_goes_onto_either_of_the_two_receive_piles(self):
        then = when(snap_clap_tap, two(), lay(0, DOG, LEFT), lay(0, GIRL, RIGHT))

        assert then.state.tops == (DOG, GIRL)

    @rule("snap-clap-tap", 4)
    def test_everyone_plays_at_the_same_time(self):
        given = table((DOG, "red-cat-tap"), (GIRL, "red-boy-tap"), ("blue-cat-tap", "red-boy-clap"))

        then = when(
            snap_clap_tap,
            given,
            lay(2, "blue-cat-tap", LEFT),
            lay(1, GIRL, RIGHT),
            lay(0, "red-cat-tap", LEFT),
        )

        assert kinds(then.events) == [Laid, Laid, Laid]
        assert [size(give) for give in then.state.give] == [1, 1, 1]

    @rule("snap-clap-tap", 5)
    @pytest.mark.parametrize("card", ["blue-cat-tap", "red-dog-tap"])
    def test_a_card_may_be_played_if_colour_or_character_is_the_same(self, card):
        assert kinds(when(snap_clap_tap, two(card, GIRL), lay(0, card, LEFT)).events) == [Laid]

    @rule("snap-clap-tap", 5, 11)
    def test_a_card_may_not_be_played_if_only_the_action_is_the_same(self):
        then = when(snap_clap_tap, two("red-boy-clap", GIRL), do(0, "clap"), lay(0, "red-boy-clap", LEFT))

        assert kinds(then.events) == [Did, Bounced]

    @rule("snap-clap-tap", 6)
    def test_a_striped_card_may_be_played_on_anything(self):
        then = when(snap_clap_tap, two("striped-cat-snap", GIRL), lay(0, "striped-cat-snap", LEFT))

        assert kinds(then.events) == [Laid]

    @rule("snap-clap-tap", 6)
    def test_anything_may_be_played_on_a_striped_card(self):
        given = two("red-boy-clap", GIRL, left="striped-cat-snap")

        then = when(snap_clap_tap, given, lay(0, "red-boy-clap", "striped-cat-snap"))

        assert kinds(then.events) == [Laid]

    @rule("snap-clap-tap", 13)
    def test_a_card_that_is_not_on_top_cannot_be_played(self):
        given = two(f"{DOG} green-cat-tap", GIRL)

        then = when(snap_clap_tap, given, lay(0, DOG, LEFT))

        assert then.events == [Refused(0, "not-your-top")]
        assert then.state == given

    @rule("snap-clap-tap", 13)
    def test_another_players_card_cannot_be_played(self):
        then = when(snap_clap_tap, two(), lay(0, OTHERS[0], LEFT))

        assert then.events == [Refused(0, "not-your-top")]

    @rule("snap-clap-tap", 13)
    def test_only_top_cards_are_seen_not_even_the_others_of_ones_own(self):
        given = table(FOUR_OF_MINE, OTHERS, rest="give")

        for seat in EVERYONE:
            other = reshuffle(given, seat, Dice("b"))
            assert view(other, seat) == view(given, seat)
            assert other.give[0] != given.give[0]
            assert [tops(give) for give in other.give] == [tops(give) for give in given.give]
            assert view(given, seat).give[0][1].top == "blue-girl-snap"

    @rule("snap-clap-tap", 13)
    def test_no_seat_knows_the_card_right_under_a_top(self):
        given = table(FOUR_OF_MINE, OTHERS, rest="give")

        under = {reshuffle(given, 0, Dice(n)).give[0][0].cards[-2] for n in range(9)}

        assert len(under) > 3

    @rule("snap-clap-tap", 13)
    def test_an_empty_give_pile_stays_empty(self):
        then = when(snap_clap_tap, two(DOG, f"red-cat-tap {GIRL}"), lay(0, DOG, LEFT))

        assert sizes(then.state.give[0]) == [0, 2, 0, 0]
        assert view(then.state, 1).give[0][0].top is None

    @rule("snap-clap-tap", 4)
    def test_a_card_that_lies_nowhere_cannot_be_played_on(self):
        then = when(snap_clap_tap, two(), lay(0, DOG, "spoon"), lay(0, DOG, OTHERS[0]))

        assert then.events == [Refused(0, "nothing-there")] * 2


class TestActions:
    @rule("snap-clap-tap", 7, 16)
    @pytest.mark.parametrize("asked", ACTIONS)
    @pytest.mark.parametrize("did", ACTIONS)
    def test_what_the_receive_card_shows_is_to_be_done_before_playing_on_it(self, asked, did):
        on = f"blue-dog-{asked}"

        then = when(snap_clap_tap, two(left=on), do(0, did, on), lay(0, DOG, on))

        assert then.events[-1].goof == (did != asked)

    @rule("snap-clap-tap", 7, 16)
    def test_playing_without_the_required_action_is_a_goof(self):
        assert when(snap_clap_tap, two(), lay(0, DOG, LEFT)).events[-1].goof

    @rule("snap-clap-tap", 7)
    def test_doing_the_action_after_the_play_is_too_late(self):
        then = when(snap_clap_tap, two(), lay(0, DOG, LEFT), do(0, "clap"))

        assert then.state.plays[0].goof

    @rule("snap-clap-tap", 7)
    def test_the_action_on_ones_own_card_does_not_matter(self):
        then = when(snap_clap_tap, two(), do(0, "snap"), lay(0, DOG, LEFT))

        assert then.events[-1].goof

    @rule("snap-clap-tap", 8)
    @pytest.mark.parametrize("did", ACTIONS)
    def test_a_shrug_asks_for_any_one_of_the_three_actions(self, did):
        on = "red-dog-shrug"

        then = when(snap_clap_tap, two(left=on), do(0, did, on), lay(0, DOG, on))

        assert then.events[-1].goof is False

    @rule("snap-clap-tap", 8)
    def test_playing_on_a_shrug_without_any_action_is_a_goof(self):
        assert when(snap_clap_tap, two(left="red-dog-shrug"), lay(0, DOG, "red-dog-shrug")).events[-1].goof

    @rule("snap-clap-tap", 9)
    def test_a_stop_card_on_top_asks_for_no_action(self):
        given = two(left="green-dog-stop")

        assert when(snap_clap_tap, given, lay(0, DOG, "green-dog-stop")).events[-1].goof is False

    @rule("snap-clap-tap", 10)
    def test_an_action_is_bound_to_the_pile_it_was_done_for(self):
        given = two(left="blue-dog-snap", right="orange-girl-snap")

        then = when(snap_clap_tap, given, do(0, "snap", "blue-dog-snap"), lay(0, GIRL, "orange-girl-snap"))

        assert then.events[-1].goof

    @rule("snap-clap-tap", 10)
    def test_an_action_may_be_done_for_whichever_pile_is_played_on(self):
        for card, on in ((DOG, LEFT), (GIRL, "orange-girl-clap")):
            given = two(right="orange-girl-clap")
            then = when(snap_clap_tap, given, do(0, "clap", LEFT, "orange-girl-clap"), lay(0, card, on))
            assert then.events[-1].goof is False

    @rule("snap-clap-tap", 10)
    def test_an_action_serves_for_one_play_only(self):
        given = two(right="orange-girl-clap")

        then = when(
            snap_clap_tap,
            given,
            do(0, "clap", LEFT, "orange-girl-clap"),
            lay(0, DOG, LEFT),
            lay(0, GIRL, "orange-girl-clap"),
        )

        assert [event.goof for event in then.events[1:]] == [False, True]

    @rule("snap-clap-tap", 10)
    def test_two_actions_serve_for_two_plays(self):
        given = two()

        then = when(
            snap_clap_tap,
            given,
            do(0, "clap", LEFT, at=SOON),
            do(0, "snap", RIGHT, at=SOON + MS),
            lay(0, DOG, LEFT, at=LATER),
            lay(0, GIRL, RIGHT, at=LATER),
        )

        assert [event.goof for event in then.events[2:]] == [False, False]

    @rule("snap-clap-tap", 10)
    def test_the_last_action_done_for_a_card_counts(self):
        right = when(snap_clap_tap, two(), do(0, "tap"), do(0, "clap", at=LATER), lay(0, DOG, LEFT, at=LATER))
        wrong = when(snap_clap_tap, two(), do(0, "clap"), do(0, "tap", at=LATER), lay(0, DOG, LEFT, at=LATER))

        assert (right.events[-1].goof, wrong.events[-1].goof) == (False, True)

    @rule("snap-clap-tap", 10)
    def test_if_another_player_covers_that_pile_first_the_action_must_be_done_again(self):
        given = table(("blue-cat-clap", GIRL), ("blue-boy-clap", "red-boy-tap"))
        covered = do(0, "clap"), lay(1, "blue-boy-clap", LEFT, at=SOON + MS)
        again, mine = (
            do(0, "clap", "blue-boy-clap", at=SOON + MS),
            lay(0, "blue-cat-clap", "blue-boy-clap", LATER),
        )

        void = when(snap_clap_tap, given, *covered, mine)
        good = when(snap_clap_tap, given, *covered, again, mine)

        assert (void.events[-1].goof, good.events[-1].goof) == (True, False)

    @rule("snap-clap-tap", 10)
    def test_an_action_for_a_card_already_covered_has_no_effect_and_its_player_learns_it(self):
        given = table((DOG,), ("blue-boy-clap", "red-boy-tap"))

        then = when(snap_clap_tap, given, lay(1, "blue-boy-clap", LEFT), do(0, "clap", at=SOON + MS))

        assert then.events[-1] == Did(0, "clap", (RIGHT,), SOON + MS)
        assert view(then.state, 0).bound == {RIGHT: Bound("clap", SOON + MS)}

    @rule("snap-clap-tap", 10)
    def test_a_card_that_comes_up_again_asks_again(self):
        given = table(LOSING[:2], LOSING[2:], bound=({LEFT: Bound("clap", NOW)}, {}), phase=stuck())

        then = when(snap_clap_tap, given, until=NOW + STUCK)

        assert kinds(then.events)[0] is PilesTurned
        assert then.state.bound == ({}, {})


class TestRefused:
    @rule("snap-clap-tap", 11)
    def test_a_card_that_does_not_match_goes_back_and_its_pile_is_locked(self):
        given = two(f"red-cat-snap {DOG}", "green-cat-tap")

        then = when(snap_clap_tap, given, lay(0, DOG, RIGHT), lay(0, DOG, LEFT, at=SOON + LOCKED - 1))

        assert then.events == [Bounced(0, DOG, RIGHT, SOON + LOCKED), Refused(0, "locked")]
        assert then.state.give[0][0].cards == given.give[0][0].cards
        assert then.state.receive == given.receive
        assert view(then.state, 0).locks == (Lock(DOG, RIGHT, SOON + LOCKED), None, None, None)

    @rule("snap-clap-tap", 11)
    def test_a_pile_is_locked_for_seven_tenths_of_a_second(self):
        again = [lay(0, DOG, LEFT, at=SOON + 700 * MS - 1), lay(0, DOG, LEFT, at=SOON + 700 * MS)]

        then = when(snap_clap_tap, two(), lay(0, DOG, RIGHT), *again)

        assert kinds(then.events) == [Bounced, Refused, Laid]

    @rule("snap-clap-tap", 11)
    def test_the_other_piles_are_not_locked(self):
        then = when(snap_clap_tap, two(), lay(0, DOG, RIGHT), lay(0, GIRL, RIGHT))

        assert kinds(then.events) == [Bounced, Laid]

    @rule("snap-clap-tap", 11)
    def test_a_card_that_does_not_match_is_not_a_goof(self):
        then = when(snap_clap_tap, two(), lay(0, DOG, RIGHT), cry(1, 0, DOG))

        assert kinds(then.events) == [Bounced, Refused]
        assert then.state.plays == (None, None)

    @rule("snap-clap-tap", 12)
    def test_of_two_plays_on_one_pile_the_earlier_wins_and_the_later_goes_back_without_a_penalty(self):
        given = table((DOG,), ("blue-cat-snap", "orange-boy-tap"))

        then = when(
            snap_clap_tap,
            given,
            lay(1, "blue-cat-snap", LEFT, at=SOON, blur=3 * MS),
            lay(0, DOG, LEFT, at=SOON + 7 * MS, blur=4 * MS),
        )

        assert then.events[-1] == Beaten(0, DOG, LEFT, by=1, late=7 * MS, blur=5 * MS)
        assert then.state.tops == ("blue-cat-snap", RIGHT)
        assert then.state.give[0] == given.give[0]

    @rule("snap-clap-tap", 12)
    def test_a_later_card_that_still_matches_stays(self):
        given = table((DOG, "red-cat-tap"), ("red-girl-snap", "blue-cat-snap"), left="blue-girl-clap")
        moves = lay(1, "red-girl-snap", "blue-girl-clap"), lay(0, DOG, "blue-girl-clap", at=SOON + MS)

        then = when(snap_clap_tap, given, *moves)

        assert then.events[-1] == Laid(0, DOG, "red-girl-snap", SOON + MS, 0, goof=True)
        assert [placed.card for placed in then.state.receive[0][-3:]] == [
            "blue-girl-clap",
            "red-girl-snap",
            DOG,
        ]

    @rule("snap-clap-tap", 12)
    def test_a_beaten_player_learns_who_covered_the_very_card_they_aimed_at(self):
        given = table((DOG,), ("blue-cat-snap", "red-boy-tap"), ("green-cat-snap", "orange-boy-snap"))

        then = when(
            snap_clap_tap,
            given,
            lay(1, "blue-cat-snap", LEFT, at=SOON),
            lay(2, "green-cat-snap", "blue-cat-snap", at=SOON + 5 * MS),
            lay(0, DOG, LEFT, at=SOON + 9 * MS),
        )

        assert then.events[-1] == Beaten(0, DOG, LEFT, by=1, late=9 * MS, blur=0)

    @rule("snap-clap-tap", 11, 12)
    def test_a_later_card_that_matches_neither_is_locked(self):
        given = table(("red-boy-tap", "red-dog-tap"), ("blue-cat-snap", "orange-boy-snap"))

        then = when(
            snap_clap_tap, given, lay(1, "blue-cat-snap", LEFT), lay(0, "red-boy-tap", LEFT, at=SOON + MS)
        )

        assert kinds(then.events) == [Laid, Bounced]

    @rule("snap-clap-tap", 12)
    def test_taps_are_compared_while_cards_are_laid_and_goofs_called(self):
        assert two().race == two(phase=stopping(0)).race == Race(NOW, open=True)
        for name in (
            "the cards lie face down",
            "the cards are given",
            "nobody can play",
            "two share the victory",
        ):
            assert TABLES[name].race is None

    @rule("snap-clap-tap", 12)
    def test_one_comparison_lasts_until_play_halts(self):
        given = two("orange-boy-stop", DOG, GIRL)

        then = when(
            snap_clap_tap,
            given,
            lay(0, "orange-boy-stop", RIGHT),
            Move(LATER, 0, Pass()),
            lay(0, DOG, LEFT, LATER),
        )
        halted = when(snap_clap_tap, TABLES["the cards are given"], until=NOW + GIVING)

        assert kinds(then.events) == [Laid, Passed, StopEnded, Laid]
        assert then.state.race == given.race
        assert halted.state.race == Race(NOW + GIVING, open=True)

    @rule("snap-clap-tap", 12)
    def test_cards_after_one_card_share_a_photo_finish(self):
        given = table((DOG,), ("blue-cat-snap", "red-boy-tap"))
        covered = when(snap_clap_tap, given, lay(1, "blue-cat-snap", LEFT)).state
        photo = photo_of(given, Lay("blue-cat-snap", LEFT))

        assert photo is not None
        assert photo == photo_of(given, Lay(DOG, LEFT)) == photo_of(covered, Lay(DOG, LEFT))
        assert photo != photo_of(table((GIRL,), OTHERS), Lay(GIRL, RIGHT))

    @rule("snap-clap-tap", 12)
    def test_a_card_that_came_after_the_stop_card_is_in_the_photo_finish(self):
        given = table((DOG,), ("blue-girl-stop", "orange-boy-tap", "blue-boy-snap"))
        stopped = when(snap_clap_tap, given, lay(1, "blue-girl-stop", LEFT)).state
        alone = when(snap_clap_tap, stopped, lay(1, "orange-boy-tap", RIGHT, at=LATER)).state

        assert photo_of(stopped, Lay(DOG, LEFT)) == photo_of(given, Lay(DOG, LEFT)) is not None
        assert photo_of(stopped, Lay("orange-boy-tap", RIGHT)) is None
        assert photo_of(alone, Lay(GIRL, RIGHT)) is None

    @rule("snap-clap-tap", 12)
    def test_a_card_that_came_after_the_last_card_of_the_game_is_in_the_photo_finish(self):
        given = table((DOG,), ("blue-girl-snap",), phase=Over((1,)), left=f"{LEFT} blue-cat-tap")

        assert photo_of(given, Lay("blue-girl-snap", LEFT)) == CardRace(LEFT, NOW)
        assert photo_of(given, Lay("blue-girl-snap", "blue-cat-tap")) is None

    @rule("snap-clap-tap", 12)
    def test_a_card_that_could_not_win_the_pile_is_in_no_photo_finish(self):
        given = two(f"{GIRL} {DOG}", "green-cat-tap")
        locked = when(snap_clap_tap, given, lay(0, DOG, RIGHT)).state

        assert photo_of(given, Lay(DOG, RIGHT)) is None
        assert photo_of(given, Lay(GIRL, RIGHT)) is None
        assert photo_of(given, Lay(DOG, "spoon")) is None
        assert photo_of(locked, Lay(DOG, LEFT)) is None
        assert photo_of(given, Do("clap", (LEFT,))) is None

    @rule("snap-clap-tap", 12)
    def test_a_card_that_comes_up_again_is_another_race(self):
        once = table((DOG,), LOSING[2:], left=f"{LEFT} … blue-girl-tap", phase=stuck())
        again = when(snap_clap_tap, once, until=NOW + STUCK).state

        assert again.tops[0] == LEFT
        assert photo_of(once, Lay(DOG, LEFT)) == CardRace(LEFT, NOW)
        assert photo_of(again, Lay(DOG, LEFT)) == CardRace(LEFT, NOW + STUCK)


class TestStop:
    STOP = "green-dog-stop"

    def given(self, *mine, **changes):
        mine = mine or (self.STOP, DOG, GIRL, "orange-dog-tap")
        return table(mine, OTHERS, **changes)

    @rule("snap-clap-tap", 14)
    def test_a_player_who_plays_a_stop_card_stops_everyone_else(self):
        then = when(
            snap_clap_tap,
            self.given(),
            lay(0, self.STOP, LEFT),
            lay(1, "orange-boy-tap", RIGHT),
            do(1, "snap"),
            Move(SOON, 1, Pass()),
        )

        assert kinds(then.events) == [Laid, Refused, Refused, Refused]
        assert {event.why for event in then.events[1:]} == {"stopped"}
        assert then.state.phase == Stopping(0, THREE, SOON, SOON + 8 * SECOND)

    @rule("snap-clap-tap", 14)
    def test_everyone_sees_the_reason_and_the_duration_of_a_stop(self):
        then = when(snap_clap_tap, self.given(), lay(0, self.STOP, LEFT))

        for seat in EVERYONE:
            seen = view(then.state, seat)
            assert (seen.phase, seen.stopper, seen.left) == ("stopped", 0, 3)
            assert (seen.since, seen.until) == (SOON, SOON + 8 * SECOND)
            assert tell(then.events[0], seat).until == SOON + 8 * SECOND

    @rule("snap-clap-tap", 14)
    def test_without_a_stop_card_no_player_plays_alone(self):
        seen = view(self.given(), 0)

        assert (seen.phase, seen.stopper, seen.left, seen.giving) == ("free", None, 0, None)

    @rule("snap-clap-tap", 14)
    def test_the_stopper_may_play_three_times_before_the_others_go_on(self):
        given = self.given(self.STOP, DOG, GIRL, "green-girl-snap orange-dog-tap")

        then = when(
            snap_clap_tap,
            given,
            lay(0, self.STOP, LEFT),
            lay(0, DOG, self.STOP),
            lay(0, "orange-dog-tap", DOG),
            lay(1, "orange-cat-tap", RIGHT),
            lay(0, GIRL, RIGHT),
            lay(1, "orange-cat-tap", "orange-dog-tap"),
        )

        assert kinds(then.events) == [Laid, Laid, Laid, Refused, Laid, StopEnded, Laid]
        assert then.events[5] == StopEnded(0, SOON)

    @rule("snap-clap-tap", 15)
    def test_the_stop_card_itself_is_not_one_of_the_three_plays(self):
        then = when(snap_clap_tap, self.given(), lay(0, self.STOP, LEFT), lay(0, DOG, self.STOP))

        assert then.state.phase.left == 2

    @rule("snap-clap-tap", 15)
    def test_a_pass_ends_the_stop(self):
        then = when(snap_clap_tap, self.given(), lay(0, self.STOP, LEFT), Move(LATER, 0, Pass()))

        assert then.events[1:] == [Passed(0), StopEnded(0, LATER)]
        assert isinstance(then.state.phase, Free)

    @rule("snap-clap-tap", 15)
    def test_eight_seconds_end_the_stop(self):
        then = when(snap_clap_tap, self.given(), lay(0, self.STOP, LEFT), until=SOON + 8 * SECOND)

        assert then.events[1:] == [StopEnded(0, SOON + 8 * SECOND)]

    @rule("snap-clap-tap", 15)
    def test_the_table_chooses_how_long_a_stop_lasts(self):
        given = self.given(options=Options(stop_limit=5))

        then = when(snap_clap_tap, given, lay(0, self.STOP, LEFT), until=SOON + 5 * SECOND)

        assert then.events[1:] == [StopEnded(0, SOON + 5 * SECOND)]

    @rule("snap-clap-tap", 15)
    def test_having_no_legal_play_ends_the_stop(self):
        given = self.given(self.STOP, *LOSING[:2])

        then = when(snap_clap_tap, given, lay(0, self.STOP, LEFT))

        assert kinds(then.events) == [Laid, StopEnded]

    @rule("snap-clap-tap", 15)
    def test_a_stopper_who_leaves_ends_the_stop(self):
        then = when(snap_clap_tap, self.given(), lay(0, self.STOP, LEFT), Move(LATER, 0, Away()))

        assert then.events[1:] == [Left(0), StopEnded(0, LATER)]

    @rule("snap-clap-tap", 15)
    def test_another_stop_card_starts_the_three_plays_again(self):
        given = table(("orange-boy-stop", "orange-dog-tap", GIRL), OTHERS, phase=stopping(0, left=1))

        then = when(snap_clap_tap, given, lay(0, "orange-boy-stop", RIGHT))

        assert then.state.phase == Stopping(0, THREE, NOW, SOON + 8 * SECOND)

    @rule("snap-clap-tap", 15)
    def test_actions_are_still_required_under_a_stop(self):
        given = self.given(phase=stopping(0))

        with_action = when(snap_clap_tap, given, do(0, "clap"), lay(0, DOG, LEFT))
        without = when(snap_clap_tap, given, lay(0, DOG, LEFT))

        assert (with_action.events[-1].goof, without.events[-1].goof) == (False, True)

    @rule("snap-clap-tap", 15)
    def test_a_card_that_does_not_match_uses_none_of_the_three_plays(self):
        then = when(snap_clap_tap, self.given(phase=stopping(0)), lay(0, DOG, RIGHT))

        assert kinds(then.events) == [Bounced]
        assert then.state.phase.left == 3

    @rule("snap-clap-tap", 15)
    def test_a_pass_without_a_stop_is_refused(self):
        assert when(snap_clap_tap, self.given(), Move(SOON, 0, Pass())).events == [Refused(0, "no-stop")]


class TestGoofs:
    """Seat 0 has laid DOG on LEFT; `right` after a clap, `wrong` after a snap."""

    def right(self, *mine, **changes):
        return self.after("clap", *mine, **changes)

    def wrong(self, *mine, **changes):
        return self.after("snap", *mine, **changes)

    def after(self, did, *mine, **changes):
        mine = mine or ("green-cat-tap", GIRL)
        hers = changes.pop("hers", ("red-boy-clap", OTHERS[0], f"red-cat-clap {OTHERS[1]}", OTHERS[3]))
        plays = (laid(DOG, LEFT, did), None, None)
        return table(mine, hers, ("red-girl-clap",), left=f"{LEFT} {DOG}", plays=plays, **changes)

    @rule("snap-clap-tap", 16)
    def test_a_goof_that_nobody_calls_stands_and_nothing_happens(self):
        good = when(snap_clap_tap, two(), do(0, "clap"), lay(0, DOG, LEFT), until=NOW + 15 * SECOND)
        goof = when(snap_clap_tap, two(), do(0, "snap"), lay(0, DOG, LEFT), until=NOW + 15 * SECOND)

        assert kinds(goof.events) == kinds(good.events) == [Did, Laid]
        assert goof.state.give == good.state.give
        assert goof.state.receive == good.state.receive

    @rule("snap-clap-tap", 16)
    def test_neither_view_nor_events_reveal_a_goof(self):
        for did in (*ACTIONS, None):
            right, wrong = (
                replace(self.after(did), plays=(replace(laid(DOG, LEFT, did), goof=goof), None, None))
                for goof in (False, True)
            )
            for seat in (0, 1, 2, None):
                assert msgspec.json.encode(view(right, seat)) == msgspec.json.encode(view(wrong, seat))
            assert (right.due, right.race) == (wrong.due, wrong.race)
        for seat in (0, 1, 2, None):
            events = [tell(Laid(0, DOG, LEFT, SOON, 0, goof), seat) for goof in (False, True)]
            assert msgspec.json.encode(events[0]) == msgspec.json.encode(events[1])

    @rule("snap-clap-tap", 16)
    def test_a_reshuffled_table_goofs_at_random_and_no_seat_can_tell(self):
        given = self.wrong()

        others = [reshuffle(given, 1, Dice(n)) for n in range(20)]

        assert {other.plays[0].goof for other in others} == {True, False}
        assert {msgspec.json.encode(view(other, 1)) for other in others} == {
            msgspec.json.encode(view(given, 1))
        }

    @rule("snap-clap-tap", 16)
    def test_only_its_player_learns_that_an_action_had_no_effect(self):
        bound, void = Did(0, "clap", (LEFT,), SOON), Did(0, "clap", (), SOON)

        assert tell(bound, 0) == bound
        assert tell(bound, 1) == tell(void, 1) == tell(bound, None) == void
        assert view(two(bound=({LEFT: Bound("clap", SOON)}, {})), 1) == view(two(), 1)
        assert view(two(bound=({LEFT: Bound("clap", SOON)}, {})), None) == view(two(), None)

    @rule("snap-clap-tap", 16)
    def test_only_another_player_can_call_a_goof(self):
        assert when(snap_clap_tap, self.wrong(), cry(0, 0, DOG)).events == [Refused(0, "your-own")]

    @rule("snap-clap-tap", 17)
    def test_after_a_goof_play_halts_and_the_caller_gives_one_card_from_each_of_their_piles(self):
        given = self.wrong()

        then = when(snap_clap_tap, given, cry(1, 0, DOG))

        (caught,) = then.events
        assert isinstance(caught, Caught)
        assert [card for card, _ in caught.gifts] == list(tops(given.give[1]))
        assert sizes(then.state.give[1]) == [0, 0, 1, 0]
        assert size(then.state.give[0]) == size(given.give[0]) + 4
        assert then.state.give[2] == given.give[2]

    @rule("snap-clap-tap", 17)
    def test_a_caller_gives_as_many_cards_as_they_have_piles_left(self):
        given = self.wrong(hers=("", f"red-cat-clap {OTHERS[0]}", "", OTHERS[1]))

        then = when(snap_clap_tap, given, cry(1, 0, DOG))

        assert [card for card, _ in then.events[0].gifts] == [OTHERS[0], OTHERS[1]]
        assert sizes(then.state.give[1]) == [0, 1, 0, 0]

    @rule("snap-clap-tap", 17)
    def test_nobody_plays_while_play_halts_for_a_goof(self):
        given = TABLES["the cards are given"]

        then = when(
            snap_clap_tap,
            given,
            lay(0, "blue-cat-tap", LEFT),
            do(2, "snap"),
            Move(SOON, 1, Pass()),
        )

        assert then.events == [Refused(seat, "halted") for seat in (0, 2, 1)]

    @rule("snap-clap-tap", 17)
    def test_everyone_sees_the_cards_given_and_what_was_wrong(self):
        then = when(snap_clap_tap, self.wrong(), cry(1, 0, DOG))

        for seat in (0, 1, 2, None):
            seen = view(then.state, seat)
            assert (seen.phase, seen.since, seen.until) == ("giving", LATER, LATER + GIVING)
            assert (seen.giving.caller, seen.giving.offender, seen.giving.card) == (1, 0, DOG)
            assert (seen.giving.on, seen.giving.did) == (LEFT, "snap")
            assert seen.giving.gifts == then.events[0].gifts
            assert tell(then.events[0], seat) == then.events[0]

    @rule("snap-clap-tap", 17)
    def test_play_goes_on_after_the_cards_are_given(self):
        then = when(snap_clap_tap, self.wrong(), cry(1, 0, DOG), until=LATER + 2 * SECOND)

        assert then.events[1:] == [PlayResumed(LATER + 2 * SECOND)]
        assert isinstance(then.state.phase, Free)

    @rule("snap-clap-tap", 18)
    def test_a_goof_can_be_called_until_the_offenders_next_play(self):
        then = when(snap_clap_tap, self.wrong(), do(0, "snap"), lay(0, GIRL, RIGHT), cry(1, 0, DOG))

        assert then.events[-1] == Refused(1, "too-late")

    @rule("snap-clap-tap", 18)
    def test_a_bounced_card_of_the_offender_is_not_a_play(self):
        then = when(snap_clap_tap, self.wrong(), lay(0, "green-cat-tap", RIGHT), cry(1, 0, DOG))

        assert kinds(then.events) == [Bounced, Caught]

    @rule("snap-clap-tap", 18)
    def test_a_goof_can_be_called_for_four_seconds_at_most(self):
        in_time = when(snap_clap_tap, self.wrong(), cry(1, 0, DOG, at=NOW + 4 * SECOND))
        late = when(snap_clap_tap, self.wrong(), cry(1, 0, DOG, at=NOW + 4 * SECOND + 1))

        assert kinds(in_time.events) == [Caught]
        assert late.events == [CalledTooLate(1, 0, DOG)]
        assert late.state.give == self.wrong().give

    @rule("snap-clap-tap", 18)
    def test_the_table_chooses_how_long_a_goof_can_be_called(self):
        given = two(options=Options(call_limit=7))

        then = when(snap_clap_tap, given, lay(0, DOG, LEFT), cry(1, 0, DOG, at=SOON + 7 * SECOND))

        assert kinds(then.events)[:2] == [Laid, Caught]

    @rule("snap-clap-tap", 18)
    def test_a_late_call_has_no_effect_whether_it_was_a_goof_or_not(self):
        at = NOW + 5 * SECOND

        right = when(snap_clap_tap, self.right(), cry(1, 0, DOG, at=at), cry(2, 0, DOG, at=at))
        wrong = when(snap_clap_tap, self.wrong(), cry(1, 0, DOG, at=at), cry(2, 0, DOG, at=at))

        assert right.events == wrong.events == [CalledTooLate(1, 0, DOG), Refused(2, "already-called")]
        assert view(right.state, 1).plays[0].until is None

    @rule("snap-clap-tap", 18)
    @pytest.mark.parametrize("did", ["clap", "snap"])
    def test_only_the_first_caller_of_a_goof_counts(self, did):
        given = self.after(did)

        then = when(snap_clap_tap, given, cry(1, 0, DOG), cry(2, 0, DOG, at=LATER + MS))

        assert then.events[-1] == Refused(2, "already-called")
        assert then.state.give[2] == given.give[2]

    @rule("snap-clap-tap", 18)
    def test_callers_of_one_goof_share_a_photo_finish(self):
        given = self.wrong()
        called = when(snap_clap_tap, given, cry(1, 0, DOG)).state

        assert photo_of(given, Cry(0, DOG)) == photo_of(called, Cry(0, DOG)) == GoofRace(DOG, deal=1)
        assert photo_of(given, Cry(0, DOG)) == photo_of(self.right(), Cry(0, DOG))
        assert photo_of(given, Cry(0, GIRL)) is None
        assert photo_of(given, Cry(2, DOG)) is None
        assert photo_of(given, Cry(9, DOG)) is None

    @rule("snap-clap-tap", 18)
    def test_given_cards_go_one_to_a_pile_under_the_cards_there(self):
        given = self.wrong(*[f"{under} {over}" for under, over in zip(LOSING, (GIRL, *MORE), strict=True)])

        then = when(snap_clap_tap, given, cry(1, 0, DOG))

        for before, after, gift in zip(given.give[0], then.state.give[0], then.events[0].gifts, strict=True):
            assert after.cards == (gift[0], *before.cards)
        assert [pile for _, pile in then.events[0].gifts] == [0, 1, 2, 3]

    @rule("snap-clap-tap", 18)
    def test_given_cards_go_to_empty_piles_first_then_to_the_smallest(self):
        mine = (f"{LOSING[0]} {LOSING[1]} {GIRL}", LOSING[2], "", f"{LOSING[3]} {MORE[0]}")
        given = self.wrong(*mine, hers=("", OTHERS[0], OTHERS[1], OTHERS[3]))

        then = when(snap_clap_tap, given, cry(1, 0, DOG))

        assert then.events[0].gifts == ((OTHERS[0], 2), (OTHERS[1], 1), (OTHERS[3], 3))

    @rule("snap-clap-tap", 18, 21)
    def test_a_caller_who_gives_away_their_last_card_has_won(self):
        then = when(snap_clap_tap, self.wrong(hers=(OTHERS[0], OTHERS[1])), cry(1, 0, DOG))

        assert then.events[1:] == [GameWon((1,))]

    @rule("snap-clap-tap", 18)
    @pytest.mark.parametrize("stopper", [0, 1, 2])
    def test_a_goof_called_during_a_stop_ends_the_stop(self, stopper):
        given = self.wrong(phase=stopping(stopper, left=2))

        then = when(snap_clap_tap, given, cry(1, 0, DOG), until=LATER + GIVING)

        assert kinds(then.events) == [Caught, PlayResumed]
        assert isinstance(then.state.phase, Free)

    @rule("snap-clap-tap", 18)
    def test_a_second_goof_can_be_called_while_the_first_is_paid_for(self):
        given = replace(
            self.wrong(), plays=(laid(DOG, LEFT, "snap"), None, laid("red-girl-tap", RIGHT, None))
        )

        then = when(
            snap_clap_tap,
            given,
            cry(1, 0, DOG, at=SOON),
            cry(0, 2, "red-girl-tap", at=LATER),
            until=LATER + MS,
        )

        assert kinds(then.events) == [Caught, Caught]
        assert then.state.phase.until == LATER + GIVING

    @rule("snap-clap-tap", 19)
    def test_a_wrong_call_costs_the_caller_the_top_card_of_the_accused_players_largest_pile(self):
        given = self.right("green-cat-tap", f"{LOSING[0]} {GIRL}", LOSING[3])

        then = when(snap_clap_tap, given, cry(1, 0, DOG))

        assert then.events == [Mistaken(1, 0, DOG, ((GIRL, 0),))]
        assert then.state.give[0][1].cards == (LOSING[0],)
        assert then.state.give[1][0].cards == (GIRL, "red-boy-clap")

    @rule("snap-clap-tap", 19)
    def test_the_card_for_a_wrong_call_goes_to_an_empty_pile_of_the_caller_first(self):
        given = self.right(hers=(OTHERS[0], OTHERS[1], "", OTHERS[3]))

        then = when(snap_clap_tap, given, cry(1, 0, DOG))

        assert then.events[0].gifts == (("green-cat-tap", 2),)

    @rule("snap-clap-tap", 19)
    def test_a_wrong_call_costs_nothing_if_the_accused_player_has_only_one_card(self):
        given = self.right(GIRL)

        then = when(snap_clap_tap, given, cry(1, 0, DOG))

        assert then.events == [Mistaken(1, 0, DOG, ())]
        assert then.state.give == given.give

    @rule("snap-clap-tap", 19)
    @pytest.mark.parametrize("phase", [Free(NOW, NOW + 20 * SECOND), stopping(0), stopping(2)])
    def test_play_does_not_halt_for_a_wrong_call(self, phase):
        then = when(snap_clap_tap, self.right(phase=phase), cry(1, 0, DOG))

        assert then.state.phase == phase

    @rule("snap-clap-tap", 16, 18)
    def test_a_player_who_has_laid_nothing_yet_cannot_be_called(self):
        given = two()

        then = when(snap_clap_tap, given, cry(0, 1, DOG), cry(0, 7, DOG), cry(0, -1, DOG))

        assert [event.why for event in then.events] == ["too-late", "nobody-there", "nobody-there"]
        assert then.state == given


class TestNoPlayPossible:
    def given(self, **changes):
        """Nobody can play; a dog lies at the bottom on the left, a cat on the right."""
        changes = {"left": f"orange-dog-tap … {LEFT}", "right": f"red-cat-snap … {RIGHT}", **changes}
        return table((LOSING[0],), (LOSING[3],), **changes)

    @rule("snap-clap-tap", 20)
    def test_when_nobody_can_play_anything_the_game_halts(self):
        given = table(("orange-dog-snap", LOSING[0]), LOSING[2:])

        then = when(
            snap_clap_tap,
            given,
            lay(0, "orange-dog-snap", LEFT),
            lay(1, LOSING[3], RIGHT),
            do(0, "snap"),
            Move(SOON, 0, Pass()),
        )

        assert then.events[1] == GotStuck(SOON, SOON + STUCK)
        assert then.events[2:] == [Refused(1, "stuck"), Refused(0, "stuck"), Refused(0, "stuck")]

    @rule("snap-clap-tap", 20)
    def test_the_game_does_not_halt_as_long_as_one_can_play(self):
        given = table((DOG, LOSING[0]), LOSING[2:])

        then = when(snap_clap_tap, given, lay(0, DOG, LEFT))

        assert kinds(then.events) == [Laid], "a red boy goes on a red dog"

    @rule("snap-clap-tap", 20)
    def test_everyone_sees_that_nobody_can_play_and_for_how_long(self):
        given = self.given(phase=stuck())

        for seat in EVERYONE:
            seen = view(given, seat)
            assert (seen.phase, seen.since, seen.until) == ("stuck", NOW, NOW + 2 * SECOND)
            assert tell(GotStuck(NOW, NOW + STUCK), seat) == GotStuck(NOW, NOW + STUCK)

    @rule("snap-clap-tap", 20)
    def test_two_seconds_later_each_receive_piles_bottom_card_becomes_its_new_top(self):
        given = self.given(phase=stuck())

        then = when(snap_clap_tap, given, until=NOW + 2 * SECOND)

        at = NOW + 2 * SECOND
        assert then.events == [PilesTurned(at), PlayResumed(at)]
        assert then.state.tops == ("orange-dog-tap", "red-cat-snap")
        assert then.state.receive[0] == (*given.receive[0][1:], Placed("orange-dog-tap", None, at))

    @rule("snap-clap-tap", 20)
    def test_a_pile_of_one_stays_as_it_is(self):
        given = table(
            LOSING[:2], LOSING[2:], left=LEFT, right=f"red-girl-tap {RIGHT}", rest="give", phase=stuck()
        )

        then = when(snap_clap_tap, given, until=NOW + STUCK)

        assert then.state.receive[0] == given.receive[0]
        assert top(then.state, 1) == "red-girl-tap"

    @rule("snap-clap-tap", 20)
    def test_receive_piles_are_turned_until_someone_can_play(self):
        left = f"orange-dog-tap blue-girl-tap red-boy-clap … {LEFT}"
        right = f"blue-dog-tap orange-dog-snap orange-girl-tap … {RIGHT}"
        given = table((LOSING[0],), (LOSING[3],), left=left, right=right, phase=stuck())

        then = when(snap_clap_tap, given, until=NOW + 20 * SECOND)

        assert [event for event in then.events if not isinstance(event, PilesTurned)] == [
            PlayResumed(NOW + 3 * STUCK)
        ]
        assert then.events[:3] == [PilesTurned(NOW + n * STUCK) for n in (1, 2, 3)]
        assert top(then.state, 0) == "red-boy-clap"

    @rule("snap-clap-tap", 20)
    def test_after_a_whole_cycle_in_vain_the_fewest_cards_win(self):
        given = table(
            LOSING[:1],
            LOSING[1:3],
            left=f"orange-dog-tap blue-girl-tap {LEFT}",
            right=RIGHT,
            rest="give",
            phase=stuck(),
        )
        fewest = max(range(2), key=lambda seat: given.points[seat])

        then = when(snap_clap_tap, given, until=NOW + 20 * SECOND)

        assert then.events == [
            PilesTurned(NOW + STUCK),
            PilesTurned(NOW + 2 * STUCK),
            GameWon((fewest,)),
        ]

    @rule("snap-clap-tap", 20)
    def test_a_cycle_of_turns_begins_with_the_current_tops(self):
        given = table((DOG,), LOSING[1:3], left=f"orange-dog-tap {LEFT}", rest="give")

        then = when(snap_clap_tap, given, Move(SOON, 0, Away()), until=NOW + 20 * SECOND)

        assert kinds(then.events) == [Left, GotStuck, PilesTurned, GameWon]

    @rule("snap-clap-tap", 20)
    def test_a_tie_is_a_shared_victory(self):
        assert when(snap_clap_tap, TABLES["a whole cycle in vain"], until=NOW + STUCK).events == [
            GameWon((0, 1))
        ]

    @rule("snap-clap-tap", 20)
    def test_nobody_waits_for_a_player_who_is_away(self):
        given = table((DOG,), LOSING[1:3])

        then = when(snap_clap_tap, given, Move(SOON, 0, Away()))

        assert kinds(then.events) == [Left, GotStuck]

    @rule("snap-clap-tap", 20)
    def test_play_goes_on_when_an_absent_player_is_back(self):
        given = table((DOG,), LOSING[1:3], away=(0,), phase=stuck())

        then = when(snap_clap_tap, given, Move(SOON, 0, Back()))

        assert then.events == [Returned(0), PlayResumed(SOON)]

    @rule("snap-clap-tap", 20)
    def test_an_empty_table_waits(self):
        given = self.given(phase=stuck(), away=(0,))

        then = when(snap_clap_tap, given, Move(SOON, 1, Away()), until=NOW + 600 * SECOND)

        assert then.events == [Left(1)]
        assert when(snap_clap_tap, two(away=(0,)), Move(SOON, 1, Away())).events == [Left(1)]

    @rule("snap-clap-tap", 20)
    def test_a_player_who_comes_back_finds_the_piles_turned(self):
        given = self.given(phase=stuck(), away=(0, 1))

        then = when(snap_clap_tap, given, Move(NOW + 60 * SECOND, 0, Back()))

        assert kinds(then.events) == [Returned, PilesTurned, PlayResumed]

    @rule("snap-clap-tap", 18, 20)
    def test_a_goof_can_be_called_while_nobody_can_play(self):
        given = self.given(phase=stuck(), plays=(laid(DOG, LEFT, "snap"), None))

        then = when(snap_clap_tap, given, cry(1, 0, DOG, at=SOON))

        assert kinds(then.events) == [Caught, GameWon]

    @rule("snap-clap-tap", 19, 20)
    def test_a_card_that_changes_hands_may_let_play_go_on(self):
        given = table(
            (f"{DOG} {LOSING[0]}",),
            LOSING[2:],
            phase=stuck(),
            plays=(laid("blue-cat-tap", LEFT, "clap"), None),
        )

        then = when(snap_clap_tap, given, cry(1, 0, "blue-cat-tap", at=SOON))

        assert kinds(then.events) == [Mistaken, PlayResumed]

    @rule("snap-clap-tap", 20)
    def test_players_who_cannot_play_do_not_wait_for_ever_for_one_who_could(self):
        given = table((DOG,), LOSING[1:3])

        then = when(snap_clap_tap, given, until=NOW + 20 * SECOND)

        assert then.events[0] == PilesTurned(NOW + 20 * SECOND)
        assert view(given, 1).until == NOW + 20 * SECOND

    @rule("snap-clap-tap", 20)
    def test_the_table_chooses_the_idle_limit_counted_from_the_last_play(self):
        given = table(
            (DOG, "red-dog-tap"), (LOSING[1], LOSING[2], "blue-cat-tap"), options=Options(idle_limit=10)
        )

        then = when(snap_clap_tap, given, lay(1, "blue-cat-tap", LEFT), until=NOW + 10 * SECOND)
        later = when(snap_clap_tap, then.state, until=SOON + 10 * SECOND)

        assert kinds(then.events) == [Laid]
        assert kinds(later.events) == [PilesTurned]

    @rule("snap-clap-tap", 20)
    def test_with_the_idle_limit_switched_off_players_wait_until_the_other_plays(self):
        given = table((DOG, "red-dog-tap"), LOSING[1:3], options=Options(idle_limit=None))

        waiting = when(snap_clap_tap, given, until=NOW + 3600 * SECOND)
        played = when(snap_clap_tap, waiting.state, lay(0, DOG, LEFT, at=NOW + 3600 * SECOND))

        assert (waiting.events, given.due, view(given, 1).until) == ([], None, None)
        assert kinds(played.events) == [Laid]
        assert played.state.phase == Free(NOW, until=None)

    @rule("snap-clap-tap", 20)
    def test_with_the_idle_limit_switched_off_piles_still_turn_when_nobody_present_can_play(self):
        given = table((DOG,), LOSING[1:3], options=Options(idle_limit=None))

        then = when(snap_clap_tap, given, Move(SOON, 0, Away()), until=SOON + STUCK)

        assert kinds(then.events)[:3] == [Left, GotStuck, PilesTurned]

    @rule("snap-clap-tap", 20)
    def test_with_the_idle_limit_switched_off_play_goes_on_after_a_stop_and_after_a_goof(self):
        off = Options(idle_limit=None)
        stop = table((DOG, "red-dog-tap"), LOSING[1:3], options=off, phase=stopping(0))
        goof = two(options=off, rest="give", plays=(laid("blue-boy-tap", LEFT, "snap"), None))

        stopped = when(snap_clap_tap, stop, Move(SOON, 0, Pass()))
        called = when(snap_clap_tap, goof, cry(1, 0, "blue-boy-tap"), until=LATER + GIVING)

        assert kinds(stopped.events) == [Passed, StopEnded]
        assert kinds(called.events)[:2] == [Caught, PlayResumed]
        assert stopped.state.phase == Free(SOON, until=None)

    @rule("snap-clap-tap", 20)
    @pytest.mark.parametrize("limit", [-1, 0, 5, 9, 61, 20.5, "off", True])
    def test_the_idle_limit_is_off_or_ten_to_sixty_seconds(self, limit):
        for allowed in (None, 10, 20, 60):
            assert msgspec.convert({"idle_limit": allowed}, Options).idle_limit == allowed
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"idle_limit": limit}, Options)

    @rule("snap-clap-tap", 20)
    def test_there_is_no_idle_limit_while_all_could_play(self):
        given = two()

        assert given.due is None
        assert view(given, 0).until is None

    @rule("snap-clap-tap", 20)
    def test_two_piles_of_one_cannot_be_turned(self):
        one, more = (
            table((DOG,), LOSING[1:3], left=left, rest="give") for left in (LEFT, f"red-boy-tap {LEFT}")
        )

        assert one.due is None
        assert more.due is not None


class TestTheEnd:
    @rule("snap-clap-tap", 21)
    def test_the_first_to_have_no_cards_wins_and_the_game_ends_at_once(self):
        given = table((DOG,), OTHERS)

        then = when(snap_clap_tap, given, do(0, "clap"), lay(0, DOG, LEFT), lay(1, OTHERS[1], RIGHT))

        assert then.events[1:] == [
            Laid(0, DOG, LEFT, SOON, 0, goof=False),
            GameWon((0,)),
            Refused(1, "game-over"),
        ]
        assert then.state.winners == view(then.state, 1).winners == (0,)
        assert then.state.due is None

    @rule("snap-clap-tap", 21)
    def test_a_last_card_laid_with_a_goof_wins_as_nobody_can_call_it_any_more(self):
        then = when(snap_clap_tap, table((DOG,), OTHERS), lay(0, DOG, LEFT), cry(1, 0, DOG))

        assert kinds(then.events) == [Laid, GameWon, Refused]

    @rule("snap-clap-tap", 21)
    def test_a_stop_card_as_the_last_card_wins(self):
        then = when(snap_clap_tap, table(("green-dog-stop",), OTHERS), lay(0, "green-dog-stop", LEFT))

        assert kinds(then.events) == [Laid, GameWon]

    @rule("snap-clap-tap", 21)
    def test_fewer_cards_are_better(self):
        assert table((DOG,), OTHERS).points == view(table((DOG,), OTHERS), None).points == (-1, -4)


class TestSeveralDeals:
    OPTIONS = Options(deals=2)

    def given(self, *won, **changes):
        return table((DOG,), OTHERS, options=self.OPTIONS, won=won, **changes)

    @rule("snap-clap-tap", 21)
    def test_without_cards_you_win_the_deal_and_everyone_sees_the_score_for_four_seconds(self):
        then = when(snap_clap_tap, self.given(0, 1), lay(0, DOG, LEFT))

        assert then.events[1:] == [DealWon((0,), SOON, SOON + 4 * SECOND)]
        seen = view(then.state, 1)
        assert (seen.phase, seen.deal_winners, seen.won, seen.deals) == ("between", (0,), (1, 1), 2)
        assert seen.points == (1, 1)
        assert seen.winners is None

    @rule("snap-clap-tap", 3, 21)
    def test_then_all_cards_are_dealt_anew_face_down(self):
        given = when(snap_clap_tap, self.given(0, 0), lay(0, DOG, LEFT)).state
        dealt_at = SOON + BETWEEN_DEALS

        then = when(snap_clap_tap, given, until=dealt_at)
        up = when(snap_clap_tap, given, until=dealt_at + FACE_DOWN)

        assert kinds(then.events) == [Dealt]
        assert sorted(then.events[0].deck) == sorted(CARDS)
        assert then.state.held == (30, 30)
        assert then.state.deal == 2
        assert then.state.won == (1, 0)
        assert view(then.state, 0).receive[0].card is None
        assert kinds(up.events) == [Dealt, TurnedUp]

    @rule("snap-clap-tap", 21)
    def test_the_first_to_win_enough_deals_wins_the_game_at_once(self):
        then = when(snap_clap_tap, self.given(1, 1), lay(0, DOG, LEFT))

        assert kinds(then.events) == [Laid, DealWon, GameWon]
        assert then.state.winners == (0,)
        assert then.state.points == (2, 1)

    @rule("snap-clap-tap", 20, 21)
    def test_players_who_share_the_deciding_deal_may_share_the_game(self):
        given = table(
            LOSING[:1],
            LOSING[1:2],
            LOSING[2:],
            rest="give",
            options=self.OPTIONS,
            won=(1, 1, 0),
            phase=stuck(),
        )
        fewest = tuple(seat for seat in range(3) if given.held[seat] == min(given.held))

        then = when(snap_clap_tap, given, until=NOW + STUCK)

        assert then.events[0].winners == fewest
        assert then.state.won == tuple(won + (seat in fewest) for seat, won in enumerate((1, 1, 0)))

    @rule("snap-clap-tap", 21)
    def test_between_two_deals_nobody_plays_or_calls_a_goof(self):
        then = when(
            snap_clap_tap,
            self.given(0, 0),
            lay(0, DOG, LEFT),
            cry(1, 0, DOG),
            lay(1, OTHERS[1], RIGHT, LATER),
        )

        assert then.events[2:] == [Refused(1, "between-deals"), Refused(1, "between-deals")]

    @rule("snap-clap-tap", 3, 21)
    def test_nobody_is_told_how_the_cards_of_the_next_deal_lie(self):
        dealt = Dealt(CARDS, SOON, LATER)

        assert all(tell(dealt, seat) == Dealt((), SOON, LATER) for seat in EVERYONE)

    @rule("snap-clap-tap", 21)
    def test_goofs_of_two_deals_are_two_races(self):
        goof = {"plays": (laid(DOG, LEFT, None), None)}

        first, second = (photo_of(table(OTHERS, MORE, deal=deal, **goof), Cry(0, DOG)) for deal in (1, 2))

        assert first != second

    def test_a_new_table_plays_to_three_deals_and_a_stored_game_without_the_option_to_one(self):
        assert Options.defaults_for("fr") == {"deals": 3}
        assert msgspec.convert({}, Options).deals == 1


class TestOnAScreen:
    @rule("snap-clap-tap", 22)
    def test_ones_piles_are_seen_in_their_order_with_their_sizes(self):
        seen = view(table(FOUR_OF_MINE, OTHERS), 0).give[0]

        assert [(pile.top, pile.size) for pile in seen] == [
            ("green-cat-tap", 2),
            ("blue-girl-snap", 2),
            ("red-dog-clap", 2),
            ("striped-boy-tap", 1),
        ]

    @rule("snap-clap-tap", 22)
    def test_lift_act_press_is_one_act_for_the_action_and_one_for_the_card(self):
        """A card that is only lifted is not sent; pads and keys name both tops, a tap its pile."""
        acts = [b'{"type":"Do","action":"tap","on":["blue-dog-clap"]}', b'{"type":"Lay","card":"a","on":"b"}']

        assert [msgspec.json.decode(act, type=Acts) for act in acts] == [Do("tap", (LEFT,)), Lay("a", "b")]

    @rule("snap-clap-tap", 22)
    def test_an_action_is_shown_on_the_card_it_was_done_for(self):
        then = when(snap_clap_tap, two(), do(0, "clap", LEFT))

        assert view(then.state, 0).bound == {LEFT: Bound("clap", SOON)}

    @rule("snap-clap-tap", 23)
    def test_each_action_is_shown_at_its_players_seat_for_1_2_seconds(self):
        then = when(snap_clap_tap, two(), do(0, "tap"))

        for seat in EVERYONE:
            (mine, hers), (news,) = (
                view(then.state, seat).gestures,
                [tell(event, seat) for event in then.events],
            )
            assert (mine.action, mine.at, mine.until) == ("tap", SOON, SOON + 1_200 * MS)
            assert hers is None
            assert (news.seat, news.action) == (0, "tap")
        assert SHOWN == 1_200 * MS

    @rule("snap-clap-tap", 23)
    def test_an_action_stays_shown_when_the_card_is_laid(self):
        then = when(snap_clap_tap, two(), do(0, "clap"), lay(0, DOG, LEFT, at=SOON + MS))

        assert view(then.state, 1).gestures[0].until == SOON + SHOWN

    @rule("snap-clap-tap", 23)
    def test_everyone_sees_what_was_laid_on_what_and_how_long_it_can_be_called(self):
        then = when(
            snap_clap_tap, two(), do(0, "clap"), lay(0, DOG, LEFT, at=SOON + MS), do(0, "tap", at=LATER)
        )

        for seat in EVERYONE:
            play = view(then.state, seat).plays[0]
            assert (play.card, play.on, play.seen) == (DOG, LEFT, "clap")
            assert (play.at, play.until) == (SOON + MS, SOON + MS + 4 * SECOND)

    @rule("snap-clap-tap", 23)
    def test_an_action_seen_before_one_card_is_not_shown_for_the_next(self):
        given = two(
            gestures=(gesture("clap"), None), plays=(laid("blue-cat-tap", "blue-girl-clap", "clap"), None)
        )

        then = when(snap_clap_tap, given, lay(0, DOG, LEFT))

        assert view(then.state, 1).plays[0].seen is None

    @rule("snap-clap-tap", 23)
    def test_a_call_names_the_seat_and_the_card(self):
        assert msgspec.json.decode(b'{"type":"Cry","offender":1,"card":"a"}', type=Acts) == Cry(1, "a")

    @rule("snap-clap-tap", 23)
    def test_only_its_player_learns_why_an_act_was_refused(self):
        refused = Refused(0, "stopped")

        assert told(snap_clap_tap, refused, 0) == refused
        assert told(snap_clap_tap, refused, 1) is told(snap_clap_tap, refused, None) is None

    @rule("snap-clap-tap", 24)
    def test_for_real_is_off_unless_the_table_wants_it(self):
        assert Options().for_real is False
        for wanted in (True, False):
            for seat in EVERYONE:
                assert view(two(options=Options(for_real=wanted)), seat).for_real is wanted

    @rule("snap-clap-tap", 24)
    def test_for_real_changes_no_rules_and_touch_always_works_beside_it(self):
        moves = do(0, "clap"), lay(0, DOG, LEFT), cry(1, 0, DOG)

        basic, real = (
            when(snap_clap_tap, two(options=Options(for_real=real)), *moves) for real in (False, True)
        )

        assert real.events == basic.events

    @rule("snap-clap-tap", 24)
    def test_no_sound_leaves_the_device_as_an_act_contains_only_what_was_done(self):
        assert Do.__struct_fields__ == ("action", "on")


class TestComingAndGoing:
    def test_a_player_who_leaves_and_comes_back_is_shown_so(self):
        then = when(snap_clap_tap, two(), Move(SOON, 0, Away()), Move(SOON, 0, Away()))
        back = when(snap_clap_tap, then.state, Move(LATER, 0, Back()))

        assert view(then.state, 1).away == (0,)
        assert view(back.state, 1).away == ()

    def test_the_cards_of_an_absent_player_stay_theirs_and_a_goof_of_theirs_can_be_called(self):
        given = two(plays=(laid("blue-cat-tap", LEFT, None), None), away=(0,))

        then = when(snap_clap_tap, given, cry(1, 0, "blue-cat-tap"))

        assert kinds(then.events)[0] is Caught
        assert size(then.state.give[0]) == size(given.give[0]) + 4


def test_a_simulation_counts_the_figures_of_the_game():
    events = [
        Laid(0, DOG, LEFT, SOON, 0, goof=True),
        Laid(0, "green-dog-stop", LEFT, SOON, 0, goof=False, until=LATER),
        Laid(0, GIRL, RIGHT, SOON, 0, goof=False),
        Bounced(0, DOG, RIGHT, LATER),
        Beaten(0, DOG, LEFT, 1, 5, 3),
        Caught(1, 0, DOG, LEFT, None, (), SOON, LATER),
        Mistaken(1, 0, DOG, ()),
        GotStuck(SOON, LATER),
        PilesTurned(LATER),
        PilesTurned(LATER),
    ]

    assert tally(events) == {
        "plays": 3,
        "goofs": 1,
        "caught": 1,
        "mistaken": 1,
        "bounced": 1,
        "beaten": 1,
        "stops": 1,
        "stuck": 1,
        "turned": 2,
    }


def test_every_kind_of_phase_has_a_named_table():
    assert {type(state.phase) for state in TABLES.values()} == {
        FaceDown,
        Free,
        Stopping,
        Giving,
        Stuck,
        DealOver,
        Over,
    }
