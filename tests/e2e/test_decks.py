"""Own decks: written on a phone, sent as a QR code, played by two phones, offered and declined at a table."""

import io

import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from taphouse.decks import text_of_link
from tests.e2e.driving import PHONE, SMALL, table_of
from tests.e2e.test_tap_the_table import Player, begin, play_until, turn_is_over

TITLE = "Our kitchen"
CARDS = [
    "Sticky after breakfast",
    "Squeaks",
    "Under the sink",
    "Heavier than the cat",
    "Has seen better days",
    "Gets hot",
    "Grandma hides it",
    "Fits in a teapot",
    "Round as a bun",
    "Nobody washes it",
]
BOTS = 90  # seconds: their process yields to all others, and so waits long on a busy machine
BAD = "taphouse deck 1: tap-the-table\ntitle: X\n[green]\nen: <img src=x onerror=alert(1)>\nfits: lout\n"


def write_cards(somebody, cards):
    for number, text in enumerate(cards):
        somebody.press("Next card" if number else "Add a card")
        expect(somebody.page.get_by_role("dialog", name=f"Card {number + 1}", exact=True)).to_be_visible()
        somebody.page.get_by_label("What the card asks for").fill(text)
    somebody.press("Done")


def new_deck(somebody, title, cards):
    somebody.go("/decks")
    somebody.press("New cards for Tap the Table")
    somebody.page.get_by_label("Name").fill(title)
    write_cards(somebody, cards)


def scanned(somebody):
    """What the camera of another phone reads from this screen."""
    code = somebody.page.get_by_role("img", name="QR code that opens these cards")
    expect(code).to_be_visible()
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
    return found.text


def test_a_deck_of_ten_cards_is_written_on_a_phone_scanned_by_another_and_played_by_both(person):
    ada, bo = person(**PHONE), person(**SMALL)
    new_deck(ada, TITLE, CARDS)
    ada.page.get_by_text("How these cards are played").click()
    ada.page.get_by_role("switch", name="Only these cards").click()
    ada.press("Send these cards")
    link = scanned(ada)
    assert link.startswith(f"{ada.house.url}/#deck=1")
    assert [line for line in text_of_link(link).splitlines() if line.startswith("en: ")] == [
        f"en: {card}" for card in CARDS
    ]

    bo.go(link.removeprefix(bo.house.url))
    expect(bo.page.get_by_role("heading", name=TITLE)).to_be_visible()
    expect(bo.page.get_by_role("img", name=CARDS[-1])).to_be_visible()
    bo.press("Keep it")
    bo.press("Play it")
    bo.wait(lambda p: p.room["deck"] == {"game": "tap-the-table", "title": TITLE, "cards": 10})
    ada.go(f"/t/{table_of(bo)}")
    ada.press("Sit down")
    bo.wait(lambda p: len(p.room["players"]) == 2)
    bo.press("Add a bot")
    bo.wait(lambda p: len(p.room["players"]) == 3)
    begin(bo, [ada])
    players = [Player(bo), Player(ada)]
    play_until(players, lambda p: p.view["own"], "reveal")

    (card,) = bo.view["own"].values()
    assert card["text"]["en"] in CARDS
    for somebody in (ada, bo):
        expect(somebody.page.get_by_role("listitem", name=card["text"]["en"])).to_be_visible()
    play_until(players, turn_is_over(3))
    assert len(bo.view["own"]) == len(bo.view["cards"])


def test_a_guest_offers_a_deck_and_the_host_looks_plays_it_and_wants_no_more(person):
    ada, bo = person(**SMALL).go(), person(**PHONE)
    new_deck(bo, "Bo’s cards", CARDS[:2])
    expect(bo.page.get_by_role("heading", name="What the bots say")).to_be_visible()
    ada.make_table("Tap the Table")
    bo.go(f"/t/{table_of(ada)}")
    bo.press("Sit down")
    bo.press("Offer mine")
    bo.page.get_by_role("dialog").get_by_role("button", name="Offer mine").tap()

    expect(ada.page.get_by_text("offers cards:")).to_be_visible()
    ada.press("Look")
    expect(ada.page.get_by_role("img", name=CARDS[1])).to_be_visible()
    ada.press("Close")
    ada.press("Play it")
    ada.wait(lambda p: p.room["deck"] and not p.room["offers"])
    expect(bo.page.get_by_text("Bo’s cards · 2 cards")).to_be_visible()
    ada.press("Choose")
    ada.press("Usual cards")
    ada.page.get_by_role("switch", name="Others may offer cards").tap()
    ada.wait(lambda p: p.room["deck"] is None and not p.room["takes_decks"])
    expect(bo.page.get_by_role("button", name="Offer mine")).to_have_count(0)


def test_bots_judge_a_deck_a_bad_file_is_refused_with_its_line_and_a_deck_that_was_deleted_comes_back(person):
    ada = person(**PHONE)
    new_deck(ada, TITLE, CARDS[:1])
    remark = ada.page.get_by_text("Bots can’t judge these cards.")
    expect(remark).to_be_visible(timeout=BOTS * 1_000)
    ada.go("/decks")
    ada.press("Open someone’s cards")
    ada.page.get_by_label("Paste the link or the text").fill(BAD)
    ada.press("Open", exact=True)
    expect(ada.page.get_by_role("alert")).to_have_text("Line 5: “lout” is not a word that bots judge by.")
    ada.page.get_by_label("Paste the link or the text").fill(f"{ada.house.url}/#deck=1broken")
    ada.press("Open", exact=True)
    expect(ada.page.get_by_role("alert")).to_have_text("Part of the link is missing. Ask for it again.")
    ada.press("Close")
    expect(ada.page.get_by_role("article")).to_have_count(1)

    ada.press("Delete these cards")
    expect(ada.page.get_by_role("article")).to_have_count(0)
    ada.press("Undo")
    expect(ada.page.get_by_role("article")).to_contain_text(TITLE)
