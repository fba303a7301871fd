"""Writes which English words are derived from which, from Debian's `wordnet-base` and the families beside it.

WordNet lists derivations; rules find those it omits (sunny, pianist, millstone), and its own lexicon
confirms them. Run it again after changing a rule or a family: python tools/words/links_en.py
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

WORDNET = Path("/usr/share/wordnet")
HERE = Path(__file__).parent
OUT = HERE.parents[1] / "taphouse/games/tap_the_table/words"

PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
DERIVED, PERTAINS = "+", "\\"
PERSONS = "18"  # WordNet's file of nouns for people
OPAQUE = {  # words that look derived or compound and are not
    *"bandit belly berry body bunny bury candy cherry city copy dairy daisy diary dolly duty easy".split(),
    *"empty enemy fairy ferry fiery folly fury gravy hobby ivory jelly jury lady lily lobby lorry".split(),
    *"marry merry money navy party penny pony poppy puppy rally ruby story study tidy ugly very".split(),
    *"worry dentist mushroom butterfly handsome cupboard carpet mandate message cabbage garlic".split(),
    *"ladybug dragonfly pineapple honeymoon horseradish nightmare hedgehog cockroach blackmail".split(),
    *"hallmark bonfire earwig mistress mattress witness business harness canvas kingfisher welcome".split(),
    *"grapefruit passport".split(),
}
TAILS = {  # suffix of an adjective or noun -> possible endings of its base
    "a": (("y", ("", "e")), ("ful", ("", "y")), ("ous", ("", "y", "e")), ("ish", ("", "e"))),
    "n": (
        ("ist", ("", "e", "o", "a", "y")),
        ("ship", ("",)),
        ("hood", ("",)),
        ("dom", ("",)),
        ("ess", ("", "e")),
        ("ian", ("", "y", "ic", "ics", "e")),
        ("ery", ("er",)),
    ),
}
SHORTEST_PART = 4  # letters in a part of a compound: band|age and pan|ther are not compounds
# Exceptions: most words that begin or end with these are compounds. No animals: a foxglove is no fox.
SHORT_HEADS = frozenset(
    "air arm bed box cup egg eye gas ice jam jet key law oil pie sea ski sky sun tax tea toe toy web".split()
)
SHORT_TAILS = frozenset("bag bed box cup gun hat jar man net nut pan pot rod tub way".split())
LONGEST = 13


class Lexicon:
    """WordNet's data about single lower-case words."""

    def __init__(self) -> None:
        self.parts: dict[str, set[str]] = defaultdict(set)
        self.persons: set[str] = set()
        self.links: set[tuple[str, str]] = set()
        self.counted = {line.split("%")[0] for line in lines("cntlist.rev")}
        self._read()

    def is_a(self, word: str, part: str) -> bool:
        return part in self.parts.get(word, ())

    def is_common(self, word: str, part: str) -> bool:
        """Whether the word occurs at least once in the texts that WordNet's authors tagged."""
        return word in self.counted and self.is_a(word, part)

    def _read(self) -> None:
        words: dict[tuple[str, str], list[str]] = {}
        pointers: list[tuple[str, tuple[str, str], str]] = []
        for name, part in PARTS.items():
            for line in lines(f"data.{name}"):
                fields = line.split("|")[0].split()
                count = int(fields[3], 16)
                synset = part, fields[0]
                words[synset] = [fields[4 + 2 * i].split("(")[0] for i in range(count)]
                for word in words[synset]:
                    if plain(word):
                        self.parts[word].add(part)
                        if part == "n" and fields[1] == PERSONS:
                            self.persons.add(word)
                start = 5 + 2 * count
                rest = fields[start : start + 4 * int(fields[start - 1])]
                for symbol, offset, other, places in zip(*(rest[i::4] for i in range(4)), strict=True):
                    if symbol in (DERIVED, PERTAINS) and places != "0000":
                        source = words[synset][int(places[:2], 16) - 1]
                        pointers.append((source, (other.replace("s", "a"), offset), places[2:]))
        for source, synset, place in pointers:
            target = words[synset][int(place, 16) - 1]
            if plain(source) and plain(target) and source != target:
                self.links.add((source, target))


def lines(name: str) -> Iterator[str]:
    for line in (WORDNET / name).read_text("latin-1").splitlines():
        if not line.startswith(" "):
            yield line


def plain(word: str) -> bool:
    return bool(re.fullmatch(r"[a-z]{2,}", word)) and len(word) <= LONGEST


def alike(one: str, other: str) -> bool:
    """Whether two words look alike: `sun` and `heliac` are linked in meaning only."""
    return one[:3] == other[:3]


def tailed(lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """Words that are another known word plus a suffix: sunny, pianist, kingdom."""
    for word in lexicon.parts:
        if word in OPAQUE or (word not in lexicon.counted and not word.endswith(("ist", "y"))):
            continue
        for part, tails in TAILS.items():
            if not lexicon.is_a(word, part) or (
                part == "a" and lexicon.is_a(word, "n") and word.endswith("y")
            ):
                continue
            for tail, ends in tails:
                if word.endswith(tail):
                    yield from ((word, base) for base in bases(lexicon, word.removesuffix(tail), ends))


def bases(lexicon: Lexicon, stem: str, ends: tuple[str, ...]) -> Iterator[str]:
    for end in ends:
        if len(stem) >= 3 and lexicon.is_common(stem + end, "n"):
            yield stem + end
    if len(stem) > 3 and "e" in ends and stem[-1] == stem[-2] and lexicon.is_common(stem[:-1], "n"):
        yield stem[:-1]


def doers(lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """Words for persons that are a verb plus a suffix: drummer."""
    for word in lexicon.persons:
        stem = re.sub("[eo]r$", "", word)
        undoubled = stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] else stem
        for base in {stem, stem + "e", undoubled}:
            if stem != word and len(base) >= 3 and lexicon.is_common(base, "v"):
                yield word, base


def compounds(lexicon: Lexicon) -> Iterator[tuple[str, str, str]]:
    """Nouns made of two words: millstone."""
    for word in sorted(lexicon.parts):
        if not lexicon.is_a(word, "n") or word in OPAQUE:
            continue
        for cut in range(3, len(word) - 2):
            head, tail = word[:cut], word[cut:]
            is_long = len(head) >= SHORTEST_PART or head in SHORT_HEADS
            is_long &= len(tail) >= SHORTEST_PART or tail in SHORT_TAILS
            if is_long and lexicon.is_common(head, "n") and lexicon.is_common(tail, "n"):
                yield word, head, tail


def families() -> Iterator[tuple[str, str]]:
    for line in (HERE / "families_en.txt").read_text("utf-8").splitlines():
        yield from combinations(line.split(), 2)


def predictable(word: str, other: str) -> bool:
    """Whether the word check finds the pair by its own rules, so that the file need not list it."""
    return word in {
        other + "ing",
        other.removesuffix("e") + "ing",
        other + "ed",
        other + "s",
    } or word.endswith(("ness", "ly", "ability", "ableness"))


def irregular(lexicon: Lexicon) -> Iterator[tuple[str, str, str]]:
    """Forms that no rule finds: mice, sung. Leaves out a form that is also a noun (a rose, a saw)."""
    for name in ("noun", "verb"):
        for line in lines(f"{name}.exc"):
            form, *lemmas = line.split()
            for lemma in lemmas:
                if name == "verb" and lexicon.is_common(form, "n"):
                    continue
                if plain(form) and plain(lemma) and lemma in lexicon.counted and form != lemma:
                    yield PARTS[name], form, lemma


def grouped(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, ...]]:
    kin: dict[str, set[str]] = defaultdict(set)
    for word, other in pairs:
        kin[min(word, other)].add(max(word, other))
    return ((word, *sorted(others)) for word, others in sorted(kin.items()))


def write(name: str, rows: Iterable[tuple[str, ...]]) -> None:
    (OUT / name).write_text("".join(f"{' '.join(row)}\n" for row in rows), "utf-8")


def main() -> None:
    lexicon = Lexicon()
    known = {
        (word, other)
        for word, other in lexicon.links
        if alike(word, other) and (word in lexicon.counted or other in lexicon.counted)
    }
    pairs = known | set(tailed(lexicon)) | set(doers(lexicon)) | set(families())
    kept = {
        pair
        for pair in pairs
        if pair[0] != pair[1] and not predictable(*pair) and not predictable(*pair[::-1])
    }
    write("links_en.txt", grouped(kept))
    write("compounds_en.txt", compounds(lexicon))
    write("forms_en.txt", sorted(irregular(lexicon)))


if __name__ == "__main__":
    main()
