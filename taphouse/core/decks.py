"""Own decks: cards that people write for a game, as one text file.

    taphouse deck 1: tap-the-table
    title: Our kitchen
    # a note

    [green]
    en: sticky

Lines before the first section are about the deck, and each section is a card. Which fields and sections there
are is the game's matter (`docs/decks.md`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from .clean_text import clean
from .game import LOCALE, Game, Locale, Value

FORMAT = 1
"""The version of the files. A file of a later version is refused."""
LONGEST_DECK = 16 * 1024
"""Bytes of a file."""
LONGEST_LINE = 2_000
LONGEST_TITLE = 40
MOST_CARDS = 100
MOST_PROBLEMS = 20

_first_line = re.compile(r"taphouse deck ([0-9]{1,4}): *([a-z0-9-]{1,40})").fullmatch
_section = re.compile(r"\[ *([a-z0-9-]{1,40}) *\]").fullmatch
_field = re.compile(r"([A-Za-z0-9-]{1,40}) *:(.*)").fullmatch
_language = re.compile(LOCALE).fullmatch

Param: TypeAlias = str | int | float
"""What fills a hole of a sentence."""
T = TypeVar("T")

CommonProblem: TypeAlias = Literal[
    "empty",
    "first-line",
    "later-format",
    "line-too-long",
    "missing",
    "no-cards",
    "no-decks",
    "no-such-game",
    "not-a-choice",
    "not-understood",
    "too-long",
    "too-many-cards",
    "twice",
    "unknown-field",
    "unknown-section",
]
"""Why a text is no deck, whatever its game. `deck.problem.WHY`, of the app's words, says each."""


class Problem(Value):
    """Why a text is no deck, and where."""

    line: int
    """Counted from 1."""
    why: str
    """`deck.problem.WHY`, of the game's words or else of the app's, says it."""
    values: dict[str, Param] = {}
    """What fills the holes of that sentence."""
    card: int | None = None
    """Which card it is about, counted from 0. `None`: the whole deck."""


class Finding(Value):
    """What a deck is like to play."""

    kind: str
    """`deck.finding.KIND`, of the game's words or else of the app's, says it."""
    level: Literal["good", "odd", "bad"]
    """`bad`: the game with this deck is no fun, or no game. `odd`: worth a look."""
    values: dict[str, Param] = {}
    """What fills the holes of that sentence. Shares are in per cent."""
    cards: tuple[int, ...] = ()
    """The cards it is about, counted from 0; none: the whole deck."""


class NotADeck(ValueError):
    """Raised for a text that is no deck."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(f"line {problem.line}: {problem.why}" for problem in problems))
        self.problems = problems


class Deck(Value):
    """The deck of a game adds its `cards`."""

    title: str


class Field(NamedTuple):
    """A line `name: text`."""

    line: int
    name: str
    text: str

    def wrong(self, why: str, **values: Param) -> NotADeck:
        return NotADeck(Problem(self.line, why, {"field": self.name, "value": self.text[:40], **values}))

    def choice(self, choices: Iterable[str]) -> str:
        if self.text not in (allowed := tuple(choices)):
            raise self.wrong("not-a-choice", choices=", ".join(allowed))
        return self.text


class Section(NamedTuple):
    """A card, or what is said of the whole deck."""

    line: int
    name: str
    fields: tuple[Field, ...]

    def field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)

    def text(self, name: str, default: str | None = None) -> str:
        """The text of a field, which must be there unless there is a default."""
        if (field := self.field(name)) is not None:
            return field.text
        if default is None:
            raise self.wrong("missing", field=name)
        return default

    def choice(self, name: str, choices: Iterable[str], default: str) -> str:
        field = self.field(name)
        return default if field is None else field.choice(choices)

    def has_only(self, *names: str) -> None:
        """Refuses every other field. Raises `NotADeck`."""
        for field in self.fields:
            if field.name not in names:
                raise field.wrong("unknown-field")

    def translations(self, longest: int, *others: str) -> dict[Locale, str]:
        """Every field but `others`: its name is a language, its text is clean and not longer than this."""
        return {field.name: written(field, longest) for field in self.fields if field.name not in others}

    def wrong(self, why: str, **values: Param) -> NotADeck:
        return NotADeck(Problem(self.line, why, {"section": self.name, **values}))


class Sheet(NamedTuple):
    """A text that was taken apart."""

    game: str
    head: Section
    cards: tuple[Section, ...]

    def each(self, read: Callable[[Section], T]) -> tuple[T, ...]:
        """Every card as `read` reads it. Raises all problems of all cards together."""
        found, problems = list[T](), list[Problem]()
        for number, section in enumerate(self.cards):
            try:
                found.append(read(section))
            except NotADeck as error:
                problems += (_of_card(problem, number) for problem in error.problems)
        if problems:
            raise NotADeck(*problems[:MOST_PROBLEMS])
        return tuple(found)


class Decks(NamedTuple):
    """How the decks of one game are read, written and tried."""

    kind: type[Deck]
    read: Callable[[Sheet], Any]
    """Raises `NotADeck`."""
    write: Callable[[Any], Iterable[str]]
    """The lines after the title, as `read` understands them."""
    find: Callable[[Any], Iterable[Finding]]
    """What the deck is like, without a game being played: takes less than a second."""
    problems: Any
    """The `Literal` of this game's own reasons why a text is no deck."""
    findings: Any
    """The `Literal` of the kinds of findings."""


def decks_of(game: Game[Any, Any]) -> Decks | None:
    """`None`: the game has no own decks."""
    own: Decks | None = getattr(game, "DECKS", None)
    return own


def game_of(text: str) -> str:
    """The game that the first line names. Raises `NotADeck`."""
    first = _first_line(text[:200].lstrip("\ufeff").partition("\n")[0].strip())
    if first is None:
        raise NotADeck(Problem(1, "first-line"))
    if int(first[1]) != FORMAT:
        raise NotADeck(Problem(1, "later-format", {"format": int(first[1]), "known": FORMAT}))
    return first[2]


def read_deck(decks: Decks, text: str) -> Any:
    """The deck. Raises `NotADeck` with the first problems."""
    return decks.read(taken_apart(text))


def write_deck(decks: Decks, game: str, deck: Any) -> str:
    """The text of a deck. Reading it tells whether the deck is a right one."""
    lines = (f"taphouse deck {FORMAT}: {game}", f"title: {deck.title}", *decks.write(deck), "")
    return "\n".join(" ".join(line.splitlines()) for line in lines)


def taken_apart(text: str) -> Sheet:
    """The text as fields and cards. Raises `NotADeck`."""
    game = game_of(text)
    if len(text.encode(errors="replace")) > LONGEST_DECK:
        raise NotADeck(Problem(1, "too-long", {"most": LONGEST_DECK // 1024}))
    sections = list(_sections(text))
    if len(sections) == 1:
        raise NotADeck(Problem(1, "no-cards"))
    if len(sections) - 1 > MOST_CARDS:
        raise NotADeck(Problem(sections[MOST_CARDS + 1].line, "too-many-cards", {"most": MOST_CARDS}))
    return Sheet(game, sections[0], tuple(sections[1:]))


def title_of(head: Section) -> str:
    field = head.field("title")
    if field is None:
        raise head.wrong("missing", field="title")
    return _not_empty(field, clean(field.text, LONGEST_TITLE))


def written(field: Field, longest: int) -> str:
    """A text in a language, cleaned."""
    if not _language(field.name):
        raise field.wrong("unknown-field")
    if len(whole := clean(field.text, LONGEST_LINE)) > longest:
        raise field.wrong("line-too-long", most=longest)
    return _not_empty(field, whole)


def _not_empty(field: Field, text: str) -> str:
    if not text:
        raise field.wrong("empty")
    return text


def _sections(text: str) -> Iterator[Section]:
    """The head, then each card."""
    line, name, fields = 1, "", list[Field]()
    for number, raw in enumerate(text.split("\n")[1:], 2):
        if len(raw) > LONGEST_LINE:
            raise NotADeck(Problem(number, "line-too-long", {"most": LONGEST_LINE}))
        if not (words := raw.strip()) or words.startswith("#"):
            continue
        if section := _section(words):
            yield Section(line, name, tuple(fields))
            line, name, fields = number, section[1], []
        elif field := _field(words):
            fields.append(_another(fields, Field(number, field[1], field[2].strip())))
        else:
            raise NotADeck(Problem(number, "not-understood", {"value": clean(words, 40)}))
    yield Section(line, name, tuple(fields))


def _another(fields: Sequence[Field], field: Field) -> Field:
    if any(field.name == other.name for other in fields):
        raise field.wrong("twice")
    return field


def _of_card(problem: Problem, number: int) -> Problem:
    return Problem(problem.line, problem.why, problem.values, number)
