"""A phone, a desktop with a keyboard and a bot play Snap Clap Tap from the shelf to the podium."""

from contextlib import suppress
from time import time

import pytest
from playwright.sync_api import TimeoutError, expect

from taphouse.games.snap_clap_tap.cards import ACTIONS, CARDS, matches, satisfies
from taphouse.games.snap_clap_tap.state import Free, can_play
from taphouse.testing import rule
from tests.e2e.ahead import let_bots_play_ahead, until
from tests.e2e.driving import PHONE, TV, has_no_button_but_the_announcer, start_a_game, table_of

KEYS = {"snap": "s", "clap": "c", "tap": "t"}
ARROWS = ("ArrowLeft", "ArrowRight")
A_MOMENT = 1_500  # ms
HEADLINES = "h1, h2"


def turned_up(person, bots=1):
    """Starts a game with a phone, a desktop and `bots` bots; the cards have just been turned up."""
    ada, bo = start_a_game(person, "Snap Clap Tap", bots)
    for somebody in (ada, bo):
        somebody.wait(lambda p: p.view["phase"] == "free")
    return ada, bo


def middle_of(person, target):
    box = person.page.locator(f"[data-{target}]").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(person, target, key):
    """Presses by touch if there is a touch screen, otherwise by the one key printed on the target."""
    if not person.device.get("has_touch"):
        person.page.keyboard.press(key)
        return
    with suppress(TimeoutError):  # the target closed meanwhile: the game does not wait
        person.page.locator(f"[data-{target}]").tap(timeout=A_MOMENT)


def do(person, action):
    press(person, f'action="{action}"', KEYS[action])


def lift(person, pile):
    press(person, f'give="{pile}"', str(pile + 1))


def lay(person, side):
    press(person, f'pile="{side}"', ARROWS[side])


def may_play(person):
    view = person.view
    return view["phase"] == "free" or view["stopper"] == person.seat


def a_play(person):
    """One of this person's piles, and the side that its card fits."""
    view = person.view
    tops = [pile["top"] for pile in view["give"][person.seat]]
    targets = [pile["card"] for pile in view["receive"]]
    fitting = [
        (pile, side)
        for pile, card in enumerate(tops)
        for side, on in enumerate(targets)
        if card and on and matches(card, on)
    ]
    return next(iter(fitting), None)


def play_on(person):
    """Does the action that this person's view asks for, and lays a card."""
    play = a_play(person) if may_play(person) else None
    if play is None:
        return False
    pile, side = play
    on = person.view["receive"][side]["card"]
    done = person.view["bound"].get(on, {}).get("action")
    if not satisfies(done, on):
        do(person, next(action for action in ACTIONS if satisfies(action, on)))
    lift(person, pile)
    lay(person, side)
    return True


def play_until(people, over):
    """Everyone lays cards that fit, until `over`."""
    while not over():
        played = [play_on(somebody) for somebody in people]
        if not any(played):
            people[0].wait_for_news()


def is_nearly_over(state):
    """A player lacks one deal and can lay their last card; nobody is near who would win only this deal."""
    held, missing = state.held, [state.options.deals - won for won in state.won]
    may_win = [seat for seat, lacks in enumerate(missing) if lacks == 1 and held[seat] == 1]
    others = [held[seat] for seat, lacks in enumerate(missing) if lacks > 1]
    is_free = isinstance(state.phase, Free) and any(can_play(state, seat) for seat in may_win)
    return is_free and min(others, default=9) > 2


def name_of(person):
    return person.room["players"][person.seat]["name"]


def news_of(person, kind):
    return [event for update in person.got["update"] for event in update["news"] if event["type"] == kind]


@rule("snap-clap-tap", 21, 22)
def test_a_phone_a_keyboard_and_a_bot_play_snap_clap_tap_to_the_end(person, house):
    ada, bo = turned_up(person)
    screen = person(**TV).go(f"/t/{table_of(ada)}/table")

    play_until((ada, bo), lambda: {event["seat"] for event in news_of(ada, "Laid")} >= {ada.seat, bo.seat})
    let_bots_play_ahead(house, (ada, bo, screen), until(is_nearly_over))
    play_until((ada, bo), lambda: ada.room["stage"] != "playing")

    for somebody in (ada, bo, screen):
        somebody.wait(lambda p: p.room["stage"] == "over" and p.view["winners"])
    winner = ada.view["winners"][0]
    assert ada.view["won"][winner] == ada.view["deals"] == 3
    names = [player["name"] for player in ada.room["players"]]
    for somebody, seat in ((ada, ada.seat), (bo, bo.seat), (screen, None)):
        said = "You" if winner == seat else names[winner]
        expect(somebody.page.get_by_role("heading").first).to_contain_text(said)
    has_no_button_but_the_announcer(screen)


def one_card_wins_the_first_deal(state):
    """A player can lay the only card that they have left."""
    last = [seat for seat, held in enumerate(state.held) if held == 1 and can_play(state, seat)]
    return state.deal == 1 and isinstance(state.phase, Free) and bool(last)


@rule("snap-clap-tap", 21)
def test_all_screens_show_who_won_a_deal_and_the_score_and_then_the_next_deal(person, house):
    ada, bo = turned_up(person, bots=0)  # nobody else covers the pile that the last card goes on
    screen = person(**TV).go(f"/t/{table_of(ada)}/table")
    everyone = (ada, bo, screen)
    let_bots_play_ahead(house, everyone, until(one_card_wins_the_first_deal))
    for somebody in everyone:
        somebody.note(HEADLINES)

    last = min((ada, bo), key=lambda p: sum(pile["size"] for pile in p.view["give"][p.seat]))
    play_until([last], lambda: last.view["phase"] == "between")

    assert last.view["deal_winners"] == [last.seat]
    for somebody in everyone:
        won = "Deal 1 is yours!" if somebody is last else f"Deal 1 goes to {name_of(last)}!"
        somebody.has_seen(HEADLINES, won)
        somebody.wait(lambda p: p.view["deal"] == 2)
        assert somebody.view["won"][last.seat] == 1
    expect(screen.page.get_by_role("img", name="1 of 3 deals won", exact=True)).to_be_visible()


@rule("snap-clap-tap", 2, 21)
@pytest.mark.parametrize("seats", [2, 6])
def test_a_phone_and_bots_play_a_deal_of_snap_clap_tap_to_the_end_at_the_smallest_and_largest_table(
    person, house, seats
):
    ada = person(**PHONE).go()
    ada.make_table("Snap Clap Tap")
    ada.page.get_by_role("radio", name="1 deal").check(force=True)
    ada.wait(lambda p: p.room["options"]["deals"] == 1)
    for number in range(1, seats):
        ada.wait(lambda p, taken=number: len(p.room["players"]) == taken)
        ada.press("Add a bot")
    ada.press(f"Start with {seats}")
    ada.wait(lambda p: p.view["phase"] == "free")
    expect(ada.page.locator("[data-seat]")).to_have_count(seats - 1)

    let_bots_play_ahead(house, [ada], until(one_card_wins_the_first_deal))
    play_until([ada], lambda: ada.room["stage"] != "playing")

    ada.wait(lambda p: p.room["stage"] == "over" and p.view["winners"])
    cards = sum(pile["size"] for give in ada.view["give"] for pile in give)
    assert cards + sum(pile["size"] for pile in ada.view["receive"]) == len(CARDS)
    winner = ada.view["winners"][0]
    assert ada.view["points"][winner] == max(ada.view["points"])
    said = "You" if winner == ada.seat else ada.room["players"][winner]["name"]
    expect(ada.page.get_by_role("heading").first).to_contain_text(said)


@rule("snap-clap-tap", 3, 16)
def test_no_screen_receives_a_goof_or_a_card_that_lies_face_down(person):
    ada, bo = turned_up(person)
    screen = person(**TV).go(f"/t/{table_of(ada)}/table")
    screen.wait(lambda p: p.view["phase"])

    while len(news_of(ada, "Laid")) < 6:  # without the actions, so that some are goofs
        play = a_play(ada) if may_play(ada) else None
        if play is None:
            ada.wait_for_news()
        else:
            lift(ada, play[0])
            lay(ada, play[1])

    for somebody in (ada, bo, screen):
        for update in somebody.got["update"]:
            view = update["view"]
            if view["phase"] == "face-down":
                assert not [card for card in CARDS if card in str(update)]
            for event in update["news"]:
                assert event.get("goof") is None
                if event["type"] == "Did" and (somebody is screen or event["seat"] != somebody.seat):
                    assert event["on"] == []
    for update in screen.got["update"]:
        assert (update["view"]["bound"], update["view"]["locks"]) == ({}, [])
    assert news_of(screen, "Laid")


@rule("snap-clap-tap", 22, 23)
def test_a_flick_two_fingers_and_a_tap_are_gestures_that_other_players_see(person):
    ada, bo = turned_up(person, bots=0)  # no bot lays a stop meanwhile
    glass = ada.context.new_cdp_session(ada.page)

    def touch(*steps):
        """Moves fingers in a tenth of the time that a gesture may take, however slow the machine."""
        began = time()
        for i, (kind, *points) in enumerate(steps):
            places = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
            step = {"type": kind, "touchPoints": places, "timestamp": began + i / 100}
            glass.send("Input.dispatchTouchEvent", step)

    def seen(action):
        ada_did = {"seat": ada.seat, "action": action}
        return [event for event in news_of(bo, "Did") if event.items() >= ada_did.items()]

    x, y = middle_of(ada, 'action="snap"')
    touch(("touchStart", (x, y)), ("touchMove", (x + 40, y - 10)))
    bo.wait(lambda _: len(seen("snap")) == 1)
    touch(("touchEnd",))

    left, right = middle_of(ada, 'pile="0"'), middle_of(ada, 'pile="1"')
    between = (left[0] + right[0]) / 2
    one, other = (between, left[1]), (between, left[1] + 60)
    touch(("touchStart", one), ("touchStart", one, other))
    bo.wait(lambda _: len(seen("clap")) == 1)
    touch(("touchEnd",))

    own_place = f'[data-seat="{ada.seat}"]'
    bo.note(own_place)
    lay(ada, 0)  # with an empty hand
    bo.wait(lambda _: len(seen("tap")) == 1)
    bo.has_seen(own_place, "tap!")
    assert len(seen("snap")) == 1


@rule("snap-clap-tap", 11)
def test_a_card_that_does_not_match_returns_and_its_pile_shows_that_it_is_locked(person):
    _, bo = turned_up(person)

    def misfit():
        view = bo.view
        for pile, own in enumerate(view["give"][bo.seat]):
            for side, target in enumerate(view["receive"]):
                if own["top"] and not matches(own["top"], target["card"]):
                    return pile, side
        return None

    bo.note("main")
    bo.note("[data-give]")
    while not news_of(bo, "Bounced"):
        if may_play(bo) and (wrong := misfit()):
            lift(bo, wrong[0])
            lay(bo, wrong[1])
        bo.wait_for_news()

    bo.has_seen("main", "Doesn’t match!")
    bo.has_seen("[data-give]", "locked")


@rule("snap-clap-tap", 17, 23)
def test_a_goof_is_called_by_the_seats_number_and_everyone_sees_its_cost(person):
    ada, bo = turned_up(person)

    for somebody in (ada, bo):
        somebody.note(HEADLINES)

    def caught_by_bo():
        return [event for event in news_of(bo, "Caught") if event["seat"] == bo.seat]

    while not caught_by_bo():
        play = a_play(ada) if may_play(ada) else None
        if play is None:
            ada.wait_for_news()
            continue
        before = bo.received
        lift(ada, play[0])  # without the action of the card below
        lay(ada, play[1])
        bo.wait(lambda p, before=before: p.received > before)
        if bo.view["plays"][ada.seat]:
            bo.page.keyboard.press("g")
            bo.page.keyboard.press(str(ada.seat + 1))
            bo.wait_for_news()

    ada.has_seen(HEADLINES, "caught you")
    bo.has_seen(HEADLINES, "You caught")
    [goof] = caught_by_bo()
    assert goof["offender"] == ada.seat
    assert not satisfies(goof["did"], goof["on"])
    assert goof["gifts"]


@rule("snap-clap-tap", 24)
def test_a_table_with_real_gestures_starts_and_touch_works_beside_the_microphone(person):
    ada = person(**PHONE).go()
    ada.make_table("Snap Clap Tap")
    ada.page.get_by_role("switch", name="For real").tap()
    ada.wait(lambda p: p.room["options"].get("for_real") is True)
    ada.press("Add a bot")
    ada.press("Start with 2")

    ada.wait(lambda p: p.view["phase"] == "free" and p.view["for_real"])
    expect(ada.page.get_by_role("button", name="For real")).to_be_visible()
    do(ada, "clap")
    ada.wait(lambda p: [event for event in news_of(p, "Did") if event["seat"] == p.seat])


@rule("snap-clap-tap", 20)
def test_the_host_switches_the_idle_limit_off_and_on_again_in_the_lobby(person):
    ada = person().go()
    ada.make_table("Snap Clap Tap")
    ada.page.get_by_text("Times and judging").click()
    idle = ada.page.get_by_role("group", name="Piles turn when idle")
    less, more = (idle.get_by_role("button", name=name) for name in ("Less", "More"))

    for limit in (15, 10, None):
        less.click()
        ada.wait(lambda p, limit=limit: p.room["options"].get("idle_limit", 20) == limit)

    expect(idle.get_by_role("status")).to_have_text("Off")
    expect(less).to_be_disabled()
    more.click()
    ada.wait(lambda p: p.room["options"]["idle_limit"] == 10)
    expect(idle.get_by_role("status")).to_have_text("10\u00a0s")
