"""Evenings, places, fastest fingers, closest finishes and streaks, from the entries of a book."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from taphouse.core import Value

from .entries import Entry, PersonId

HOUR = 3_600
PAUSE = 6 * HOUR  # after it a new evening begins
SHOWN = 10  # of a list of records


class Evening(Value):
    """Games at one table without a long pause."""

    began: int
    games: tuple[str, ...]
    """In the order in which they were played."""
    people: tuple[PersonId, ...]
    best: tuple[PersonId, ...]
    """Who beat the most rivals; several people may have beaten as many."""


class Person(Value):
    person: PersonId
    name: str
    """The latest."""
    evenings: int
    games: int
    wins: int
    places: tuple[int, ...]
    """How often first, second, third, …"""
    fastest: int | None
    """In milliseconds."""


class Fastest(Value):
    person: PersonId
    game: str
    at: int
    ms: int


class Finish(Value):
    first: PersonId
    second: PersonId
    game: str
    at: int
    gap: int
    """In microseconds."""


class Streak(Value):
    """Games in a row that one person won among the same people."""

    group: tuple[PersonId, ...]
    person: PersonId
    wins: int
    is_on: bool
    """They also won the latest game of this group."""


class Figures(Value):
    evenings: tuple[Evening, ...]
    """The latest first."""
    people: tuple[Person, ...]
    """Who played most first."""
    fastest: tuple[Fastest, ...]
    closest: tuple[Finish, ...]
    streaks: tuple[Streak, ...]
    """The longest of each group, the longest first."""


def figures(entries: Iterable[Entry]) -> Figures:
    played = sorted(entries, key=lambda entry: (entry.at, entry.id))
    evenings = evenings_of(played)
    return Figures(
        tuple(map(_evening, reversed(evenings))),
        people(played, evenings),
        fastest(played),
        closest(played),
        streaks(played),
    )


def evenings_of(played: Sequence[Entry]) -> list[list[Entry]]:
    """`played` in the order of time."""
    evenings: list[list[Entry]] = []
    current: dict[str, list[Entry]] = {}
    for entry in played:
        evening = current.get(entry.table)
        if evening is None or entry.at - evening[-1].at > PAUSE:
            evening = current[entry.table] = []
            evenings.append(evening)
        evening.append(entry)
    return evenings


def _evening(played: Sequence[Entry]) -> Evening:
    beaten: dict[PersonId, int] = {}
    for entry in played:
        for guest in entry.guests:
            rivals = sum(guest.place < other.place for other in entry.guests)
            beaten[guest.person] = beaten.get(guest.person, 0) + rivals
    most = max(beaten.values())
    best = tuple(person for person, count in beaten.items() if count == most)
    return Evening(played[0].at, tuple(entry.game for entry in played), tuple(beaten), best)


def people(played: Sequence[Entry], evenings: Sequence[Sequence[Entry]]) -> tuple[Person, ...]:
    found: dict[PersonId, Person] = {}
    for entry in played:
        for guest in entry.guests:
            known = found.get(guest.person) or Person(guest.person, guest.name, 0, 0, 0, (), None)
            found[guest.person] = Person(
                guest.person,
                guest.name,
                evenings=0,
                games=known.games + 1,
                wins=known.wins + (guest.place == 1),
                places=_with_place(known.places, guest.place),
                fastest=min((ms for ms in (known.fastest, guest.fastest) if ms is not None), default=None),
            )
    nights = [{guest.person for entry in evening for guest in entry.guests} for evening in evenings]
    counted = (
        Person(
            each.person,
            each.name,
            sum(each.person in night for night in nights),
            each.games,
            each.wins,
            each.places,
            each.fastest,
        )
        for each in found.values()
    )
    return tuple(sorted(counted, key=lambda each: (-each.games, each.name)))


def _with_place(places: tuple[int, ...], place: int) -> tuple[int, ...]:
    longer = [*places, *[0] * (place - len(places))]
    longer[place - 1] += 1
    return tuple(longer)


def fastest(played: Iterable[Entry]) -> tuple[Fastest, ...]:
    """The best of each person in each game."""
    best: dict[tuple[PersonId, str], Fastest] = {}
    for entry in played:
        for guest in entry.guests:
            if guest.fastest is not None:
                here = Fastest(guest.person, entry.game, entry.at, guest.fastest)
                known = best.setdefault((guest.person, entry.game), here)
                if here.ms < known.ms:
                    best[guest.person, entry.game] = here
    return tuple(sorted(best.values(), key=lambda each: each.ms)[:SHOWN])


def closest(played: Iterable[Entry]) -> tuple[Finish, ...]:
    found = [
        Finish(entry.closest.first, entry.closest.second, entry.game, entry.at, entry.closest.gap)
        for entry in played
        if entry.closest is not None
    ]
    return tuple(sorted(found, key=lambda each: each.gap)[:SHOWN])


def streaks(played: Iterable[Entry]) -> tuple[Streak, ...]:
    """Two wins in a row at least. A shared victory and one of a bot end a streak."""
    running: dict[frozenset[PersonId], tuple[PersonId | None, int]] = {}
    longest: dict[frozenset[PersonId], tuple[PersonId, int]] = {}
    for entry in played:
        group = frozenset(guest.person for guest in entry.guests)
        if len(group) < 2:
            continue
        firsts = [guest.person for guest in entry.guests if guest.place == 1]
        winner = firsts[0] if len(firsts) == 1 else None
        before, wins = running.get(group, (None, 0))
        running[group] = winner, wins + 1 if winner is not None and winner == before else 1
        if winner is not None and running[group][1] >= longest.get(group, (winner, 2))[1]:
            longest[group] = winner, running[group][1]
    found = [
        Streak(tuple(sorted(group)), person, wins, running[group] == (person, wins))
        for group, (person, wins) in longest.items()
    ]
    return tuple(sorted(found, key=lambda each: -each.wins))
