"""The commands of `taphouse`."""

import json
import re

import pytest

from taphouse.bots.schedule import BotSchedule, finish
from taphouse.core import Play
from taphouse.core.record import encode, header
from tests.shelf import SHELF, texts


def taphouse(capsys, *words):
    from taphouse.cli import main

    try:
        code = main(list(words))
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    return code or 0, out, err


@pytest.fixture
def journal(tmp_path):
    game = SHELF["tip-tap"]
    play = Play.begin(game, 3, "kept")
    head = header("tip-tap", play, 3, game.Options(), "test")
    finish(play, BotSchedule(dict.fromkeys(range(3), "steady")))
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\n".join([encode(head), *map(encode, play.journal)]))
    return path


def test_simulate_reports_lengths_wins_and_the_tallies_of_the_game(capsys):
    code, out, _ = taphouse(capsys, "simulate", "tip-tap", "--players", "3", "--games", "4", "--json")

    report = json.loads(out)
    assert code == 0
    assert sum(report["wins"]) == pytest.approx(1, abs=0.01)
    assert report["minutes"]["p50"] > 0
    assert {"rounds", "steals"} <= set(report["tallies"])


@pytest.mark.parametrize("game", SHELF)
def test_simulate_labels_every_figure(capsys, game):
    _, out, _ = taphouse(capsys, "simulate", game, "--players", "3", "--games", "1")

    head, _ = out.split("\n\n")
    labels = [line.rsplit(maxsplit=4)[0].strip() for line in head.splitlines()[2:]]
    names = SHELF[game].tally([])
    assert labels == ["minutes", *(texts("en", game)[f"tally.{name}"] for name in names)]


def test_simulate_reports_how_many_cards_of_a_round_are_correct(capsys):
    _, out, _ = taphouse(capsys, "simulate", "racesmack", "--games", "3", "--json")

    correct = json.loads(out)["tallies"]["correct"]
    assert 1 < correct["mean"] < 4


def test_simulate_gives_the_same_result_for_the_same_seed(capsys):
    def games(seed):
        return taphouse(capsys, "simulate", "tip-tap", "--games", "2", "--seed", seed)[1]

    assert games("a") == games("a") != games("b")


def test_simulate_with_a_larger_time_scale_takes_longer(capsys):
    def minutes(time_scale):
        words = ["--players", "3", "--games", "4", "--json", "--time-scale", time_scale]
        return json.loads(taphouse(capsys, "simulate", "tap-the-table", *words)[1])["minutes"]["p50"]

    assert minutes("300") > minutes("100")


@pytest.mark.parametrize(
    "words",
    [
        ["--time-scale", "120"],
        ["--players", "1"],
        ["--players", "9"],
        ["--options", "side=blue"],
        ["--options", "nonsense"],
        ["--games", "0"],
    ],
)
def test_simulate_reports_invalid_options(capsys, words):
    code, out, err = taphouse(capsys, "simulate", "tip-tap", *words)

    assert (code, out) == (2, "")
    assert err


def test_replay_prints_the_events_of_a_game_and_its_winners(capsys, journal):
    code, out, _ = taphouse(capsys, "replay", str(journal))

    assert code == 0
    assert "CardShown" in out
    assert "winners (" in out
    assert "/replay" in out


def test_replay_reports_the_line_of_a_journal_that_does_not_follow_from_the_rules(capsys, journal):
    forged, times = re.subn(
        r'("type":"Held","seat":\d,"hand":)"left"', r'\1"right"', journal.read_text(), count=1
    )
    assert times == 1
    journal.write_text(forged)

    code, _, err = taphouse(capsys, "replay", str(journal))

    assert code == 1
    assert "line" in err


@pytest.mark.parametrize("text", ["", "{}", "not json", '{"game": "chess"}'])
def test_replay_refuses_a_file_that_is_not_a_journal(capsys, tmp_path, text):
    path = tmp_path / "x"
    path.write_text(text)

    code, _, err = taphouse(capsys, "replay", str(path))

    assert code == 2
    assert err


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_replay_and_verify_name_a_file_that_does_not_exist(capsys, tmp_path, command):
    code, _, err = taphouse(capsys, command, str(tmp_path / "nowhere.jsonl"))

    assert code == 2
    assert "nowhere.jsonl" in err


def test_rules_are_printed_in_both_languages(capsys):
    english = taphouse(capsys, "rules", "tip-tap")[1]
    french = taphouse(capsys, "rules", "tip-tap", "--language", "fr")[1]

    assert english.startswith("# ")
    assert english != french


def test_bench_rules_reports_the_times_of_each_game(capsys):
    code, out, _ = taphouse(capsys, "bench", "rules", "--games", "1")
    assert code == 0
    assert all(slug in out for slug in SHELF)

    code, out, _ = taphouse(capsys, "bench", "rules", "tip-tap", "--games", "1", "--json")
    assert code == 0
    assert [row["game"] for row in json.loads(out)] == ["tip-tap"]

    assert taphouse(capsys, "bench", "rules", "--games", "0")[0] == 2
