"""How good each person is at each game, from their places: the model of Plackett and Luce, with ties."""

from __future__ import annotations

from collections.abc import Iterable

from openskill.models import PlackettLuce, PlackettLuceRating

from taphouse.core import Value

from .entries import Entry, PersonId

MODEL = PlackettLuce()


class Rating(Value):
    person: PersonId
    game: str
    mean: float
    """A person nobody knows has 25."""
    deviation: float
    """How uncertain that is; at first 8.3."""
    games: int

    @property
    def sure(self) -> float:
        """What they are at least, as far as is known: lists are sorted by it."""
        return self.mean - 3 * self.deviation


def ratings(entries: Iterable[Entry]) -> tuple[Rating, ...]:
    """For each game, the best first. Only people are compared: bots have levels of their own."""
    known: dict[tuple[str, PersonId], PlackettLuceRating] = {}
    games: dict[tuple[str, PersonId], int] = {}
    for entry in sorted(entries, key=lambda entry: (entry.at, entry.id)):
        if len(entry.guests) < 2:
            continue
        keys = [(entry.game, guest.person) for guest in entry.guests]
        teams = [[known.get(key) or MODEL.rating()] for key in keys]
        rated = MODEL.rate(teams, ranks=[float(guest.place) for guest in entry.guests])
        for key, (rating,) in zip(keys, rated, strict=True):
            known[key], games[key] = rating, games.get(key, 0) + 1
    found = [
        Rating(person, game, rating.mu, rating.sigma, games[game, person])
        for (game, person), rating in known.items()
    ]
    return tuple(sorted(found, key=lambda each: (each.game, -each.sure)))
