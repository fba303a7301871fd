"""A whole evening, from the first scan to the podium, with phones that sleep, drop out and come back."""

from playwright.sync_api import expect

from tests.e2e.ahead import let_bots_play_ahead, until
from tests.e2e.driving import DESKTOP, PHONE, TV, has_no_button_but_the_announcer, table_of

PUT_AWAY, WOKEN = "hidden", "visible"
A_LONG_LOSS = 10_000  # milliseconds: then the page gives advice, and by then it tries again


def turn_screen(person, state):
    """Fires only the page's visibility event, as a phone does when it is locked or woken."""
    person.page.evaluate(
        """state => {
            Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )


def fist(person, game):
    """Votes for the next game."""
    tile = person.page.get_by_role("button", name=f"{game},")
    tile.tap() if person.device.get("has_touch") else tile.click()


def is_playing(game):
    return lambda p: p.room["stage"] == "playing" and p.room["game"] == game and p.view


def is_over(games):
    return lambda p: p.room["stage"] == "over" and len(p.last("evening")["games"]) == games


def player(person):
    return person.last("welcome")["player"]


def everyone(people, condition):
    for somebody in people:
        somebody.wait(condition)


def finish(house, *people):
    """Bots finish the game for them."""
    let_bots_play_ahead(house, people, until(lambda state: state.winners is not None))


def test_an_evening_from_the_first_scan_to_the_podium(person, house):
    # given a table, its big screen, and two friends who scan the code and press once
    ada = person(**PHONE).go()
    ada.press("Make a table")
    ada.wait(lambda p: p.seat == 0)
    code = table_of(ada)
    screen = person(**TV).go(f"/t/{code}/table")
    bo = person(**DESKTOP).go(f"/t/{code}")
    bo.press("Sit down")
    lea = person(**PHONE, locale="fr-FR").go(f"/t/{code}")
    lea.press("S’asseoir")
    ada.wait(lambda p: len(p.room["players"]) == 3)
    way_in = screen.page.get_by_alt_text("QR code")
    expect(way_in).to_be_visible()

    # when one drops out of the first game and returns
    ada.press("Start with 3")
    everyone((ada, bo, lea, screen), is_playing("tip-tap"))
    seat = lea.seat
    lea.close_and_reopen()
    bo.wait(lambda p: not p.room["players"][seat]["here"])
    lea.go(f"/t/{code}").wait(is_playing("tip-tap"))
    assert lea.seat == seat
    bo.wait(lambda p: p.room["players"][seat]["here"])
    finish(house, ada, bo, lea, screen)
    everyone((ada, bo, lea, screen), is_over(1))
    expect(way_in).to_be_visible()

    # and the votes start the second game while the host does nothing
    for voter in (bo, lea):
        fist(voter, "Racesmack")
    ada.wait(lambda p: [q["vote"] for q in p.room["players"]].count("racesmack") == 2)
    expect(screen.page.get_by_text("Vote on your phone")).to_be_visible()
    expect(screen.page.get_by_text("Racesmack wins the vote. It starts in")).to_be_visible()
    everyone((ada, bo, lea, screen), is_playing("racesmack"))

    # and a person joins late, when no bot's seat is free
    gus = person(**PHONE).go(f"/t/{code}")
    expect(gus.page.get_by_text("Watch this one, play in the next.")).to_be_visible()
    gus.press("Sit down")
    expect(gus.page.get_by_text("You play from the next game on")).to_be_visible()
    finish(house, ada, bo, lea, gus, screen)
    everyone((ada, bo, lea, gus, screen), is_over(2))

    # and the host's phone goes to sleep before the third
    turn_screen(ada, PUT_AWAY)
    bo.wait(lambda p: p.room["host"] == player(bo))
    fist(bo, "Snap Clap Tap")
    bo.press("Play Snap Clap Tap")
    everyone((bo, lea, gus, screen), is_playing("snap-clap-tap"))
    assert gus.seat == 3
    turn_screen(ada, WOKEN)
    ada.wait(is_playing("snap-clap-tap"))
    bo.wait(lambda p: p.room["host"] == player(ada))
    finish(house, ada, bo, lea, gus, screen)
    everyone((ada, bo, lea, gus, screen), is_over(3))

    # then the evening ends on its podium
    ada.page.locator("button.well", has_text="The evening").tap()
    ada.press("End the evening")
    ada.press("Yes", exact=True)
    everyone((ada, bo, lea, gus, screen), lambda p: p.room["stage"] == "podium")
    evening = screen.last("evening")
    assert [game["game"] for game in evening["games"]] == ["tip-tap", "racesmack", "snap-clap-tap"]
    assert sum(score["points"] for score in evening["scores"]) == 6 + 6 + 12
    winners = [score for score in evening["scores"] if score["place"] == 1]
    headline = screen.page.get_by_role("heading").first
    for winner in winners:
        expect(headline).to_contain_text(winner["name"], ignore_case=True)
    for somebody in (bo, lea, gus):
        won = any(winner["player"] == player(somebody) for winner in winners)
        you = "Toi" if somebody is lea else "You"
        expect(somebody.page.get_by_role("cell", name=str(winners[0]["points"])).first).to_be_visible()
        assert (you in somebody.page.get_by_role("heading").first.inner_text().title()) == won
    expect(way_in).to_be_visible()
    has_no_button_but_the_announcer(screen)

    # and a person who joins even later sees it, and sits down for the next evening
    hal = person(**PHONE).go(f"/t/{code}")
    expect(hal.page.get_by_role("heading").first).to_contain_text(winners[0]["name"], ignore_case=True)
    hal.press("Sit down")
    hal.page.get_by_label("Your name").fill("Hal")
    hal.press("Sit down")
    expect(hal.page.get_by_text("You play from the next game on")).to_be_visible()
    expect(hal.page.get_by_role("heading").first).to_contain_text(winners[0]["name"], ignore_case=True)

    # and a new evening begins at the same table
    ada.press("A new evening")
    everyone(
        (ada, bo, lea, gus, hal), lambda p: p.room["stage"] == "lobby" and not p.last("evening")["games"]
    )
    assert [member["id"] for member in ada.room["players"]] == [player(p) for p in (ada, bo, lea, gus, hal)]


def test_a_page_reconnects_at_once_when_its_network_changes(person):
    ada = person(**PHONE).go()
    ada.press("Make a table")
    ada.wait(lambda p: p.seat == 0)
    before, welcomes = player(ada), len(ada.got["welcome"])

    ada.context.set_offline(True)
    ada.context.set_offline(False)

    ada.wait(lambda p: len(p.got["welcome"]) > welcomes)
    assert player(ada) == before
    ada.wait(lambda p: p.room["players"][0]["here"])


def test_a_page_says_that_the_house_does_not_answer_and_what_to_do(person, house):
    ada = person(**PHONE)
    ada.page.clock.install()
    ada.go()
    ada.press("Make a table")
    ada.wait(lambda p: p.seat == 0)

    house.kill()
    expect(ada.page.get_by_text("Your seat is kept, and we keep trying.")).to_be_visible()
    advice = ada.page.get_by_text("Are you on the right network?")
    ada.page.clock.fast_forward(A_LONG_LOSS)
    expect(advice).to_be_visible()
    house.open()
    ada.page.clock.fast_forward(A_LONG_LOSS)  # the next try of the page

    expect(ada.page.get_by_role("heading", name="Who’s in?")).to_be_visible()
    expect(ada.page.get_by_text("Connection lost")).to_be_hidden()


def test_a_banned_player_cannot_return_in_a_new_tab(person):
    ada = person(**PHONE).go()
    ada.press("Make a table")
    ada.wait(lambda p: p.seat == 0)
    code = table_of(ada)
    eve = person(**DESKTOP).go(f"/t/{code}")
    eve.page.get_by_label("Your name").fill("Eve")
    eve.press("Sit down")

    ada.page.locator(".seat", has_text="Eve").tap()
    ada.press("Block", exact=True)
    ada.press("Yes", exact=True)
    expect(eve.page.get_by_text("The host blocked you from this table.")).to_be_visible()
    tab = eve.context.new_page()
    tab.goto(f"{eve.house.url}/t/{code}")

    expect(tab.get_by_text("The host blocked you from this table.")).to_be_visible()
    ada.wait(lambda p: len(p.room["players"]) == 1)


def test_a_reaction_is_seen_on_every_screen(person):
    ada = person(**PHONE).go()
    ada.press("Make a table")
    ada.wait(lambda p: p.seat == 0)
    screen = person(**TV).go(f"/t/{table_of(ada)}/table")
    screen.wait(lambda p: p.room)
    screen.note("[aria-live]")

    ada.press("React")
    ada.press("clapping")

    screen.wait(lambda p: p.last("reaction")["emote"] == "clap")
    screen.has_seen("[aria-live]", "clapping")
