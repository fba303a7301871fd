"""The deal of the day is played alone; a friend plays against the ghosts of that game in another house."""

from playwright.sync_api import expect

from taphouse.bots.ghosts import Ghosts
from taphouse.bots.schedule import BotSchedule, finish
from taphouse.core.record import entries_of, read_lines, resume
from taphouse.server.ghost_making import finished_game
from tests.e2e.ahead import let_bots_play_ahead, until
from tests.e2e.driving import DESKTOP, PHONE, House, table_of
from tests.ended import as_record, ended
from tests.shelf import SHELF


def is_over(person):
    return person.room["stage"] == "over" and person.last("update")["places"]


def by_ghosts(record, own):
    """Ghosts play all seats but `own`, which a bot has, from where the browser stopped to the end."""
    held = dict(enumerate(finished_game(SHELF, record).ghosts))

    def ahead(stored):
        play = resume(stored.game, stored.head)
        ghosts = Ghosts(play, {seat: ghost for seat, ghost in held.items() if seat != own})
        for entry in entries_of(read_lines(stored.game, stored.lines)):
            play.replay(entry)
        known = len(play.journal)
        bots = BotSchedule(dict.fromkeys(range(stored.head.seats), "quick"), ghosts)
        return finish(play, bots).journal[known:]

    return ahead


def test_a_days_deal_is_played_alone_and_against_the_ghost_of_a_friend_to_its_end(person, house, tmp_path):
    ada = person(**PHONE).go()
    tile = ada.page.get_by_role("region", name="Deal of the day")
    expect(tile).to_contain_text("The same cards for everyone")
    tile.get_by_role("button", name="Play").tap()
    ada.wait(lambda p: p.room["day"] and p.room["paused"] is None and p.view)
    assert [player["bot"] for player in ada.room["players"]] == [None, "steady", "steady", "steady"]
    let_bots_play_ahead(house, (ada,), until(lambda state: state.winners is not None))
    ada.wait(is_over)

    place = f"Place {ada.last('update')['places'][0]} of 4"
    expect(ada.page.get_by_text("Your first try: this result counts.")).to_be_visible()
    text = ada.page.get_by_role("textbox", name="Your result as a text").input_value()
    assert text.splitlines()[2] == place
    with ada.page.expect_download() as saved:
        ada.press("Share the result")
    assert saved.value.suggested_filename == f"taphouse-{ada.room['day']}.png"
    record = ada.page.request.get(f"{house.url}/t/{table_of(ada)}/game.jsonl").body()
    ada.go()
    expect(ada.page.get_by_role("region", name="Deal of the day")).to_contain_text("You came in at place")

    file = tmp_path / "friend.jsonl"
    file.write_bytes(record)
    elsewhere = House(tmp_path / "elsewhere")
    try:
        bo = person(at=elsewhere, **DESKTOP).go("/replay")
        bo.page.locator("input[type=file]").set_input_files(file)
        bo.press("Menu")
        bo.press("Play against this game")
        friend, *bots = [player["name"] for player in ada.room["players"]]
        bo.press(f"Take {bots[0]}’s place")
        bo.wait(lambda p: p.room["is_dealt"] and p.room["paused"] is None and p.view)
        assert bo.seat == 1
        assert [player["ghost"] for player in bo.room["players"]] == [True, False, True, True]
        let_bots_play_ahead(elsewhere, (bo,), by_ghosts(record, own=1))
        bo.wait(is_over)
        expect(bo.page.get_by_text(f"{friend} (ghost)").first).to_be_visible()
        assert "evening" not in bo.got or bo.last("evening")["games"] == []
    finally:
        elsewhere.kill()


def test_a_file_that_was_edited_is_shown_with_its_first_wrong_line_and_cannot_be_played_against(
    person, house, tmp_path
):
    lines = as_record("GAME", *ended("racesmack", 3))
    lines[4] = lines[4].replace(b'"at":', b'"at":1', 1)
    file = tmp_path / "edited.jsonl"
    file.write_bytes(b"\n".join(lines))
    ada = person(**PHONE).go("/replay")
    ada.page.locator("input[type=file]").set_input_files(file)
    expect(ada.page.get_by_text("Line 5: this line, or one before it, was changed")).to_be_visible()
    ada.press("Menu")
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Play against this game")).to_have_count(0)
