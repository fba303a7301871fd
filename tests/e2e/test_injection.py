"""Strangers choose names: every page shows them as text and runs nothing in them."""

import pytest
from playwright.sync_api import expect

from taphouse.table.wire import VERSION
from tests.e2e.driving import DESKTOP, PHONE, TV, table_of

NAMES = ["<b id=evil>Eve", "<script>evil=1", "{evil=1}${evil}"]
SIT_DOWN = """
([code, names, v]) => Promise.all(names.map((name) => new Promise((done) => {
  const line = new WebSocket(`ws://${location.host}/ws/${code}`);
  line.onopen = () => {
    line.send(JSON.stringify({ type: "hello", v }));
    line.send(JSON.stringify({ type: "sit", name }));
  };
  line.onmessage = ({ data }) => JSON.parse(data).player && done();
})))
"""


@pytest.fixture
def house(lasting_house):
    return lasting_house


@pytest.fixture
def table(person):
    ada = person(**PHONE).go()
    ada.press("Make a table")
    ada.wait(lambda p: p.room["stage"] == "lobby")
    return ada


def test_a_name_is_shown_as_it_is_and_never_run(person, table):
    code = table_of(table)
    eve = person(**DESKTOP).go("/rules/tip-tap")
    eve.page.evaluate(SIT_DOWN, [code, NAMES, VERSION])
    table.wait(lambda p: len(p.room["players"]) == 1 + len(NAMES))

    watcher = person(**DESKTOP).go(f"/t/{code}")
    watcher.press("Only watch")
    for screen in (table, watcher, person(**TV).go(f"/t/{code}/table")):
        for name in NAMES:
            expect(screen.page.get_by_text(name, exact=True).first).to_be_visible()
        assert screen.page.evaluate("() => document.querySelector('#evil') ?? window.evil ?? null") is None


def test_an_injected_script_does_not_run(table):
    ran = table.page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.evil = 1";
          document.body.append(script);
          const image = document.createElement("div");
          image.innerHTML = "<img src=x onerror='window.evil = 2'>";
          document.body.append(image);
          return new Promise((done) => {
            image.firstChild.addEventListener("error", () => done(window.evil ?? null));
          });
        }"""
    )
    assert ran is None
