"""Coverage-guided fuzzing of every decoder that strangers can reach: `make fuzz`, until it is stopped.

The seeds are the entries of real games: the recorded playthroughs, replayed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import atheris  # type: ignore[import-not-found]
import msgspec

with atheris.instrument_imports(include=["taphouse"]):
    from taphouse import games
    from taphouse.bots.schedule import BotSchedule, finish
    from taphouse.core import Play
    from taphouse.core.record import encode, header, read_header, read_line
    from taphouse.replay.playthrough import Title
    from taphouse.server.admission import read
    from taphouse.server.api import _read
    from taphouse.shelf import own_shelf
    from taphouse.table import wire
    from taphouse.table.names import cleaned, skeleton
    from taphouse.table.recorded_seats import RecordedSeat, recorded_seats, with_recorded_seats
    from taphouse.table.requests import _decoder
    from taphouse.table.tokens import Tokens

SHELF = own_shelf()
TOKENS = Tokens(b"secret")
FROM_GAMES = 0.75  # share of all inputs; the fuzzer chooses the others
OF_EACH_GAME = 60  # entries: later entries resemble earlier ones


def _name(text: bytes) -> None:
    name = cleaned(text.decode())
    assert cleaned(name) == name, "a clean name is clean"
    skeleton(name)


def _token(text: bytes) -> None:
    assert TOKENS.sitting(text.decode(), "QUAY", "salt") is None, "a token was forged"


DECODERS: dict[str, Callable[[bytes], Any]] = {
    "message": lambda text: read(text.decode()),
    "new table": _read,
    "name": _name,
    "token": _token,
    "header": lambda text: recorded_seats(read_header(text)),
    **{f"act of {slug}": _decoder(game.Acts).decode for slug, game in SHELF.items()},
    **{f"entry of {slug}": lambda text, game=game: read_line(game, text) for slug, game in SHELF.items()},
}
NAMES = list(DECODERS)


def one_input(data: bytes) -> None:
    """Decodes an input: its first byte selects the decoder for the rest."""
    if data:
        with suppress(ValueError, RecursionError):  # refused, as expected
            DECODERS[NAMES[data[0] % len(NAMES)]](data[1:])


def seeds() -> Iterator[tuple[str, bytes]]:
    """Pairs of a decoder's name and an input for it."""
    for path in sorted(Path(games.__file__).parent.glob("*/playthroughs/*.txt")):
        title = msgspec.json.decode(path.read_text().partition("\n")[0], type=Title)
        game = SHELF[title.game]
        options = msgspec.convert(title.options, game.Options)
        play = Play.begin(game, title.seats, title.seed, options)
        seats = tuple(RecordedSeat("Ada", sign, "quick") for sign in range(1, title.seats + 1))
        yield (
            "header",
            encode(with_recorded_seats(header(title.game, play, title.seats, options, "0"), seats)),
        )
        yield "new table", msgspec.json.encode({"game": title.game, "options": title.options, "name": "Ada"})
        finish(play, BotSchedule(dict.fromkeys(range(title.seats), "steady")))
        for entry in play.journal[:OF_EACH_GAME]:
            yield f"entry of {title.game}", encode(entry)
            if entry.move is not None:
                act = msgspec.json.encode(entry.move.act)
                yield f"act of {title.game}", act
                yield "message", msgspec.json.encode(wire.Do(msgspec.Raw(act), 1, entry.at))
    yield "token", TOKENS.sign("QUAY", 1, "pepper").encode()
    yield "name", "Zoë  O’Hara".encode()


def mutated(seeds: list[bytes]) -> Callable[[bytes, int, int], bytes]:
    """Keeps mutating recorded inputs: the decoders are compiled, so the fuzzer sees no coverage in them."""

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        random = Random(seed)
        found: bytes = atheris.Mutate(random.choice(seeds) if random.random() < FROM_GAMES else data, most)
        return found

    return mutate


if __name__ == "__main__":
    recorded = [bytes((NAMES.index(decoder),)) + text for decoder, text in seeds()]
    atheris.Setup(sys.argv, one_input, custom_mutator=mutated(recorded))
    atheris.Fuzz()
