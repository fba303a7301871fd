"""A table on a known deal: against the ghosts of a finished game, or the deal of the day."""

import msgspec
import pytest

from taphouse.bots.ghosts import ghosts_of
from taphouse.core import SECOND, Play, replace
from taphouse.core.record import encode, entries_of, read_header, read_lines
from taphouse.house.lobby import PlayAgainst
from taphouse.server.ghost_making import answer, finished_game
from taphouse.table import room as rooms
from taphouse.table import wire
from taphouse.table.match import Match
from taphouse.table.room import Refusal, deal_of_the_day
from tests.ended import as_record, ended
from tests.house.party import whys
from tests.sealed import FORGER, forged, moves, sealed, signed
from tests.shelf import SHELF

DAY = 24 * 3_600
BROWSER = "a browser's own id"


def record(slug="tip-tap", seats=3, seed="ghosts"):
    return b"\n".join(as_record("GAME", *ended(slug, seats, seed)))


async def against(here, file, seat=0, name="Zoe"):
    """A table against the ghosts of this game, and the screen of the person."""
    finished = finished_game(SHELF, file)
    request = PlayAgainst(file.decode(), seat, name, BROWSER)
    opened = await here.lobby.open_against(finished, request)
    table = here.by_hand(opened.code)
    return table, await here.enter(table, opened.token)


def lines_of_play(text):
    game = SHELF[read_header(text[0]).game]
    return entries_of(read_lines(game, text[1:]))


# ---- against ghosts ----


def test_the_ghosts_hold_the_seats_of_their_players_on_the_same_deal(at_a_party):
    async def story(here):
        table, zoe = await against(here, record(), seat=1)

        players = zoe.last("room")["players"]
        assert [(p["name"], p["ghost"]) for p in players] == [("Ada", True), ("Zoe", False), ("Cleo", True)]
        assert len({p["sign"] for p in players}) == 3
        then = read_header(record().splitlines()[0])
        now = read_header((await here.stored(table))[0])
        assert (now.seed, now.start, now.options) == (then.seed, then.start, then.options)

    at_a_party(story)


@pytest.mark.parametrize("slug", ["tip-tap", "racesmack", "snap-clap-tap", "tip-tap-top", "tap-the-table"])
def test_a_game_against_ghosts_is_played_to_its_end_and_verified_and_counts_for_nothing(at_a_party, slug):
    async def story(here):
        table, zoe = await against(here, record(slug))

        await here.play_out(table)

        assert await here.problems(table) == []
        assert table.room.evening == ()
        assert not zoe.last("evening") or zoe.last("evening")["games"] == []
        seats = table.room.ended[-1].recorded_seats
        assert [seat.ghost is True for seat in seats] == [False, True, True]

    at_a_party(story)


def test_a_game_of_people_is_reproduced_byte_for_byte_but_for_the_evidence_that_ghosts_do_not_have():
    """Two people and a bot, one with a head start; played by the arbiter of a live table."""
    then = sealed()
    finished = finished_game(SHELF, b"\n".join(then.text))
    ghosts = dict(enumerate(finished.ghosts))
    delays = {seat: place.delay for seat, place in enumerate(then.header.places)}
    assert any(delays.values())
    play = begun(then.header)
    match = Match(play, dict.fromkeys(ghosts, "steady"), clock := SECOND, delays=delays, ghosts=ghosts)
    while match.play.winners is None:
        match.pass_time(clock)
        clock = match.due(clock) or clock
    entries = entries_of(then.lines)
    assert sum(entry.evidence is not None for entry in entries) > 10
    assert [*map(encode, play.journal)] == [encode(replace(entry, evidence=None)) for entry in entries]


def begun(header):
    game = SHELF[header.game]
    return Play.begin(game, header.seats, header.seed, msgspec.convert(header.options, game.Options))


def test_the_game_against_ghosts_can_itself_be_played_against(at_a_party):
    async def story(here):
        table, _ = await against(here, record())
        await here.play_out(table)
        text = await here.stored(table)

        ghosts = ghosts_of(SHELF["tip-tap"], read_header(text[0]), lines_of_play(text))

        assert finished_game(SHELF, b"\n".join(text)).ghosts == ghosts

    at_a_party(story)


def test_a_table_of_ghosts_goes_on_after_a_restart(at_a_party):
    async def story(here):
        table, zoe = await against(here, record())
        await here.wait(table, 20)
        state = table.match.play.state

        again = await here.restart(table)
        await here.enter(again, zoe.last("welcome")["token"])

        assert again.match.play.state == state
        assert again.room == table.room
        await here.play_out(again)
        assert await here.problems(again) == []

    at_a_party(story)


def test_nobody_joins_a_game_whose_deal_is_known(at_a_party):
    async def story(here):
        table, _ = await against(here, record())

        await here.enter(table, name="Late")

        assert [member.name for member in table.room.bench] == ["Late"]

    at_a_party(story)


def test_the_same_game_is_played_on_the_same_deal_again_and_another_one_without_ghosts(at_a_party):
    async def story(here):
        table, zoe = await against(here, record())
        await here.play_out(table)
        seed = read_header((await here.stored(table))[0]).seed

        await here.say(table, zoe, wire.Start())
        assert read_header((await here.stored(table))[0]).seed == seed
        await here.play_out(table)
        await here.say(table, zoe, wire.Start("racesmack"))

        assert read_header((await here.stored(table))[0]).seed != seed
        assert [player["ghost"] for player in zoe.last("room")["players"]] == [False] * 3
        assert not zoe.last("room")["is_dealt"]
        await here.play_out(table)
        assert len(table.room.evening) == 1

    at_a_party(story)


def test_other_options_are_another_deal(at_a_party):
    async def story(here):
        table, zoe = await against(here, record())
        await here.play_out(table)
        await here.say(table, zoe, wire.Finished())

        await here.say(table, zoe, wire.Choose("tip-tap", {"side": "dark"}), wire.Start())

        assert whys(zoe) == []
        assert not zoe.last("room")["is_dealt"]

    at_a_party(story)


def test_a_seat_that_the_game_did_not_have_is_refused(at_a_party):
    async def story(here):
        with pytest.raises(Refusal, match="no-such-player"):
            await against(here, record(), seat=3)

    at_a_party(story)


# ---- files that are no ghosts ----


def test_a_ghost_file_with_one_edited_line_is_refused_with_the_number_of_the_line():
    text = record().splitlines()
    for number in (1, 7, len(text) - 2):
        line = text[number]
        edited = [*text[:number], line.replace(b'"at":', b'"at":1', 1), *text[number + 1 :]]
        if edited == text:
            edited[number] = line.replace(b"Ada", b"Eva")
        found = answer(SHELF, b"\n".join(edited))
        assert found.game is None
        assert found.why.startswith(f"line {number + 1}: this line, or one before it, was changed")


def test_a_ghost_that_was_made_quicker_is_refused_though_all_hashes_fit():
    """Somebody signs a game in which a tap came sooner than its evidence says."""
    then = sealed()
    lines = list(then.lines)
    place, entry = next((n, e) for n, e in enumerate(lines) if getattr(e, "evidence", None))
    lines[place] = replace(entry, at=entry.at - 1, move=replace(entry.move, at=entry.at - 1))
    found = answer(SHELF, b"\n".join(signed(then.header, lines[:-1], FORGER)))
    assert found.game is None
    assert found.why.startswith(f"line {place + 2}: ")


def test_a_game_without_its_end_or_its_seal_makes_no_ghosts():
    text = record().splitlines()
    for cut in (text[:-1], text[:-2], text[:9], text[:1], []):
        assert answer(SHELF, b"\n".join(cut)).game is None


def test_a_game_that_its_own_house_signed_makes_ghosts():
    then = sealed()
    assert answer(SHELF, b"\n".join(forged(then, moves(then)))).game is not None


def test_a_game_of_older_rules_makes_no_ghosts_since_its_deal_would_be_another():
    head, journal = ended()
    text = as_record("GAME", replace(head, rules=head.rules - 1, start={**head.start, "round": 2}), journal)
    assert answer(SHELF, b"\n".join(text)).game is None


# ---- the deal of the day ----


def test_the_deal_of_the_day_is_the_same_for_everyone_and_another_one_tomorrow(at_a_party):
    async def story(here):
        deals = set()
        for day in range(4):
            for _ in range(2):
                table, key = await here.open(daily=True)
                await here.enter(table, key)
                head = read_header((await here.stored(table))[0])
                deals.add((day, table.room.deal.day, head.game, head.seed, encode(head.start)))
                assert [member.bot for member in table.room.members] == [None, "steady", "steady", "steady"]
            here.time += DAY * SECOND
        assert len(deals) == 4
        assert len({game for _, _, game, _, _ in deals}) == 4
        assert len({seed for _, _, _, seed, _ in deals}) == 4

    at_a_party(story)


def test_the_days_are_counted_from_the_first_of_january_2026_by_utc():
    newyear = 1_767_225_600  # 2026-01-01T00:00:00Z
    assert deal_of_the_day(SHELF, newyear).day == 1
    assert deal_of_the_day(SHELF, newyear + DAY - 1) == deal_of_the_day(SHELF, newyear)
    assert deal_of_the_day(SHELF, newyear + DAY).day == 2


def test_the_deal_of_this_day_never_changes():
    """Another seed, rotation or set-up would give other houses of these rules another deal."""
    today = deal_of_the_day(SHELF, 1_795_046_400)  # 2026-11-19
    assert (today.day, today.game) == (323, "tip-tap-top")
    assert rooms.deals.seed_of_the_day(today) == "fb6e2eeb765a55f0"


def test_a_game_in_a_language_is_never_the_deal_of_the_day():
    games = {deal_of_the_day(SHELF, DAY * day).game for day in range(20_454, 20_480)}
    assert games == {"tip-tap", "racesmack", "snap-clap-tap", "tip-tap-top"}


def test_the_deal_of_the_day_counts_for_no_evening_and_needs_a_name(at_a_party):
    async def story(here):
        table, key = await here.open(daily=True)
        ada = await here.enter(table, key)
        assert ada.last("room")["day"] == table.room.deal.day
        await here.play_out(table)
        assert table.room.evening == ()
        with pytest.raises(Refusal, match="no-name"):
            await here.open(daily=True, name=None)

    at_a_party(story)
