"""Every board, at every size, for thick fingers, weak eyes, keyboards and those whom motion makes sick."""

import pytest
from playwright.sync_api import expect

from taphouse.games import shelf
from tests.e2e.ahead import as_far_as, let_bots_play_ahead
from tests.e2e.driving import DESKTOP, SMALL, TV, sit_down_to
from tests.e2e.looking import FINGER, LEAST, at_every_size, faults, free_of_barriers, motions, with_large_text

ESSENTIAL = ("rail",)  # a bar that shows how much time is left

OWN_LINE = "WebSocket = class extends WebSocket { constructor(...to) { super(...to); window.line = this; } }"
LONGEST = (
    "Wilhelmina Gräfn",
    "Maximiliane Mohn",
    "Bartholomew Wumm",
    "Konstantinopolis",
    "Christophoros I.",
    "Donaudampfschiff",
    "Mme Wattenwyller",
    "Seraphina Müller",
)


def tab_to(person, target):
    expect(target).to_be_visible()
    for _ in range(60):
        if target.evaluate("element => element === document.activeElement"):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {target}")


@pytest.mark.parametrize("game", list(shelf()))
def test_a_board_fits_every_screen_and_has_no_barriers(person, house, game):
    lea = person(locale="fr-FR", viewport={"width": 360, "height": 640})
    code = sit_down_to(lea, game)
    at_every_size(lea.page, FINGER)
    with_large_text(lea.page, FINGER)
    free_of_barriers(lea.page)
    moving = [motion for motion in motions(lea.page) if not motion.endswith(ESSENTIAL)]
    assert moving == []

    screen = person(**TV).go(f"/t/{code}/table")
    screen.wait(lambda p: p.view)
    expect(screen.page.locator(".board > *").first).to_be_visible()
    assert faults(screen.page) == []
    free_of_barriers(screen.page)
    lea.wait(lambda p: p.room["big"])
    assert faults(lea.page, FINGER) == []  # with less to show
    screen.context.close()

    let_bots_play_ahead(house, [lea], as_far_as(lambda states: len(states) - 2))  # nothing is fuller
    lea.page.evaluate("localStorage.setItem('taphouse.locale', 'en')")
    lea.go(f"/t/{code}").wait(lambda p: p.view)
    at_every_size(lea.page, LEAST)
    with_large_text(lea.page, LEAST)
    free_of_barriers(lea.page)


def test_whoever_has_no_pointer_plays_all_the_same(person):
    """From the front door through the lesson of a game, by keys alone."""
    ada = person(**DESKTOP).go()
    card = ada.page.get_by_role("article").filter(
        has=ada.page.get_by_role("heading", name="Tip Tap", exact=True)
    )
    tab_to(ada, card.get_by_role("button", name="Learn it"))

    ada.page.keyboard.press("Enter")
    ada.wait(lambda p: p.room["paused"] == "lesson" and p.room["lesson"] == 0)
    tab_to(ada, ada.page.get_by_role("button", name="Go on"))
    ada.page.keyboard.press("Enter")
    ada.wait(lambda p: p.room["lesson"] == 1)
    ada.page.keyboard.press("Space")  # turns the card
    for finger in range(2):
        ada.wait(lambda p, finger=finger: p.room["lesson"] == 3 + finger and p.room["paused"] == "lesson")
        shape = next(shape for shape in ada.view["card"] if shape not in ada.view["fingers"])
        ada.page.keyboard.press(ada.page.locator(f'button[data-shape="{shape}"] kbd').text_content().lower())
    ada.wait(lambda p: p.room["lesson"] == 6 and p.room["paused"] == "lesson")

    assert ada.view["points"][ada.seat] == 2
    tab_to(ada, ada.page.get_by_role("button", name="Go on"))
    ada.page.keyboard.press("Enter")
    ada.wait(lambda p: p.room["lesson"] == 7)


@pytest.mark.parametrize("game", list(shelf()))
def test_the_big_screen_shows_the_longest_names_whole(person, house, game):
    ada = person(**SMALL)
    ada.context.add_init_script(OWN_LINE)
    code = sit_down_to(ada, game, start=False)
    for player, name in zip(ada.room["players"], LONGEST, strict=False):
        rename = {"type": "rename", "player": player["id"], "name": name, "sign": player["sign"]}
        ada.page.evaluate("message => line.send(JSON.stringify(message))", rename)
    ada.wait(lambda p: all(player["name"] in LONGEST for player in p.room["players"]))
    ada.press("Start with")
    ada.wait(lambda p: p.view)
    let_bots_play_ahead(house, [ada], as_far_as(lambda states: len(states) // 2))

    screen = person(**TV).go(f"/t/{code}/table")
    screen.wait(lambda p: p.view)
    expect(screen.page.locator(".play-surface > *")).to_be_visible()

    assert faults(screen.page) == []
