"""A finished game can be watched on its own board; a running game cannot."""

import pytest
from playwright.sync_api import expect

from tests.e2e.driving import DESKTOP, PHONE, House
from tests.ended import as_file, ended, keep

CODE = "QUAY"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    data = tmp_path_factory.mktemp("house")
    keep(data, CODE, ended("tip-tap", 3), ended("tip-tap-top", 4))
    house = House(data)
    yield house
    house.kill()


def moment(page):
    return int(float(page.get_by_role("slider").input_value()))


def seek(page, share):
    """Moves the knob to this share of the film, as a finger would."""
    page.get_by_role("slider").evaluate(
        """(knob, share) => {
            knob.value = String(knob.max * share);
            knob.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        share,
    )


def test_a_replay_opens_from_the_podium_and_shows_a_photo_finish_and_the_view_of_a_seat(person):
    ada = person(**PHONE).go(f"/t/{CODE}")
    page = ada.page

    ada.press("Watch again")
    expect(page.locator(".glass h1")).to_be_visible()
    ada.press("Stop")
    ada.press("Photo finishes: jump to one")
    page.get_by_role("dialog").get_by_role("listitem").first.get_by_role("button").tap()

    expect(page.get_by_text("Photo finish ·")).to_be_visible()
    ada.press("Got it")
    here = moment(page)
    assert here > 0
    ada.press("Step on")
    assert moment(page) >= here

    ada.press("Whose eyes?")
    page.get_by_role("dialog").get_by_role("button", name="Bo").tap()
    expect(page.get_by_role("dialog").get_by_role("button", name="Bo")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("dialog").get_by_text("As seen").tap()
    expect(page.get_by_text("when Bo’s own screen showed it")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".glass").get_by_text("You").first).to_be_attached()

    page.locator(".glass").get_by_role("button", name="Menu").tap()
    ada.press(f"To table {CODE}")
    expect(page.get_by_role("button", name="Watch again")).to_be_visible()


def test_watching_a_race_plays_it_at_a_quarter_of_its_speed_and_then_shows_its_photo_finish(person):
    ada = person(motion="no-preference", **PHONE)
    page = ada.page
    page.clock.install()
    ada.go(f"/t/{CODE}").press("Look", exact=True)
    page.locator("dialog[open] li button").first.tap()
    ada.press("Watch it")

    sheet = page.locator("dialog[open]")
    expect(sheet).to_have_count(0)
    before = moment(page)
    page.clock.run_for(4_000)
    assert 500_000 < moment(page) - before < 1_500_000
    expect(sheet).to_have_count(0)
    page.clock.run_for(10_000)
    expect(sheet.get_by_text("Photo finish ·")).to_be_visible()


def test_the_replay_of_an_earlier_game_opens_by_its_link_and_works_by_keyboard_alone(person):
    page = person(**DESKTOP).go(f"/t/{CODE}/replay/1").page
    expect(page.get_by_role("button", name="Stop")).to_be_visible()

    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    seek(page, 0.5)
    half = moment(page)
    page.keyboard.press(".")
    further = moment(page)
    page.keyboard.press(",")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("2")

    assert half <= further
    assert moment(page) <= further
    expect(page.get_by_role("combobox", name="Speed")).to_have_value("0.5")
    expect(page.get_by_role("button", name="Bo")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()


def test_a_replay_plays_to_its_end_names_the_winners_and_stops(person):
    page = person(**DESKTOP).go(f"/t/{CODE}/replay").page
    expect(page.get_by_role("button", name="Stop")).to_be_visible()

    page.get_by_role("combobox", name="Speed").select_option("4")
    seek(page, 0.99)

    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    knob = page.get_by_role("slider")
    assert knob.input_value() == knob.get_attribute("max")
    expect(page.locator(".ending").get_by_role("status")).to_be_visible()


def test_a_replay_opens_from_a_file_and_an_invalid_file_shows_an_error(person):
    page = person(locale="fr-FR", **PHONE).go("/replay").page
    chooser = page.locator("input[type=file]")

    chooser.set_input_files({"name": "x.jsonl", "mimeType": "text/plain", "buffer": b"no game"})
    expect(page.get_by_text("Ce fichier n’est pas une partie")).to_be_visible()
    content = as_file(*ended("racesmack", 2))
    chooser.set_input_files({"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": content})

    expect(page.get_by_role("slider", name="Moment")).to_be_visible()
    expect(page.locator(".glass h1")).to_be_visible()


def test_a_running_game_cannot_be_replayed(person):
    ada = person(**PHONE).go()
    ada.press("Play now against bots")
    ada.wait(lambda p: p.room["stage"] == "playing")

    bo = person(**PHONE).go(f"/t/{ada.room['code']}/replay")

    expect(bo.page.get_by_role("heading", name="Nothing to watch")).to_be_visible()


def test_a_link_to_a_replay_of_a_closed_table_says_so_and_offers_another_way(person):
    page = person(**PHONE).go("/t/ZZZZ/replay/2").page

    expect(page.get_by_text("There is no table ZZZZ")).to_be_visible()
    page.get_by_role("link", name="Open a file").click()
    expect(page.locator("input[type=file]")).to_be_attached()


def test_a_replay_shows_the_screens_of_two_seats_side_by_side_at_the_same_moment(person):
    ada = person(**DESKTOP).go(f"/t/{CODE}/replay/1")
    page, screens = ada.page, ada.page.locator(".glass")
    expect(screens).to_have_count(1)
    ada.press("Stop")

    ada.press("Two screens side by side")
    expect(screens).to_have_count(2)
    seek(page, 0.6)

    rounds = screens.locator("h1")
    expect(rounds.first).to_contain_text("Round")
    expect(rounds.last).to_have_text(rounds.first.text_content())
    assert rounds.first.text_content() != "Round 1"
    eyes = page.get_by_role("group", name="Whose eyes?")
    expect(eyes.first.get_by_role("button", name="Ada")).to_have_attribute("aria-pressed", "true")
    expect(eyes.last.get_by_role("button", name="Bo")).to_have_attribute("aria-pressed", "true")

    eyes.last.get_by_role("button", name="Cleo").click()
    expect(eyes.last.get_by_role("button", name="Cleo")).to_have_attribute("aria-pressed", "true")
    page.get_by_text("As seen").click()
    expect(rounds).to_have_count(2)
    ada.press("Two screens side by side")
    expect(screens).to_have_count(1)
