"""Every board at every size, for thick fingers, weak eyes, keyboards and reduced motion."""

from itertools import cycle

import pytest
from playwright.sync_api import expect

from tests.e2e.driving import DESKTOP, PHONE, TV, sit_down_to, table_of
from tests.e2e.page_faults import (
    FINGER,
    LARGE_TEXT_SIZES,
    LEAST,
    SIZES,
    THEMES,
    barriers,
    but_names,
    faults,
    motions,
    with_large_letters,
)
from tests.e2e.scripted_page import ScriptedPage
from tests.shelf import SHELF

ON_ITS_SIDE = (740, 360)  # a phone; targets of a crowded table are smaller there
# A small phone is the narrowest: there all tables are shown, on larger screens every other one.
HALVES = (slice(0, None, 2), slice(1, None, 2), slice(0, None, 2))
ESSENTIAL = "in rail"  # a bar that shows how much time is left


@pytest.fixture
def house(lasting_house):
    return lasting_house


def tables_of(game):
    """Every named table of the game in which it is being played."""
    return {name: state for name, state in game.TABLES.items() if state.winners is None}


def every_other(tables):
    return list(tables.items())[::2]


def misfits(page, game, size, least, part=slice(None), **room):
    """The faults of all tables at this size, or of a part of them."""
    page.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for name, state in list(tables_of(game).items())[part]:
        page.show(game, state, seat=0, **room)
        if found := but_names(faults(page.page, least)):
            yield size, name, found


@pytest.mark.parametrize("slug", list(SHELF))
def test_every_table_of_a_game_fits_every_screen_and_finger(person, slug):
    game, lea = SHELF[slug], person(locale="fr-FR")
    code = sit_down_to(lea, slug, start=False)
    page = ScriptedPage(lea, f"/t/{code}")

    found = [*misfits(page, game, SIZES[0], FINGER)]
    found += [
        fault
        for size, half in zip(SIZES[1:3], HALVES, strict=False)
        for fault in misfits(page, game, size, FINGER, half)
    ]
    found += misfits(page, game, ON_ITS_SIDE, LEAST, HALVES[2])
    found += misfits(page, game, SIZES[0], FINGER, big=True)  # with less on the screen
    with with_large_letters(lea.page):
        found += misfits(page, game, LARGE_TEXT_SIZES[0], LEAST)
        found += [
            fault
            for size, half in zip(LARGE_TEXT_SIZES[1:], HALVES, strict=False)
            for fault in misfits(page, game, size, LEAST, half)
        ]

    lea.page.evaluate("localStorage.setItem('taphouse.locale', 'en')")
    page = ScriptedPage(lea, f"/t/{code}")
    found += misfits(page, game, SIZES[0], FINGER)

    assert found == []


@pytest.mark.parametrize("slug", list(SHELF))
def test_a_game_has_no_barriers_and_does_not_move_by_itself(person, slug):
    game, ada = SHELF[slug], person(**DESKTOP)
    page = ScriptedPage(ada, f"/t/{sit_down_to(ada, slug, start=False)}")

    found = []
    for (name, state), theme in zip(every_other(tables_of(game)), cycle(THEMES), strict=False):
        page.show(game, state, seat=0)
        moving = [motion for motion in motions(ada.page) if ESSENTIAL not in motion]
        if wrong := barriers(ada.page, theme) + moving:
            found.append((name, theme, wrong))

    assert found == []


@pytest.mark.parametrize("slug", list(SHELF))
def test_the_big_screen_shows_every_table_and_the_longest_names_whole(person, slug):
    game, screen = SHELF[slug], person(locale="fr-FR", **TV)
    code = sit_down_to(person(), slug, start=False)
    page = ScriptedPage(screen, f"/t/{code}/table")

    found = []
    for name, state in tables_of(game).items():
        page.show(game, state, seat=None)
        found += [(name, fault) for fault in faults(screen.page)]
    for (name, state), theme in zip(every_other(tables_of(game)), cycle(THEMES), strict=False):
        page.show(game, state, seat=None)
        found += [(name, theme, barrier) for barrier in barriers(screen.page, theme)]

    assert found == []


def tab_to(person, target):
    expect(target).to_be_visible()
    for _ in range(60):
        if target.evaluate("element => element === document.activeElement"):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {target}")


def test_a_person_can_learn_and_play_a_game_with_the_keyboard_alone(person):
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


def test_the_host_takes_suggested_head_starts_and_everyone_sees_them(person):
    ada = person(**PHONE).go()
    ada.make_table("Tip Tap Top")
    bo = person(**DESKTOP).go(f"/t/{table_of(ada)}")
    bo.press("Sit down")
    ada.wait(lambda p: len(p.room["players"]) == 2)
    page, (host, guest) = ScriptedPage(ada, f"/t/{table_of(ada)}"), ada.room["players"]

    page.tell(players=[host | {"suggested_head_start": 0}, guest | {"suggested_head_start": 120}])
    suggestion = ada.page.get_by_role("region", name="So that all win equally often")
    suggestion.get_by_role("button", name="Use these head starts").click()

    expect(bo.page.get_by_text("+120 ms")).to_be_visible()
