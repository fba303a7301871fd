"""Tuples with one element per seat, and tuples of seats."""

from __future__ import annotations

from typing import TypeVar

from .game import Seat

T = TypeVar("T")


def put(row: tuple[T, ...], seat: Seat, what: T) -> tuple[T, ...]:
    """A copy of the row with `what` at this seat."""
    return (*row[:seat], what, *row[seat + 1 :])


def without(row: tuple[T, ...], gone: T) -> tuple[T, ...]:
    return tuple(each for each in row if each != gone)


def best(points: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats with the most points. Ties share the victory."""
    return tuple(seat for seat, mine in enumerate(points) if mine == max(points))
