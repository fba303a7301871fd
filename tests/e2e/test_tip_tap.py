"""Two people in two browsers and a bot play Tip Tap from the home page to the podium."""

import json

import pytest
from playwright.sync_api import expect

from taphouse.cli import main
from taphouse.games.tip_tap.cards import COLOURS
from taphouse.testing import rule
from tests.e2e.ahead import let_bots_play_ahead, until
from tests.e2e.driving import DESKTOP, PHONE, TV, has_no_button_but_the_announcer, start_a_game, table_of


def play_on(people):
    """The leader turns the card; each person finds a shape when it is shown."""
    for number, person in enumerate(people):
        view, seat = person.view, person.seat
        if view["phase"] == "ready" and view["lead"] == seat:
            person.touch("button:has-text('Turn the card')", "Space")
        elif view["phase"] == "hunting" and view["card"]:
            wanted = [shape for shape in view["card"] if shape not in view["fingers"]]
            if wanted and "free" in view["hands"][seat]:
                person.finger(wanted[-1 if number else 0])


def play_a_round(people):
    first, begun = people[0], people[0].view["round"]
    while first.view["round"] == begun:
        play_on(people)
        first.wait_for_news()


@rule("tip-tap", 26)
def test_a_phone_a_keyboard_and_a_bot_play_tip_tap_to_the_end(person, house, tmp_path):
    ada, bo = start_a_game(person, "Tip Tap")
    screen = person(**TV).go(f"/t/{table_of(ada)}/table")
    play_a_round([ada, bo])
    let_bots_play_ahead(house, [ada, bo, screen], until(lambda state: max(state.points) >= 7))

    while ada.room["stage"] == "playing":
        play_on([ada, bo])
        ada.wait_for_news()

    for somebody in (ada, bo, screen):
        somebody.wait(lambda p: p.room["stage"] == "over" and p.view["winners"])
    winners, points = ada.view["winners"], ada.view["points"]
    names = [player["name"] for player in ada.room["players"]]
    assert max(points) >= 8
    for somebody, seat in ((ada, ada.seat), (bo, bo.seat), (screen, None)):
        winner = "You" if winners[0] == seat else names[winners[0]]
        expect(somebody.page.get_by_role("heading").first).to_contain_text(winner)
    expect(ada.page.get_by_role("button", name="Play again", exact=True)).to_be_visible()
    has_no_button_but_the_announcer(screen)
    assert all(update["view"]["hands"] for update in screen.got["update"])

    journal = tmp_path / "game.jsonl"
    journal.write_bytes(ada.page.request.get(f"{ada.house.url}/t/{table_of(ada)}/game.jsonl").body())
    assert main(["replay", str(journal)]) == 0
    with bo.page.expect_download() as saving:
        bo.press("Save your receipts")
    saving.value.save_as(tmp_path / "receipts.json")
    key = ada.page.request.get(f"{ada.house.url}/api/house").json()["key"]
    receipts = str(tmp_path / "receipts.json")
    assert main(["verify", str(journal), "--receipts", receipts, f"--key={key}"]) == 0
    bo.press("Watch again")
    expect(bo.page.get_by_text("Your receipts match")).to_be_visible()

    ada.press("Play again", exact=True)
    bo.wait(lambda p: p.room["stage"] == "playing" and p.view["round"] == 1)


@rule("tip-tap", 8)
def test_no_screen_receives_a_card_of_tip_tap_before_it_is_shown(person):
    ada, bo = start_a_game(person, "Tip Tap")
    screen = person(**TV).go(f"/t/{table_of(ada)}/table")

    play_a_round([ada, bo])

    for somebody in (ada, bo, screen):
        for update in somebody.got["update"]:
            view = update["view"]
            if view["phase"] in ("ready", "turning"):
                assert view["card"] is None
                assert "CardShown" not in json.dumps(update["news"])
            assert "deck" not in json.dumps(update["news"]) or '"deck": []' in json.dumps(update["news"])


def test_a_guest_sees_the_options_that_the_host_chooses(person):
    ada = person(**PHONE).go()
    ada.make_table("Tip Tap")
    bo = person(**DESKTOP).go(f"/t/{table_of(ada)}")
    bo.press("Sit down")

    ada.page.get_by_role("radio", name="Frames").check(force=True)

    expect(bo.page.get_by_role("status", name="Pieces")).to_have_text("Frames")
    expect(bo.page.get_by_role("radio")).to_have_count(0)


@pytest.mark.parametrize(("pieces", "side"), [("Frames", "Coloured"), ("Shapes", "Dark"), ("Frames", "Dark")])
@rule("tip-tap", 22, 23, 24)
def test_each_variant_of_tip_tap_can_be_chosen_and_starts(person, pieces, side):
    ada = person(**PHONE).go()
    ada.make_table("Tip Tap")
    ada.page.get_by_role("radio", name=pieces).check(force=True)
    ada.page.get_by_role("radio", name=side).check(force=True)
    ada.wait(
        lambda p: (
            p.room["options"].get("pieces", "shapes") == pieces.lower()
            and p.room["options"].get("side", "coloured") == side.lower()
        )
    )
    ada.press("Add a bot")
    ada.press("Start with 2")
    ada.wait(lambda p: p.view["phase"] == "hunting")

    expect(ada.page.locator("button[data-shape]")).to_have_count(45)
    if side == "Dark":
        received = json.dumps(ada.got["update"])
        drawn = ada.page.locator("main, body").first.inner_html()
        assert not [colour for colour in COLOURS if f'"{colour}"' in received or f'"{colour}"' in drawn]


def test_a_player_keeps_their_seat_after_a_reload_a_new_browser_and_a_killed_house(person, house):
    ada, bo = start_a_game(person, "Tip Tap")
    play_a_round([ada, bo])
    seat, path = ada.seat, f"/t/{table_of(ada)}"

    ada.page.reload()
    expect(ada.page.locator("button[data-shape]").first).to_be_visible()
    assert ada.seat == seat

    ada.close_and_reopen().go(path)
    expect(ada.page.locator("button[data-shape]").first).to_be_visible()
    assert ada.seat == seat

    owner, points, count = ada.view["owner"], ada.view["points"], len(bo.got["welcome"])
    house.kill()
    house.open()
    bo.wait(lambda p: len(p.got["welcome"]) > count)
    ada.wait(lambda p: p.room["paused"] is None and p.view["phase"])
    assert (ada.seat, ada.view["owner"], ada.view["points"]) == (seat, owner, points)
    play_a_round([ada, bo])
