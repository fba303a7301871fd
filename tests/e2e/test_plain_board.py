"""Any game can be played on the plain board: a game of Racesmack, with two players in browsers."""

from playwright.sync_api import expect

from tests.e2e.ahead import let_bots_play_ahead, until
from tests.e2e.driving import DESKTOP, PHONE

BRISK = {"first_game": True, "pick_limit": 3, "smack_limit": 4, "choose_limit": 3}
OPEN = ".plain fieldset:not(.foul) .choices button"


def play_on(person, tried):
    """Presses the first button of an act that is open and no foul; notes which acts were pressed."""
    button = person.page.locator(OPEN).first
    if not button.is_visible():
        return person.page.wait_for_timeout(50)
    act = person.page.locator(".plain fieldset:not(.foul)").first.get_attribute("data-act")
    if act not in {offer["act"] for offer in person.view["offers"]}:
        return None
    tried.add(act)
    return button.dispatch_event("click", {"detail": 0})  # as a screen reader presses it


def test_a_game_is_played_on_the_plain_board_by_two_people_and_bots(person, house):
    ada, bo = person(**PHONE), person(**DESKTOP)
    table = {"game": "racesmack", "options": BRISK, "bots": ["quick"] * 3, "name": "Ada"}
    opened = ada.go().page.request.post(f"{ada.house.url}/api/tables", data=table).json()
    code, token = opened["code"], opened["token"]
    ada.page.evaluate(f"localStorage.setItem('taphouse.seat.{code}', '{token}')")
    ada.go(f"/t/{code}?board=plain").wait(lambda p: p.room["stage"] == "lobby")
    bo.go(f"/t/{code}?board=plain")
    bo.page.get_by_role("textbox").fill("Bo")
    bo.page.keyboard.press("Enter")
    ada.wait(lambda p: len(p.room["players"]) == 5)
    ada.press("Start with 5")
    for somebody in (ada, bo):
        somebody.wait(lambda p: p.view["phase"])
        somebody.page.locator(".plain").wait_for()
        expect(somebody.page.get_by_role("button", name="Menu")).to_be_visible()

    tried = set()
    while ada.room["stage"] == "playing" and not {"Pick", "Smack"} <= tried:
        for somebody in (ada, bo):
            play_on(somebody, tried)
    assert {"Pick", "Smack"} <= tried

    let_bots_play_ahead(house, (ada, bo), until(lambda state: state.winners is not None))
    for somebody in (ada, bo):
        somebody.wait(lambda p: p.room["stage"] == "over" and p.last("update")["places"])
    others = ada.last("update")["view"]["hands"]
    assert all(isinstance(count, int) for count in others)
