"""People in browsers and bots around one table: words are typed, fists fall, countdowns run."""

import pytest
from playwright.sync_api import expect

from taphouse.cli import main
from taphouse.games.tap_the_table.cards import WORDS as SPOKEN
from taphouse.testing import rule
from tests.e2e.driving import DESKTOP, PHONE, TV, table_of

SYLLABLES = ("zor", "bik", "mul", "tev", "gax", "pru", "nol", "wid")
WORDS = [first + second + "o" for first in SYLLABLES for second in SYLLABLES]
"""Words nobody has ever said: only people can judge them."""


class Player:
    """Plays one screen by touch or by keys, and presses each thing once."""

    def __init__(self, person):
        self.person, self.done = person, None

    @property
    def view(self):
        return self.person.view

    def pad(self, key="Space"):
        if self.person.device.get("has_touch"):
            self.person.page.locator(".pad").first.tap()
        else:
            self.person.page.keyboard.press(key)

    def fine(self):
        self.person.press("Fine by me") if self.person.device.get(
            "has_touch"
        ) else self.person.page.keyboard.press("f")

    def count_down(self):
        """Held long enough that it cannot be a slip."""
        pad = self.person.page.get_by_role("button", name="Count down!")
        if self.person.device.get("has_touch"):
            pad.dispatch_event("pointerdown", {"pointerType": "touch", "button": 0})
        else:
            self.person.page.keyboard.down("c")
        self.person.wait(lambda p: p.view["phase"] in ("calling", "countdown"))
        if not self.person.device.get("has_touch"):
            self.person.page.keyboard.up("c")

    def say(self, text):
        field = self.person.page.get_by_role("textbox", name="Your solution")
        expect(field).to_be_focused()
        self.person.page.keyboard.type(text)
        self.person.page.keyboard.press("Enter")

    def refusals(self):
        """Who presses sooner than the screen has shown it is refused, and presses again."""
        news = [event for update in self.person.got["update"] for event in update["news"]]
        return sum(event["type"] == "Refused" and event["seat"] == self.person.seat for event in news)

    def play_on(self):
        """Whatever this screen may do now: turn, claim, say a word of its own, be fine with others'."""
        view = self.view
        what = next((act for act in ("reveal", "claim", "say", "fine") if act in view["may"]), None)
        now = view["game"], view["turn"], view["phase"], view["by"], what, self.refusals()
        if what is None or now == self.done:
            return
        self.done = now
        match what:
            case "say" if view["answers"] == "typed":
                self.say(WORDS[view["turn"]])
            case "fine":
                self.fine()
            case "reveal" | "claim":
                self.pad()


def open_table(person, bots=(), start=False, **chosen):
    """A table where nobody runs out of time; its host holds a phone."""
    host = person(**PHONE).go()
    options = {"vote": 20, "typing": 30, "patience": 60, **chosen}
    wish = {"game": "tap-the-table", "options": options, "bots": list(bots), "name": "Ada", "start": start}
    made = host.page.request.post(f"{host.house.url}/api/tables", data=wish).json()
    keep = "([code, token]) => localStorage.setItem(`taphouse.seat.${code}`, token)"
    host.page.evaluate(keep, [made["code"], made["token"]])
    host.go(f"/t/{made['code']}")
    host.wait(lambda p: p.seat == 0)
    return host


def sit_down(person, code, **device):
    somebody = person(**device).go(f"/t/{code}")
    somebody.press("Sit down")
    somebody.wait(lambda p: p.seat is not None)
    return somebody


def begin(host, guests):
    host.wait(lambda p: len(p.room["players"]) >= 1 + len(guests))
    host.press("Start with")
    for somebody in (host, *guests):
        somebody.wait(lambda p: p.view["phase"])


def play_until(players, condition):
    first = players[0].person
    while not condition(first):
        for player in players:
            player.play_on()
        first.page.evaluate("() => new Promise(requestAnimationFrame)")


def turn_is_over(turn):
    return lambda p: p.room["stage"] != "playing" or p.view["turn"] > turn


@rule("tap-the-table", 12, 13, 15, 16, 20, 23, 27)
def test_three_people_knock_explain_count_down_and_play_to_the_end(person, tmp_path):
    ada = open_table(person)
    guests = [sit_down(person, table_of(ada), **DESKTOP), sit_down(person, table_of(ada), **PHONE)]
    begin(ada, guests)
    people = [ada, *guests]
    players = [Player(somebody) for somebody in people]
    seated = {player.person.seat: player for player in players}

    active = seated[ada.view["active"]]
    others = [player for player in players if player is not active]
    play_until([active], lambda p: p.view["phase"] == "voting")
    for other in others:
        expect(other.person.page.get_by_role("button", name="Fist pad")).to_be_visible()
        other.pad()
    active.person.wait(lambda p: "defend" in p.view["may"])
    assert sorted(active.view["fists"]) == sorted(other.person.seat for other in others)
    active.person.page.get_by_role("textbox", name="Your defence").fill("<b>It is</b> what it is")
    active.person.page.keyboard.press("Enter")
    for somebody in people:
        expect(somebody.page.get_by_text("<b>It is</b> what it is", exact=True)).to_be_visible()
    expect(others[0].person.page.get_by_role("button", name="Lift")).to_be_visible()
    others[0].pad()
    ada.wait(lambda p: p.view["phase"] == "settling" and p.view["how"] == "accepted")
    play_until(players, turn_is_over(1))

    active = seated[ada.view["active"]]
    starter, drummer = (player for player in players if player is not active)
    active.pad()
    starter.person.wait(lambda p: "count" in p.view["may"])
    starter.count_down()
    drummer.person.wait(lambda p: "drum" in p.view["may"])
    drummer.pad()
    ada.wait(lambda p: str(drummer.person.seat) in p.view["drums"])
    starter.person.wait(lambda p: "say" in p.view["may"])
    starter.say("quibbelo")
    drummer.person.wait(lambda p: "fine" in p.view["may"])
    assert "fist" not in active.view["may"]
    drummer.fine()
    ada.wait(lambda p: p.view["phase"] == "settling" and p.view["paid"])
    assert ada.view["paid"] == {"to": active.person.seat, "giver": None, "count": 1}

    play_until(players, lambda p: p.room["stage"] == "over")

    for somebody in people:
        somebody.wait(lambda p: p.room["stage"] == "over" and p.view["winners"])
    assert (ada.view["turn"], ada.view["deck"], sum(ada.view["tokens"])) == (32, 0, 1)
    expect(ada.page.get_by_role("button", name="Play again")).to_be_visible()
    journal = tmp_path / "game.jsonl"
    journal.write_bytes(ada.page.request.get(f"{ada.house.url}/t/{table_of(ada)}/game.jsonl").body())
    assert main(["replay", str(journal)]) == 0


@rule("tap-the-table", 4, 10)
def test_a_phone_a_keyboard_and_a_bot_take_turns_and_no_screen_holds_a_secret(person):
    ada = open_table(person, bots=["quick"])
    bo = sit_down(person, table_of(ada), **DESKTOP)
    begin(ada, [bo])
    screen = person(**TV).go(f"/t/{table_of(ada)}/table")
    screen.wait(lambda p: p.view["phase"])

    play_until([Player(ada), Player(bo)], turn_is_over(3))

    assert {said["by"] for said in ada.view["said"]} & {ada.seat, bo.seat}
    screen.wait(lambda p: p.view["turn"] == ada.view["turn"])
    assert screen.page.get_by_role("button").count() == 0
    for somebody in (ada, bo, screen):
        for update in somebody.got["update"]:
            assert isinstance(update["view"]["deck"], int)
            assert not [event for event in update["news"] if event["type"] == "Called"]
            assert all(not event["deck"] for event in update["news"] if "deck" in event)
    assert not [update for update in screen.got["update"] if update["view"]["may"] or update["view"]["tries"]]


@rule("tap-the-table", 9)
def test_a_word_of_a_card_is_refused_to_its_author_alone(person):
    ada = open_table(person)
    guests = [sit_down(person, table_of(ada), **DESKTOP), sit_down(person, table_of(ada), **PHONE)]
    begin(ada, guests)
    people = [ada, *guests]
    author = next(somebody for somebody in people if somebody.seat == ada.view["active"])
    player = Player(author)
    player.pad()
    author.wait(lambda p: "claim" in p.view["may"])
    player.pad()
    author.wait(lambda p: "say" in p.view["may"])

    player.say(SPOKEN["en"][f"card.{author.view['cards'][0]}"])

    author.wait(lambda p: p.view["tries"])
    expect(author.page.get_by_role("alert")).to_contain_text("has a word of a card")
    assert not [
        update
        for somebody in people
        if somebody is not author
        for update in somebody.got["update"]
        if update["view"]["tries"]
    ]


@pytest.mark.parametrize(
    ("chosen", "turns"),
    [({"challenge": True}, 40), ({"final_countdown": True}, 32), ({"answers": "aloud"}, 32)],
)
@rule("tap-the-table", 10, 24, 25)
def test_each_variant_starts_and_a_turn_is_played(person, chosen, turns):
    ada = open_table(person, bots=["quick", "quick"], start=True, **chosen)
    ada.wait(lambda p: p.view["turns"] == turns)

    def play(player):
        while ada.view["turn"] == 1:
            player.play_on()
            ada.page.evaluate("() => new Promise(requestAnimationFrame)")

    play(Player(ada))

    assert ada.view["answers"] == chosen.get("answers", "typed")
    expect(ada.page.get_by_role("heading", name=f"Card 2 of {turns}")).to_be_visible()
