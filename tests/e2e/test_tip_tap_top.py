"""Two people in two browsers and bots play Tip Tap Top from the lobby to the podium."""

import json
from contextlib import suppress
from time import time

import pytest
from playwright.sync_api import TimeoutError, expect

from taphouse.cli import main
from taphouse.games.tip_tap_top.cards import pairs_in
from taphouse.games.tip_tap_top.state import Drawing, Thinking, opponents_with_cards
from taphouse.testing import rule
from tests.e2e.ahead import let_bots_play_ahead, until
from tests.e2e.driving import A_MOMENT, DESKTOP, PHONE, TV, has_no_button_but_the_announcer, table_of
from tests.offered import offered

SECRETS = ("CardDrawn", "Took", "HouseTook", "TooSoon", "Fooled", "PairLaid")


def choose_the_game(ada):
    ada.go().press("Make a table")
    ada.wait(lambda p: p.room["stage"] == "lobby" and p.seat == 0)
    ada.press("Change", exact=True)
    ada.page.locator("dialog button", has_text="Tip Tap Top").tap()
    ada.wait(lambda p: p.room["game"] == "tip-tap-top")


def start(ada, *others, bots=1):
    for bo in others:
        bo.go(f"/t/{table_of(ada)}").press("Sit down" if bo.device["locale"] == "en-GB" else "S’asseoir")
    for number in range(1 + len(others), 1 + len(others) + bots):
        ada.wait(lambda p, seats=number: len(p.room["players"]) == seats)
        ada.press("Add a bot")
    ada.press(f"Start with {1 + len(others) + bots}")
    for somebody in (ada, *others):
        somebody.wait(lambda p: p.view["phase"] and p.room["stage"] == "playing")


def is_asked(person, deed):
    return deed in offered(person.view)


def press(person, target, key):
    """Presses by touch or by key. The house decides whether the press still counts."""
    if person.device.get("has_touch"):
        with suppress(TimeoutError):
            person.page.locator(target).tap(timeout=A_MOMENT)
    else:
        person.page.keyboard.press(key)


def slap(person):
    press(person, "button.plate", "Space")


def bluff(person):
    press(person, ".strip button >> nth=0", "b")


def pass_on(person):
    press(person, ".strip button >> nth=1", "p")


def take(person, source):
    seats = len(person.room["players"])
    press(person, f'[data-source="{source}"]', str((source - person.seat) % seats))


def act(person):
    """Does what an honest player does now, once the view is drawn."""
    if not offered(person.view):
        return
    with suppress(TimeoutError):
        person.page.wait_for_selector(f'[data-phase="{person.view["phase"]}"]', timeout=A_MOMENT)
    if is_asked(person, "take"):
        take(person, person.view["sources"][0])
    elif is_asked(person, "follow"):
        slap(person)
    elif is_asked(person, "slap") and person.view["phase"] != "feinting":
        slap(person) if person.view["pairs"] else pass_on(person)


def play_on(*people):
    """Once everyone has the newest view, each person who is asked acts, until a new view arrives."""
    newest = max(person.last("update")["at"] for person in people)
    for person in people:
        person.wait(lambda p: p.last("update")["at"] >= newest)
        act(person)
    people[0].wait(lambda p: p.last("update")["at"] > newest or p.room["stage"] != "playing")


def is_at_play(person):
    return lambda state: state.turn == person.seat and isinstance(state.phase, Thinking)


def holds_a_pair(person):
    return lambda state: is_at_play(person)(state) and pairs_in(state.hands[person.seat])


def must_choose_from_whom_to_take(person):
    return lambda state: (
        state.turn == person.seat
        and isinstance(state.phase, Drawing)
        and len(opponents_with_cards(state)) > 1
        and state.pairs_left <= 2
    )


def shown(person, phase):
    """Every view of this phase that the page received: a phase may be shorter than a stall of the machine."""
    return [update["view"] for update in person.got["update"] if update["view"]["phase"] == phase]


def news(person, kind):
    return [event for update in person.got["update"] for event in update["news"] if event["type"] == kind]


@rule("tip-tap-top", 7, 8, 12, 22)
def test_a_phone_a_keyboard_and_a_bot_play_tip_tap_top_to_the_end(person, house, tmp_path):
    ada, bo = person(**PHONE), person(**DESKTOP)
    choose_the_game(ada)
    start(ada, bo)
    screen = person(**TV).go(f"/t/{table_of(ada)}/table")
    while ada.view["pairs_left"] > 19:
        play_on(ada, bo)
    let_bots_play_ahead(house, (ada, bo, screen), until(must_choose_from_whom_to_take(ada)))
    ada.wait(lambda p: is_asked(p, "take"))
    take(ada, ada.view["sources"][0])
    ada.wait(lambda p: news(p, "Took"))

    while ada.room["stage"] == "playing":
        play_on(ada, bo)

    for somebody in (ada, bo, screen):
        somebody.wait(lambda p: p.room["stage"] == "over" and p.view["winners"])
    view = ada.view
    assert view["pairs_left"] == 0
    assert sum(view["points"]) == 20 + 2 * (view["joker"] is not None)
    for somebody, seat in ((ada, ada.seat), (bo, bo.seat), (screen, None)):
        names = [player["name"] for player in ada.room["players"]]
        winner = "You" if view["winners"][0] == seat else names[view["winners"][0]]
        expect(somebody.page.get_by_role("heading").first).to_contain_text(winner)

    has_no_button_but_the_announcer(screen)
    for update in screen.got["update"]:
        assert (update["view"]["hand"], update["view"]["pairs"], offered(update["view"])) == ([], [], set())
    for kind in SECRETS:
        assert all(event.get("card") is None for event in news(screen, kind))

    journal = tmp_path / "game.jsonl"
    journal.write_bytes(ada.page.request.get(f"{ada.house.url}/t/{table_of(ada)}/game.jsonl").body())
    assert main(["replay", str(journal)]) == 0


class Recorder:
    """Records everything that a page shows, announces, plays and vibrates while a hand is up."""

    SCRIPT = """
        window.noted = [];
        const phase = () => document.querySelector("[data-phase]")?.dataset.phase;
        const note = (what) => phase() === "winding" && noted.push(what);
        for (const kind of ["OscillatorNode", "AudioBufferSourceNode"])
            window[kind] = class extends window[kind] {
                constructor(at, options) {
                    super(at, options);
                    note(`${kind} ${options.frequency ?? ""}`);
                }
            };
        navigator.vibrate = (ms) => note(`shake ${ms}`);
        const drawn = () => {
            const page = document.body.cloneNode(true);
            for (const timer of page.querySelectorAll("[role=timer]")) timer.remove();
            return page.innerHTML;
        };
        addEventListener("DOMContentLoaded", () =>
            new MutationObserver(() => note(drawn())).observe(document.body, {
                subtree: true, childList: true, attributes: true, characterData: true,
            }));
    """

    def __init__(self, person):
        self.person, self.page = person, person.page
        self.page.add_init_script(self.SCRIPT)

    def recorded(self):
        return self.page.evaluate("noted.splice(0)")


TRIES = 5  # a hand is up for a quarter of a second at most: pages of a busy machine may miss it


def bluff_and_slap(ada, recorders):
    """What each page showed of a bluff and of a slap, of those pages that showed both hands while up."""
    recordings, others = [], [recorder.person for recorder in recorders]
    for deed, phase in ((bluff, "feinting"), (bluff, "feinting"), (slap, "racing")):
        for somebody in (ada, *others):
            somebody.page.wait_for_selector('[data-phase="thinking"]')
        for recorder in recorders:
            recorder.recorded()
        before = {other: len(shown(other, phase)) for other in others}  # one may receive more updates
        deed(ada)
        for other in others:
            other.wait(lambda p, phase=phase, before=before: len(shown(p, phase)) > before[p])
            other.page.wait_for_selector('[data-phase]:not([data-phase="winding"])')
        recordings.append([sorted(set(recorder.recorded())) for recorder in recorders])
    _, a_bluff, a_slap = recordings  # the cards on the table at the first bluff differ from those later
    return [seen for seen in zip(others, a_bluff, a_slap, strict=True) if all(seen)]


@rule("tip-tap-top", 16)
def test_no_other_screen_shows_whether_a_hand_bluffs_or_slaps_until_the_paddle_falls(person, house):
    ada, bo, lea, screen = person(**PHONE), person(**DESKTOP), person(**PHONE, locale="fr-FR"), person(**TV)
    others = (bo, lea, screen)
    recorders = [Recorder(other) for other in others]
    choose_the_game(ada)
    start(ada, bo, lea, bots=0)
    screen.go(f"/t/{table_of(ada)}/table")

    watched = []
    for _ in range(TRIES):
        let_bots_play_ahead(house, (ada, *others), until(holds_a_pair(ada)))
        watched = bluff_and_slap(ada, recorders)
        if watched:
            break

    assert [event["gesture"] for event in news(bo, "WoundUp")] == [None] * len(news(bo, "WoundUp"))
    assert watched, "no page was quick enough to show a hand that is up"
    for other, of_a_bluff, of_a_slap in watched:
        assert of_a_slap == of_a_bluff
        assert any("tip …" in noted.replace("&nbsp;", " ") for noted in of_a_slap)
        assert other is screen or any("OscillatorNode" in noted for noted in of_a_slap)


def flick(person, *points):
    """Flicks quickly, however slow the machine: down at the first point, up at the last."""
    glass, began = person.context.new_cdp_session(person.page), time()
    kinds = ("touchStart", *["touchMove"] * (len(points) - 1), "touchEnd")
    for i, kind in enumerate(kinds):
        fingers = [{"x": points[i][0], "y": points[i][1]}] if i < len(points) else []
        touch = {"type": kind, "touchPoints": fingers, "timestamp": began + i / 50}
        glass.send("Input.dispatchTouchEvent", touch)


@rule("tip-tap-top", 15, 17, 18, 22)
def test_a_flick_that_ends_before_the_plate_bluffs_and_one_on_its_rim_fails(person, house):
    ada = person(**PHONE)
    choose_the_game(ada)
    start(ada, bots=2)
    let_bots_play_ahead(house, [ada], until(is_at_play(ada)))
    plate = ada.page.locator("button.plate").bounding_box()
    x, top = plate["x"] + plate["width"] / 2, plate["y"]

    ada.note("button.plate")
    bluffs, failures = len(shown(ada, "feinting")), len(shown(ada, "resting"))
    flick(ada, (x, top - 160), (x, top - 90), (x, top - 40))
    ada.wait(lambda p: len(shown(p, "feinting")) > bluffs and p.view["phase"] == "thinking")
    flick(ada, (x, top - 160), (x, top - 60), (x, top + 12))

    ada.wait(lambda p: len(shown(p, "resting")) > failures)
    outcome = shown(ada, "resting")[failures]["outcome"]
    assert (outcome["what"], outcome["seat"]) == ("rim", ada.seat)
    ada.has_seen("button.plate", "You missed. You hit the rim. Your turn is over.")


@rule("tip-tap-top", 18, 22)
def test_plain_buttons_have_no_rim_and_no_flick(person, house):
    ada = person(**PHONE)
    choose_the_game(ada)
    ada.page.get_by_text("Plain buttons only").tap()
    ada.wait(lambda p: p.room["options"].get("plates") == "buttons")
    start(ada, bots=2)
    let_bots_play_ahead(house, [ada], until(is_at_play(ada)))
    plate = ada.page.locator("button.plate").bounding_box()
    x, top = plate["x"] + plate["width"] / 2, plate["y"]
    gestures, bluffs = ada.view["gestures"], len(shown(ada, "feinting"))

    flick(ada, (x, top - 160), (x, top - 90), (x, top - 40))
    bluff(ada)

    ada.wait(lambda p: len(shown(p, "feinting")) > bluffs)
    assert shown(ada, "feinting")[bluffs]["gestures"] == gestures + 1
    assert ada.page.get_by_text("rim: the slap fails").count() == 0


@rule("tip-tap-top", 3)
@pytest.mark.parametrize("bots", [2, 5])
def test_the_board_of_tip_tap_top_has_a_place_for_every_player_at_every_table_size(person, bots):
    ada = person(**PHONE)
    choose_the_game(ada)
    start(ada, bots=bots)

    ada.wait(lambda p: p.view["turns"] == 1)

    expect(ada.page.locator(".rival")).to_have_count(bots)
    assert ada.view["pairs_left"] == (30 if bots == 5 else 20)
    box = ada.page.locator("button.plate").bounding_box()
    assert box["y"] < PHONE["viewport"]["height"] * 0.68


@rule("tip-tap-top", 19)
def test_a_player_who_taps_the_plate_too_soon_loses_a_card_and_sees_why(person, house):
    ada, bo = person(**PHONE), person(**DESKTOP)
    choose_the_game(ada)
    start(ada, bo)
    let_bots_play_ahead(house, (ada, bo), until(is_at_play(bo)))

    ada.note("button.plate")
    ada.note(".line .card .unseen")
    ada.page.locator("button.plate").tap()

    ada.wait(lambda p: news(p, "TooSoon"))
    [event] = [event for event in news(ada, "TooSoon") if event["seat"] == ada.seat]
    name, card = bo.room["players"][bo.seat]["name"], event["card"].title()
    said = card if card == "Joker" else f"card {card}"
    ada.has_seen("button.plate", f"Hand ready. Too soon! {name} takes your {said}.")
    ada.has_seen(".line .card .unseen", card)  # the card is drawn, too
    bo.wait(lambda p: p.view["counts"][ada.seat] == ada.view["counts"][ada.seat])
    assert json.dumps(event["card"]) in json.dumps(bo.view["hand"])
