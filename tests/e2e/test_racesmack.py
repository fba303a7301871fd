"""People in browsers and bots play Racesmack to the end in every variant, with a big screen."""

import json

import pytest
from playwright.sync_api import expect

from taphouse.cli import main
from taphouse.games.racesmack.correct import correct
from taphouse.games.racesmack.faces import face
from taphouse.games.racesmack.finishes import standing
from taphouse.games.racesmack.state import Picking, Turning
from taphouse.games.racesmack.templates import read_rule
from taphouse.testing import rule
from tests.e2e.ahead import as_far_as, let_bots_play_ahead, until
from tests.e2e.driving import DESKTOP, PHONE, TV, has_no_button_but_the_announcer, table_of

BRISK = {"pick_limit": 3, "smack_limit": 5, "choose_limit": 3}
VARIANTS = [
    ["First game"],
    ["Noise Cancelling"],
    ["After You"],
    ["Racing Rules", "Time Penalty", "Tiebreaker", "Shifting Gears"],
]


def open_table(person, bots, locale="en-GB", **options):
    """Opens a table with a phone and bots, in the lobby."""
    ada = person(**PHONE, locale=locale).go()
    table = {"game": "racesmack", "options": BRISK | options, "bots": ["quick"] * bots, "name": "Ada"}
    opened = ada.page.request.post(f"{ada.house.url}/api/tables", data=table).json()
    code, token = opened["code"], opened["token"]
    ada.page.evaluate(f"localStorage.setItem('taphouse.seat.{code}', '{token}')")
    ada.go(f"/t/{code}").wait(lambda p: p.room["stage"] == "lobby")
    return ada


def start(ada, *others):
    ada.press(f"Start with {len(ada.room['players'])}")
    for somebody in (ada, *others):
        somebody.wait(lambda p: p.view["phase"])


MIDDLE = """selector => {
  const found = [...document.querySelectorAll(selector)].find(each => each.checkVisibility());
  const box = found?.getBoundingClientRect();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


def press(person, selector, key):
    """Presses by touch, or by the one key printed on the target; the target may be gone by then."""
    if not person.device.get("has_touch"):
        person.page.keyboard.press(key)
    elif middle := person.page.evaluate(MIDDLE, selector):
        person.page.touchscreen.tap(*middle)


def play_on(person):
    """Does what the game asks of this person now, if anything."""
    view, seat = person.view, person.seat
    task = view["task"]
    match view["phase"]:
        case "picking" if view["pick"] is None and view["hand"]:
            card = best(view["hand"], view["races"][seat])
            press(person, f'[data-card="{card}"]', str(view["hand"].index(card) + 1))
        case "turning" if view["turn"] == seat:
            press(person, "button.turn", "Space")
        case "smacking" if not any(each["seat"] == seat for each in view["prints"]):
            press(person, f'[data-seat="{right(view, seat)}"]', key_of(right(view, seat), person))
        case "resolving" if task:
            choose(person, task)


def choose(person, task):
    match task["type"]:
        case "Placing":
            press(person, '[data-end="left"]', "ArrowLeft")
        case "Losing":
            held = person.view["races"][person.seat] if task["source"] == "race" else person.view["hand"]
            press(person, f'[data-card="{held[0]}"]', "1")
        case "Paying":
            press(person, f'[data-penalty="{task["choices"][0]}"]', "1")


def best(hand, race):
    """The card that would complete a Race; any card if none would."""
    return next((card for card in hand if is_home((card, *race))), hand[0])


def is_home(race):
    stands = standing(race)
    return stands is not None and stands.met


def right(view, seat):
    """The seat whose card is the right one to smack."""
    ring = {at: face(card) for at, card in enumerate(view["ring"]) if card}
    found = correct(read_rule(view["rule"]), ring, view["tiebreaker"])
    return seat if seat in found or not found else found[0]


def key_of(seat, person):
    """The key of a seat: 1 for the person's own card, then clockwise."""
    return str((seat - person.seat) % len(person.room["players"]) + 1)


def play_until(people, over):
    """Everyone does what the game asks of them, until `over` holds for every person."""
    while playing := [person for person in people if not over(person)]:
        asked = [person.last("update")["n"] for person in playing]
        for person in playing:
            play_on(person)
        playing[0].wait(
            lambda _, asked=asked, playing=playing: (
                asked != [person.last("update")["n"] for person in playing] or any(map(over, playing))
            )
        )


def is_over(person):
    return person.room["stage"] == "over"


def a_round_that_people_can_win(states):
    """The last round in which most of the people have a card that completes their Race."""
    rounds = [place for place, state in enumerate(states) if begins_a_round(state)]
    return max(rounds, key=lambda place: (people_near_the_finish(states[place]), place), default=0)


def people_near_the_finish(state):
    people = zip(state.hands[:2], state.races[:2], strict=True)
    return sum(any(is_home((card, *race)) for card in hand) for hand, race in people)


def begins_a_round(state):
    return isinstance(state.phase, Picking | Turning) and not any(state.picks) and not any(state.piles)


def results(person):
    """The results that this person received."""
    return [result for update in person.got["update"] if (result := update["view"]["result"])]


def has_smacked(person):
    """Whether this person smacked and received the outcome."""
    return any(result["outcomes"][person.seat] in ("correct", "incorrect") for result in results(person))


def are_on_the_podium(people):
    for somebody in people:
        somebody.wait(lambda p: is_over(p) and p.view["winners"])


@rule("racesmack", 43)
def test_a_phone_a_keyboard_and_four_bots_play_racesmack_to_the_end(person, house, tmp_path):
    ada = open_table(person, bots=4, shifting_gears="out")
    bo = person(**DESKTOP).go(f"/t/{table_of(ada)}")
    bo.press("Sit down")
    ada.wait(lambda p: len(p.room["players"]) == 6)
    screen = person(**TV).go(f"/t/{table_of(ada)}/table")
    start(ada, bo, screen)

    play_until([ada, bo], has_smacked)
    let_bots_play_ahead(house, (ada, bo, screen), as_far_as(a_round_that_people_can_win))
    play_until([ada, bo], is_over)
    are_on_the_podium((ada, bo, screen))

    winners = ada.view["winners"]
    names = [player["name"] for player in ada.room["players"]]
    for somebody, seat in ((ada, ada.seat), (bo, bo.seat), (screen, None)):
        winner = "You" if winners[0] == seat else names[winners[0]]
        expect(somebody.page.get_by_role("heading").first).to_contain_text(winner)
    has_no_button_but_the_announcer(screen)
    assert all(any(each["seat"] == p.seat for p, each in prints_of(p)) for p in (ada, bo))

    assert_no_secrets(screen, None, (ada, bo))
    assert_no_secrets(ada, ada.seat, (bo,))
    assert_no_secrets(bo, bo.seat, (ada,))

    journal = tmp_path / "game.jsonl"
    journal.write_bytes(ada.page.request.get(f"{ada.house.url}/t/{table_of(ada)}/game.jsonl").body())
    assert main(["replay", str(journal)]) == 0


def prints_of(person):
    """The smacks that this person received."""
    return [(person, each) for update in person.got["update"] for each in update["view"]["prints"]]


def assert_no_secrets(watcher, seat, others):
    """Asserts that `watcher` received no card of another hand, no early pick and no hidden smack."""
    hands = {
        (update["view"]["round"], card)
        for other in others
        for update in other.got["update"]
        if update["view"]["phase"] in ("picking", "closed")
        for card in update["view"]["hand"]
    }
    for update in watcher.got["update"]:
        view = update["view"]
        text = json.dumps(update)
        if seat is None:
            assert (view["hand"], view["pick"]) == ([], None)
        if view["phase"] in ("picking", "closed"):
            assert not any(view["ring"])
            assert not [card for turn, card in hands if turn == view["round"] and f'"{card}"' in text]
        if view["result"] is None:
            assert {each["seat"] for each in view["prints"]} <= {seat}
            assert '"Smacked"' not in text or f'"Smacked", "seat": {seat}' in text


@rule("racesmack", 35, 36, 37, 38, 39, 40, 41, 42)
def test_each_variant_of_racesmack_can_be_chosen_and_played_to_the_podium(person, house):
    people = {tuple(variants): open_table(person, bots=1) for variants in VARIANTS}
    for variants, ada in people.items():
        for variant in variants:
            choose_variant(ada, variant)
        start(ada)

    play_until(people.values(), has_smacked)
    let_bots_play_ahead(house, people.values(), until(lambda state: state.winners is not None))
    are_on_the_podium(people.values())

    for variants, ada in people.items():
        views = [update["view"] for update in ada.got["update"]]
        assert any(view["blind"] for view in views) == ("After You" in variants)
        assert any(view["tiebreaker"] for view in views) == ("Tiebreaker" in variants)
        if "First game" in variants:
            assert {result["rule"] for result in results(ada)} == {"freq.shape.most"}
        if "Racing Rules" in variants:
            assert all(result["card"] for result in results(ada))
        names = [player["name"] for player in ada.room["players"]]
        winner = "You" if ada.view["winners"][0] == ada.seat else names[ada.view["winners"][0]]
        expect(ada.page.get_by_role("heading").first).to_contain_text(winner)


def choose_variant(ada, variant):
    if variant == "Shifting Gears":
        ada.page.get_by_text("Always", exact=True).tap()
    else:
        ada.page.get_by_role("switch", name=variant).tap()
    option = variant.lower().replace(" ", "_")
    ada.wait(lambda p: p.room["options"].get(option) in (True, "in"))


EXCLUDED = [
    ("en-GB", "Racing Rules", "After You", "Racing Rules and After You don’t go together"),
    ("en-GB", "Noise Cancelling", "Racing Rules", "Racing Rules and Noise Cancelling don’t go together"),
    ("fr-FR", "Après toi", "Règles en course", "Règles en course et Après toi ne vont pas ensemble"),
]


@pytest.mark.parametrize(("locale", "one", "other", "reason"), EXCLUDED)
@rule("racesmack", 42)
def test_a_table_with_an_excluded_combination_of_options_shows_the_reason(person, locale, one, other, reason):
    ada = open_table(person, bots=2, locale=locale)
    ada.page.get_by_role("switch", name=one).tap()
    ada.wait(lambda p: len(chosen(p)) == 1)
    before = chosen(ada)

    ada.page.get_by_role("switch", name=other).tap()

    expect(ada.page.get_by_text(reason)).to_be_visible()
    expect(ada.page.get_by_role("switch", name=other)).not_to_be_checked()
    assert chosen(ada) == before


def chosen(person):
    return {option for option, value in person.room["options"].items() if value is True}


RECORD_UPSIDE_DOWN = """() => {
  window.turned = new Set();
  new MutationObserver(() => {
    for (const each of document.querySelectorAll(".upsideDown")) window.turned.add(each.classList[0]);
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""


@rule("racesmack", 8)
def test_a_players_own_rule_card_and_its_rule_are_upside_down_for_a_second(person, house):
    ada = open_table(person, bots=1, shifting_gears="out", pick_limit=20)
    start(ada)
    let_bots_play_ahead(house, [ada], until(can_make_the_rule))
    ada.page.evaluate(RECORD_UPSIDE_DOWN)

    ada.page.locator(f'[data-card="{max(ada.view["hand"], key=number)}"]').tap()

    ada.wait(lambda p: any(makes_the_rule(update["view"], p.seat) for update in p.got["update"]))
    ada.wait(lambda p: p.page.evaluate("() => window.turned.size") > 1)
    expect(ada.page.locator(".upsideDown")).to_have_count(0)
    assert set(ada.page.evaluate("[...window.turned]")) == {"print", "headline"}


def makes_the_rule(view, seat):
    return view["upright"] is not None and view["rule_card"] == view["ring"][seat]


def can_make_the_rule(state):
    """Whether the other player has picked and has been beaten."""
    if not isinstance(state.phase, Picking) or state.picks[0] is not None or state.picks[1] is None:
        return False
    return max(map(number, state.hands[0])) > number(state.picks[1])


def number(card):
    return face(card).number
