"""Joining a table: guests watch until they sit down, and a token gives a player their own seat."""

from taphouse.table import wire
from tests.house.party import player, token, whys


def test_a_guest_without_a_token_watches_until_they_sit_down(at_a_party):
    async def story(here):
        table, _ = await here.open()

        bo = await here.enter(table)
        assert player(bo) is None
        assert bo.last("room")["watchers"] == 1

        await here.say(table, bo, wire.Sit("Bo"))
        assert bo.last("welcome")["token"]
        assert [p["name"] for p in bo.last("room")["players"]] == ["Ada", "Bo"]

    at_a_party(story)


def test_a_big_screen_is_neither_a_player_nor_a_watcher(at_a_party):
    async def story(here):
        table, _ = await here.open()
        tv = here.connect(table)

        await here.say(table, tv, wire.Hello(wire.VERSION, screen="table"))

        assert tv.last("room")["watchers"] == 0
        assert tv.last("room")["big_screen"]

        table.disconnect(tv)
        bo = await here.enter(table)
        assert not bo.last("room")["big_screen"]

    at_a_party(story)


def test_a_token_gives_a_player_the_seat_back(at_a_party):
    async def story(here):
        table, token = await here.open()
        ada = await here.enter(table, token)
        table.disconnect(ada)
        await table.step()

        again = await here.enter(table, token)

        assert player(again) == player(ada)
        assert [p["here"] for p in again.last("room")["players"]] == [True]

    at_a_party(story)


def test_a_forged_token_is_refused_and_its_bearer_watches(at_a_party):
    async def story(here):
        table, _ = await here.open()

        eve = await here.enter(table, "1.forged")

        assert whys(eve) == ["bad-token"]
        assert player(eve) is None

    at_a_party(story)


def test_a_token_of_a_seat_that_was_given_up_stays_invalid_when_its_player_sits_down_again(at_a_party):
    async def story(here):
        table, _ = await here.at_a_table()
        bo = await here.enter(table, name="Bo", browser="a browser of Bo's")
        was, stolen = player(bo), token(bo)

        await here.say(table, bo, wire.Stand())
        await here.say(table, bo, wire.Sit("Bo"))
        thief = await here.enter(table, stolen)

        assert player(bo) == was, "the evening knows Bo again"
        assert not bo.closed
        assert whys(thief) == ["bad-token"]
        assert player(thief) is None
        again = await here.enter(table, token(bo))
        assert player(again) == was

    at_a_party(story)


def test_the_same_seat_on_another_screen_closes_the_first(at_a_party):
    async def story(here):
        table, token = await here.open()
        phone = await here.enter(table, token)

        tablet = await here.enter(table, token)

        assert phone.closed
        assert phone.last("goodbye")["why"] == "replaced"
        assert tablet.last("room")["players"][0]["here"]

    at_a_party(story)


def test_a_page_of_another_version_is_closed(at_a_party):
    async def story(here):
        table, _ = await here.open()
        old = here.connect(table)

        await here.say(table, old, wire.Hello(wire.VERSION + 1))

        assert old.last("goodbye")["why"] == "new-version"

    at_a_party(story)


def test_every_message_before_hello_is_refused(at_a_party):
    async def story(here):
        table, _ = await here.open()
        rude = here.connect(table)

        await here.say(table, rude, wire.Sit("Eve"))

        assert whys(rude) == ["bad-message"]
        assert len(table.room.members) == 1

    at_a_party(story)
