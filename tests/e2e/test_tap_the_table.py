"""People in browsers and bots play Tap the Table: they type words, knock and count down."""

from time import monotonic

import pytest
from playwright.sync_api import TimeoutError, expect

from taphouse.cli import main
from taphouse.core import MS, Move
from taphouse.games.tap_the_table.cards import WORDS as SPOKEN
from taphouse.games.tap_the_table.cards import letter_of
from taphouse.games.tap_the_table.events import Claim, Fine, Reveal, Say
from taphouse.games.tap_the_table.state import Answering, Ready
from taphouse.games.tap_the_table.views import view
from taphouse.testing import offered as offered_in
from taphouse.testing import rule
from tests.e2e.ahead import let_bots_play_ahead
from tests.e2e.driving import A_MOMENT, DESKTOP, PHONE, TIMEOUT, TV, table_of
from tests.offered import offered

SYLLABLES = ("zor", "bik", "mul", "tev", "gax", "pru", "nol", "wid")
WORDS = [first + second + "o" for first in SYLLABLES for second in SYLLABLES]
"""Invented words: only people can judge them."""


def word_for(turn, cards):
    """A new word for each turn, with the letters that the cards require."""
    return WORDS[turn] + "".join(letter_of(card) or "" for card in cards)


A_WHOLE_TURN = 150  # seconds, more than a turn takes: nobody here runs out of time
COUNT_PAD = "role=button[name^='Call time']"


HONEST = ("reveal", "claim", "say", "fine")
"""The acts of a player who has a word and objects to no other word."""


class Player:
    """Plays one screen by touch or by keys, and repeats a press without effect."""

    def __init__(self, person):
        self.person, self.done, self.again = person, None, 0.0

    @property
    def view(self):
        return self.person.view

    def play_on(self, acts=HONEST):
        """Tries the first of `acts` that is allowed now. Returns whether it did anything."""
        view = self.view
        what = next((act for act in acts if act in offered(view)), None)
        now = view["game"], view["turn"], view["phase"], view["by"], what, self.refusals()
        if what is None or (now == self.done and monotonic() < self.again) or not self.do(what):
            return False
        self.done, self.again = now, monotonic() + TIMEOUT / 3
        return True

    def refusals(self):
        """The count of refused presses: a press before the screen shows the view is refused and repeated."""
        return sum(event["seat"] == self.person.seat for event in news(self.person, "Refused"))

    def do(self, what):
        match what:
            case "say" if self.view["answers"] == "typed":
                return self.say(word_for(self.view["turn"], self.view["cards"]))
            case "say":
                return True  # labels are left to bots
            case "fine":
                return self.press("button:has-text('Fine by me')", "f")
            case "count":
                return self.count_down()
            case "done":
                return self.press("button:has-text('That’s all')", "d")
            case "keep":
                return self.press("button:has-text('Keep')", "k")
            case "name":
                return self.press(".names button", "1")
        return self.press(".pad", "Space")

    def press(self, target, key):
        """Presses once the screen shows the newest view. Returns whether the target was still there."""
        return self.sees(f'[data-phase="{self.view["phase"]}"]') and self.person.touch(target, key)

    def sees(self, target):
        try:
            return self.person.page.wait_for_selector(target, timeout=A_MOMENT)
        except TimeoutError:
            return False

    def say(self, text):
        field = self.person.page.get_by_role("textbox", name="Your answer")
        try:
            field.fill(text, timeout=A_MOMENT)
            field.press("Enter", timeout=A_MOMENT)
        except TimeoutError:
            return False
        return True

    def count_down(self):
        """Holds the button long enough that it cannot be a slip."""
        if not self.sees(COUNT_PAD):
            return False
        refused, page = self.refusals(), self.person.page
        touch = {"pointerType": "touch", "button": 0}
        by_finger = self.person.device.get("has_touch")
        page.dispatch_event(COUNT_PAD, "pointerdown", touch) if by_finger else page.keyboard.down("c")
        self.person.wait(lambda p: p.view["phase"] != "thinking" or self.refusals() > refused)
        if not by_finger:
            page.keyboard.up("c")
        return True


def open_table(person, bots=(), start=False, **chosen):
    """Opens a table where nobody runs out of time; its host has a phone."""
    host = person(**PHONE).go()
    options = {"vote": 20, "typing": 30, "patience": 60, **chosen}
    settings = {
        "game": "tap-the-table",
        "options": options,
        "bots": list(bots),
        "name": "Ada",
        "start": start,
    }
    made = host.page.request.post(f"{host.house.url}/api/tables", data=settings).json()
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
        somebody.page.wait_for_selector("[data-phase]")


def three_players(person):
    """Two phones and a desktop at a table that has just begun; the active player first."""
    ada = open_table(person)
    guests = [sit_down(person, table_of(ada), **DESKTOP), sit_down(person, table_of(ada), **PHONE)]
    begin(ada, guests)
    return sorted(map(Player, (ada, *guests)), key=lambda player: player.person.seat != ada.view["active"])


def play_until(players, condition, *acts):
    """Each player does the first allowed act, until `condition` holds for the first player."""
    first, end = players[0].person, monotonic() + A_WHOLE_TURN
    while not condition(first):
        assert monotonic() < end, f"the game went another way: {first.view}"
        before = first.received
        first.wait(
            lambda p, before=before: (
                any(player.play_on(acts or HONEST) for player in players) or p.received > before
            )
        )


def in_peace(play):
    """Plays without objections until one card is left; everyone has a word."""
    acts = {"reveal": Reveal(), "claim": Claim(), "fine": Fine()}
    while len(play.state.deck) > 1 or not isinstance(play.state.phase, Ready):
        deeds = [
            (seat, act)
            for seat in play.state.seats
            for act in offered_in(view(play.state, seat))
            if act in acts
        ]
        if isinstance(play.state.phase, Answering):
            yield play.feed(
                Move(play.now + MS, play.state.phase.by, Say(word_for(play.state.turn, play.state.middle)))
            )
        elif deeds:
            seat, act = deeds[0]
            yield play.feed(Move(play.now + MS, seat, acts[act]))
        else:
            yield play.advance(play.state.due)


def skip_to_the_last_card(house, players):
    """Plays the turns before the last card while the house is closed."""
    people = [player.person for player in players]
    let_bots_play_ahead(
        house, people, lambda stored: [one for step in in_peace(stored.resumed()) for one in step]
    )
    for player in players:
        player.person.wait(lambda p: p.room["paused"] is None and p.view["deck"] <= 1)


def play_to_the_end(players, *acts):
    play_until(players, lambda p: p.room["stage"] == "over", *acts)
    for player in players:
        player.person.wait(lambda p: p.room["stage"] == "over" and p.view["winners"])


def replayed(person, tmp_path):
    journal = tmp_path / "game.jsonl"
    journal.write_bytes(person.page.request.get(f"{person.house.url}/t/{table_of(person)}/game.jsonl").body())
    return main(["replay", str(journal)])


def news(person, kind):
    return [event for update in person.got["update"] for event in update["news"] if event["type"] == kind]


def turn_is_over(turn):
    return lambda p: p.room["stage"] != "playing" or p.view["turn"] > turn


@rule("tap-the-table", 12, 13, 15, 16, 20, 23, 27)
def test_three_people_knock_explain_count_down_and_play_tap_the_table_to_the_end(person, house, tmp_path):
    ada = open_table(person)
    guests = [sit_down(person, table_of(ada), **DESKTOP), sit_down(person, table_of(ada), **PHONE)]
    begin(ada, guests)
    people = [ada, *guests]
    players = [Player(somebody) for somebody in people]
    seated = {player.person.seat: player for player in players}

    active = seated[ada.view["active"]]
    others = [player for player in players if player is not active]
    play_until([active], lambda p: p.view["phase"] == "voting")
    play_until(others, lambda p: "lift" in offered(p.view), "fist")
    active.person.wait(lambda p: "defend" in offered(p.view))
    assert sorted(active.view["fists"]) == sorted(other.person.seat for other in others)
    active.person.page.get_by_role("textbox", name="Your defence").fill("<b>It is</b> what it is")
    active.person.page.keyboard.press("Enter")
    for somebody in people:
        expect(somebody.page.get_by_text("<b>It is</b> what it is", exact=True)).to_be_visible()
    expect(others[0].person.page.get_by_role("button", name="Lift")).to_be_visible()
    play_until(others[:1], lambda p: news(p, "TurnEnded"), "lift")
    play_until(players, turn_is_over(1))
    assert [ended["how"] for ended in news(ada, "TurnEnded")] == ["accepted"]

    active = seated[ada.view["active"]]
    starter, drummer = (player for player in players if player is not active)
    play_until([active], lambda p: "claim" in offered(p.view), "reveal")
    play_until([starter], lambda p: news(p, "CountdownBegan"), "count")
    play_until([drummer], lambda p: p.view["drums"] or p.view["phase"] == "answering", "drum")
    play_until([starter], lambda p: p.view["phase"] == "voting", "say")
    drummer.person.wait(lambda p: "fine" in offered(p.view))
    assert "fist" not in offered(active.view)
    play_until([drummer], lambda p: len(news(p, "TurnEnded")) == 2, "fine")
    cost = news(drummer.person, "TurnEnded")[-1]["tokens"]
    assert cost == {"to": active.person.seat, "giver": None, "count": 1}

    skip_to_the_last_card(house, players)
    play_to_the_end(players)

    assert (ada.view["turn"], ada.view["deck"], sum(ada.view["tokens"])) == (32, 0, 1)
    expect(ada.page.get_by_role("button", name="Play again", exact=True)).to_be_visible()
    assert replayed(ada, tmp_path) == 0


@rule("tap-the-table", 12, 15)
def test_a_defence_ends_when_every_fist_is_kept_and_its_field_is_emptied(person):
    active, *others = three_players(person)
    play_until([active], lambda p: p.view["phase"] == "voting")
    play_until(others[:1], lambda p: p.view["fists"], "fist")
    expect(others[0].person.page.get_by_text("KNOCKED")).to_be_visible()
    play_until(others[1:], lambda p: "lift" in offered(p.view), "fist")

    field = active.person.page.get_by_role("textbox", name="Your defence")
    field.fill("It shines")
    field.press("Enter")
    expect(others[0].person.page.get_by_text("Convinced?", exact=True)).to_be_visible()
    expect(field).to_have_value("")
    play_until(others[:1], lambda p: p.view["kept"], "keep")
    play_until(others[1:], lambda p: news(p, "TurnEnded"), "keep")

    assert [ended["how"] for ended in news(others[1].person, "TurnEnded")] == ["rejected"]


@rule("tap-the-table", 16, 27)
def test_the_big_pad_of_those_who_wait_drums_fingers_and_starts_no_countdown(person):
    active, *others = three_players(person)
    play_until([active], lambda p: p.view["phase"] == "thinking", "reveal")

    for other in others:
        quiet, small = (other.person.page.get_by_role("button", name=name) for name in ("Think", "Call time"))
        expect(quiet).to_be_visible()
        big, little = quiet.bounding_box(), small.bounding_box()
        assert big["width"] * big["height"] > 1.4 * little["width"] * little["height"]
        for _ in range(3):
            other.person.touch("button:has-text('Think along')", "Space")

    play_until([active], lambda p: p.view["phase"] == "voting")
    for player in (active, *others):
        assert not [*news(player.person, "CountdownBegan"), *news(player.person, "Refused")]


@rule("tap-the-table", 4, 10)
def test_a_phone_a_keyboard_and_a_bot_take_turns_and_no_screen_receives_a_secret(person):
    ada = open_table(person, bots=["quick"])
    bo = sit_down(person, table_of(ada), **DESKTOP)
    begin(ada, [bo])
    screen = person(**TV).go(f"/t/{table_of(ada)}/table")
    screen.wait(lambda p: p.view["phase"])
    headings = screen.page.get_by_role("heading").all_inner_texts()
    assert len(headings) == len(set(headings))  # no heading is repeated

    play_until([Player(ada), Player(bo)], turn_is_over(3))

    assert {said["by"] for said in ada.view["said"]} & {ada.seat, bo.seat}
    screen.wait(lambda p: p.view["turn"] == ada.view["turn"])
    assert screen.page.get_by_role("button").count() == 0
    for somebody in (ada, bo, screen):
        for update in somebody.got["update"]:
            assert isinstance(update["view"]["deck"], int)
            assert not [event for event in update["news"] if event["type"] == "Called"]
            assert all(not event["deck"] for event in update["news"] if "deck" in event)
    assert not [
        update for update in screen.got["update"] if offered(update["view"]) or update["view"]["tries"]
    ]


@rule("tap-the-table", 9)
def test_only_the_author_sees_that_a_word_of_a_card_is_refused(person):
    ada = open_table(person)
    guests = [sit_down(person, table_of(ada), **DESKTOP), sit_down(person, table_of(ada), **PHONE)]
    begin(ada, guests)
    people = [ada, *guests]
    author = next(somebody for somebody in people if somebody.seat == ada.view["active"])
    player = Player(author)
    play_until([player], lambda p: "say" in offered(p.view), "reveal", "claim")
    expect(author.page.get_by_role("textbox", name="Your answer")).to_be_focused()

    player.say(SPOKEN["en"][f"card.{author.view['cards'][0]}"])

    author.wait(lambda p: p.view["tries"])
    expect(author.page.get_by_role("alert")).to_contain_text("uses a word on a card")
    assert not [
        update
        for somebody in people
        if somebody is not author
        for update in somebody.got["update"]
        if update["view"]["tries"]
    ]


@pytest.mark.parametrize(("challenge", "answers", "turns"), [(False, "aloud", 32), (True, "typed", 40)])
@rule("tap-the-table", 10, 23, 24)
def test_a_phone_a_keyboard_and_a_bot_play_tap_the_table_to_the_end(
    person, house, tmp_path, challenge, answers, turns
):
    ada = open_table(person, bots=["quick"], challenge=challenge, answers=answers)
    bo = sit_down(person, table_of(ada), **DESKTOP)
    begin(ada, [bo])
    players = [Player(ada), Player(bo)]
    expect(ada.page.get_by_role("heading", name=f"Card 1 of {turns}")).to_be_visible()

    skip_to_the_last_card(house, players)
    play_to_the_end(players)

    assert (ada.view["turn"], ada.view["deck"]) == (turns, 0)
    expect(ada.page.get_by_role("button", name="Play again", exact=True)).to_be_visible()
    assert replayed(ada, tmp_path) == 0


@rule("tap-the-table", 25)
def test_a_tie_is_played_off_until_one_player_is_left(person, house, tmp_path):
    ada = open_table(person, final_countdown=True, answers="typed")
    guests = [sit_down(person, table_of(ada), **DESKTOP), sit_down(person, table_of(ada), **PHONE)]
    begin(ada, guests)
    players = [Player(somebody) for somebody in (ada, *guests)]
    skip_to_the_last_card(house, players)
    play_until(players, lambda p: p.view["contenders"] or p.room["stage"] == "over")
    tied = ada.view["contenders"]

    play_to_the_end(players, "name", "reveal", "claim", "done", "say", "fist")

    [winner] = ada.view["winners"]
    left = [ended["out"] for ended in news(ada, "TurnEnded") if ended["out"] is not None]
    assert sorted([*left, winner]) == sorted(tied)
    assert replayed(ada, tmp_path) == 0
