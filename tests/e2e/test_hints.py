"""In a person's first two rounds labels explain the pieces, and cover nothing."""

import msgspec
import pytest
from playwright.sync_api import expect

from tests.e2e.driving import SMALL, sit_down_to
from tests.e2e.scripted_page import ScriptedPage, drawn
from tests.shelf import SHELF

SHOWN = {
    "racesmack": "the first cards",
    "snap-clap-tap": "five at once",
    "tap-the-table": "the first card",
    "tip-tap": "the first card",
    "tip-tap-top": "a pair in hand",
}
RESULT = msgspec.to_builtins(SHELF["racesmack"].TABLES["won and lost"].result)
LAID = {"seat": 0, "card": "red-dog-clap", "on": "red-cat-snap", "at": 0, "blur": 0, "goof": None}
END_OF_A_ROUND = {
    "racesmack": {"type": "RoundEnded", "result": RESULT, "at": 0},
    "snap-clap-tap": {"type": "Laid", "until": None} | LAID,
    "tap-the-table": {"type": "TurnEnded", "how": "accepted", "by": 0, "tokens": None, "out": None},
    "tip-tap": {"type": "RoundEnded", "card": [], "dealt": {}, "stolen": {}, "wrong": [], "until": 0},
    "tip-tap-top": {"type": "Passed", "seat": 0, "at": 0},
}
COVERED = """() => {
  const box = (element) => {
    if (element.matches("[data-target], button, .card, .token, li")) return element.getBoundingClientRect();
    const words = document.createRange(); // a line of words is often longer than its words
    words.selectNodeContents(element);
    return words.getBoundingClientRect();
  };
  const labels = [...document.querySelectorAll("[data-hints] li")]
    .filter((label) => label.checkVisibility({ visibilityProperty: true }));
  const hasWords = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  return [...document.querySelectorAll("[data-target], .play-surface *")]
    .filter((each) => each.matches("[data-target], button, .card, .token") || hasWords(each))
    .filter((each) => !each.closest(".unseen, [data-hints]"))
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .flatMap((each) => labels.filter((label) => {
      const [a, b] = [box(each), box(label)];
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }).map((label) => `${label.textContent} covers ${each.textContent}`));
}"""
ROUNDS = "game => localStorage.getItem(`taphouse.rounds.${game}`)"


@pytest.fixture
def house(lasting_house):
    return lasting_house


@pytest.mark.parametrize("slug", SHOWN)
def test_hints_on_the_pieces_cover_nothing_and_are_gone_after_two_rounds(person, slug):
    ada, game = person(**SMALL), SHELF[slug]
    page = ScriptedPage(ada, f"/t/{sit_down_to(ada, slug, start=False)}")
    state = game.TABLES[SHOWN[slug]]
    page.show(game, state, seat=0)
    expect(ada.page.locator("[data-hints] li:visible").first).to_be_visible()

    drawn(ada.page)
    assert ada.page.evaluate(COVERED) == []

    ends = END_OF_A_ROUND[slug]
    for n in ("1", "2"):
        page.show(game, state, seat=0, news=[ends])
        ada.page.wait_for_function(f"game => ({ROUNDS})(game) === {n!r}", arg=slug)
    page.show(game, state, seat=0)
    expect(ada.page.locator("[data-hints]")).to_have_count(0)
