"""A moment is told to all screens at once, with its consequence, and covers nothing that can be pressed."""

import msgspec
import pytest
from playwright.sync_api import expect

from tests.e2e.driving import PHONE, SMALL, TV, open_table
from tests.e2e.scripted_page import LONGEST, ScriptedPage
from tests.shelf import SHELF

ADA, BO, CY = LONGEST[:3]
TARGETS_COVERED = """() => {
  const banner = document.querySelector("[data-moment]").getBoundingClientRect();
  return [...document.querySelectorAll("[data-target]")].filter((target) => {
    const { left, right, top, bottom } = target.getBoundingClientRect();
    const isApart =
      right <= banner.left || left >= banner.right || bottom <= banner.top || top >= banner.bottom;
    return !target.matches(":disabled") && !isApart;
  }).length;
}"""


@pytest.fixture
def house(lasting_house):
    return lasting_house


def screens(person, slug, device=PHONE, motion="reduce"):
    """The page of the first player, and the big screen."""
    ada = person(motion=motion, **device)
    path = open_table(ada, slug)
    return ScriptedPage(ada, path), ScriptedPage(person(motion=motion, **TV), f"{path}/table")


def banner(screen):
    return screen.page.locator("[data-moment]")


DEALT, LAID = ("tip-tap", "the shapes are dealt"), ("tip-tap-top", "a pair is laid")
GIVEN, ROUND = ("snap-clap-tap", "the cards are given"), ("racesmack", "won and lost")
SHAPE = next(iter(SHELF["tip-tap"].TABLES[DEALT[1]].owner))
RESULT = msgspec.to_builtins(SHELF["racesmack"].TABLES[ROUND[1]].result)
THEFT = {"card": [SHAPE], "dealt": {SHAPE: 1}, "stolen": {SHAPE: 0}, "wrong": [], "until": 0}
FOOLED = {"seat": 0, "taker": 1, "card": "7", "at": 0}
CAUGHT = {"seat": 1, "offender": 0, "card": "red-dog-clap", "on": "red-dog-clap", "did": None}
GIFTS = {"gifts": [["red-dog-clap", 1], ["red-girl-snap", 1]], "at": 0, "until": 0}
COVERED_WHILE_CLOSED = ("tip-tap", "snap-clap-tap")  # no finger counts there while a moment is told
CASES = [
    (DEALT, {"type": "RoundEnded"} | THEFT, ("Stolen from you!", f"{BO} takes it"), f"Stolen from {ADA}!"),
    (LAID, {"type": "Fooled"} | FOOLED, ("You fell for it!", "7", f"You pay {BO}"), f"{ADA} fell for it!"),
    (GIVEN, {"type": "Caught"} | CAUGHT | GIFTS, ("Goof!", "you take 2 cards"), f"Goof, {ADA}!"),
    (
        ROUND,
        {"type": "RoundEnded", "result": RESULT, "at": 0},
        ("Right: you win 1 card",),
        "was the fastest!",
    ),
]


@pytest.mark.parametrize(("table", "event", "own", "room"), CASES, ids=[case[0][0] for case in CASES])
def test_a_moment_is_told_on_every_phone_and_on_the_big_screen(person, table, event, own, room):
    slug, name = table
    game = SHELF[slug]
    phone, television = screens(person, slug)
    for screen, seat in ((phone, 0), (television, None)):
        screen.show(game, game.TABLES[name], seat)

    for device in (PHONE, SMALL):
        expect(banner(phone)).to_have_count(0)
        phone.page.set_viewport_size(device["viewport"])
        phone.show(game, game.TABLES[name], 0, news=[event])
        for words in own:
            expect(banner(phone)).to_contain_text(words)
        expect(banner(phone)).to_be_visible()
        assert slug in COVERED_WHILE_CLOSED or phone.page.evaluate(TARGETS_COVERED) == 0

    hidden = {"card": None} if event["type"] == "Fooled" else {}
    television.show(game, game.TABLES[name], None, news=[event | hidden])
    expect(banner(television)).to_contain_text(room)


WORDS_COVERED = """async (parts) => {
  const banner = document.querySelector("[data-moment]"), flying = document.querySelector(".flying");
  const words = [...banner.querySelectorAll(parts)].map((each) => each.getBoundingClientRect());
  const moves = document.getAnimations();
  const layer = (each) => Number(getComputedStyle(each).zIndex);
  const isAbove = flying && layer(flying) >= layer(banner);
  const covered = isAbove ? ["the banner"] : [];
  for (const move of moves) move.pause();
  for (let at = 0; at <= 1_200; at += 100) {
    for (const move of moves) move.currentTime = at;
    for (const piece of banner.querySelectorAll(".piece")) {
      const { left, right, top, bottom } = piece.getBoundingClientRect();
      if (words.some((w) => left < w.right && w.left < right && top < w.bottom && w.top < bottom))
        covered.push(`words at ${at}`);
    }
  }
  return [moves.length > 0, words.length > 1, covered];
}"""


def test_a_card_that_changes_hands_never_covers_the_words_about_it(person):
    game, table = SHELF["racesmack"], SHELF["racesmack"].TABLES[ROUND[1]]
    round_ended = {"type": "RoundEnded", "result": RESULT | {"fastest": 1}, "at": 0}
    for screen, seat in zip(screens(person, "racesmack", motion="no-preference"), (0, None), strict=True):
        screen.show(game, table, seat)
        screen.show(game, table, seat, news=[round_ended])
        expect(banner(screen).locator(".passing")).to_be_attached()
        assert screen.page.evaluate(WORDS_COVERED, "b, .line, .time, .proof") == [True, True, []]


LETTERS = """() => [...document.querySelectorAll(".play-surface *")]
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((each) => [each.textContent.trim(), parseFloat(getComputedStyle(each).fontSize)])"""
ON_SCREEN = """line => {
  const range = document.createRange();
  range.selectNodeContents(line);
  const { left, right } = range.getBoundingClientRect();
  return left >= 0 && right <= innerWidth;
}"""


def test_fists_fill_their_places_and_then_the_verdict_is_the_largest_thing_with_its_price(person):
    game = SHELF["tap-the-table"]
    phone, television = screens(person, "tap-the-table", SMALL)
    for screen, seat in ((phone, 0), (television, None)):
        screen.show(game, game.TABLES["two fists so far"], seat)
        expect(screen.page.get_by_text("Falls if 3 knock")).to_be_visible()
        expect(screen.page.locator(".slots .row > *")).to_have_count(3)
        expect(screen.page.locator(".slots .filled")).to_have_count(2)

    state = game.TABLES["a tie for the win"]
    for screen, seat in ((phone, 0), (television, None)):
        screen.show(game, state, seat)

    letters = dict(television.page.evaluate(LETTERS))
    assert max(letters, key=letters.get) == "REJECTED"
    assert letters["REJECTED"] > 100
    assert min(letters.values()) >= 24
    assert television.page.get_by_text("REJECTED").evaluate(ON_SCREEN)
    expect(television.page.locator(".signs .icon")).to_have_count(len(state.phase.fists))
    expect(television.page.get_by_text(f"{ADA} takes 1 token")).to_be_visible()
    expect(phone.page.get_by_text("Rejected")).to_be_visible()
    expect(phone.page.get_by_text("You take 1 token")).to_be_visible()


def test_two_goofs_at_once_are_told_one_after_the_other_and_the_own_one_first(person):
    game = SHELF["snap-clap-tap"]
    phone, _ = screens(person, "snap-clap-tap")
    state = game.TABLES[GIVEN[1]]
    phone.show(game, state, 0)
    others = {"type": "Caught"} | CAUGHT | GIFTS | {"offender": 2}

    phone.show(game, state, 0, news=[others, {"type": "Caught"} | CAUGHT | GIFTS])

    expect(banner(phone)).to_contain_text("you take 2 cards")
    expect(banner(phone)).to_contain_text(f"Goof, {CY}!")


def test_no_banner_is_shown_during_a_race(person):
    game = SHELF["tip-tap"]
    phone, _ = screens(person, "tip-tap")
    hunting, dealing = game.TABLES["a shape to steal"], game.TABLES[DEALT[1]]
    theft = {"type": "RoundEnded"} | THEFT
    phone.show(game, hunting, 0)

    phone.show(game, hunting, 0, news=[theft])
    expect(banner(phone)).to_have_count(0)

    phone.show(game, dealing, 0)
    expect(banner(phone)).to_contain_text("Stolen from you!")
