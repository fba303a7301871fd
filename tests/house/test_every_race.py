"""In each of the five games the tap that was made first is first, even if it arrives later."""

from functools import partial

import pytest

from taphouse.core import MS
from taphouse.fair import Fairness
from taphouse.games.snap_clap_tap.cards import matches
from taphouse.table import wire
from tests.house.remote_pages import Evening, Page
from tests.offered import offered

NEAR, MIDDLE, FAR = (4, 5), (25, 30), (60, 200)  # milliseconds there and back
SEED = "barley"  # seat 0 leads and is active; two seats have a card for the left pile


@pytest.fixture
def evening(at_a_party):
    """Plays `game` until the condition of the test is true, and verifies its record."""

    def play(game, *pages, until, seed=SEED, seconds=120):
        found = []

        async def story(here):
            here.lobby.house.chance.seed = lambda: seed
            table, token = await here.open(game=game, fairness=Fairness(cap=300))
            evening = Evening(here, table)
            for place, (line, mind) in enumerate(pages):
                page = Page(evening, *line, mind)
                table.connect(page)
                page.say(wire.Hello(wire.VERSION, None if place else token))
                if place:
                    page.say(wire.Sit(f"Player {place}"))
                await evening.until(partial(_is_seated, table, place))
            await evening.until(lambda: all(len(g.line.trips) > 2 for g in table.connections.values()))
            table.session.start()
            await evening.until(lambda: until(table.match), seconds)
            assert await here.problems(table) == []
            found.append(table.match)

        at_a_party(story)
        return found[0]

    return play


def _is_seated(table, place):
    return len(table.here) > place


def player(*habits):
    """Does each habit once: the act, a response time after the player sees the condition come true."""
    left = list(habits)

    def mind(page, view):
        for stats in list(left):
            sees, response, act = stats
            if sees(view):
                left.remove(stats)
                page.tap(response, **(act(view) if callable(act) else act))

    return mind


def taps(match, *acts):
    """The seats that did these acts, in the order of the verdicts, and in the order of arrival."""
    judged = [e for e in match.play.journal if e.evidence and type(e.move.act).__name__ in acts]
    arrived = sorted(judged, key=lambda entry: entry.evidence.arrived)
    return [entry.move.seat for entry in judged], [entry.move.seat for entry in arrived]


def news(match, kind):
    events = [event for entry in match.play.journal for event in entry.events]
    return [event for event in events if type(event).__name__ == kind]


def in_phase(name):
    return lambda view: view["phase"] == name


class TestTipTap:
    def test_in_tip_tap_the_first_tap_wins_the_shape_on_any_line(self, evening):
        def shape(view):
            return {"type": "Tap", "shape": view["card"][0]}

        def sees_card(view):
            return view["card"]

        match = evening(
            "tip-tap",
            (MIDDLE, player()),
            (NEAR, player((sees_card, 320, shape))),
            (FAR, player((sees_card, 300, shape))),
            until=lambda match: news(match, "Beaten"),
        )

        assert taps(match, "Tap") == ([2, 1], [1, 2])
        (held,), (beaten,) = news(match, "Held"), news(match, "Beaten")
        assert (held.seat, beaten.seat, beaten.by) == (2, 1, 2)
        assert beaten.late == pytest.approx(20 * MS, abs=MS)


class TestTipTapTop:
    def test_in_tip_tap_top_the_last_hand_loses_not_the_slowest_line(self, evening):
        match = evening(
            "tip-tap-top",
            (MIDDLE, player((lambda view: view["pairs"] and "slap" in offered(view), 500, {"type": "Slap"}))),
            (NEAR, player((in_phase("racing"), 360, {"type": "Follow"}))),
            (FAR, player((in_phase("racing"), 300, {"type": "Follow"}))),
            until=lambda match: news(match, "PairLaid") or news(match, "Jammed"),
            seconds=600,
        )

        assert taps(match, "Follow") == ([2, 1], [1, 2])
        assert news(match, "PairLaid")[0].loser == 1
        assert [lane.seat for lane in match.finishes[-1].lanes] == [2, 1]


class TestRacesmack:
    def test_in_racesmack_taps_are_ordered_by_their_time_and_the_first_correct_one_is_first(self, evening):
        def pick(view):
            return {"type": "Pick", "card": view["hand"][0]}

        def smack(view):
            return {"type": "Smack", "card": view["ring"][0]}

        def smacks(response):
            return player((in_phase("picking"), 500, pick), (in_phase("smacking"), response, smack))

        match = evening(
            "racesmack",
            (NEAR, smacks(620)),
            (MIDDLE, smacks(640)),
            (FAR, smacks(600)),
            seed="ada",
            until=lambda match: len(taps(match, "Smack")[0]) == 3,
        )

        assert taps(match, "Smack") == ([2, 0, 1], [0, 1, 2])
        assert [smacked.seat for smacked in news(match, "Smacked")] == [2, 0]
        assert 0 in news(match, "RoundEnded")[0].result.correct
        assert match.finishes[-1].lanes[0].seat == 2


REVEALS = in_phase("ready"), 300, {"type": "Reveal"}


class TestTapTheTable:
    def test_in_tap_the_table_a_tap_before_the_countdown_was_called_counts(self, evening):
        match = evening(
            "tap-the-table",
            (FAR, player(REVEALS, (in_phase("thinking"), 900, {"type": "Claim"}))),
            (NEAR, player((in_phase("thinking"), 930, {"type": "Count"}))),
            (MIDDLE, player()),
            until=lambda match: len(taps(match, "Claim", "Count")[0]) == 2,
        )

        assert taps(match, "Claim", "Count") == ([0, 1], [1, 0])
        assert news(match, "Claimed")[0].starter is None
        assert not news(match, "Called")

    def test_in_tap_the_table_two_start_at_once_by_the_time_of_their_taps_not_of_arrival(self, evening):
        """The taps are 40 milliseconds apart, and far more than 150 on arrival."""
        match = evening(
            "tap-the-table",
            (MIDDLE, player(REVEALS)),
            (FAR, player((in_phase("thinking"), 900, {"type": "Count"}))),
            (NEAR, player((in_phase("thinking"), 940, {"type": "Count"}))),
            until=lambda match: news(match, "CountdownBegan"),
        )

        assert taps(match, "Count") == ([1, 2], [2, 1])
        (began,) = news(match, "CountdownBegan")
        assert (began.starter, began.rivals) == (1, (2,))

    def test_in_tap_the_table_a_dance_ends_when_the_drummer_taps_not_when_the_tap_arrives(self, evening):
        def may_drum(view):
            return view["dancing"]

        match = evening(
            "tap-the-table",
            (FAR, player(REVEALS, (may_drum, 900, {"type": "Claim"}))),
            (NEAR, player((may_drum, 700, {"type": "Drum"}))),
            (NEAR, player((may_drum, 930, {"type": "Drum"}))),
            until=lambda match: len(taps(match, "Claim", "Drum")[0]) == 3,
        )

        assert taps(match, "Claim", "Drum") == ([1, 0, 2], [1, 2, 0])
        assert [claimed.seat for claimed in news(match, "Claimed")] == [0]
        assert not news(match, "TurnEnded")


class TestSnapClapTap:
    def test_in_snap_clap_tap_the_first_of_two_cards_for_one_pile_lies_there(self, evening):
        def lay(seat):
            def first_match(view):
                tops = [pile["top"] for pile in view["give"][seat] if pile["top"]]
                on = view["receive"][0]["card"]
                return {"type": "Lay", "card": next(top for top in tops if matches(top, on)), "on": on}

            return first_match

        match = evening(
            "snap-clap-tap",
            (NEAR, player((in_phase("free"), 720, lay(0)))),
            (FAR, player((in_phase("free"), 700, lay(1)))),
            until=lambda match: len(taps(match, "Lay")[0]) == 2,
        )

        assert taps(match, "Lay") == ([1, 0], [0, 1])
        assert news(match, "Laid")[0].seat == 1
        assert news(match, "Beaten")[0].by == 1
        assert [lane.seat for lane in match.finishes[-1].lanes] == [1, 0]
