"""The rulebook, sentence by sentence. Test names are its sentences."""

from collections import Counter
from functools import partial
from itertools import product

import msgspec
import pytest

from taphouse.core import MS, SECOND, Away, Back, Dice, Game, Left, Move, Race, Refused, Returned, replace
from taphouse.games import tap_the_table
from taphouse.testing import offered, photo, rule, when

from .cards import COLOURS, CRITERIA, box, colour_of, face_up
from .events import (
    LONGEST_DEFENCE,
    LONGEST_WORD,
    Ask,
    Asked,
    Called,
    Challenged,
    Claim,
    Claimed,
    Count,
    CountdownBegan,
    CountdownEnded,
    DanceAllowed,
    DeckShuffled,
    Defend,
    Defended,
    Done,
    Drum,
    Drummed,
    Events,
    FinalBegan,
    Fine,
    Fist,
    FistKept,
    FistLifted,
    FistTapped,
    GameEnded,
    GameWon,
    Hint,
    HouseRevealed,
    Keep,
    Labelled,
    Lift,
    Name,
    Named,
    NotTaken,
    Proposed,
    Reveal,
    Revealed,
    Ruled,
    SaidDone,
    SaidFine,
    Say,
    TieFound,
    Tokens,
    TurnBegan,
    TurnEnded,
)
from .rules import setup
from .state import (
    ALONE,
    AT_ONCE,
    COMPARING,
    COUNTDOWN,
    PASSING,
    PAYING,
    QUESTION,
    READY,
    READY_ALONE,
    AnsweredQuestion,
    Answering,
    Asking,
    Comparing,
    Contest,
    Countdown,
    Justifying,
    Options,
    Over,
    Ready,
    Said,
    Settling,
    Starting,
    State,
    Thinking,
    Voting,
)
from .tables import (
    ALOUD,
    FINAL,
    FIVE,
    FOUR,
    HARD,
    NOW,
    SHOWN,
    TABLES,
    THREE,
    answering,
    asking,
    comparing,
    countdown,
    justifying,
    settling,
    starting,
    table,
    thinking,
    voting,
)
from .texts import WORDS
from .views import reshuffle, tell, view

GAME: Game[State, Events] = tap_the_table  # the type checker confirms that the folder is a game
photo_of = partial(photo, tap_the_table)
LATER = NOW + SECOND
WORD = "a disco ball"


def does(seat, act, at=LATER, seen=None):
    return Move(at, seat, act, seen=seen)


def kinds(events):
    return [type(event) for event in events]


def ended(then):
    return next(event for event in then.events if isinstance(event, TurnEnded))


class TestSetUp:
    @rule("tap-the-table", 3)
    def test_eight_random_cards_of_each_of_four_colours_are_shuffled_into_a_deck_of_32(self):
        one, other = (setup(4, Options(), Dice(seed)) for seed in "ab")

        for state in (one, other):
            assert len(set(state.deck)) == 32
            for colour in COLOURS[:4]:
                assert sum(colour_of(card) == colour for card in state.deck) == 8
        assert set(one.deck) != set(other.deck)
        assert [colour_of(card) for card in one.deck] != [colour_of(card) for card in other.deck]

    @rule("tap-the-table", 3)
    def test_a_random_player_is_first_and_holds_the_deck(self):
        assert {setup(4, Options(), Dice(seed)).active for seed in range(60)} == {0, 1, 2, 3}

    @rule("tap-the-table", 3)
    def test_nobody_sees_which_cards_were_drawn_nor_their_order(self):
        given = setup(4, Options(), Dice("a"))

        for seat in (0, 1, 2, 3, None):
            other = reshuffle(given, seat, Dice("c"))
            assert view(other, seat) == view(given, seat)
            assert set(other.deck) != set(given.deck)
            assert len(set(other.deck)) == 32


class TestATurn:
    @rule("tap-the-table", 4)
    def test_the_active_player_turns_over_the_top_card_and_puts_it_in_the_middle(self):
        given = table(0, 0, 0)

        then = when(tap_the_table, given, does(0, Reveal(), SECOND))

        assert then.events == [Revealed(0, given.deck[0], SECOND)]
        assert then.state.deck == given.deck[1:]
        assert view(then.state, 1).cards == (given.deck[0],)

    @rule("tap-the-table", 4)
    def test_nobody_but_the_active_player_turns_the_card(self):
        then = when(tap_the_table, table(0, 0, 0), does(1, Reveal(), SECOND))

        assert then.events == [Refused(1, "not-your-deck")]

    @rule("tap-the-table", 4)
    def test_the_house_turns_the_card_of_a_slow_player_and_sooner_of_an_absent_one(self):
        slow = when(tap_the_table, table(0, 0, 0), until=READY)
        absent = when(tap_the_table, table(0, 0, 0, away=(0,)), until=READY_ALONE)

        assert kinds(slow.events) == kinds(absent.events) == [HouseRevealed]
        assert (slow.state.phase.since, absent.state.phase.since) == (READY, READY_ALONE)

    @rule("tap-the-table", 5)
    def test_a_card_covers_the_one_of_its_colour_which_no_longer_counts(self):
        given = table(0, 0, 0, middle=("look-red", "size-door"), deck=("look-shiny", "trait-hot"))

        then = when(tap_the_table, given, does(0, Reveal(), SECOND))

        assert view(then.state, 1).cards == ("look-shiny", "size-door")
        assert then.state.middle == ("look-red", "size-door", "look-shiny")

    @rule("tap-the-table", 5)
    def test_a_card_of_a_new_colour_lies_beside_the_others(self):
        given = table(0, 0, 0, middle=("look-red", "size-door"), deck=("trait-hot",))

        then = when(tap_the_table, given, does(0, Reveal(), SECOND))

        assert view(then.state, 1).cards == ("look-red", "size-door", "trait-hot")

    @rule("tap-the-table", 5)
    @pytest.mark.parametrize(("challenge", "most"), [(False, 4), (True, 5)])
    def test_there_are_at_most_four_criteria_or_five_in_the_challenge(self, challenge, most):
        deck = setup(3, Options(challenge=challenge), Dice("a")).deck

        assert len(face_up(deck)) == most
        assert max(len(face_up(deck[:n])) for n in range(len(deck))) == most

    @rule("tap-the-table", 6)
    def test_the_active_player_proposes_one_solution_a_word_or_group_of_words(self):
        then = when(tap_the_table, answering(0, 0, 0), does(0, Say("  a silver disco   ball ")))

        assert then.events == [Proposed(0, "a silver disco ball", (), None, LATER, LATER + 8 * SECOND)]
        assert view(then.state, 2).text == "a silver disco ball"
        assert view(then.state, 2).by == 0

    @rule("tap-the-table", 6)
    def test_only_the_active_player_proposes(self):
        assert when(tap_the_table, thinking(0, 0, 0), does(1, Claim())).events == [Refused(1, "not-active")]
        assert when(tap_the_table, answering(0, 0, 0), does(1, Say("a ball"))).events == [
            Refused(1, "not-now")
        ]

    @rule("tap-the-table", 6)
    def test_a_solution_comes_after_the_card_is_seen_on_the_players_own_screen(self):
        unseen = does(0, Claim(), SHOWN + MS, seen=SHOWN - MS)

        then = when(tap_the_table, thinking(0, 0, 0), unseen, does(1, Count(), SHOWN + MS, seen=SHOWN - MS))

        assert then.events == [Refused(0, "not-seen"), Refused(1, "not-seen")]

    @rule("tap-the-table", 11)
    def test_if_nobody_objects_the_deck_passes_to_the_left_and_the_cards_stay(self):
        given = voting(0, 0, 0, fine=(1,))

        then = when(tap_the_table, given, does(2, Fine()), until=LATER + PASSING)

        assert kinds(then.events) == [SaidFine, TurnEnded, TurnBegan]
        assert ended(then) == TurnEnded("accepted", 0, None, None, LATER, LATER + PASSING)
        assert (then.state.active, then.state.middle, then.state.tokens) == (1, THREE, (0, 0, 0))

    @rule("tap-the-table", 11)
    def test_to_the_left_of_the_last_seat_sits_the_first(self):
        then = when(tap_the_table, settling(0, 0, 0, active=2), until=NOW + PAYING)

        assert then.events == [TurnBegan(0, NOW + PAYING)]


class TestWords:
    @rule("tap-the-table", 7, 9)
    @pytest.mark.parametrize("text", ["a lamp", "LAMP", "the lamps", "Lámp", "Some lamps!"])
    def test_an_exact_repeat_is_refused_with_whose_word_it_was(self, text):
        given = answering(0, 0, 0, said=(Said("a lamp", 2),))

        then = when(tap_the_table, given, does(0, Say(text)))

        assert then.events == [NotTaken(0, text, "said", Hint("a lamp", by=2))]

    @rule("tap-the-table", 9)
    def test_the_clock_runs_on_after_a_refused_word(self):
        given = answering(0, 0, 0, said=(Said("a lamp", 2),))

        then = when(tap_the_table, given, does(0, Say("a lamp")), does(0, Say("a medal")))

        assert kinds(then.events) == [NotTaken, Proposed]
        refused = when(tap_the_table, given, does(0, Say("a lamp"))).state
        assert refused.phase.until == given.phase.until
        assert view(refused, 0).tries == ("a lamp",)
        assert view(refused, 1).tries == ()

    @rule("tap-the-table", 7)
    def test_a_repeat_from_an_earlier_game_of_the_series_is_refused(self):
        given = answering(0, 0, 0, options=Options(games=2), said=(Said("a lamp", 2),), fresh=1, game=2)

        then = when(tap_the_table, given, does(0, Say("a lamp")))

        assert kinds(then.events) == [NotTaken]

    @rule("tap-the-table", 7)
    def test_a_word_was_said_whether_it_was_valid_or_not(self):
        proposed = when(tap_the_table, answering(0, 0, 0), does(0, Say("a lamp"))).state

        assert proposed.said == (Said("a lamp", 0),)
        assert view(proposed, 1).said == (Said("a lamp", 0),)

    @rule("tap-the-table", 7, 9)
    @pytest.mark.parametrize("text", ["a felt-pen", "a pig pen"])
    def test_a_derived_word_is_shown_to_all_as_a_hint_and_the_fists_decide(self, text):
        given = answering(0, 0, 0, said=(Said("a pen", 2),))

        then = when(tap_the_table, given, does(0, Say(text)))

        assert then.events[0].hints == (Hint("a pen", by=2),)
        for seat in (0, 1, 2, None):
            assert view(then.state, seat).hints == (Hint("a pen", by=2),)

    @rule("tap-the-table", 8, 9)
    @pytest.mark.parametrize(
        "text", ["a shining star", "a birthday party", "two parties", "a revolving door"]
    )
    def test_a_word_of_a_card_that_counts_is_refused(self, text):
        then = when(tap_the_table, answering(0, 0, 0), does(0, Say(text)))

        assert then.events[0].why == "card"
        assert then.events[0].hint.card in THREE

    @rule("tap-the-table", 8)
    def test_a_word_derived_from_one_of_a_card_gets_a_hint(self):
        given = answering(0, 0, 0, middle=("trait-moves", "size-door"))

        then = when(tap_the_table, given, does(0, Say("a sudden movement")))

        assert kinds(then.events) == [Proposed]
        assert then.events[0].hints == (Hint("moves", card="trait-moves"),)

    @rule("tap-the-table", 8)
    def test_a_word_of_a_covered_card_may_be_said(self):
        given = answering(0, 0, 0, middle=("place-party", "place-night"))

        then = when(tap_the_table, given, does(0, Say("a party hat")))

        assert kinds(then.events) == [Proposed]

    @rule("tap-the-table", 9)
    def test_words_are_compared_in_the_language_of_the_game(self):
        given = answering(0, 0, 0, options=Options(language="fr"), middle=("place-kitchen",))

        then = when(tap_the_table, given, does(0, Say("un cuisinier")), does(0, Say("une cuisine")))

        assert [event.hints for event in then.events[:1]] == [(Hint("cuisine", card="place-kitchen"),)]
        assert when(tap_the_table, given, does(0, Say("une cuisine"))).events[0].why == "card"
        assert when(tap_the_table, given, does(0, Say("a kitchen"))).events[0].hints == ()

    @rule("tap-the-table", 9, 24)
    def test_in_the_challenge_a_missing_letter_is_refused_as_well(self):
        given = answering(0, 0, 0, options=Options(challenge=True), middle=("size-door", "letter-d"))

        then = when(tap_the_table, given, does(0, Say("a ring")), does(0, Say("a Diamond")))

        assert then.events[0] == NotTaken(0, "a ring", "letter", Hint("d", card="letter-d"))
        assert kinds(then.events) == [NotTaken, Proposed]

    @rule("tap-the-table", 10)
    def test_at_a_typed_table_the_press_counts_and_ten_seconds_to_type_follow(self):
        then = when(tap_the_table, thinking(0, 0, 0), does(0, Claim()))

        assert then.events == [Claimed(0, None, LATER, LATER + 10 * SECOND)]
        assert when(tap_the_table, then.state, does(1, Count(), LATER + MS)).events == [
            Refused(1, "too-late")
        ]

    @rule("tap-the-table", 10)
    def test_a_solution_not_typed_in_time_is_not_valid(self):
        then = when(tap_the_table, answering(0, 2, 0), until=NOW + 10 * SECOND)

        assert (ended(then).how, ended(then).tokens) == ("silent", Tokens(0, None, 1))

    @rule("tap-the-table", 10)
    def test_at_an_aloud_table_the_press_is_the_solution_and_a_label_may_follow(self):
        given = thinking(0, 0, 0, options=ALOUD, said=(Said("a lamp", 2),))

        then = when(tap_the_table, given, does(0, Claim()), does(0, Say("two lamps"), LATER + SECOND))

        assert then.events == [
            Proposed(0, "", (), None, LATER, LATER + 8 * SECOND),
            Labelled(0, "two lamps", (Hint("a lamp", by=2),)),
        ]
        assert then.state.said[-1] == Said("two lamps", 0)

    @rule("tap-the-table", 10)
    def test_at_an_aloud_table_nobody_has_to_type_anything(self):
        given = countdown(0, 1, 0, options=ALOUD)

        then = when(
            tap_the_table,
            given,
            does(1, Claim(), NOW + COUNTDOWN + SECOND),
            does(2, Fist(), NOW + COUNTDOWN + 2 * SECOND),
            does(1, Defend("I explain"), NOW + COUNTDOWN + 3 * SECOND),
            does(1, Done(), NOW + COUNTDOWN + 4 * SECOND),
        )

        assert kinds(then.events) == [
            *(CountdownEnded, Proposed, FistTapped, Challenged, Refused, SaidDone, TurnEnded)
        ]
        assert then.events[4] == Refused(1, "say-it-aloud")
        assert then.state.said == ()

    @rule("tap-the-table", 10)
    def test_only_the_speaker_gives_a_label_and_only_once(self):
        given = voting(0, 0, 0, options=ALOUD, text="")

        then = when(
            tap_the_table, given, does(1, Say("a lamp")), does(0, Say("a lamp")), does(0, Say("a ring"))
        )

        assert kinds(then.events) == [Refused, Labelled, Refused]

    def test_free_text_is_one_line_of_limited_length_without_control_characters(self):
        rude = "a\u202e ball\x00\n\tand\u200b more " + "x" * 100

        then = when(tap_the_table, answering(0, 0, 0), does(0, Say(rude)))

        assert then.events[0].text.startswith("a ball and more xxx")
        assert len(then.events[0].text) == LONGEST_WORD

    def test_an_empty_text_is_not_a_word(self):
        then = when(tap_the_table, answering(0, 0, 0), does(0, Say(" \n\u200b ")))

        assert then.events == [Refused(0, "empty")]

    @pytest.mark.parametrize(
        ("given", "act"),
        [
            (answering, Say("You bastard!")),
            (lambda *t, options: justifying(*t, options=options, fists=(1, 2)), Defend("merde alors")),
            (thinking, Ask("Is this shit?", "Yes")),
        ],
    )
    def test_a_family_table_refuses_rude_words(self, given, act):
        family = when(tap_the_table, given(0, 0, 0, options=Options(family=True)), does(0, act))
        grown_up = when(tap_the_table, given(0, 0, 0, options=Options()), does(0, act))

        assert family.events == [Refused(0, "rude")]
        assert kinds(grown_up.events) != [Refused]


class TestFists:
    @rule("tap-the-table", 12)
    def test_a_fist_is_tapped_once_and_stays_in_sight_of_all(self):
        given = voting(0, 0, 0, 0)

        then = when(
            tap_the_table,
            given,
            does(1, Fist()),
            does(1, Fist()),
            does(1, Fine()),
            does(1, Lift()),
        )

        assert then.events == [FistTapped(1, LATER), *[Refused(1, "fist-stays")] * 3]
        for seat in (0, 1, 2, None):
            assert view(then.state, seat).fists == (1,)

    @rule("tap-the-table", 12)
    def test_a_player_who_said_fine_may_still_tap_while_the_vote_lasts(self):
        then = when(tap_the_table, voting(0, 0, 0, 0, fine=(1,)), does(1, Fine()), does(1, Fist()))

        assert then.events == [Refused(1, "already-said"), FistTapped(1, LATER)]
        assert (then.state.phase.fists, then.state.phase.fine) == ((1,), ())

    @rule("tap-the-table", 12)
    def test_only_a_solution_that_was_seen_can_be_rejected(self):
        then = when(tap_the_table, voting(0, 0, 0), does(1, Fist(), NOW + MS, seen=NOW - MS))

        assert then.events == [Refused(1, "not-seen")]

    @rule("tap-the-table", 13)
    def test_if_a_majority_of_the_others_tap_the_proposer_must_justify_the_solution(self):
        then = when(tap_the_table, voting(0, 0, 0, 0, fists=(1,), fine=(3,)), does(2, Fist()))

        assert then.events[1:] == [Challenged(0, LATER, LATER + 25 * SECOND)]

    @rule("tap-the-table", 13)
    def test_if_the_majority_stays_the_proposer_takes_one_token_from_the_supply(self):
        given = justifying(0, 2, 0, 0, fists=(1, 2, 3))

        then = when(tap_the_table, given, does(3, Lift()), until=NOW + 25 * SECOND)

        assert kinds(then.events) == [FistLifted, TurnEnded]
        assert ended(then).tokens == Tokens(0, None, 1)
        assert then.state.tokens == (1, 2, 0, 0)

    @rule("tap-the-table", 13)
    def test_without_a_majority_of_fists_play_goes_on(self):
        given = justifying(0, 0, 0, 0, fists=(1, 2))

        then = when(tap_the_table, given, does(2, Lift()), until=LATER + PASSING)

        assert kinds(then.events) == [FistLifted, TurnEnded, TurnBegan]
        assert ended(then).how == "accepted"
        assert (then.state.tokens, then.state.middle) == ((0, 0, 0, 0), THREE)

    @rule("tap-the-table", 14)
    @pytest.mark.parametrize(("seats", "needed"), [(3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
    def test_majority_is_more_than_half_of_those_who_may_vote(self, seats, needed):
        given = voting(*[0] * seats)
        taps = [does(seat, Fist()) for seat in range(1, seats)]

        enough = when(tap_the_table, given, *taps[:needed], until=NOW + 8 * SECOND)
        too_few = when(tap_the_table, given, *taps[: needed - 1], until=NOW + 8 * SECOND)

        assert Challenged in kinds(enough.events)
        assert Challenged not in kinds(too_few.events)
        assert view(given, 1).needed == needed

    @rule("tap-the-table", 14)
    def test_half_of_the_voters_is_not_a_majority(self):
        given = voting(0, 0, 0, 0, 0, fists=(1, 2), fine=(3,))

        assert kinds(when(tap_the_table, given, does(4, Fine())).events) == [SaidFine, TurnEnded]

    @rule("tap-the-table", 14)
    def test_absent_players_are_not_counted_in_a_vote(self):
        given = voting(0, 0, 0, 0, 0, fists=(1,), away=(3, 4))

        then = when(tap_the_table, given, does(2, Fist()))

        assert kinds(then.events) == [FistTapped, Challenged]
        assert view(given, 1).voters == (1, 2)

    @rule("tap-the-table", 14)
    def test_the_fist_of_a_player_who_leaves_is_not_counted_until_they_are_back(self):
        given = voting(0, 0, 0, 0, fists=(1, 2))

        left = when(tap_the_table, given, does(2, Away()), does(3, Fine()))
        back = when(tap_the_table, given, does(2, Away()), does(2, Back()), does(3, Fine()))

        assert kinds(left.events) == [Left, SaidFine, TurnEnded]
        assert kinds(back.events) == [Left, Returned, SaidFine, Challenged]

    @rule("tap-the-table", 14)
    def test_where_nobody_can_vote_nobody_objects(self):
        then = when(tap_the_table, answering(0, 0, 0, away=(1, 2)), does(0, Say(WORD)))

        assert kinds(then.events) == [Proposed, TurnEnded]
        assert ended(then).how == "accepted"

    @rule("tap-the-table", 15)
    @pytest.mark.parametrize("limit", [8, 5])
    def test_voting_lasts_eight_seconds_unless_the_table_sets_another_limit(self, limit):
        given = answering(0, 0, 0, options=Options(vote=limit))
        said = does(0, Say(WORD))

        assert kinds(when(tap_the_table, given, said, until=LATER + limit * SECOND - 1).events) == [Proposed]
        assert kinds(when(tap_the_table, given, said, until=LATER + limit * SECOND).events) == [
            Proposed,
            TurnEnded,
        ]

    @rule("tap-the-table", 15)
    def test_voting_is_over_sooner_when_everybody_has_tapped_or_said_fine(self):
        then = when(tap_the_table, voting(0, 0, 0, 0, fine=(1,), fists=(3,)), does(2, Fine()))

        assert kinds(then.events) == [SaidFine, TurnEnded]

    @rule("tap-the-table", 15)
    def test_justifying_lasts_25_seconds_or_until_the_proposer_says_done(self):
        given = justifying(0, 0, 0, fists=(1, 2))

        at_once = when(tap_the_table, given, does(0, Done()))

        assert kinds(at_once.events) == [SaidDone, TurnEnded]
        assert kinds(when(tap_the_table, given, until=NOW + 25 * SECOND - 1).events) == []
        assert kinds(when(tap_the_table, given, until=NOW + 25 * SECOND).events) == [TurnEnded]

    @rule("tap-the-table", 15)
    def test_at_a_typed_table_a_defence_is_a_text_of_at_most_280_characters(self):
        then = when(tap_the_table, justifying(0, 0, 0, fists=(1, 2)), does(0, Defend("y" * 400)))

        assert then.events == [Defended(0, "y" * LONGEST_DEFENCE, LATER)]
        assert LONGEST_DEFENCE == 280
        assert view(then.state, 2).defence == "y" * 280

    @rule("tap-the-table", 15)
    def test_while_a_solution_is_justified_fists_can_be_lifted_and_none_added(self):
        given = justifying(0, 0, 0, 0, 0, fists=(1, 2, 3))

        then = when(
            tap_the_table, given, does(4, Fist()), does(4, Lift()), does(1, Defend("No")), does(1, Done())
        )

        assert then.events == [
            Refused(4, "no-more-fists"),
            Refused(4, "no-fist"),
            Refused(1, "not-yours-to-defend"),
            Refused(1, "not-yours-to-defend"),
        ]
        assert kinds(when(tap_the_table, given, does(3, Lift())).events) == [FistLifted, TurnEnded]

    @rule("tap-the-table", 15)
    def test_a_written_defence_ends_once_every_fist_is_lifted_or_kept(self):
        given = justifying(0, 0, 0, 0, 0, fists=(1, 2, 3, 4))
        defence = does(0, Defend("It is true"))

        some = when(tap_the_table, given, defence, does(1, Lift()), does(2, Keep()), does(3, Keep()))
        all_of_them = when(tap_the_table, some.state, does(4, Keep(), LATER + SECOND))

        assert kinds(some.events) == [Defended, FistLifted, FistKept, FistKept]
        assert kinds(all_of_them.events) == [FistKept, TurnEnded]
        assert ended(all_of_them).how == "rejected"

    @rule("tap-the-table", 15)
    def test_no_fist_is_kept_before_a_defence_is_written(self):
        given = justifying(0, 0, 0, fists=(1, 2))

        then = when(tap_the_table, given, does(1, Keep()), does(2, Keep()))

        assert then.events == [Refused(1, "not-heard"), Refused(2, "not-heard")]
        assert "keep" not in offered(view(then.state, 1))

    @rule("tap-the-table", 15)
    def test_a_second_written_defence_is_heard_anew(self):
        given = justifying(0, 0, 0, fists=(1, 2), defence="It is true")

        then = when(tap_the_table, given, does(1, Keep()), does(0, Defend("And it shines")), does(2, Keep()))

        assert kinds(then.events) == [FistKept, Defended, FistKept]
        assert view(then.state, 0).kept == (2,)

    @rule("tap-the-table", 15)
    def test_a_spoken_defence_has_six_seconds_even_if_every_fist_is_kept_at_once(self):
        given = when(tap_the_table, voting(0, 0, 0, options=ALOUD), does(1, Fist()), does(2, Fist())).state
        keeps = [does(seat, Keep(), LATER + SECOND) for seat in (1, 2)]

        early = when(tap_the_table, given, *keeps, until=LATER + 6 * SECOND - 1)
        late = when(tap_the_table, given, *keeps, until=LATER + 6 * SECOND)

        assert kinds(early.events) == [FistKept, FistKept]
        assert kinds(late.events) == [FistKept, FistKept, TurnEnded]

    @rule("tap-the-table", 15)
    def test_a_kept_fist_can_still_be_lifted(self):
        given = justifying(0, 0, 0, fists=(1, 2), defence="It is true")

        then = when(tap_the_table, given, does(1, Keep()), does(1, Lift()))

        assert kinds(then.events) == [FistKept, FistLifted, TurnEnded]
        assert ended(then).how == "accepted"

    @rule("tap-the-table", 15)
    def test_a_defence_waits_for_no_fist_of_a_player_who_is_away(self):
        given = justifying(0, 0, 0, 0, 0, 0, fists=(1, 2, 3, 4), defence="It is true")

        then = when(tap_the_table, given, *(does(seat, Keep()) for seat in (1, 2, 3)), does(4, Away()))

        assert kinds(then.events) == [FistKept, FistKept, FistKept, Left, TurnEnded]

    @rule("tap-the-table", 15)
    def test_nobody_keeps_a_fist_twice_or_one_that_is_not_there(self):
        given = justifying(0, 0, 0, 0, fists=(1, 2), defence="It is true")

        then = when(tap_the_table, given, does(3, Keep()), does(1, Keep()), does(1, Keep()))

        assert then.events == [Refused(3, "no-fist"), FistKept(1), Refused(1, "already-said")]


class TestCountdown:
    @rule("tap-the-table", 16)
    def test_while_the_active_player_thinks_any_other_may_start_five_full_seconds(self):
        then = when(tap_the_table, thinking(0, 0, 0), does(2, Count()), until=LATER + AT_ONCE + COUNTDOWN)

        begun = LATER + AT_ONCE
        assert then.events == [
            Called(2, LATER),
            CountdownBegan(2, (), begun, begun + 5 * SECOND),
            CountdownEnded(2, begun + 5 * SECOND, begun + 15 * SECOND),
        ]

    @rule("tap-the-table", 16)
    def test_no_countdown_by_the_active_player_nor_before_the_card_is_up_nor_after_the_answer(self):
        for given, seat, why in [
            (thinking(0, 0, 0), 0, "you-are-active"),
            (table(0, 0, 0), 1, "not-now"),
            (answering(0, 0, 0), 1, "too-late"),
            (voting(0, 0, 0), 1, "not-now"),
        ]:
            assert when(tap_the_table, given, does(seat, Count(), given.due - MS)).events == [
                Refused(seat, why)
            ]

    @rule("tap-the-table", 16)
    def test_nobody_can_stop_a_countdown(self):
        given = countdown(0, 0, 0, 0)

        for act in (Count(), Done(), Lift(), Claim(), Fine(), Ask("Stop?", "Yes")):
            then = when(tap_the_table, given, does(1, act))
            assert kinds(then.events) == [Refused]
            assert then.state.phase == given.phase

    @rule("tap-the-table", 17)
    def test_there_is_no_second_countdown_during_a_countdown(self):
        then = when(tap_the_table, countdown(0, 0, 0), does(2, Count()))

        assert then.events == [Refused(2, "countdown-runs")]

    @rule("tap-the-table", 17)
    def test_the_others_may_tap_along_to_the_beat_of_a_countdown(self):
        then = when(tap_the_table, countdown(0, 0, 0), does(2, Drum()), does(1, Drum()), does(0, Drum()))

        assert then.events == [Drummed(2, LATER), Drummed(1, LATER), Refused(0, "you-are-active")]
        assert view(then.state, 0).drums == {2: LATER, 1: LATER}

    @rule("tap-the-table", 18)
    def test_of_two_countdown_calls_at_once_the_one_with_more_tokens_counts(self):
        given = thinking(0, 1, 3, 1)

        then = when(
            tap_the_table,
            given,
            does(1, Count()),
            does(2, Count(), LATER + 149 * MS),
            until=LATER + AT_ONCE,
        )

        assert then.events[2] == CountdownBegan(2, (1,), LATER + AT_ONCE, LATER + AT_ONCE + COUNTDOWN)

    @rule("tap-the-table", 18)
    @pytest.mark.parametrize(("active", "nearest"), [(0, 1), (1, 3), (2, 3), (3, 1)])
    def test_of_two_equal_countdown_calls_the_one_nearer_to_the_active_player_counts(self, active, nearest):
        calls = tuple(seat for seat in (3, 1) if seat != active) or (1,)
        given = starting(2, 2, 2, 2, calls=calls, active=active)

        then = when(tap_the_table, given, until=NOW + AT_ONCE)

        assert then.events[0].starter == nearest

    @rule("tap-the-table", 18)
    def test_two_calls_at_once_are_less_than_150_milliseconds_apart(self):
        then = when(tap_the_table, thinking(0, 1, 3), does(1, Count()), does(2, Count(), LATER + 150 * MS))

        assert kinds(then.events) == [Called, CountdownBegan, Refused]
        assert then.state.phase.starter == 1

    @rule("tap-the-table", 18)
    def test_a_call_is_hidden_from_the_others_until_the_starter_is_decided(self):
        given, called = thinking(0, 1, 3), starting(0, 1, 3, calls=(1,))

        for seat in (0, 2, None):
            assert view(called, seat) == view(given, seat)
            assert reshuffle(called, seat, Dice("a")).phase == given.phase
            assert tell(Called(1, NOW), seat) is None
        assert view(called, 1).phase == "calling"
        assert tell(Called(1, NOW), 1) == Called(1, NOW)

    @rule("tap-the-table", 19)
    @pytest.mark.parametrize("given", [countdown(0, 1, 3), starting(0, 1, 3, calls=(1, 2))])
    def test_the_active_player_may_interrupt_a_countdown_by_proposing(self, given):
        starter = 1 if isinstance(given.phase, Countdown) else 2

        then = when(tap_the_table, given, does(0, Claim(), NOW + 100 * MS))

        assert then.events == [Claimed(0, starter, NOW + 100 * MS, NOW + 100 * MS + 10 * SECOND)]

    @rule("tap-the-table", 19)
    def test_after_an_interruption_all_others_vote_including_the_starter(self):
        assert view(voting(0, 1, 0, 0, by=0, starter=1), 3).voters == (1, 2, 3)

    @rule("tap-the-table", 19)
    def test_if_an_interruption_is_accepted_the_deck_passes_on_as_usual(self):
        given = voting(0, 1, 0, 0, by=0, starter=1, fine=(1, 2))

        then = when(tap_the_table, given, does(3, Fine()))

        assert (ended(then).how, ended(then).tokens) == ("accepted", None)
        assert then.state.middle == THREE

    @rule("tap-the-table", 19)
    @pytest.mark.parametrize(("tokens", "giver"), [((0, 1, 0), 1), ((2, 0, 5), None)])
    def test_a_rejected_interruption_costs_one_token_from_the_starter_or_from_the_supply(self, tokens, giver):
        given = justifying(*tokens, by=0, starter=1, fists=(1, 2))

        then = when(tap_the_table, given, does(0, Done()))

        assert ended(then).tokens == Tokens(0, giver, 1)
        assert sum(then.state.tokens) - sum(tokens) == (1 if giver is None else 0)

    @rule("tap-the-table", 19)
    def test_an_interruption_can_be_challenged_and_cost_a_token(self):
        then = when(
            tap_the_table,
            countdown(0, 1, 0),
            *(
                does(0, Claim()),
                does(0, Say("an elephant")),
                does(1, Fist()),
                does(2, Fist()),
                does(0, Done()),
            ),
        )

        assert kinds(then.events) == [
            *(Claimed, Proposed, FistTapped, FistTapped, Challenged, SaidDone, TurnEnded)
        ]
        assert ended(then).tokens == Tokens(0, 1, 1)
        assert then.state.tokens == (1, 0, 0)

    @rule("tap-the-table", 19)
    def test_an_interruption_without_a_solution_costs_the_same(self):
        then = when(tap_the_table, answering(0, 1, 0, by=0, starter=1), until=NOW + 10 * SECOND)

        assert ended(then).tokens == Tokens(0, 1, 1)

    @rule("tap-the-table", 20)
    def test_after_a_countdown_the_starter_must_propose_at_once_and_the_active_player_no_longer_can(self):
        over = NOW + COUNTDOWN

        then = when(tap_the_table, countdown(0, 0, 0), does(0, Claim(), over), does(0, Say(WORD), over))

        assert then.events == [
            CountdownEnded(1, over, over + 10 * SECOND),
            Refused(0, "not-now"),
            Refused(0, "not-now"),
        ]
        assert kinds(when(tap_the_table, then.state, does(1, Say(WORD), over)).events) == [Proposed]

    @rule("tap-the-table", 20)
    def test_after_a_countdown_all_vote_but_the_starter_and_the_active_player(self):
        given = voting(0, 0, 0, 0, by=1, starter=1)

        then = when(tap_the_table, given, does(0, Fist()), does(1, Fine()), does(2, Fist()), does(3, Fist()))

        assert then.events[:2] == [Refused(0, "no-vote"), Refused(1, "no-vote")]
        assert kinds(then.events[2:]) == [FistTapped, FistTapped, Challenged]
        assert view(given, 2).voters == (2, 3)

    @rule("tap-the-table", 20)
    @pytest.mark.parametrize(
        ("tokens", "after"), [((0, 2, 0, 0), (1, 1, 0, 0)), ((0, 0, 3, 0), (1, 0, 3, 0))]
    )
    def test_a_starter_with_a_valid_solution_gives_one_token_or_the_supply_does(self, tokens, after):
        given = voting(*tokens, by=1, starter=1, fine=(2,))

        then = when(tap_the_table, given, does(3, Fine()))

        assert then.state.tokens == after
        assert (ended(then).how, ended(then).by) == ("accepted", 1)
        assert then.state.middle == ()

    @rule("tap-the-table", 20)
    def test_if_the_starters_solution_is_not_valid_they_take_two_tokens_and_the_active_player_none(self):
        given = justifying(1, 1, 0, 0, by=1, starter=1, fists=(2, 3))

        then = when(tap_the_table, given, does(1, Done()))

        assert ended(then).tokens == Tokens(1, None, 2)
        assert then.state.tokens == (1, 3, 0, 0)

    @rule("tap-the-table", 20)
    def test_a_starter_who_says_nothing_within_ten_seconds_has_no_valid_solution(self):
        then = when(tap_the_table, countdown(0, 0, 0), until=NOW + COUNTDOWN + 10 * SECOND)

        assert kinds(then.events) == [CountdownEnded, TurnEnded]
        assert ended(then) == TurnEnded(
            "silent",
            1,
            Tokens(1, None, 2),
            None,
            NOW + COUNTDOWN + 10 * SECOND,
            NOW + COUNTDOWN + 10 * SECOND + PAYING,
        )


class TestTheDanceOfTheFists:
    @rule("tap-the-table", 21)
    def test_after_about_30_seconds_the_others_may_drum(self):
        soon = when(tap_the_table, thinking(0, 0, 0), does(1, Drum(), SHOWN + 30 * SECOND - 1))
        late = when(tap_the_table, thinking(0, 0, 0), does(1, Drum(), SHOWN + 30 * SECOND))

        assert soon.events == [Refused(1, "too-soon")]
        assert late.events == [DanceAllowed(), Drummed(1, SHOWN + 30 * SECOND)]

    @rule("tap-the-table", 21)
    def test_a_majority_of_drummers_ends_the_turn_with_a_token_from_the_supply(self):
        at = SHOWN + 31 * SECOND
        given = thinking(0, 4, 0, 0)

        then = when(tap_the_table, given, does(1, Drum(), at), does(2, Drum(), at + SECOND))

        assert kinds(then.events) == [DanceAllowed, Drummed, Drummed, TurnEnded]
        assert (ended(then).how, ended(then).tokens) == ("danced", Tokens(0, None, 1))

    @rule("tap-the-table", 21)
    @pytest.mark.parametrize(("pause", "over"), [(1_499 * MS, True), (1_500 * MS, False)])
    def test_a_drummer_is_a_player_whose_last_tap_is_under_a_second_and_a_half_old(self, pause, over):
        at = SHOWN + 31 * SECOND

        then = when(tap_the_table, thinking(0, 0, 0), does(1, Drum(), at), does(2, Drum(), at + pause))

        assert (TurnEnded in kinds(then.events)) == over

    @rule("tap-the-table", 21)
    def test_the_active_player_does_not_drum_and_absent_players_are_not_counted(self):
        at = SHOWN + 31 * SECOND
        given = thinking(0, 0, 0, 0, away=(2, 3))

        then = when(tap_the_table, given, does(0, Drum(), at), does(1, Drum(), at))

        assert kinds(then.events) == [DanceAllowed, Refused, Drummed, TurnEnded]

    @rule("tap-the-table", 21)
    def test_a_countdown_or_an_answer_ends_the_dance(self):
        given = thinking(0, 0, 0, 0, dancing=True, drums={1: LATER})

        counted = when(tap_the_table, given, does(2, Count()), until=LATER + AT_ONCE)
        answered = when(tap_the_table, given, does(0, Claim()))
        drummed = when(tap_the_table, counted.state, does(3, Drum(), LATER + 2 * AT_ONCE))

        assert isinstance(counted.state.phase, Countdown)
        assert isinstance(answered.state.phase, Answering)
        assert counted.state.drums == answered.state.drums == {}
        assert kinds(drummed.events) == [Drummed]

    @rule("tap-the-table", 21)
    @pytest.mark.parametrize("patience", [30, 20])
    def test_after_twice_as_long_the_turn_ends_by_itself_with_a_token(self, patience):
        given = table(0, 0, 0, options=Options(patience=patience))
        reveal = does(0, Reveal(), SECOND)

        before = when(tap_the_table, given, reveal, until=SECOND + 2 * patience * SECOND - 1)
        after = when(tap_the_table, given, reveal, until=SECOND + 2 * patience * SECOND)

        assert kinds(before.events) == [Revealed, DanceAllowed]
        assert kinds(after.events) == [Revealed, DanceAllowed, TurnEnded]
        assert (ended(after).how, ended(after).tokens) == ("out-of-time", Tokens(0, None, 1))

    @rule("tap-the-table", 21)
    def test_an_absent_player_is_waited_for_only_twelve_seconds(self):
        absent = when(tap_the_table, thinking(0, 0, 0, away=(0,)), until=SHOWN + ALONE)
        leaving = when(tap_the_table, thinking(0, 0, 0), does(0, Away(), SHOWN + 20 * SECOND))
        back = when(tap_the_table, thinking(0, 0, 0, away=(0,)), does(0, Back(), NOW), until=SHOWN + ALONE)

        assert kinds(absent.events) == [TurnEnded]
        assert kinds(leaving.events) == [Left, TurnEnded]
        assert kinds(back.events) == [Returned]
        assert view(thinking(0, 0, 0, away=(0,)), 1).until == SHOWN + ALONE


class TestAfterAToken:
    @rule("tap-the-table", 22)
    @pytest.mark.parametrize(
        "given",
        [
            answering(0, 0, 0),
            answering(0, 0, 0, by=2, starter=2),
            voting(0, 1, 0, by=1, starter=1, fine=(2,)),
            justifying(0, 1, 0, starter=1, fists=(1, 2)),
            thinking(0, 0, 0, dancing=True),
        ],
    )
    def test_after_a_token_the_middle_is_discarded_for_good_and_the_deck_passes_to_the_left(self, given):
        then = when(tap_the_table, given, until=given.due + PAYING)

        assert sum(then.state.tokens) >= sum(given.tokens)
        assert (then.state.middle, then.state.used) == ((), THREE)
        assert (then.state.active, type(then.state.phase)) == (1, Ready)
        assert not set(then.state.deck) & set(THREE)


class TestTheEnd:
    @rule("tap-the-table", 23)
    def test_the_game_ends_when_all_cards_of_the_deck_have_been_played_and_fewest_tokens_wins(self):
        then = when(tap_the_table, settling(3, 1, 2, deck=()), until=NOW + PAYING)

        assert then.events == [GameWon((1,))]
        assert (then.state.winners, then.state.points) == ((1,), (-3, -1, -2))

    @rule("tap-the-table", 23)
    def test_ties_share_the_victory(self):
        assert when(tap_the_table, settling(3, 1, 1, deck=()), until=NOW + PAYING).events == [GameWon((1, 2))]

    @rule("tap-the-table", 23)
    @pytest.mark.parametrize(("challenge", "turns"), [(False, 32), (True, 40)])
    def test_the_game_ends_after_32_turns_or_40_in_the_challenge(self, challenge, turns):
        given = setup(4, Options(challenge=challenge), Dice("a"))

        then = when(
            tap_the_table, given, *(does(seat, Away(), 0) for seat in given.seats), until=3_600 * SECOND
        )

        assert kinds(then.events).count(TurnEnded) == turns
        assert kinds(then.events)[-1] == GameWon
        assert view(given, 0).turns == turns

    @rule("tap-the-table", 23)
    def test_points_may_be_added_up_over_several_games(self):
        given = settling(
            3, 1, 2, options=Options(games=2), deck=(), sums=(0, 4, 1), said=(Said("a lamp", 1),)
        )

        then = when(tap_the_table, given, until=NOW + PAYING)

        event = then.events[0]
        assert (type(event), event.tokens) == (GameEnded, (3, 1, 2))
        assert then.state.points == (-3, -5, -3)
        assert (then.state.game, then.state.turn, len(then.state.deck)) == (2, 1, 32)
        assert tell(event, 0).deck == ()

    @rule("tap-the-table", 7, 23)
    def test_in_a_series_the_words_said_are_remembered(self):
        given = settling(3, 1, 2, options=Options(games=2), deck=(), said=(Said("a lamp", 1),))

        then = when(tap_the_table, given, until=NOW + PAYING)

        assert then.state.said == (Said("a lamp", 1),)
        assert view(then.state, 0).said == ()  # only this game's are listed

    @rule("tap-the-table", 23)
    def test_the_last_game_of_a_series_decides_by_the_sum(self):
        given = settling(0, 1, 2, options=Options(games=2), game=2, deck=(), sums=(5, 1, 1))

        assert when(tap_the_table, given, until=NOW + PAYING).events == [GameWon((1,))]


class TestTheChallenge:
    @rule("tap-the-table", 24)
    @pytest.mark.parametrize("language", sorted(WORDS))
    def test_all_eight_purple_cards_are_shuffled_in(self, language):
        deck = setup(3, Options(challenge=True, language=language), Dice("a")).deck

        assert len(deck) == 40
        assert {card for card in deck if colour_of(card) == "purple"} == set(box("purple", language))

    @rule("tap-the-table", 24)
    def test_without_the_challenge_there_are_no_purple_cards(self):
        assert not any(card.startswith("letter") for card in setup(3, Options(), Dice("a")).deck)


class TestTheFinalCountdown:
    @rule("tap-the-table", 25)
    def test_a_tie_for_the_win_is_played_off(self):
        given = settling(2, 1, 1, options=FINAL, deck=(), middle=FOUR, used=("look-red",))

        then = when(tap_the_table, given, until=NOW + PAYING)

        assert then.events == [TieFound((1, 2), NOW + PAYING, NOW + PAYING + COMPARING)]
        assert view(then.state, 0).contenders == (1, 2)

    @rule("tap-the-table", 25)
    def test_a_single_winner_needs_no_final_countdown(self):
        given = settling(2, 0, 1, options=FINAL, deck=())

        assert when(tap_the_table, given, until=NOW + PAYING).events == [GameWon((1,))]

    @rule("tap-the-table", 25)
    def test_the_used_cards_are_shuffled_into_a_new_deck(self):
        given = comparing(1, 3, 1, contenders=(0, 2))

        then = when(tap_the_table, given, until=NOW + COMPARING)

        assert kinds(then.events) == [FinalBegan]
        assert sorted(then.state.deck) == sorted(given.used)
        assert then.state.deck != given.used
        assert tell(then.events[0], 0).deck == ()
        assert set(reshuffle(then.state, 0, Dice("b")).deck) == set(then.state.deck)

    @rule("tap-the-table", 25)
    def test_only_the_tied_players_name_the_smallest_fist(self):
        given = comparing(1, 1, 1, 4, contenders=(0, 1, 2))

        then = when(
            tap_the_table, given, does(0, Name(2)), does(3, Name(0)), does(1, Name(2)), does(2, Name(0))
        )

        assert kinds(then.events) == [Named, Refused, Named, Named, FinalBegan]
        assert then.events[1] == Refused(3, "not-tied")

    @rule("tap-the-table", 25)
    @pytest.mark.parametrize("contenders", [(0, 1), (0, 2, 3), (1, 2, 4), (0, 1, 2, 3)])
    def test_the_fist_named_most_starts_and_of_those_named_equally_often_any(self, contenders):
        given = comparing(*(1 if seat in contenders else 4 for seat in range(5)), contenders=contenders)
        for names in product(contenders, repeat=len(contenders)):
            votes = Counter(names)
            named_most = {seat for seat in contenders if votes[seat] == max(votes.values())}
            says = [does(seat, Name(whose)) for seat, whose in zip(contenders, names, strict=True)]

            starters = {
                when(tap_the_table, given, *says, seed=f"fists {seed}").state.active
                for seed in range(5 if len(named_most) == 1 else 40)
            }

            assert starters == named_most, names

    @rule("tap-the-table", 25)
    def test_a_player_who_changes_their_mind_is_counted_once(self):
        given = comparing(1, 1, 1, contenders=(0, 1, 2))

        for seed in range(20):
            then = when(
                tap_the_table,
                given,
                *(does(0, Name(whose)) for whose in (2, 2, 2, 1)),
                does(1, Name(1)),
                does(2, Name(2)),
                seed=f"minds {seed}",
            )
            assert then.state.active == 1

    @rule("tap-the-table", 25)
    def test_without_a_name_in_time_the_others_decide_the_smallest_fist(self):
        given = comparing(1, 1, 1, contenders=(0, 1, 2))

        for seed in range(20):
            then = when(tap_the_table, given, does(2, Name(1)), until=NOW + COMPARING, seed=f"one {seed}")
            assert then.state.active == 1

    @rule("tap-the-table", 25)
    def test_chance_decides_the_smallest_fist_if_nobody_names_one(self):
        given = comparing(1, 3, 1, 1, contenders=(0, 2, 3))

        firsts = {
            when(tap_the_table, given, until=NOW + COMPARING, seed=str(n)).state.active for n in range(40)
        }

        assert firsts == {0, 2, 3}
        assert when(tap_the_table, given, does(0, Name(1))).events == [Refused(0, "not-tied")]

    @rule("tap-the-table", 25)
    def test_absent_players_are_not_waited_for_to_name_the_smallest_fist(self):
        given = comparing(1, 3, 1, contenders=(0, 2), away=(2,))

        assert kinds(when(tap_the_table, given, does(0, Name(0))).events) == [Named, FinalBegan]

    @rule("tap-the-table", 25)
    def test_only_the_tied_are_active_in_the_final_countdown(self):
        given = settling(1, 1, 4, 1, options=FINAL, contenders=(0, 1, 3), active=1)

        then = when(tap_the_table, given, until=NOW + PAYING)

        assert then.events == [TurnBegan(3, NOW + PAYING)]

    @rule("tap-the-table", 25)
    def test_in_the_final_countdown_only_the_tied_start_countdowns_and_the_others_tap_fists(self):
        given = thinking(1, 1, 4, 1, options=FINAL, contenders=(0, 1, 3))

        then = when(tap_the_table, given, does(2, Count()), does(3, Count()))

        assert then.events == [Refused(2, "only-fists"), Called(3, LATER)]
        assert "count" not in offered(view(given, 2))
        assert view(voting(1, 1, 4, 1, options=FINAL, contenders=(0, 1)), 0).voters == (1, 2, 3)

    @rule("tap-the-table", 25)
    @pytest.mark.parametrize(
        ("given", "out"),
        [
            (lambda **c: justifying(1, 1, 4, 1, fists=(1, 2), **c), 0),
            (lambda **c: justifying(1, 1, 4, 1, starter=1, fists=(1, 2), **c), 0),
            (lambda **c: voting(1, 1, 4, 1, by=1, starter=1, fine=(2,), **c), 0),
            (lambda **c: justifying(1, 1, 4, 1, by=1, starter=1, fists=(2, 3), **c), 1),
            (lambda **c: answering(1, 1, 4, 1, by=3, starter=3, **c), 3),
            (lambda **c: thinking(1, 1, 4, 1, dancing=True, **c), 0),
        ],
    )
    def test_in_the_final_countdown_a_token_puts_its_player_out_and_the_middle_is_discarded(self, given, out):
        state = given(options=FINAL, contenders=(0, 1, 3))

        then = when(tap_the_table, state, until=state.due)

        assert (ended(then).out, ended(then).tokens) == (out, None)
        assert then.state.tokens == (1, 1, 4, 1)
        assert out not in then.state.contenders
        assert (then.state.middle, then.state.used) == ((), THREE)

    @rule("tap-the-table", 25)
    def test_in_the_final_countdown_an_accepted_solution_puts_nobody_out(self):
        given = voting(1, 1, 4, options=FINAL, contenders=(0, 1), fine=(1,))

        then = when(tap_the_table, given, does(2, Fine()))

        assert ended(then).out is None
        assert then.state.contenders == (0, 1)

    @rule("tap-the-table", 25)
    def test_the_last_player_left_in_the_final_countdown_wins(self):
        given = settling(1, 1, 4, options=FINAL, contenders=(1,))

        assert when(tap_the_table, given, until=NOW + PAYING).events == [GameWon((1,))]

    @rule("tap-the-table", 25)
    def test_an_empty_deck_is_shuffled_again_in_the_final_countdown(self):
        given = settling(1, 1, 4, options=FINAL, contenders=(0, 1), deck=(), used=FIVE, middle=("look-red",))

        then = when(tap_the_table, given, until=NOW + PAYING)

        assert kinds(then.events) == [TurnBegan, DeckShuffled]
        assert sorted(then.state.deck) == sorted(FIVE)
        assert then.state.deck != FIVE
        assert (then.state.used, then.state.middle) == ((), ("look-red",))
        assert tell(then.events[1], 0) == DeckShuffled(())

    @rule("tap-the-table", 5, 25)
    def test_covered_cards_are_shuffled_in_again_when_nothing_was_discarded(self):
        laid = (*HARD, *FOUR)
        given = settling(0, 0, 4, options=FINAL, contenders=(0, 1), deck=(), used=(), middle=laid)

        then = when(tap_the_table, given, until=NOW + PAYING)

        assert kinds(then.events) == [TurnBegan, DeckShuffled]
        assert sorted(then.state.deck) == sorted(HARD)
        assert then.state.middle == FOUR


class TestTheSpiritOfTheRules:
    QUESTION = Ask("Does a photo count?", "No.")

    @rule("tap-the-table", 26)
    @pytest.mark.parametrize("given", [table(0, 0, 0), thinking(0, 0, 0), voting(0, 0, 0), settling(0, 0, 0)])
    def test_any_player_may_ask_a_question_about_the_rules_with_a_proposed_answer(self, given):
        at = given.due - SECOND
        for seat in (0, 1, 2):
            then = when(tap_the_table, given, does(seat, self.QUESTION, at))
            assert then.events == [Asked(seat, "Does a photo count?", "No.", at, at + QUESTION)]

    @rule("tap-the-table", 26)
    def test_a_majority_of_fists_rejects_the_proposed_answer(self):
        then = when(tap_the_table, asking(0, 0, 0, 0), does(3, Fist()), does(0, Fine()))

        assert then.events[-1] == Ruled(False, LATER)
        assert then.state.record[-1].stands is False

    @rule("tap-the-table", 26)
    def test_without_a_majority_of_fists_the_answer_stands_and_is_kept_in_the_tables_record(self):
        given = asking(0, 0, 0, 0)

        then = when(tap_the_table, given, until=NOW + QUESTION)

        asked = given.phase
        assert then.events == [Ruled(True, NOW + QUESTION)]
        assert then.state.record == (AnsweredQuestion(1, asked.question, asked.answer, True),)
        assert view(then.state, None).record == then.state.record

    @rule("tap-the-table", 26)
    def test_all_others_vote_on_a_question_and_absent_players_are_not_counted(self):
        assert view(asking(0, 0, 0, 0, 0, away=(4,)), 0).voters == (0, 2, 3)
        assert when(tap_the_table, asking(0, 0, 0), does(1, Fist())).events == [Refused(1, "no-vote")]

    @rule("tap-the-table", 26)
    def test_the_game_pauses_for_a_question_and_goes_on_where_it_was(self):
        given = thinking(0, 0, 0)
        asked = when(tap_the_table, given, does(1, self.QUESTION, NOW))

        for act in (Claim(), Count(), Drum(), Reveal(), Say(WORD)):
            assert kinds(when(tap_the_table, asked.state, does(0, act)).events) == [Refused]
        after = when(
            tap_the_table, asked.state, does(0, Fine(), NOW + SECOND), does(2, Fine(), NOW + 3 * SECOND)
        )

        waited = 3 * SECOND
        thought = given.phase
        assert after.state.phase == Thinking(
            thought.since + waited,
            thought.dance_at + waited,
            thought.until + waited,
            thought.until_alone + waited,
        )

    @rule("tap-the-table", 26)
    @pytest.mark.parametrize("given", [voting(0, 0, 0, fists=(1,)), justifying(0, 0, 0, fists=(1, 2))])
    def test_fists_on_a_solution_stay_during_a_question(self, given):
        asked = when(tap_the_table, given, does(0, self.QUESTION))

        after = when(tap_the_table, asked.state, until=LATER + QUESTION)

        assert after.state.phase.fists == given.phase.fists
        assert after.state.phase.until == given.phase.until + QUESTION

    @rule("tap-the-table", 26)
    def test_each_player_may_ask_one_question_a_turn(self):
        given = thinking(0, 0, 0, asked=(1,))

        then = when(tap_the_table, given, does(1, self.QUESTION), does(2, self.QUESTION))

        assert then.events[0] == Refused(1, "asked-already")
        assert kinds(then.events) == [Refused, Asked]
        assert when(tap_the_table, settling(0, 0, 0, asked=(1,)), until=NOW + PAYING).state.asked == ()

    @rule("tap-the-table", 26)
    @pytest.mark.parametrize(
        "given", [countdown(0, 0, 0), answering(0, 0, 0), comparing(0, 0, 0, contenders=(0, 1))]
    )
    def test_no_question_can_be_asked_during_a_countdown(self, given):
        assert when(tap_the_table, given, does(2, self.QUESTION)).events == [Refused(2, "not-now")]

    @rule("tap-the-table", 26)
    def test_a_question_needs_a_text_at_a_typed_table_but_not_at_an_aloud_one(self):
        typed = when(tap_the_table, thinking(0, 0, 0), does(1, Ask("Why?")))
        aloud = when(tap_the_table, thinking(0, 0, 0, options=ALOUD), does(1, Ask()))

        assert typed.events == [Refused(1, "empty")]
        assert kinds(aloud.events) == [Asked]


class TestOnAScreen:
    @rule("tap-the-table", 27)
    def test_every_screen_shows_a_fist_until_it_is_lifted(self):
        down = when(tap_the_table, justifying(0, 0, 0, 0, 0, fists=(1, 2, 3)), does(1, Done()))
        up = when(tap_the_table, justifying(0, 0, 0, 0, 0, 0, fists=(1, 2, 3, 4)), does(1, Lift()))

        for seat in (0, 2, None):
            assert tell(FistTapped(1, LATER), seat) == FistTapped(1, LATER)
            assert view(down.state, seat).fists == (1, 2, 3)
            assert view(up.state, seat).fists == (2, 3, 4)

    @rule("tap-the-table", 27)
    def test_a_screen_knows_what_its_player_may_do_now(self):
        acts = {
            "reveal": Reveal(),
            "claim": Claim(),
            "count": Count(),
            "drum": Drum(),
            "say": Say("a medal"),
            "fist": Fist(),
            "fine": Fine(),
            "lift": Lift(),
            "defend": Defend("Look!"),
            "done": Done(),
            "ask": Ask("Why?", "So."),
        }
        for name, given in TABLES.items():
            at = given.phase.since if not isinstance(given.phase, Over) else 0
            for seat in given.seats:
                if isinstance(given.phase, Starting):
                    continue  # a call is hidden from every seat: see rule 18
                for act_name, act in acts.items():
                    event = when(tap_the_table, given, does(seat, act, at)).events[0]
                    allowed = act_name in offered(view(given, seat))
                    assert allowed or isinstance(event, Refused), (name, seat, act_name, event)
                    forbidden = act_name not in offered(view(given, seat))
                    assert forbidden or not isinstance(event, Refused), (name, seat, act_name, event)

    @rule("tap-the-table", 28)
    def test_a_screen_knows_whether_knocks_are_for_real_and_when_to_listen(self):
        given = voting(0, 0, 0, 0, options=Options(for_real=True), fists=(1,))

        assert view(given, 2).for_real
        assert not view(voting(0, 0, 0), 2).for_real
        assert ["fist" in offered(view(given, seat)) for seat in given.seats] == [False, False, True, True]

    def test_who_was_first_is_a_race_from_the_moment_the_card_is_shown(self):
        for given in (thinking(0, 0, 0), starting(0, 0, 0, calls=(1,)), countdown(0, 0, 0)):
            assert given.race == Race(since=SHOWN)
            assert photo_of(given, Count()) == photo_of(given, Claim()) == Contest(game=1, turn=1)
            assert photo_of(given, Drum()) is None
        assert answering(0, 0, 0).race is None
        assert photo_of(answering(0, 0, 0), Count()) == Contest(game=1, turn=1)
        assert photo_of(voting(0, 0, 0), Count()) == Contest(game=1, turn=1)
        assert photo_of(voting(0, 0, 0), Fist()) is None

    def test_when_the_game_is_over_nothing_more_happens(self):
        given = TABLES["two share the victory"]

        assert when(tap_the_table, given, does(0, Reveal())).events == [Refused(0, "game-over")]
        assert (given.due, offered(view(given, 0))) == (None, ())


class TestNamedTables:
    def test_a_state_can_be_written_and_read_back_in_every_phase(self):
        phases = {type(given.phase) for given in TABLES.values()}

        assert phases >= {
            *(
                Ready,
                Thinking,
                Starting,
                Countdown,
                Answering,
                Voting,
                Justifying,
                Settling,
                Comparing,
                Asking,
            )
        }
        for given in TABLES.values():
            assert msgspec.json.decode(msgspec.json.encode(given), type=State) == given

    def test_every_card_on_a_named_table_exists(self):
        for given in TABLES.values():
            assert {*given.deck, *given.middle, *given.used} <= set(CRITERIA)
            assert replace(given, turn=2) != given
