"""Games as PettingZoo environments. PettingZoo's own tests hold for each game."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from taphouse import gym
from taphouse.bots.schedule import selfplay
from taphouse.cli import main
from taphouse.core import MS, SECOND, Move, is_offered
from taphouse.gym.acts import WAIT
from tests.shelf import SHELF, texts

ROOT = Path(__file__).parents[2]
EVERY = [*SHELF, "slapjack"]
OF_DICTS = (
    pytest.mark.filterwarnings(  # observations with a mask are dicts in PettingZoo's own card games, too
        "ignore:Observation space for each agent probably should be:UserWarning",
        "ignore:Observation is not a NumPy array:UserWarning",
    )
)


@pytest.fixture(scope="module", autouse=True)
def _slapjack(tmp_path_factory):
    """A game of another package is installed, too."""
    folder = tmp_path_factory.mktemp("packages")
    pip = (sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index")
    own = ("--no-deps", "--no-build-isolation", "--target", str(folder), str(ROOT / "examples" / "slapjack"))
    subprocess.run((*pip, *own), check=True, capture_output=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield


def played(table, choose, steps=100_000, seed=1):
    """Steps until the game is over; `choose` gets an agent and what it observes. Returns all rewards."""
    observed, _ = table.reset(seed=seed)
    earned = dict.fromkeys(table.agents, 0.0)
    while table.agents and steps:
        observed, rewards, _, _, _ = table.step({agent: choose(agent, observed[agent]) for agent in observed})
        earned = {agent: earned[agent] + reward for agent, reward in rewards.items()}
        steps -= 1
    return earned


def at_random(seed=0):
    """Any act that is open."""
    chance = np.random.default_rng(seed)
    return lambda _, observed: chance.choice(np.flatnonzero(observed["action_mask"]))


@OF_DICTS
@pytest.mark.parametrize("slug", EVERY)
def test_every_game_passes_the_tests_of_pettingzoo_agent_by_agent(slug):
    api_test(gym.env(slug), num_cycles=60)
    seed_test(lambda: gym.env(slug), num_cycles=60)


@pytest.mark.parametrize("slug", EVERY)
def test_every_game_passes_the_tests_of_pettingzoo_for_all_agents_at_once(slug):
    parallel_api_test(gym.parallel_env(slug), num_cycles=60)
    parallel_seed_test(lambda: gym.parallel_env(slug), num_cycles=60)


@pytest.mark.parametrize("slug", EVERY)
def test_the_mask_has_what_is_offered_to_the_agent_and_waiting(slug):
    table = gym.parallel_env(slug)
    acts = table.catalogue.acts
    pick = at_random()

    def choose(agent, observed):
        seat = int(agent[-1])
        view = table.game.view(table.play.state, seat)
        numbers = np.flatnonzero(observed["action_mask"])
        assert numbers[0] == WAIT
        assert all(is_offered(view.offers, Move(table.now, seat, acts[n])) for n in numbers[1:])
        assert {type(acts[n]).__name__ for n in numbers[1:]} == {
            offer.act
            for offer in view.offers
            if offer.since <= table.now and (offer.until is None or table.now < offer.until)
        }
        return pick(agent, observed)

    played(table, choose, steps=150)


@pytest.mark.parametrize("slug", EVERY)
def test_every_act_of_a_bot_has_a_number(slug):
    table = gym.parallel_env(slug)
    acts = [entry.move.act for entry in selfplay(table.game, table.seats, "acts").journal if entry.move]
    without_texts = [act for act in acts if not hasattr(act, "text")]

    assert without_texts
    assert [act for act in without_texts if act not in table.catalogue.numbers] == []


@pytest.mark.parametrize("slug", EVERY)
def test_an_agent_observes_its_own_view_alone(slug):
    table = gym.parallel_env(slug)
    _, infos = table.reset(seed=3)

    assert {agent: info["view"] for agent, info in infos.items()} == {
        f"player_{seat}": table.game.view(table.play.state, seat) for seat in range(table.seats)
    }


def test_two_different_views_look_different_and_the_same_view_looks_the_same():
    table = gym.parallel_env("racesmack")
    first, _ = table.reset(seed=1)
    again, _ = table.reset(seed=1)
    other, _ = table.reset(seed=2)

    looks = [each["player_0"]["observation"] for each in (first, again, other)]
    assert np.array_equal(looks[0], looks[1])
    assert not np.array_equal(looks[0], looks[2])


def test_a_game_of_agents_is_verified_like_any_other(tmp_path, capsys):
    table = gym.parallel_env("slapjack", seats=3)
    played(table, at_random(), steps=2_000)
    (tmp_path / "game.jsonl").write_bytes(table.record())

    assert main(["verify", str(tmp_path / "game.jsonl")]) == 0, capsys.readouterr()


def test_the_winners_share_what_the_others_lose():
    earned = played(gym.parallel_env("slapjack", seats=4, options={"jacks": 1}), at_random())

    assert sum(earned.values()) == pytest.approx(0)
    assert max(earned.values()) in (pytest.approx(3 / 4), pytest.approx(1 / 4), pytest.approx(1 / 12))


def test_the_points_of_each_step_add_up_to_those_of_the_game():
    table = gym.parallel_env("slapjack", reward="points")
    _, infos = table.reset(seed=1)
    before = infos["player_0"]["view"].points
    earned = played(table, at_random(), steps=300)

    after = table.play.state.points
    assert after != before
    assert list(earned.values()) == [now - then for now, then in zip(after, before, strict=True)]


def number_of(table, name):
    """The number of the act of this name."""
    return next(number for number, act in enumerate(table.catalogue.acts) if type(act).__name__ == name)


def names_of(entries):
    return [type(event).__name__ for entry in entries for event in entry.events]


def first_to_slap(table):
    """Both agents wait for a jack and slap it in the same step."""
    _, infos = table.reset()
    while infos["player_0"]["view"].phase != "jack":
        _, _, _, _, infos = table.step({})
    table.step(dict.fromkeys(table.agents, number_of(table, "Slap")))
    return next(entry.move.seat for entry in table.play.journal if "Slapped" in names_of([entry]))


def test_of_two_agents_that_tap_in_the_same_step_each_is_as_often_the_first():
    table = gym.parallel_env("slapjack", seats=2, step=SECOND)
    table.reset(seed=1)
    first = [first_to_slap(table) for _ in range(60)]

    assert set(first) == {0, 1}
    assert 18 <= first.count(0) <= 42


def test_nobody_reacts_to_what_comes_in_the_same_step():
    table = gym.parallel_env("slapjack", seats=2, step=3 * SECOND)
    slap, turn = number_of(table, "Slap"), number_of(table, "Turn")
    table.reset(seed=1)
    after_a_jack = 0
    for _ in range(400):
        if not table.agents:
            table.reset()
        leader, shown, done = table.play.state.turn, table.play.state.phase, len(table.play.journal)
        table.step({f"player_{leader}": turn, f"player_{1 - leader}": slap})
        events = [event for entry in table.play.journal[done:] for event in entry.events]
        if not isinstance(shown, table.game.rules.Jack):
            assert "Slapped" not in {type(event).__name__ for event in events}
            first = getattr(events[0], "card", "") if events else ""
            after_a_jack += first.startswith("J") and type(events[1]).__name__ == "Missed"
    assert after_a_jack


def test_seats_of_bots_are_no_agents_and_a_game_against_them_ends():
    table = gym.parallel_env("tip-tap", seats=3, bots={1: "quick", 2: "gentle"}, step=500 * MS)
    earned = played(table, lambda _, observed: WAIT)

    assert table.possible_agents == ["player_0"]
    assert earned == {"player_0": pytest.approx(-1 / 3)}


def test_a_game_that_nobody_ends_is_cut_off():
    table = gym.parallel_env("tip-tap-top", limit=2 * SECOND)
    table.reset(seed=1)
    while table.agents:
        _, _, over, cut_off, _ = table.step({})

    assert not any(over.values())
    assert all(cut_off.values())


def test_time_passes_without_steps_while_nobody_can_choose():
    table = gym.parallel_env("snap-clap-tap")
    table.reset(seed=1)

    assert all(table.game.offers(table.play.state, seat) for seat in range(2))
    assert table.now > 0, "the cards lay face down"


def test_an_act_that_is_not_offered_is_refused_and_the_game_goes_on():
    table = gym.parallel_env("slapjack")
    table.reset(seed=1)
    seat = 1 - table.play.state.turn
    table.step({f"player_{seat}": number_of(table, "Turn")})

    assert [event.why for entry in table.play.journal for event in entry.events] == ["not-now"]


def test_the_example_of_the_documentation_runs_and_its_numbers_of_acts_are_right():
    page = (ROOT / "docs" / "agents.md").read_text("utf-8")
    [example] = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    names = {}
    exec(example, names)
    acts = {texts("en", slug)["name"]: len(gym.parallel_env(slug).catalogue.acts) for slug in SHELF}

    assert names["table"].play.winners
    assert {
        name: int(count.replace(",", ""))
        for name, count in re.findall(r"^\| ([A-Z].*?) +\| ([\d,]+) ", page, re.MULTILINE)
    } == acts


def test_without_the_extra_one_sentence_says_what_to_install():
    block = "import sys; sys.modules['pettingzoo'] = None; import taphouse.gym"
    done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=False)

    assert (
        done.stderr.splitlines()[-1]
        == "ImportError: taphouse.gym needs PettingZoo: pip install 'taphouse[gym]'"
    )


def test_a_house_opens_without_pettingzoo_and_numpy():
    looked = "import sys, taphouse.server.app, taphouse.cli; print({'numpy', 'pettingzoo'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", looked], capture_output=True, text=True, check=True)

    assert done.stdout == "set()\n"
