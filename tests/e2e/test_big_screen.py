"""A living room finds its big screen: the screen shows a number, and a phone gives it the table."""

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
