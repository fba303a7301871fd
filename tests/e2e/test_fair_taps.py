"""Real browsers on very different lines: the faster player wins, not the nearer one."""

import json
import sqlite3
from contextlib import closing

import pytest

from taphouse.cli import main
from taphouse.core import MS
from tests.e2e.driving import DESKTOP, table_of
from tests.e2e.slow_line import SlowLine

DOWN, UP = 0.04, 0.34  # seconds to the far player's screen, and back; the near player has almost none
QUICK, SLOW = 450, 610  # milliseconds from paint to finger
SURE = 100 * MS  # below this difference a machine that stutters may have swapped the two
WAITS = 290 * MS  # just within the table's max hold: the house does not wait for a later tap, first or not
DECISIVE = 2  # races in which the first tap arrived last
MOST = 10  # races: far more than needed, and few enough that nobody wins the game

# In each round but the first, which only draws the boards, the page taps the first shape without an
# owner, the given response after the card was painted.
FINGER = """
const Socket = WebSocket;
const responses = RESPONSES;
let round = 1;
window.fallen = {};
window.WebSocket = class extends Socket {
  constructor(url) {
    super(url);
    this.addEventListener("message", ({ data }) => {
      const { view, race } = JSON.parse(data);
      if (race && view.card && view.round > round) fall(view);
    });
  }
};
function fall(view) {
  round = view.round;
  const [shape] = view.layout.map(([name]) => name).filter((name) => !(name in view.owner)).sort();
  requestAnimationFrame((frame) => {
    const seen = frame + 1000 / 60;
    const response = responses[view.round % responses.length];
    setTimeout(() => {
      const how = { pointerType: "touch", bubbles: true, cancelable: true };
      const press = new PointerEvent("pointerdown", how);
      window.fallen[view.round] = press.timeStamp - seen;
      document.querySelector(`button[data-shape="${shape}"]`).dispatchEvent(press);
    }, seen + response - performance.now());
  });
}
"""


@pytest.fixture
def far_away(house):
    line = SlowLine(house, DOWN, UP)
    yield line
    line.cut()


def sit_down_together(near, far):
    near.go().make_table("Tip Tap")
    near.page.get_by_text("Times and judging").click()
    near.page.get_by_role("radio", name="Oceans apart").check(force=True)
    near.wait(lambda p: p.room["fairness"]["cap"] == 300)
    lead = near.page.get_by_role("group", name="Delay for the player who turns the card")
    for lag in (50, 0):
        lead.get_by_role("button", name="Less").click()
        near.wait(lambda p, lag=lag: p.room["options"]["lead_lag"] == lag)
    far.go(f"/t/{table_of(near)}").press("Sit down")
    near.wait(lambda p: len(p.room["players"]) == 2)
    near.wait(lambda p: all(player["rating"] for player in p.room["players"]))
    near.press("Start with 2")
    for somebody in (near, far):
        somebody.page.locator("button[data-shape]").first.wait_for()
    turn_the_card(near, far)
    for somebody in (near, far):
        somebody.wait(lambda p: p.view["phase"] == "hunting")
    end_the_round(near, far)


def turn_the_card(*people):
    lead = next(person for person in people if person.seat == people[0].view["lead"])
    if lead.view["phase"] == "ready":  # otherwise the house has turned it
        lead.page.keyboard.press("Space")


def end_the_round(*people):
    number = people[0].view["round"]
    for person in people:
        if "rest" in person.view["hands"][person.seat]:
            person.press("Hand back")
        if person.seat not in person.view["done"]:
            person.press("Seen enough")
    for person in people:
        person.wait(lambda p: p.view["round"] > number and p.view["phase"] == "ready")


def race(near, far):
    """Both players tap the same shape, each after their own response. Returns the real responses by seat."""
    people, number = (near, far), near.view["round"]
    turn_the_card(near, far)
    for person in people:
        person.wait(lambda p: p.view["beaten"])
    truth = {person.seat: person.page.evaluate("n => window.fallen[n]", number) for person in people}
    end_the_round(near, far)
    return {seat: round(response * MS) for seat, response in truth.items()}


def journal_of(house):
    with closing(sqlite3.connect(house.data / "house.db")) as db:
        return [line for (line,) in db.execute("SELECT line FROM lines ORDER BY number")]


def last_race(house):
    """The two taps that were compared last: arrival and verdict for each seat."""
    entries = map(json.loads, journal_of(house)[1:])
    taps = [entry for entry in entries if entry["evidence"] and entry["move"]["act"]["type"] == "Tap"]
    return {tap["move"]["seat"]: (tap["evidence"]["arrived"], tap["events"][0]["type"]) for tap in taps[-2:]}


def test_the_player_who_reacted_first_wins_on_a_far_slower_line(house, person, far_away, tmp_path, capsys):
    near, far = person(**DESKTOP), person(at=far_away, **DESKTOP)
    for somebody, responses in ((near, [SLOW, QUICK, SLOW]), (far, [QUICK, SLOW, QUICK])):
        somebody.context.add_init_script(FINGER.replace("RESPONSES", str(responses)))
    sit_down_together(near, far)

    decisive = 0
    for _ in range(MOST):
        truth = race(near, far)
        first, second = sorted(truth, key=truth.__getitem__)
        judged = last_race(house)
        late = judged[first][0] - judged[second][0]
        if truth[second] - truth[first] < SURE or late > WAITS:
            continue
        assert (judged[first][1], judged[second][1]) == ("Held", "Beaten"), (truth, judged)
        assert near.last_finish["lanes"][0]["seat"] == first
        decisive += late > 0
        if decisive == DECISIVE:
            break

    assert decisive == DECISIVE, "arrival order would have given the same winners"
    journal = tmp_path / "game.jsonl"
    journal.write_bytes(b"\n".join(journal_of(house)))
    assert main(["verify", str(journal)]) == 1
    only = f"line {len(journal_of(house))}: the record stops here, but the game has no end\n"
    assert capsys.readouterr().err == only
