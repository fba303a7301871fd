"""The home page and the pages of a table report mistakes in both languages, and the table goes on."""

import pytest
from playwright.sync_api import expect

from taphouse import __version__
from tests.e2e.driving import DESKTOP, PHONE, table_of

LAST_ON_THE_SHELF = "async () => (await (await fetch('/api/games')).json()).at(-1).slug"


@pytest.fixture
def house(lasting_house):
    return lasting_house


@pytest.mark.parametrize(("locale", "said"), [("en-GB", "No table ZZZZ"), ("fr-FR", "ZZZZ")])
def test_an_unknown_code_shows_an_error_in_both_languages(person, locale, said):
    ada = person(locale=locale, **PHONE).go("/t/ZZZZ")

    expect(ada.page.get_by_role("heading", name=said)).to_be_visible()
    expect(ada.page.locator("html")).to_have_attribute("lang", locale[:2])


def test_a_person_who_mistyped_a_code_can_type_another_on_the_same_page(person):
    ada = person(**PHONE).go()
    ada.press("Make a table")
    ada.wait(lambda p: p.room["stage"] == "lobby")
    bo = person(**DESKTOP).go("/t/ZZZZ")

    bo.page.get_by_label("Code of the table").fill(table_of(ada))
    bo.press("Join")

    expect(bo.page.get_by_role("button", name="Sit down")).to_be_visible()


def test_one_press_starts_a_game_against_bots(person):
    ada = person(**PHONE).go()

    ada.press("Play now against bots")

    ada.wait(lambda p: p.room["stage"] == "playing" and len(p.room["players"]) == 4)
    expect(ada.page.locator(".play-surface")).to_be_visible()


def test_each_game_on_the_shelf_starts_against_bots_in_one_press(person):
    ada = person(**PHONE).go()
    games = ada.page.get_by_role("article")
    games.first.wait_for()

    games.last.get_by_role("button", name="Against bots").tap()

    ada.wait(lambda p: p.room["stage"] == "playing" and len(p.room["players"]) == 4)
    assert ada.room["game"] == ada.page.evaluate(LAST_ON_THE_SHELF)


def test_the_home_page_leads_back_to_the_table_until_the_seat_is_given_up(person):
    ada = person(**PHONE).go()
    ada.press("Make a table")
    ada.wait(lambda p: p.seat == 0)
    code = table_of(ada)
    way_back = ada.page.get_by_role("link", name=f"Back to table {code} Your seat is kept.")

    ada.go()
    way_back.tap()
    ada.wait(lambda p: p.room["code"] == code and p.seat == 0)

    ada.press("Menu")
    ada.press("Leave the seat")
    ada.press("Yes")
    expect(ada.page.get_by_role("button", name="Make a table").first).to_be_visible()
    expect(way_back).to_have_count(0)


def test_a_code_typed_on_the_home_page_leads_to_its_table(person):
    ada = person(**PHONE).go()
    ada.press("Make a table")
    ada.wait(lambda p: p.room["stage"] == "lobby")
    bo = person(**DESKTOP).go()

    bo.page.get_by_label("Code of the table").fill(table_of(ada).lower())
    bo.press("Join")
    bo.press("Sit down")

    ada.wait(lambda p: len(p.room["players"]) == 2)
    assert table_of(bo) == table_of(ada)
    assert [player["here"] for player in ada.room["players"]] == [True, True]


@pytest.mark.parametrize(
    ("locale", "said", "sit"),
    [("en-GB", "This name is too long", "Sit down"), ("fr-FR", "Ce nom est trop long", "S’asseoir")],
)
def test_a_name_that_is_too_long_shows_an_error_while_typing_and_emoji_are_allowed(person, locale, said, sit):
    ada = person(**PHONE).go()
    ada.press("Make a table")
    ada.wait(lambda p: p.room["stage"] == "lobby")
    bo = person(locale=locale, **PHONE).go(f"/t/{table_of(ada)}")
    field = bo.page.get_by_role("textbox")

    field.fill("🦊" * 17)
    expect(bo.page.get_by_role("alert")).to_contain_text(said)
    bo.press(sit)
    expect(bo.page.get_by_role("button", name=sit)).to_be_visible()
    assert len(ada.room["players"]) == 1

    field.fill("🦊" * 16)
    expect(bo.page.get_by_role("alert")).to_have_count(0)
    bo.press(sit)
    ada.wait(lambda p: [player["name"] for player in p.room["players"]][1:] == ["🦊" * 16])


def test_a_forged_seat_token_is_refused_and_its_sender_can_sit_down_normally(person):
    ada = person(**PHONE).go()
    ada.press("Make a table")
    ada.wait(lambda p: p.room["stage"] == "lobby")
    code = table_of(ada)
    eve = person(**DESKTOP).go()
    eve.page.evaluate(f"localStorage.setItem('taphouse.seat.{code}', '1.forged')")

    eve.go(f"/t/{code}")

    eve.wait(lambda p: p.last("sorry")["why"] == "bad-token")
    expect(eve.page.get_by_text("This seat is no longer yours")).to_be_visible()
    expect(eve.page.get_by_role("button", name="Sit down")).to_be_visible()
    assert [player["here"] for player in ada.room["players"]] == [True]


def test_the_rules_can_be_read_in_both_languages(person):
    ada = person(**PHONE).go("/rules/tip-tap")
    lea = person(locale="fr-FR", **PHONE).go("/rules/tip-tap")

    expect(ada.page.get_by_text("The next player clockwise turns the next card.")).to_be_visible()
    expect(lea.page.get_by_role("heading", name="Tip Tap").first).to_be_visible()
    assert ada.page.inner_text("body") != lea.page.inner_text("body")


@pytest.mark.parametrize(
    ("locale", "title", "tables"),
    [
        ("en-GB", "How the house is doing", "Open tables"),
        ("fr-FR", "Comment va la maison", "Tables ouvertes"),
    ],
)
def test_the_page_about_the_house_shows_its_title_and_its_tables(person, locale, title, tables):
    host = person(locale=locale, **PHONE).go("/house")

    expect(host.page.get_by_role("heading", name=title)).to_be_visible()
    expect(host.page.get_by_text(tables)).to_be_visible()
    expect(host.page.get_by_role("status")).not_to_be_empty()
    expect(host.page.get_by_text(f"Version {__version__}", exact=True)).to_be_visible()
