"""Own decks over HTTP."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from taphouse.decks import house_deck, link_of
from taphouse.server import decks as served
from taphouse.server.deck_files import house_decks
from tests.shelf import SHELF
from tests.toys import TOY

pytestmark = pytest.mark.anyio

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
"""


async def test_a_deck_is_read_written_and_read_again(house: Any) -> None:
    read = (await house.http.post("/api/decks/read", json={"text": DECK})).json()
    assert (read["game"], read["problems"], len(read["deck"]["cards"])) == (GAME, [], 2)
    written = await house.http.post("/api/decks/write", json={"game": GAME, "deck": read["deck"]})
    assert written.json() == {"text": DECK, "problems": []}


async def test_the_problems_of_a_text_have_lines(house: Any) -> None:
    wrong = DECK.replace("fits: loud", "fits: lout")
    read = (await house.http.post("/api/decks/read", json={"text": wrong})).json()
    assert (read["game"], read["deck"]) == (None, None)
    assert [(each["line"], each["why"], each["card"]) for each in read["problems"]] == [(11, "not-a-mark", 1)]


async def test_a_deck_that_is_half_written_is_a_text_with_problems(house: Any) -> None:
    half = {"title": "Mine", "cards": [{"colour": "green", "text": {"en": ""}, "test": None}]}
    written = (await house.http.post("/api/decks/write", json={"game": GAME, "deck": half})).json()
    assert written["text"].endswith("[green]\nen: \n")
    assert [(each["line"], each["why"]) for each in written["problems"]] == [(6, "empty")]


async def test_text_cannot_smuggle_a_card_in(house: Any) -> None:
    deck = {
        "title": "Mine\n[green]",
        "cards": [{"colour": "green", "text": {"en": "a\r\n[blue]\u2028en: b"}}],
    }
    written = (await house.http.post("/api/decks/write", json={"game": GAME, "deck": deck})).json()
    read = (await house.http.post("/api/decks/read", json={"text": written["text"]})).json()
    assert len(read["deck"]["cards"]) == 1


async def test_bots_try_a_deck(house: Any) -> None:
    deck = (await house.http.post("/api/decks/read", json={"text": DECK})).json()["deck"]
    tried = (await house.http.post("/api/decks/try", json={"game": GAME, "deck": deck, "games": 2})).json()
    assert tried["problems"] == []
    assert {"answers", "few-cards", "short"} <= {each["kind"] for each in tried["findings"]}


@pytest.mark.parametrize(
    ("path", "body", "status", "why"),
    [
        ("write", {"game": TOY, "deck": {}}, 400, "no-decks"),
        ("write", {"game": GAME, "deck": {"title": 7}}, 400, "bad-message"),
        ("try", {"game": GAME, "deck": {"title": "x"}, "games": 10_000}, 400, "bad-message"),
        ("read", {"text": "x" * 20_000}, 400, "bad-message"),
        ("read", {"text": "x" * 100_000}, 413, "bad-message"),
        ("qr.svg", {"text": "x"}, 400, "bad-deck"),
    ],
)
async def test_what_is_no_request_is_refused(house: Any, path: str, body: Any, status: int, why: str) -> None:
    answer = await house.http.post(f"/api/decks/{path}", json=body)
    assert (answer.status_code, answer.json()["why"]) == (status, why)


async def test_a_deck_is_drawn_as_a_link_that_no_server_sees(house: Any, monkeypatch: Any) -> None:
    drawn: list[str] = []
    monkeypatch.setattr("taphouse.server.qr_codes.qr_svg", lambda link: drawn.append(link) or b"<svg/>")
    assert (await house.http.post("/api/decks/qr.svg", json={"text": DECK})).content == b"<svg/>"
    assert drawn == [f"http://127.0.0.1:{house.port}/{link_of(DECK)}"]


async def test_a_deck_that_is_too_long_for_a_qr_code_is_not_drawn(house: Any) -> None:
    many = DECK + "".join(f"\n[blue]\nen: {sha256(b'%d' % n).hexdigest()[:48]}\n" for n in range(60))
    assert (await house.http.post("/api/decks/qr.svg", json={"text": many})).status_code == 413


async def test_the_deck_of_a_table_is_there_for_all_who_know_its_code(house: Any) -> None:
    opened = await house.table(game=GAME, deck=DECK)
    assert (await house.http.get(f"/api/tables/{opened['code']}/deck")).text == DECK
    assert (await house.http.get(f"/api/tables/{opened['code']}/deck?player=1")).status_code == 404
    plain = await house.table(game=GAME)
    assert (await house.http.get(f"/api/tables/{plain['code']}/deck")).status_code == 404


async def test_too_many_trials_are_refused(house: Any, monkeypatch: Any) -> None:
    deck = {"title": "Mine", "cards": []}
    monkeypatch.setattr(served.Bucket, "take", lambda *_: False)
    answer = await house.http.post("/api/decks/try", json={"game": GAME, "deck": deck})
    assert (answer.status_code, answer.json()["why"]) == (429, "flood")


async def test_pages_of_other_sites_may_not_ask(house: Any) -> None:
    headers = {"origin": "https://elsewhere.example"}
    answer = await house.http.post("/api/decks/read", json={"text": DECK}, headers=headers)
    assert answer.status_code == 403


async def test_a_house_without_decks_refuses_them(open_house: Any) -> None:
    async with open_house(decks="off") as house:
        answer = await house.http.post("/api/decks/read", json={"text": DECK})
        assert answer.json()["why"] == "no-decks"
        assert (await house.http.get("/api/house")).json()["decks"] == "off"
        body = {"game": GAME, "deck": DECK}
        assert (await house.http.post("/api/tables", json=body)).json()["why"] == "no-decks"


async def test_the_house_has_decks_for_everybody(open_house: Any) -> None:
    async with open_house(house_decks=(house_deck(SHELF, DECK + "# a note\n"),)) as house:
        (found,) = (await house.http.get("/api/decks")).json()
        assert found == {"deck": {"game": GAME, "title": "Our kitchen", "cards": 2}, "text": DECK}
    async with open_house(decks="off", house_decks=(house_deck(SHELF, DECK),)) as house:
        assert (await house.http.get("/api/decks")).json() == []


def test_a_file_of_the_operator_is_refused_with_its_name_its_line_and_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "kitchen.txt"
    file.write_text(DECK.replace("fits: loud", "fits: lout"))
    with pytest.raises(ValueError, match=r"kitchen\.txt, line 11: “lout” is not a word that bots judge by\."):
        house_decks(SHELF, [file])
    file.write_bytes(b"taphouse deck 1\xff")
    with pytest.raises(ValueError, match=r"kitchen\.txt is not a text in UTF-8"):
        house_decks(SHELF, [file])
    with pytest.raises(ValueError, match=r"none\.txt: No such file"):
        house_decks(SHELF, [tmp_path / "none.txt"])
