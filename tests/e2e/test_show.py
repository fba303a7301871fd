"""The show for the room: what the big screen shows, plays and says, up to the last podium."""

import re
from contextlib import suppress

import msgspec
import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import TimeoutError, expect

from taphouse.bots.schedule import selfplay
from taphouse.core import told
from taphouse.core.play import Play
from taphouse.core.record import header
from taphouse.replay.rerun import states
from tests.e2e.ahead import let_bots_play_ahead, until
from tests.e2e.driving import A_MOMENT, PHONE, TV, House, open_table, table_of
from tests.e2e.scripted_page import LONGEST, ScriptedPage
from tests.shelf import SHELF

ADA, BO = LONGEST[:2]
# Logs what is heard and said, and whether a race was on then.
LISTEN = """
window.heard = [];
window.said = [];
let room = null, update = null;
const racing = () => room?.stage === "playing" && room.paused === null && Boolean(update?.race);
window.follow = (message) => {
  if (message.type === "room") room = message;
  if (message.type === "update") update = message;
};
window.WebSocket = class extends WebSocket {
  constructor(...to) {
    super(...to);
    this.addEventListener("message", ({ data }) => follow(JSON.parse(data)));
  }
};
addEventListener("taphouse:sound", ({ detail }) => heard.push({ ...detail, racing: racing() }));
addEventListener("taphouse:speech", ({ detail }) => said.push({ ...detail, racing: racing() }));
"""
LANE = {"blur": 8_000, "late": 0, "corrections": [], "false_start": False}
LANES = [LANE | {"seat": 1, "response": 213_000}, LANE | {"seat": 0, "response": 273_000}]
SHAPES = SHELF["tip-tap"]
HUNTING, DEALING = SHAPES.TABLES["a shape to steal"], SHAPES.TABLES["the shapes are dealt"]
SHAPE = next(iter(DEALING.owner))
CONTEST = {"game": 1, "round": 1, "shape": SHAPE}
RACE = {"contest": CONTEST, "number": 1, "absent": None, "gap": 60_000, "blur": 16_000, "last": False}
THEFT = {"type": "RoundEnded", "card": [SHAPE], "dealt": {SHAPE: 1}, "stolen": {SHAPE: 0}, "wrong": []}
SECOND_GAME = {"type": "evening", "games": [], "scores": [], "awards": []}


@pytest.fixture(scope="module")
def lasting_house(tmp_path_factory):
    house = House(tmp_path_factory.mktemp("house"), "--introductions", "shown")
    yield house
    house.kill()


@pytest.fixture
def house(lasting_house):
    return lasting_house


def sounds(screen):
    return [each["sound"] for each in screen.page.evaluate("heard")]


def hears(screen, sound, times=1):
    screen.page.wait_for_function(
        "([sound, times]) => heard.filter((each) => each.sound === sound).length >= times", arg=[sound, times]
    )


BOARDS = """count => performance.getEntriesByType("resource")
  .filter(({ name }) => /Board-[^/]*[.]js/.test(name)).length >= count"""
EVENING = (
    ("Tip Tap", "Eight shapes in front of you."),
    ("Racesmack", "Reach the finish with it."),
    ("Snap Clap Tap", "The deal is yours."),
)


def test_an_evening_is_heard_on_the_big_screen_and_nothing_during_a_race(person, house):
    ada = person(**PHONE).go()
    ada.press("Make a table")
    ada.wait(lambda p: p.seat == 0)
    screen = person(**TV)
    screen.context.add_init_script(LISTEN)
    screen.go(f"/t/{table_of(ada)}/table").wait(lambda p: p.room)
    screen.page.mouse.click(900, 500)  # gives sound
    hears(screen, "hum")
    ada.press("Add a bot")
    hears(screen, "arrive")
    for each in (ada, screen):
        each.note(".title-card .text")
    for games, (game, win) in enumerate(EVENING, 1):
        if games > 1:
            votes = sounds(screen).count("knock")
            ada.page.get_by_role("button", name=f"{game}, 0 votes").tap()
            hears(screen, "knock", times=votes + 1)
        screen.page.wait_for_function(BOARDS, arg=games)  # before the start, so that no title card is late
        ada.press("Start with 2" if games == 1 else f"Play {game}")
        hears(screen, "begin", times=games)
        for each in (ada, screen):
            each.has_seen(".title-card .text", win)
        with suppress(TimeoutError):
            ada.page.get_by_role("button", name="Got it!").tap(timeout=A_MOMENT)  # it may have gone by itself
        hears(screen, "tick", times=3 * games)
        ada.wait(lambda p: p.room["stage"] == "playing" and p.room["paused"] is None and p.view)
        let_bots_play_ahead(house, [ada, screen], until(lambda state: state.winners is not None))
        hears(screen, "clap", times=games)
        hears(screen, "cheer", times=games)
    ada.page.get_by_role("button", name=re.compile("The evening")).tap()
    ada.press("End the evening")
    ada.press("Yes", exact=True)
    hears(screen, "cheer", times=len(EVENING) + 1)

    heard = sounds(screen)
    assert heard.count("drumroll") == heard.count("cheer") == len(EVENING) + 1
    assert heard[-2:] == ["drumroll", "cheer"]
    assert not [each for each in screen.page.evaluate("heard") if each["racing"]]


def scripted_big_screen(person, path=None):
    big = person(**TV)
    big.context.add_init_script(LISTEN)
    return ScriptedPage(big, f"{path or open_table(big, 'tip-tap')}/table")


PLAY = """async (updates) => {
  for (const messages of updates) {
    messages.forEach(follow);
    deliver(messages);
    await new Promise(requestAnimationFrame);
  }
  return true;
}"""


def a_game_of_bots(slug):
    """The states of a game up to the end of its second race, each with what a big screen is told."""
    game = SHELF[slug]
    play = selfplay(game, game.SEATS[0], "barley", skills=dict.fromkeys(range(game.SEATS[0]), "quick"))
    start = Play.begin(game, game.SEATS[0], "barley")
    shown, races = (
        states(game, header(slug, start, game.SEATS[0], game.Options(), "a house"), play.journal),
        0,
    )
    was = next(shown).race
    for entry, state in zip(play.journal, shown, strict=True):
        seen = (told(game, event, None) for event in entry.events)
        yield state, [msgspec.to_builtins(event) for event in seen if event is not None]
        races += was is not None and state.race is None
        was = state.race
        if races == 2:
            return


def test_a_live_race_is_silent_in_every_game_whatever_happens_in_it(person):
    big, announced = scripted_big_screen(person), {}
    for slug, game in SHELF.items():
        room = {"game": slug, "announcer": True}
        told = [
            big.messages(game, state, None, news, race=state.race and "reflex", **room)
            for state, news in a_game_of_bots(slug)
        ]
        assert sum(1 for *_, update in told if update["race"] and update["news"]) > 1, slug
        big.tell(stage="lobby")
        before = len(sounds(big))
        spoken = len(big.page.evaluate("said"))
        big.page.evaluate("messages => deliver(messages)", told[0])
        big.page.locator(".play-surface > *").first.wait_for()  # the house serves the board's code
        big.page.wait_for_function(PLAY, arg=told[1:])
        assert set(sounds(big)[before:]) - {"begin"}, f"{slug} was mute"
        announced[slug] = len(big.page.evaluate("said")) - spoken

    heard = big.page.evaluate("[...heard, ...said]")
    assert len(heard) > 10
    assert announced["tap-the-table"], announced
    assert not [each for each in heard if each["racing"]]


def test_a_verdict_fills_the_big_screen_after_the_race_and_is_said_in_the_words_of_the_photo_finish(person):
    big = scripted_big_screen(person)
    race, verdict = RACE | {"lanes": LANES}, big.page.locator("[data-verdict]")
    big.show(SHAPES, HUNTING, None)
    big.show(SHAPES, DEALING, None, news=[THEFT | {"until": 0}])
    expect(big.page.locator("[data-moment]")).to_be_visible()
    hears(big, "stolen")
    assert big.page.evaluate("said") == []  # the announcer is off

    big.tell(announcer=True)
    big.show(SHAPES, HUNTING, None, announcer=True)

    big.show(SHAPES, HUNTING, None, finishes=[race], announcer=True)
    expect(verdict).to_have_count(0)
    assert "verdict" not in sounds(big)

    big.show(SHAPES, DEALING, None, news=[THEFT | {"until": 0}], announcer=True)
    expect(verdict).to_contain_text(f"{BO} holds it")
    expect(verdict).to_contain_text("213\u00a0ms")
    expect(verdict).to_contain_text("60\u00a0ms, more than the measuring error of ±\u00a016\u00a0ms")
    assert verdict.bounding_box() == {"x": 0, "y": 0, "width": 1920, "height": 1080}
    hears(big, "verdict")
    big.page.wait_for_function("() => said.length > 1")
    assert [each["text"] for each in big.page.evaluate("said")] == [
        f"{BO} holds it.",
        f"Stolen from {ADA}! {BO} takes it.",
    ]


ORDER = """() => {
  window.risen = [];
  const look = () => {
    for (const step of document.querySelectorAll("ol.steps > li"))
      if (getComputedStyle(step).opacity === "1" && !risen.includes(step.dataset.place))
        risen.push(step.dataset.place);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_the_board_stays_for_the_winning_move_and_then_the_podium_comes_third_second_first(person):
    big = scripted_big_screen(person)
    big.show(SHAPES, DEALING, None)
    big.show(SHAPES, DEALING, None, places=(3, 1, 2))
    expect(big.page.locator(".ending")).to_contain_text(BO)
    expect(big.page.locator(".play-surface")).to_be_visible()

    big.page.evaluate(ORDER)
    big.show(SHAPES, DEALING, None, places=(3, 1, 2), stage="over")
    hears(big, "cheer")

    big.page.wait_for_function("() => risen.length === 3")
    assert big.page.evaluate("risen") == ["3", "2", "1"]
    told = ("clap", "thud", "drumroll", "cheer")
    assert [sound for sound in sounds(big) if sound in told] == ["clap", "thud", "thud", "drumroll", "cheer"]

    # a screen that comes back after the end gets the room before the result
    big.tell(stage="lobby")
    big.tell(stage="over")
    big.show(SHAPES, DEALING, None, places=(3, 1, 2), stage="over")
    hears(big, "drumroll", times=2)


def test_the_evening_ends_with_its_awards_and_a_picture_to_keep(person):
    ada = person(**PHONE)
    path = open_table(ada, "tip-tap")
    phone, big = ScriptedPage(ada, path), scripted_big_screen(person, path)
    phone.page.set_default_timeout(10_000)
    scores = [
        {"player": seat + 1, "name": name, "sign": seat + 1, "points": 9 - seat, "place": seat + 1, "of": []}
        for seat, name in enumerate(LONGEST[:4])
    ]
    awards = [{"name": "fastest", "player": 2, "n": 163, "game": None}]
    evening = SECOND_GAME | {"scores": scores, "awards": awards}
    for screen in (phone, big):
        screen.page.evaluate("messages => deliver(messages)", [evening])
        screen.tell(stage="podium")
        expect(screen.page.locator("[data-award]")).to_contain_text(f"{BO} · 163")

    with phone.page.expect_download() as kept:
        phone.page.get_by_role("button", name="Keep a picture").tap()

    picture = Image.open(kept.value.path())
    colours = {tuple(pixel) for pixel in np.array(picture.convert("RGB")).reshape(-1, 3)[::997]}
    assert picture.width == 1080
    assert picture.height > 1080
    assert len(colours) > 40  # seats, cards and letters, not an empty table


def test_a_big_screen_whose_table_is_closed_shows_its_number_again_by_itself(person):
    big = person(**TV)
    path = f"{open_table(big, 'tip-tap')}/table"
    big.page.clock.install()
    page = ScriptedPage(big, path).page

    page.evaluate("messages => deliver(messages)", [{"type": "goodbye", "why": "gone"}])
    expect(page.get_by_text("Back to “Which table?” in 15 seconds")).to_be_visible()
    expect(page.get_by_role("link", name="Back now")).to_be_visible()
    page.clock.run_for(16_000)

    page.wait_for_url("**/tv")
    expect(page.locator("[data-number]")).to_be_visible()
