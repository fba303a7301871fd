"""Own decks at a table: chosen by the host, offered by others, and kept in the record."""

import msgspec
import pytest

from taphouse.core.record import read_header
from taphouse.table import room as rooms
from taphouse.table import wire
from taphouse.table.room import Refusal, Room
from tests.house.party import player, whys
from tests.toys import SHELF, TOY

GAME = "tap-the-table"
DECK = f"""taphouse deck 1: {GAME}
title: Our kitchen
cards: alone
[green]
en: bright
fits: red or shiny
[blue]
en: noisy
fits: loud
[yellow]
en: in the kitchen
fits: kitchen
"""
OTHER = DECK.replace("Our kitchen", "Bo’s")


def shown(screen):
    room = screen.last("room")
    return room["deck"] and room["deck"]["title"], [offer["deck"]["title"] for offer in room["offers"]]


def test_the_host_chooses_a_deck_and_its_game_with_it(at_a_party):
    async def story(here):
        table, ada, bo = await here.at_a_table("Bo")
        await here.say(table, ada, wire.UseDeck(DECK))
        assert table.room.game == GAME
        assert bo.last("room")["deck"] == {"game": GAME, "title": "Our kitchen", "cards": 3}
        assert "own_deck" not in bo.last("room")["options"]
        await here.say(table, bo, wire.UseDeck(OTHER))
        assert whys(bo) == ["not-host"]
        await here.say(table, ada, wire.UseDeck(None))
        assert shown(bo) == (None, [])

    at_a_party(story)


def test_a_text_that_is_no_deck_changes_nothing(at_a_party):
    async def story(here):
        table, ada = await here.at_a_table()
        await here.say(table, ada, wire.UseDeck(DECK.replace("fits: loud", "fits: lout")))
        assert ada.last("sorry")["why"] == "bad-deck"
        assert ada.last("sorry")["detail"] == "line 9: not-a-mark"
        assert (table.room.game, table.room.decks) == (TOY, {})

    at_a_party(story)


def test_a_player_offers_a_deck_and_the_host_takes_it(at_a_party):
    async def story(here):
        table, ada, bo = await here.at_a_table("Bo")
        await here.say(table, bo, wire.OfferDeck(OTHER))
        assert shown(ada) == (None, ["Bo’s"])
        await here.say(table, ada, wire.AnswerOffer(player(bo), accepted=True))
        assert shown(bo) == ("Bo’s", [])
        await here.say(table, bo, wire.OfferDeck(DECK))
        await here.say(table, ada, wire.AnswerOffer(player(bo), accepted=False))
        assert shown(bo) == ("Bo’s", [])
        assert not whys(ada) + whys(bo)

    at_a_party(story)


def test_a_host_who_wants_no_decks_gets_no_offers(at_a_party):
    async def story(here):
        table, ada, bo = await here.at_a_table("Bo")
        await here.say(table, bo, wire.OfferDeck(OTHER))
        await here.say(table, ada, wire.TakeDecks(on=False))
        assert shown(ada) == (None, [])
        await here.say(table, bo, wire.OfferDeck(OTHER))
        assert whys(bo) == ["no-decks"]
        await here.say(table, ada, wire.UseDeck(DECK))
        assert shown(ada) == ("Our kitchen", [])

    at_a_party(story)


def test_a_game_with_a_deck_is_in_its_record_survives_a_restart_and_is_verified(at_a_party):
    async def story(here):
        bots = ("quick", "quick", "quick")
        table, ada = await here.at_a_table(game=GAME, deck=DECK, bots=bots)
        await here.say(table, ada, wire.Start())
        await here.wait(table, 10)
        again = await here.restart(table)
        screen = await here.enter(again, name="Ada")
        assert screen.last("room")["deck"]["title"] == "Our kitchen"
        assert {card.split("-")[0] for card in again.match.play.state.deck} <= {"own"}
        header = read_header((await here.stored(again))[0])
        assert header.options["own_deck"] == DECK.replace("\n[", "\n\n[")
        assert await here.problems(again) == []

    at_a_party(story)


def test_a_house_may_take_no_decks(at_a_party):
    async def story(here):
        here.lobby.house.tables = here.lobby.house.tables._replace(takes_decks=False)
        with pytest.raises(Refusal) as refused:
            await here.open(game=GAME, deck=DECK)
        assert refused.value.why == "no-decks"
        table, ada = await here.at_a_table()
        await here.say(table, ada, wire.UseDeck(DECK), wire.OfferDeck(DECK))
        assert whys(ada) == ["no-decks", "no-decks"]

    at_a_party(story)


def lobby(*names):
    room = Room("KELP", "salt", GAME)
    for name in names:
        room, _ = rooms.sit(SHELF, room, name, None)
    return room


def test_each_game_keeps_its_deck_while_another_is_played():
    room = rooms.use_deck(SHELF, lobby("Ada"), DECK)
    room = rooms.choose(SHELF, room, TOY)

    assert room.deck is None
    assert rooms.choose(SHELF, room, GAME).deck.summary.title == "Our kitchen"


def test_a_family_table_refuses_rude_cards_whichever_comes_first():
    rude = DECK.replace("en: noisy", "en: full of shit")
    family = rooms.choose(SHELF, lobby("Ada"), GAME, {"family": True})

    for action, args in ((rooms.use_deck, (family, rude)), (rooms.choose, (None, GAME, {"family": True}))):
        room = args[0] or rooms.use_deck(SHELF, lobby("Ada"), rude)
        with pytest.raises(Refusal) as refused:
            action(SHELF, room, *args[1:])
        assert (refused.value.why, refused.value.detail) == ("bad-options", "excluded.rude-deck")


def test_a_room_with_decks_is_stored_and_one_without_still_opens():
    room = rooms.offer_deck(SHELF, rooms.use_deck(SHELF, lobby("Ada"), DECK), 1, OTHER)
    stored = msgspec.json.encode(room)

    assert msgspec.json.decode(stored, type=Room) == room
    assert msgspec.json.decode(b'{"code":"KELP","salt":"s","game":"tip-tap"}', type=Room).decks == {}


def test_offers_are_few_and_those_of_players_who_left_go_away():
    room = lobby("Ada", "Bo", "Cid", "Dee", "Eve")
    for who in (2, 3, 4, 5):
        room = rooms.offer_deck(SHELF, room, who, DECK)
    with pytest.raises(Refusal) as refused:
        rooms.offer_deck(SHELF, room, 1, DECK)
    assert refused.value.why == "flood"
    room = rooms.stand(SHELF, room, 5)
    assert set(rooms.offer_deck(SHELF, room, 1, DECK).offers) == {1, 2, 3, 4}
