"""Tests of the bot: it thinks, forgets, exaggerates, and keeps to its plan."""

from collections import Counter

import pytest

from taphouse.bots.schedule import selfplay
from taphouse.core import MS, SECOND, Dice, applied, replace
from taphouse.games import tap_the_table

from .bot import DEFENCES, MUSINGS, PEOPLE, POLITE, best_idea, plan
from .cards import checks_of, face_up, fit
from .events import (
    Ask,
    Claim,
    Count,
    Defend,
    Done,
    Drum,
    Fine,
    Fist,
    GameEnded,
    Hint,
    Keep,
    Lift,
    Name,
    Reveal,
    Say,
    TurnEnded,
)
from .state import AnsweredQuestion, Options, Said
from .tables import (
    ALOUD,
    HARD,
    NOW,
    ONE,
    SHOWN,
    THREE,
    answering,
    asking,
    comparing,
    countdown,
    justifying,
    settling,
    table,
    thinking,
    voting,
)
from .texts import WORDS
from .things import find
from .views import view
from .words import has_letter

BOT = Dice("bot", 1)
MANY = range(1, 201)


def meant(state, seat, skill="steady", dice=BOT):
    return plan(view(state, seat), seat, dice, skill)


def acts(state, seat, skill="steady"):
    """What a bot does in the same state in many turns."""
    return Counter(type(each.act) for n in MANY if (each := meant(replace(state, turn=n), seat, skill)))


def ideas(state, skill):
    return [best_idea(view(replace(state, turn=n), 0), Dice("bot", n), PEOPLE[skill]) for n in MANY]


def test_a_bots_plan_does_not_change_when_something_else_happens():
    given = thinking(0, 1, 2, 0)
    changed = replace(given, tokens=(0, 1, 2, 3), away=(3,), deck=given.deck[:1], asked=(2,))

    for seat in (0, 1):
        for turn in MANY:
            before, after = (replace(state, turn=turn) for state in (given, changed))
            assert meant(before, seat) == meant(after, seat)


def test_a_bots_vote_does_not_change_when_something_else_happens():
    given = voting(0, 0, 0, 0)
    changed = replace(given, phase=replace(given.phase, fists=(2,), fine=(3,)), away=(2,))

    assert meant(given, 1) == meant(changed, 1)


def test_an_active_bot_turns_the_card_within_a_few_seconds():
    given = table(0, 0, 0)

    assert acts(given, 0) == {Reveal: len(MANY)}
    assert meant(given, 1) is None
    assert 300 * MS < meant(given, 0).at < 4 * SECOND


def test_a_bot_says_things_that_fit_and_were_not_said():
    given = answering(0, 0, 0, said=(Said("a disco ball", 1), Said("a crown", 2)))

    for turn in MANY:
        said = meant(replace(given, turn=turn), 0, "quick").act
        assert isinstance(said, Say)
        assert find(said.text, "en") not in (find("a disco ball", "en"), find("a crown", "en"))
        misfit = sum(1 - fit(find(said.text, "en"), test, "en") for test in checks_of(face_up(THREE)))
        assert misfit <= 1.5


def test_a_bot_answers_in_the_language_of_the_table():
    given = answering(0, 0, 0, options=Options(language="fr"))

    for turn in MANY:
        assert find(meant(replace(given, turn=turn), 0).act.text, "fr") is not None


def test_a_bot_abstains_where_it_knows_no_words_of_the_language():
    given = voting(0, 0, 0, text="a disco ball", middle=HARD)
    abroad = replace(given, options=Options(language="sw"))

    def votes(state):
        return {type(meant(replace(state, turn=turn), 1).act) for turn in MANY}

    assert Fist in votes(given)
    assert votes(abroad) == {Fine}


def test_bots_play_a_game_to_its_end_in_a_language_without_words():
    play = selfplay(tap_the_table, 3, "abroad", Options(language="sw", challenge=True))

    assert play.winners


def test_a_better_bot_finds_something_sooner_and_better():
    given = thinking(0, 0, 0)
    misfit = {skill: sum(idea.misfit for idea in ideas(given, skill)) for skill in PEOPLE}
    pace = {skill: sum(idea.after for idea in ideas(given, skill)) for skill in PEOPLE}

    assert misfit["quick"] < misfit["steady"] < misfit["gentle"]
    assert pace["quick"] < 0.8 * pace["steady"] < 0.64 * pace["gentle"]


def test_a_bot_takes_longer_for_more_criteria():
    one, three = (
        sum(idea.after for idea in ideas(thinking(0, 0, 0, middle=m), "steady")) for m in (ONE, THREE)
    )

    assert three > 1.5 * one


def test_a_bot_offers_a_near_miss_where_nothing_fits():
    found = ideas(thinking(0, 0, 0, middle=HARD), "quick")

    assert min(idea.misfit for idea in found) >= 0.5
    assert all(find(idea.text, "en") for idea in found)


def test_a_bot_observes_the_letter_in_the_challenge():
    given = answering(0, 0, 0, options=Options(challenge=True), middle=(*THREE, "letter-g"))

    said = {meant(replace(given, turn=n), 0, "quick").act.text for n in MANY}
    assert sum(has_letter(text, "g", "en") for text in said) > 0.9 * len(said)


def test_a_bot_does_not_try_a_refused_word_again():
    given = answering(0, 0, 0)
    first = meant(given, 0).act.text
    refused = replace(given, phase=replace(given.phase, tries=(first,)))

    assert meant(refused, 0).act.text != first
    assert meant(refused, 0).at > meant(given, 0).at


def test_a_bot_accepts_what_fits_and_taps_a_fist_at_what_does_not():
    good, bad = voting(0, 0, 0, text="a disco ball"), voting(0, 0, 0, text="an elephant")

    assert acts(good, 1)[Fine] > 0.9 * len(MANY)
    assert acts(bad, 1)[Fist] > 0.8 * len(MANY)


def test_a_hint_makes_a_bot_doubt():
    given = voting(0, 0, 0, text="a disco ball")
    hinted = replace(given, phase=replace(given.phase, hints=(Hint("a ball", by=2),)))

    assert acts(hinted, 1)[Fist] > 5 * max(1, acts(given, 1)[Fist])


@pytest.mark.parametrize("text", ["a quantum flibbertigibbet", ""])
def test_a_bot_abstains_on_a_word_it_does_not_know(text):
    given = voting(0, 0, 0, text=text, options=ALOUD)

    assert acts(given, 1) == {Fine: len(MANY)}


def test_a_bot_defends_its_near_misses():
    given = justifying(0, 0, 0, text="an elephant", fists=(1, 2))
    texts = {meant(replace(given, turn=n), 0).act.text for n in MANY}

    assert len(texts) == DEFENCES
    assert all("an elephant" in text or "Shines" in text or "door" in text for text in texts)
    assert acts(given, 0) == {Defend: len(MANY)}
    defended = replace(given, phase=replace(given.phase, defence="Some do."))
    assert acts(defended, 0) == {Done: len(MANY)}


def test_a_bot_defends_its_near_misses_in_french_at_a_french_table():
    given = justifying(0, 0, 0, text="un éléphant", fists=(1, 2), options=Options(language="fr"))
    texts = {meant(replace(given, turn=n), 0).act.text for n in MANY}

    assert not texts & {meant(replace(given, turn=n, options=Options()), 0).act.text for n in MANY}


def test_a_half_truth_convinces_a_bot_more_often_than_a_lie():
    half, lie = (
        justifying(0, 0, 0, text=text, fists=(1, 2), defence="It does fit.")
        for text in ("a magic wand", "an elephant")
    )

    assert acts(half, 1)[Lift] > 1.5 * acts(lie, 1)[Lift] > 0


def test_a_bot_decides_only_after_it_has_read_a_defence():
    silent = justifying(0, 0, 0, text="an elephant", fists=(1, 2))
    defended = justifying(0, 0, 0, text="an elephant", fists=(1, 2), defence="Some do.")

    assert meant(silent, 1) is None
    assert set(acts(defended, 1)) == {Keep, Lift}
    assert NOW < meant(defended, 1).at < NOW + 6 * SECOND


def test_some_bots_count_down_a_slow_neighbour():
    given = thinking(0, 0, 0)
    dare = {skill: acts(given, 1, skill)[Count] for skill in PEOPLE}

    assert 0 < dare["gentle"] < dare["steady"] < dare["quick"]
    waits = [each.at - SHOWN for n in MANY if (each := meant(replace(given, turn=n), 1, "quick"))]
    assert min(waits) >= POLITE


def test_a_bot_that_is_counted_down_often_says_the_next_best_thing_at_the_last_moment():
    given = countdown(0, 0, 0)

    assert acts(given, 0)[Claim] > 0.6 * len(MANY)
    assert acts(given, 2)[Drum] > 0.1 * len(MANY)


def test_a_bot_drums_when_the_fists_may_dance():
    given = thinking(0, 0, 0, 0, dancing=True, middle=HARD)
    drumming = replace(given, drums={2: NOW})

    assert acts(given, 2)[Drum] > 0.5 * len(MANY)
    assert meant(drumming, 2).act == Drum()
    assert NOW < meant(drumming, 2).at < NOW + SECOND


def test_a_bot_at_an_aloud_table_writes_down_what_it_said():
    claimed = voting(0, 0, 0, options=ALOUD, text="")
    labelled = meant(claimed, 0)

    assert isinstance(labelled.act, Say)
    assert find(labelled.act.text, "en") is not None
    assert meant(thinking(0, 0, 0, options=ALOUD), 0).act == Claim()
    assert meant(answering(0, 0, 0, options=ALOUD, by=1, starter=1), 1).act == Claim()


def test_a_bot_answers_a_question_about_the_rules_and_rarely_asks_one():
    assert set(acts(asking(0, 0, 0, 0), 0)) == {Fist, Fine}
    musing = [
        each.act
        for n in range(4_000)
        if (each := meant(settling(0, 0, 0, turn=n), 1)) and isinstance(each.act, Ask)
    ]
    assert 0 < len(musing) < 20
    assert all(WORDS["en"][f"musing.{n}.question"] for n in range(1, MUSINGS + 1))


def test_bots_ask_at_most_one_question_about_the_rules_in_a_game():
    answered = (AnsweredQuestion(2, "May one answer in song?", "Yes, if it is in tune.", stands=True),)

    assert not any(Ask in acts(settling(0, 0, 0, record=answered), seat) for seat in range(3))
    assert not any(meant(settling(0, 0, 0, record=answered, turn=n), 1) for n in range(4_000))


def test_a_bot_names_the_smallest_fist():
    acted = meant(comparing(1, 1, 4, contenders=(0, 1)), 0).act

    assert acted in (Name(0), Name(1))


@pytest.mark.parametrize(("better", "worse"), [("quick", "steady"), ("steady", "gentle")])
def test_the_better_bot_wins_more_often(better, worse):
    wins = Counter()
    for n in range(16):
        skills = dict(enumerate([better, worse, better, worse]))
        winners = selfplay(tap_the_table, 4, f"{n}", skills=skills).winners
        for seat in winners:
            wins[skills[seat]] += 1 / len(winners)

    assert wins[better] > 1.3 * wins[worse]


def test_a_table_of_bots_finds_an_accepted_answer_in_most_turns_with_up_to_three_criteria():
    counts = Counter()
    for n in range(12):
        play = selfplay(tap_the_table, 4, f"few {n}")
        counts.update(tap_the_table.tally(event for entry in play.journal for event in entry.events))

    assert 100 < counts["few"] < counts["turns"]
    assert counts["few_accepted"] > 0.7 * counts["few"]


def test_four_bots_play_like_people():
    games = [selfplay(tap_the_table, 4, f"people {n}") for n in range(12)]
    counts = Counter()
    for play in games:
        counts.update(tap_the_table.tally(event for entry in play.journal for event in entry.events))
    minutes = sum(play.now for play in games) / (60 * SECOND) / len(games)

    assert 0.7 * tap_the_table.MINUTES < minutes < 1.3 * tap_the_table.MINUTES
    assert all(counts[thing] >= 5 for thing in ("rejected", "countdowns", "justified", "tokens"))


VARIANTS = [
    Options(),
    Options(challenge=True, final_countdown=True),
    Options(answers="aloud", final_countdown=True, patience=15),
    Options(games=2, language="fr"),
]


def cards_of(state):
    return sorted((*state.deck, *state.middle, *state.used))


@pytest.mark.parametrize("seats", tap_the_table.SEATS)
def test_no_card_is_lost_or_made_and_every_token_comes_from_somebody(seats):
    for options in (VARIANTS[seats % 4], VARIANTS[(seats + 1) % 4]):
        state = tap_the_table.setup(seats, options, Dice("kept", "setup"))
        cards, supply = cards_of(state), 0
        for entry in selfplay(tap_the_table, seats, "kept", options).journal:
            for event in entry.events:
                state = applied(tap_the_table, state, event)
                if isinstance(event, GameEnded):
                    cards = cards_of(state)
                if isinstance(event, TurnEnded) and event.tokens and event.tokens.giver is None:
                    supply += event.tokens.count
                assert cards_of(state) == cards
                assert -sum(state.points) == supply
                assert min(state.tokens) >= 0
                assert len(face_up(state.middle)) <= 5


def test_a_simulation_counts_every_turn():
    play = selfplay(tap_the_table, 4, "figures")
    counts = tap_the_table.tally(event for entry in play.journal for event in entry.events)

    assert counts["turns"] == 32
    assert counts["turns"] == sum(counts[how] for how in ("accepted", "rejected", "silent", "danced"))
