"""Two people in two browsers and bots: pairs, slaps and bluffs, from the lobby to the podium."""

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
from tests.e2e.driving import A_MOMENT, DESKTOP, PHONE, TV, table_of

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
    return deed in person.view["may"]


def press(person, target, key):
    """By touch or by key. Whether it still means anything is the house's business."""
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
    """What an honest player does now, once it is drawn."""
    if not person.view["may"]:
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
    """Once everyone knows the latest, whoever is asked answers, until there is more to know."""
    told = max(person.last("update")["at"] for person in people)
    for person in people:
        person.wait(lambda p: p.last("update")["at"] >= told)
        act(person)
    people[0].wait(lambda p: p.last("update")["at"] > told or p.room["stage"] != "playing")


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
    """Every table in this phase that the page was ever sent: some last no longer than a stalled machine."""
    return [update["view"] for update in person.got["update"] if update["view"]["phase"] == phase]


def news(person, kind):
    return [event for update in person.got["update"] for event in update["news"] if event["type"] == kind]


@rule("tip-tap-top", 7, 8, 12, 22)
def test_a_phone_a_keyboard_and_a_bot_play_to_the_end(person, house, tmp_path):
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

    assert screen.page.get_by_role("button").count() == 0
    for update in screen.got["update"]:
        assert (update["view"]["hand"], update["view"]["pairs"], update["view"]["may"]) == ([], [], [])
    for kind in SECRETS:
        assert all(event.get("card") is None for event in news(screen, kind))

    journal = tmp_path / "game.jsonl"
    journal.write_bytes(ada.page.request.get(f"{ada.house.url}/t/{table_of(ada)}/game.jsonl").body())
    assert main(["replay", str(journal)]) == 0


class Witness:
    """Notes all that a page shows, says, sounds and shakes while a hand is up."""

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
        self.page = person.page
        self.page.add_init_script(self.SCRIPT)

    def testimony(self):
        return self.page.evaluate("noted.splice(0)")


@rule("tip-tap-top", 16)
def test_until_the_paddle_falls_or_does_not_no_other_screen_tells_a_bluff_from_a_slap(person, house):
    ada, bo, lea, screen = person(**PHONE), person(**DESKTOP), person(**PHONE, locale="fr-FR"), person(**TV)
    others = (bo, lea, screen)
    witnesses = [Witness(other) for other in others]
    choose_the_game(ada)
    start(ada, bo, lea, bots=0)
    screen.go(f"/t/{table_of(ada)}/table")
    let_bots_play_ahead(house, (ada, *others), until(holds_a_pair(ada)))

    told = []
    for deed, phase in ((bluff, "feinting"), (bluff, "feinting"), (slap, "racing")):
        for somebody in (ada, *others):
            somebody.page.wait_for_selector('[data-phase="thinking"]')
        for witness in witnesses:
            witness.testimony()
        before = {other: len(shown(other, phase)) for other in others}  # one may be told more often
        deed(ada)
        for other in others:
            other.wait(lambda p, phase=phase, before=before: len(shown(p, phase)) > before[p])
            other.page.wait_for_selector('[data-phase]:not([data-phase="winding"])')
        told.append([sorted(set(witness.testimony())) for witness in witnesses])

    assert [event["gesture"] for event in news(bo, "WoundUp")] == [None] * len(news(bo, "WoundUp"))
    _, a_bluff, a_slap = told  # what lies there when the first hand goes up is not what lies there later
    watched = [seen for seen in zip(others, a_bluff, a_slap, strict=True) if all(seen)]
    assert watched, "no page was quick enough to show a hand that is up"
    for other, of_a_bluff, of_a_slap in watched:
        assert of_a_slap == of_a_bluff
        assert any("tip …" in noted.replace("&nbsp;", " ") for noted in of_a_slap)
        assert other is screen or any("OscillatorNode" in noted for noted in of_a_slap)


def flick(person, *points):
    """A quick finger, however slow the machine: down at the first point, lifted at the last."""
    glass, began = person.context.new_cdp_session(person.page), time()
    kinds = ("touchStart", *["touchMove"] * (len(points) - 1), "touchEnd")
    for i, kind in enumerate(kinds):
        fingers = [{"x": points[i][0], "y": points[i][1]}] if i < len(points) else []
        touch = {"type": kind, "touchPoints": fingers, "timestamp": began + i / 50}
        glass.send("Input.dispatchTouchEvent", touch)


@rule("tip-tap-top", 15, 17, 18, 22)
def test_a_flick_bluffs_short_of_the_plate_and_fails_on_its_rim(person, house):
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
    ada.has_seen("button.plate", "You failed. You hit the rim. Your turn is over.")


@rule("tip-tap-top", 18, 22)
def test_with_plain_buttons_there_is_no_rim_and_no_flick(person, house):
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
def test_every_table_size_has_a_place_for_everyone(person, bots):
    ada = person(**PHONE)
    choose_the_game(ada)
    start(ada, bots=bots)

    ada.wait(lambda p: p.view["turns"] == 1)

    expect(ada.page.locator(".rival")).to_have_count(bots)
    assert ada.view["pairs_left"] == (30 if bots == 5 else 20)
    box = ada.page.locator("button.plate").bounding_box()
    assert box["y"] < PHONE["viewport"]["height"] * 0.68


@rule("tip-tap-top", 19)
def test_who_touches_too_soon_pays_and_is_told(person, house):
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
    ada.has_seen(".line .card .unseen", card)  # it is drawn, too
    bo.wait(lambda p: p.view["counts"][ada.seat] == ada.view["counts"][ada.seat])
    assert json.dumps(event["card"]) in json.dumps(bo.view["hand"])
