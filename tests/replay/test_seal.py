"""What the seal proves, against a careless forger, a careful one, and the house itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from taphouse.cli import main
from taphouse.core import MS, Entry, replace
from taphouse.core.record import Chain, Changed, End, Place, Seal, Seated, entries_of
from taphouse.fair import Fairness
from taphouse.replay.seal import is_signed
from taphouse.replay.verify import SAYS, Receipts, examine
from tests.ended import ended
from tests.sealed import (
    FORGER,
    FULL,
    KEY,
    Sealed,
    evidence_of,
    forged,
    moves,
    sealed,
    signed,
    with_evidence,
)

Moves = list[Entry[Any]]


def found(text: Sequence[bytes], receipts: Sequence[Receipts] = (), key: str | None = None) -> list[str]:
    """What is wrong with a record, in short."""
    read = Sealed(list(text), {})
    return [problem.why for problem in examine(read.game, read.header, read.lines, read.text, receipts, key)]


def taps(entries: Moves) -> list[int]:
    return [number for number, entry in enumerate(entries) if entry.evidence is not None]


# ---- the ways to change a game ----


def swapped_evidence(entries: Moves) -> Moves:
    one, two = taps(entries)[10:12]
    entries[one], entries[two] = (
        replace(entries[one], evidence=entries[two].evidence),
        replace(entries[two], evidence=entries[one].evidence),
    )
    return entries


def quicker_reaction(entries: Moves) -> Moves:
    number = taps(entries)[11]
    pressed = entries[number].evidence["pressed"]
    entries[number] = with_evidence(entries[number], pressed=pressed - 5 * MS)
    return entries


def reordered(entries: Moves) -> Moves:
    one, two = taps(entries)[10:12]
    entries[one], entries[two] = (
        replace(entries[two], move=replace(entries[two].move, seat=entries[one].move.seat)),
        replace(entries[one], move=replace(entries[one].move, seat=entries[two].move.seat)),
    )
    return entries


def tap_removed(entries: Moves) -> Moves:
    """One of the last taps that got nothing: then the rest of the game stays possible."""
    del entries[max(n for n in taps(entries) if type(entries[n].events[0]).__name__ in ("Beaten", "Refused"))]
    return entries


def heartbeat_dropped(entries: Moves) -> Moves:
    number = taps(entries)[11]
    entries[number] = with_evidence(entries[number], committed=-1)
    return entries


def another_cap(entries: Moves) -> Moves:
    number = taps(entries)[11]
    entries[number] = with_evidence(entries[number], fairness=Fairness(cap=400))
    return entries


def evidence_stripped(entries: Moves) -> Moves:
    number = taps(entries)[11]
    entries[number] = replace(entries[number], evidence=None)
    return entries


def all_evidence_stripped(entries: Moves) -> Moves:
    return [replace(entry, evidence=None) for entry in entries]


def without_race(entries: Moves) -> Moves:
    number = next(n for n in taps(entries)[10:] if entries[n].evidence["race"])
    entries[number] = with_evidence(entries[number], race=None, handicap=0)
    return entries


def handicap_added(entries: Moves) -> Moves:
    number = next(n for n in taps(entries)[10:] if entries[n].evidence["race"])
    entries[number] = with_evidence(entries[number], handicap=300 * MS)
    return entries


def ledger_forgotten(entries: Moves) -> Moves:
    number = next(n for n in taps(entries)[50:] if evidence_of(entries[n]).ledger != FULL)
    entries[number] = with_evidence(entries[number], ledger=FULL)
    return entries


Change = Callable[[Moves], Moves]
UNNOTICED: list[str] = []  # the record follows from itself: only the signature or a receipt shows it

CHANGES: dict[Change, list[str]] = {
    swapped_evidence: UNNOTICED,
    quicker_reaction: UNNOTICED,
    reordered: UNNOTICED,
    tap_removed: UNNOTICED,
    heartbeat_dropped: UNNOTICED,
    another_cap: ["fairness"],
    evidence_stripped: ["evidence"],
    all_evidence_stripped: ["evidence"],
    without_race: ["race"],
    handicap_added: ["handicap"],
    ledger_forgotten: ["ledger"],
}
"""What shows each change although the forger computed everything again and has the house's key."""

every_change = pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)


def test_a_sealed_game_of_people_and_bots_is_correct_and_confirms_every_receipt() -> None:
    game = sealed()
    assert all(len(kept.receipts) > 100 for kept in game.receipts.values())
    assert found(game.text, [*game.receipts.values()], KEY.public) == []


@every_change
def test_a_change_without_new_hashes_is_found(change: Change) -> None:
    game = sealed()
    changed = iter(change(moves(game)))
    after = [next(changed, None) if isinstance(line, Entry) and line.move else line for line in game.lines]
    text = [game.text[0]]
    for line, before, written in zip(after, game.lines, game.text[1:], strict=True):
        if line is None or line == before:
            text += [written] if line is not None else []
        else:
            text.append(written[: written.index(b'{"at"')] + msgspec.json.encode(line)[:-1] + written[-34:])
    assert text != game.text
    assert found(text) == ["changed"]


@every_change
def test_a_change_with_new_hashes_does_not_fit_the_signature_of_the_house(change: Change) -> None:
    game = sealed()
    text = forged(game, change(moves(game)), key=None)
    chain = Chain.of(text)
    text.append(chain.write(game.lines[-1]))
    assert found(text) == [*CHANGES[change], "signature"]


@every_change
def test_a_change_signed_with_another_key_is_found_by_who_knows_the_key_of_the_house(change: Change) -> None:
    text = forged(sealed(), change(moves(sealed())), FORGER)
    assert found(text) == CHANGES[change]
    assert found(text, key=KEY.public) == [*CHANGES[change], "key"]


@every_change
@pytest.mark.parametrize("player", ["Ada", "Bo"])
def test_a_change_by_the_house_itself_is_exposed_by_the_receipts_of_each_player(
    change: Change, player: str
) -> None:
    game = sealed()
    text = forged(game, change(moves(game)), KEY)
    assert found(text, key=KEY.public) == CHANGES[change]
    assert found(text, [game.receipts[player]], KEY.public) == [*CHANGES[change], "receipt"]


def test_another_seed_is_found_and_exposed_by_receipts() -> None:
    game = sealed()
    careless = [game.text[0].replace(b'"seed":"party"', b'"seed":"other"'), *game.text[1:]]
    assert found(careless) == ["changed"]
    header, journal = ended("tip-tap", 3, "other")
    places = tuple(Place(place.player, bot=True) for place in game.header.places)
    header = replace(header, id=game.header.id, format=2, fairness=game.header.fairness, places=places)
    another_game = signed(header, [*journal, game.lines[-2]])
    assert found(another_game, key=KEY.public) == []
    assert found(another_game, [game.receipts["Ada"]], KEY.public) == ["receipt"]


def test_another_winner_in_the_events_is_found() -> None:
    game = sealed()
    number, line = next((n, t) for n, t in enumerate(game.text) if b'"type":"Held","seat":2' in t)
    other = line.replace(b'"type":"Held","seat":2', b'"type":"Held","seat":0')
    assert found([*game.text[:number], other, *game.text[number + 1 :]]) == ["changed"]
    lines = list(Sealed([*game.text[:number], other, *game.text[number + 1 :]], {}).lines)
    assert found(signed(game.header, lines[:-1])) == ["rules"]


@pytest.mark.parametrize("missing", [1, 2, 10, 300])
def test_a_record_without_its_last_lines_is_found(missing: int) -> None:
    game = sealed()
    says = "unsigned" if missing == 1 else "cut"
    assert found(game.text[:-missing]) == [says]
    assert found(game.text[:-missing], [game.receipts["Bo"]]) == [says, "receipt"]


def test_an_end_that_is_signed_too_early_is_found_and_exposed_by_receipts() -> None:
    game = sealed()
    end = next(line for line in game.lines if isinstance(line, End))
    text = signed(game.header, [*game.lines[:-40], end])
    assert found(text) == ["cut"]
    assert found(text, [game.receipts["Ada"]]) == ["cut", "receipt"]


def test_the_names_at_the_end_cannot_be_exchanged() -> None:
    game = sealed()
    text = [line.replace(b'"name":"Ada"', b'"name":"Eve"') for line in game.text]
    assert found(text) == ["changed"]
    end = replace(game.lines[-2], recorded_seats=game.lines[-2].recorded_seats[::-1])  # type: ignore[union-attr]
    text = signed(game.header, [*game.lines[:-2], end], FORGER)
    assert found(text, key=KEY.public) == ["key"]


def test_a_house_that_says_that_a_bot_played_for_a_person_is_exposed_by_receipts() -> None:
    game = sealed()
    by_bot = [replace(entry, evidence=None) for entry in entries_of(game.lines)]
    sat = [Seated(0, 1, bot=True), Seated(2, 3, bot=True)]
    text = signed(game.header, [*sat, *by_bot, game.lines[-2]])
    assert "evidence" not in found(text)
    assert found(text, [game.receipts["Bo"]])[-1] == "receipt"


def test_a_header_that_does_not_say_who_plays_each_seat_is_found() -> None:
    game = sealed()
    assert found(signed(replace(game.header, places=()), game.lines[:-1])) == ["setup"]
    assert found(signed(replace(game.header, fairness=None), game.lines[:-1])) == ["fairness"]


def test_a_seat_that_a_bot_takes_over_needs_no_evidence_until_its_player_is_back() -> None:
    game = sealed()
    number = max(n for n, line in enumerate(game.lines) if isinstance(line, Entry) and line.evidence)
    entry = game.lines[number]
    assert isinstance(entry, Entry)
    assert entry.move is not None
    alone = replace(entry, evidence=None)
    seat, who = entry.move.seat, game.header.places[entry.move.seat].player
    by_bot = [*game.lines[:number], Seated(seat, who, bot=True), alone]
    assert found(signed(game.header, [*game.lines[:number], alone], None)) == ["evidence", "cut"]
    assert found(signed(game.header, by_bot, None)) == ["cut"]
    assert found(signed(game.header, [*by_bot[:-1], entry], None)) == ["bot", "cut"]
    back = [*by_bot, Seated(seat, who, bot=False), *game.lines[number + 1 :]]
    assert found(signed(game.header, back[:-1])) == []


def test_lines_after_the_end_are_found() -> None:
    game = sealed()
    *lines, end, _ = game.lines
    assert found(signed(game.header, [*lines, end, lines[-1]])) == ["after", "cut"]


def test_a_tap_that_yields_to_another_decision_than_the_last_is_found() -> None:
    game = sealed()
    number = next(
        n
        for n, line in enumerate(game.lines)
        if n > 60 and isinstance(line, Entry) and line.evidence and line.evidence["decided"]
    )
    entry = game.lines[number]
    assert isinstance(entry, Entry)
    earlier = with_evidence(entry, decided=0)
    lines = [*game.lines[:number], earlier, *game.lines[number + 1 : -1]]
    assert found(signed(game.header, lines)) == ["decided"]


def test_hashes_that_were_removed_from_a_sealed_record_are_missed() -> None:
    game = sealed()
    assert found([line[:-34] + b"}" for line in game.text]) == ["changed"]


def test_a_record_that_pretends_to_be_of_an_older_version_has_no_seal() -> None:
    game = sealed()
    older = replace(game.header, format=1, places=(), fairness=None, id="")
    text = [msgspec.json.encode(line) for line in (older, *entries_of(game.lines))]
    assert found(text) == []
    assert found(text, key=KEY.public) == ["unsealed"]
    assert found(text, [game.receipts["Ada"]]) == ["unsealed", "other-game"]


def test_receipts_of_another_game_are_told_apart() -> None:
    game = sealed()
    other = replace(game.receipts["Ada"], match="another")
    assert found(game.text, [other]) == ["other-game"]


def test_the_signature_covers_the_name_of_the_game_and_every_bit_of_the_hash() -> None:
    seal = KEY.seal("a game", b"\0" * 32)
    assert is_signed(seal, "a game", b"\0" * 32)
    assert not is_signed(seal, "another", b"\0" * 32)
    assert not is_signed(seal, "a game", b"\0" * 31 + b"\1")
    assert not is_signed(Seal(seal.key, "not base64 é"), "a game", b"\0" * 32)
    assert not is_signed(Seal("short", seal.signature), "a game", b"\0" * 32)


# ---- in words ----


def saved(folder: Path, text: Sequence[bytes], receipts: Receipts | None = None) -> list[str]:
    (folder / "game.jsonl").write_bytes(b"\n".join(text))
    if receipts is None:
        return ["verify", str(folder / "game.jsonl")]
    (folder / "receipts.json").write_bytes(msgspec.json.encode(receipts))
    return ["verify", str(folder / "game.jsonl"), "--receipts", str(folder / "receipts.json")]


def test_verify_names_the_key_and_confirms_the_receipts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = sealed()
    asked = saved(tmp_path, game.text, game.receipts["Ada"])
    assert main([*asked, "--key", KEY.public]) == 0
    said = capsys.readouterr().out
    assert f"signed by the house with the key {KEY.public}\n" in said
    assert f"all {len(game.receipts['Ada'].receipts)} receipts fit\n" in said


def test_verify_says_up_to_which_line_receipts_confirm_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = sealed()
    text = forged(game, tap_removed(moves(game)))
    same = next(n for n, (one, two) in enumerate(zip(text, game.text, strict=False)) if one != two)
    assert main(saved(tmp_path, text, game.receipts["Ada"])) == 1
    line = int(capsys.readouterr().err.removeprefix("line ").partition(":")[0])
    assert 1 <= line <= same


def test_verify_says_that_an_older_record_has_no_seal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    older = Path(__file__).parents[1] / "stored/8978bbb/games/tip-tap-1.jsonl"
    assert main(saved(tmp_path, older.read_bytes().splitlines())) in (0, 3)
    assert "no seal: written by an older version" in capsys.readouterr().out


def test_verify_refuses_receipts_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = saved(tmp_path, sealed().text, sealed().receipts["Ada"])
    (tmp_path / "receipts.json").write_text("[]")
    assert main(asked) == 2
    assert "has no receipts" in capsys.readouterr().err


def state_of_another_type(header: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    header["start"]["deck"] = [[[]]]


def options_of_another_type(header: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    header["options"] = {"side": {}}


def seat_that_nobody_has(header: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    next(line for line in lines if line.get("move"))["move"]["seat"] = 99


def events_of_another_moment(header: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    lines[1]["events"] = lines[-2]["events"]


def endless_brackets(header: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    lines[1]["evidence"] = msgspec.Raw(b"[" * 5_000 + b"]" * 5_000)


def too_many_seats(header: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    header["seats"] = 99


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (state_of_another_type, (1, 2)),
        (options_of_another_type, (1, 1)),
        (seat_that_nobody_has, (1, 1)),
        (events_of_another_moment, (1, 2)),
        (endless_brackets, (2, 2)),
        (too_many_seats, (2, 2)),
    ],
)
def test_a_hostile_file_with_fitting_hashes_is_named_wrong_or_refused_in_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    command: str,
    spoil: Callable[[dict[str, Any], list[dict[str, Any]]], None],
    code: tuple[int, int],
) -> None:
    header, *lines = (msgspec.json.decode(line) for line in sealed().text[:-1])
    for line in (header, *lines):
        del line["chain"]
    spoil(header, lines)
    chain = Chain()
    text = [chain.write(line) for line in (header, *lines)]
    text.append(chain.write(KEY.seal(header["id"], chain.digest)))

    _, file = saved(tmp_path, text)
    assert main([command, file]) == code[command == "replay"]
    assert capsys.readouterr().err.count("\n") == 1


def test_the_page_says_what_verify_says() -> None:
    words = json.loads((Path(__file__).parents[2] / "taphouse/languages/text/en.json").read_text("utf-8"))
    for why, says in SAYS.items():
        assert words[f"replay.doubt.{why}"] == f"Line {{{{line}}}}: {says}.".replace("'", "’")


def test_a_changed_line_is_named_where_a_record_is_read() -> None:
    text = list(sealed().text)
    text[7] = text[7].replace(b'"at":', b'"at":1', 1)
    with pytest.raises(Changed, match="line 8: this line, or one before it, was changed"):
        Chain.of(text)
