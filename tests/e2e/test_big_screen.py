"""A living room finds its big screen: the screen shows a number, and a phone gives it the table."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.driving import PHONE, TV, table_of


@pytest.fixture
def house(lasting_house):
    return lasting_house


def at_a_new_table(person):
    ada = person(**PHONE).go()
    ada.press("Make a table")
    ada.wait(lambda p: p.seat == 0)
    return ada


def a_waiting_screen(person):
    """A big screen that shows its number, and the number."""
    screen = person(**TV).go()
    screen.page.get_by_role("link", name="This is the TV").click()
    number = screen.page.locator("[data-number]")
    expect(number).to_be_visible()
    return screen, number.text_content()


def test_a_phone_types_the_number_of_a_big_screen_which_then_shows_its_table(person):
    ada = at_a_new_table(person)
    screen, number = a_waiting_screen(person)

    ada.press("Also on a big screen")
    ada.page.get_by_label("Number on the TV").fill("00000")
    ada.press("Connect")
    expect(ada.page.get_by_text("No screen shows this number")).to_be_visible()
    ada.page.get_by_label("Number on the TV").fill(number)
    ada.press("Connect")

    expect(ada.page.get_by_text("Done: look at the TV.")).to_be_visible()
    screen.page.wait_for_url(f"**/t/{table_of(ada)}/table")
    ada.wait(lambda p: p.room["big_screen"])


def test_a_phone_that_scans_a_big_screen_chooses_its_table(person):
    ada = at_a_new_table(person)
    code = table_of(ada)
    screen, number = a_waiting_screen(person)

    ada.go(f"/tv/{number}")
    ada.press(f"Show table {code}")

    expect(ada.page.get_by_role("link", name=f"Back to table {code}")).to_be_visible()
    screen.page.wait_for_url(f"**/t/{code}/table")


def test_a_wide_screen_without_touch_is_offered_to_show_the_table_and_a_phone_is_not(person):
    code = table_of(at_a_new_table(person))
    bo = person(**PHONE).go(f"/t/{code}")
    screen = person(**TV).go(f"/t/{code}")

    expect(bo.page.get_by_role("button", name="Sit down")).to_be_visible()
    expect(bo.page.get_by_role("link", name="Show the table on this screen")).to_have_count(0)
    screen.page.get_by_role("link", name="Show the table on this screen").click()

    screen.page.wait_for_url(f"**/t/{code}/table")


# A browser without a window allows sound at once; one that people use waits for the first press.
LISTEN = """
window.heard = [];
addEventListener("taphouse:sound", ({ detail }) => heard.push(detail));
let pressed = false; // Playwright counts its own scripts as presses
const made = [];
window.AudioContext = class extends AudioContext {
  constructor(options) {
    super(options);
    made.push(this);
  }
  get state() {
    return pressed ? super.state : "suspended";
  }
};
addEventListener("pointerdown", () => {
  pressed = true;
  for (const context of made) context.dispatchEvent(new Event("statechange"));
}, true);
"""


def hears(screen, *sounds):
    """Waits until the page has played all of these sounds."""
    for sound in sounds:
        screen.page.wait_for_function(
            "sound => heard.some((each) => each.sound === sound && each.played)", arg=sound
        )


def test_one_click_gives_the_big_screen_sound_for_every_arrival_until_the_host_switches_it_off(person):
    # given a big screen that nobody has clicked yet: it says so, and nothing fails
    ada = at_a_new_table(person)
    screen = person(**TV)
    screen.page.add_init_script(LISTEN)
    screen.go(f"/t/{table_of(ada)}/table")
    hint = screen.page.get_by_text("Click once for sound")
    expect(hint).to_be_visible()
    screen.note("[data-arrival]")
    ada.press("Add a bot")
    ada.wait(lambda p: len(p.room["players"]) == 2)

    # when it is clicked once, then the hint is gone, and the lobby and an arrival are heard
    screen.page.mouse.click(900, 500)
    expect(hint).to_have_count(0)
    hears(screen, "hum")
    ada.press("Add a bot")
    hears(screen, "arrive")
    ada.wait(lambda p: len(p.room["players"]) == 3)
    screen.has_seen("[data-arrival]", ada.room["players"][2]["name"])

    # when the host switches the sound off, then the next arrival is only seen
    ada.press("Menu")
    ada.page.get_by_role("radiogroup", name="Sound of the big screen").get_by_text("Off").tap()
    screen.wait(lambda p: p.room["big_screen_sound"] == "off")
    ada.press("Close")
    before = screen.page.evaluate("heard.length")
    ada.press("Add a bot")
    ada.wait(lambda p: len(p.room["players"]) == 4)
    screen.has_seen("[data-arrival]", ada.room["players"][3]["name"])
    assert screen.page.evaluate("heard.length") == before


def test_a_phone_is_asked_once_whether_it_sees_the_big_screen(person):
    ada = at_a_new_table(person)
    question = ada.page.get_by_text("Can you see the TV?")
    expect(question).to_have_count(0)
    person(**TV).go(f"/t/{table_of(ada)}/table")
    expect(question).to_be_visible()

    ada.press("Yes", exact=True)
    expect(question).to_have_count(0)
    ada.page.reload()

    ada.wait(lambda p: p.room["big_screen"])
    ada.press("Menu")
    expect(ada.page.get_by_role("switch", name="I can see the TV")).to_be_checked()
    expect(question).to_have_count(0)


def test_a_remote_control_moves_a_visible_focus_presses_and_goes_back(person):
    ada = at_a_new_table(person)
    screen, number = a_waiting_screen(person)
    ada.press("Also on a big screen")
    ada.page.get_by_label("Number on the TV").fill(number)
    ada.press("Connect")
    screen.wait(lambda p: p.room)

    screen.page.keyboard.press("Enter")  # the first press gives sound
    announcer = screen.page.get_by_role("button", name="Announcer")
    expect(announcer).to_be_visible()
    screen.page.keyboard.press("ArrowUp")
    expect(announcer).to_be_focused()
    assert announcer.evaluate("e => parseFloat(getComputedStyle(e).outlineWidth)") >= 8
    screen.page.keyboard.press("Enter")
    expect(announcer).to_have_attribute("aria-pressed", "true")

    back = "code => dispatchEvent(new KeyboardEvent('keydown', { keyCode: code, cancelable: true }))"
    screen.page.evaluate(back, 461)  # LG
    expect(screen.page.locator("[data-number]")).to_be_visible()
    screen.page.evaluate(back, 10009)  # Samsung
    expect(screen.page.get_by_role("link", name="This is the TV")).to_be_visible()


def test_a_still_picture_wanders_and_dims_and_a_change_lights_it_again(person):
    ada = at_a_new_table(person)
    screen = person(**TV)
    screen.page.clock.install()
    screen.go(f"/t/{table_of(ada)}/table").wait(lambda p: p.room)
    stage = screen.page.locator(".stage")
    place = "e => getComputedStyle(e).transform"
    first = stage.evaluate(place)

    screen.page.clock.fast_forward("01:01")
    expect(stage).not_to_have_class("dim")
    assert stage.evaluate(place) != first
    screen.page.clock.run_for("11:00")
    expect(stage).to_have_class(re.compile(r"\bdim\b"))

    screen.page.keyboard.press("ArrowDown")
    expect(stage).not_to_have_class(re.compile(r"\bdim\b"))


def test_a_modern_screen_loads_nothing_of_the_build_for_old_ones(person):
    ada = at_a_new_table(person)
    screen, loaded = person(**TV), []
    screen.page.on("request", lambda asked: loaded.append(asked.url))
    screen.go(f"/t/{table_of(ada)}/table").wait(lambda p: p.room)
    assert not [url for url in loaded if "/light-" in url or "/old-" in url]
