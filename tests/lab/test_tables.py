"""Whole games at real tables, in simulated time."""

from random import Random

import pytest

from taphouse.core import MS, SECOND, replace
from taphouse.lab.fairness.families import FAMILIES, FIBRE, drx, power_save
from taphouse.lab.fairness.table_races import games_of_last_hands, races, tables
from taphouse.lab.fairness.tables import TableRun
from tests.shelf import SHELF


@pytest.mark.parametrize("game", sorted(SHELF))
def test_a_table_judges_taps_over_near_lines_as_they_were_made(game):
    random = Random("tables")
    run = TableRun(
        SHELF, game, FAMILIES["local"].draw(random, 3), random, FAMILIES["local"].fairness(), alike=True
    )

    run.play()

    assert run.table.room.stage == "over"
    judged = [entry for entry in run.match.play.journal if entry.evidence is not None and entry.evidence.race]
    true = [run.pages[e.move.seat].true[e.evidence.n, e.evidence.pressed] for e in judged]
    off = [abs(e.evidence.judged.fair - at) for e, at in zip(judged, true, strict=True)]
    assert sum(by > 5 * MS for by in off) <= len(off) / 20
    assert all(race.judged == race.truly for race in races(run) if race.margin > 25 * MS)


def test_a_response_counts_from_the_first_frame_that_shows_the_thing_also_if_a_radio_slept():
    """The update for the lead follows 100 ms after the others: both may reach a sleeping radio together."""
    random = Random("asleep")
    lines = [drx(random), drx(random), power_save(random), FIBRE(random)]
    run = TableRun(SHELF, "tip-tap", lines, random, FAMILIES["sleeping"].fairness(), alike=True)

    run.play(lasts=120 * SECOND)

    judged = [entry for entry in run.match.play.journal if entry.evidence is not None and entry.evidence.race]
    off = [
        abs(e.evidence.judged.fair - run.pages[e.move.seat].true[e.evidence.n, e.evidence.pressed])
        for e in judged
    ]
    assert len(off) > 10
    assert max(off) < 50 * MS


def test_the_figures_of_a_table_count_its_races():
    found = tables(SHELF, games_of_last_hands(SHELF)[0], "local", 3, 1, "figures")

    assert found.last
    assert found.races > 5
    assert found.right == 100


def test_players_on_the_move_come_back_to_their_seats():
    random = Random("roaming")
    lines = FAMILIES["handover"].draw(random, 3)
    lines = [
        replace(line, handover=replace(line.handover, reconnects=True)) if line.handover else line
        for line in lines
    ]
    run = TableRun(
        SHELF, games_of_last_hands(SHELF)[0], lines, random, FAMILIES["handover"].fairness(), alike=True
    )

    run.play()

    assert run.table.room.stage == "over"
    assert {member.name for member in run.table.room.members} == {"Player 1", "Player 2", "Player 3"}
    assert sum(race.is_right for race in races(run)) > 5
