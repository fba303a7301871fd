"""Prints how many derived words the word check finds in pairs it was not built from, and how quickly."""

from __future__ import annotations

from time import process_time

from taphouse.games.tap_the_table.state import Options, Said, State
from taphouse.games.tap_the_table.tables import FOUR, thinking
from taphouse.games.tap_the_table.test_words import found, pairs
from taphouse.games.tap_the_table.things import THINGS
from taphouse.games.tap_the_table.wording import hints, objection
from taphouse.games.tap_the_table.words import Language, compare

SAID = 40  # words, as many as in the longest game


def table(language: Language) -> State:
    """A table near the end of a game: four criteria and many said words."""
    said = tuple(Said(thing.said_in(language), 0) for thing in THINGS[:SAID])
    return thinking(0, 0, 0, options=Options(language=language), middle=FOUR, said=said)


def took(language: Language) -> list[float]:
    """Milliseconds of processor time for a whole check of each word, all comparisons uncached."""
    state, times = table(language), []
    for pair in pairs("held_back"):
        if pair["language"] == language:
            compare.cache_clear()
            began = process_time()
            objection(state, 0, pair["one"])
            hints(state, pair["one"])
            times.append((process_time() - began) * 1_000)
    return sorted(times)


def main() -> None:
    for name in ("held_back", "second_author", "third_author"):
        for language in ("en", "fr"):
            number = sum(pair["language"] == language for pair in pairs(name))
            caught, alarms = found(name, language)
            print(f"{name:>14} {language}: {number:>4} pairs, caught {caught:.1%}, false alarms {alarms:.1%}")
    for language in ("en", "fr"):
        times = took(language)
        middle, most = times[len(times) // 2], times[len(times) * 99 // 100]
        print(f"       a check {language}: {middle:.2f} ms, 99 of 100 under {most:.2f} ms")


if __name__ == "__main__":
    main()
