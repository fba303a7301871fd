"""Who may vote, and what makes a majority."""

from __future__ import annotations

from taphouse.core import Seat, Time

from .state import DRUMMING, Asking, Justifying, State, Voting


def here(state: State) -> tuple[Seat, ...]:
    """An absent player is not counted."""
    return tuple(seat for seat in state.seats if seat not in state.away)


def voters(state: State) -> tuple[Seat, ...]:
    """Rules 13, 19, 20, 26: everyone but the proposer, and but the active player if the starter proposed."""
    match state.phase:
        case Voting(by=by) | Justifying(by=by):
            return tuple(seat for seat in here(state) if seat not in (by, state.active))
        case Asking(by=by):
            return tuple(seat for seat in here(state) if seat != by)
    return ()


def majority(of: int) -> int:
    """Rule 14: more than half."""
    return of // 2 + 1


def most_tap(state: State) -> bool:
    """A majority of those who may vote has a fist on the table."""
    match state.phase:
        case Voting(fists=fists) | Justifying(fists=fists) | Asking(fists=fists):
            who = voters(state)
            return sum(seat in fists for seat in who) >= majority(len(who))
    return False


def all_have_spoken(state: State) -> bool:
    """Rule 15: everybody has tapped or said "fine"; after a defence, every fist is lifted or kept."""
    match state.phase:
        case Justifying(fists=fists, kept=kept, heard=int()):
            return all(seat in kept for seat in voters(state) if seat in fists)
        case Voting(fists=fists, fine=fine) | Asking(fists=fists, fine=fine):
            return all(seat in fists or seat in fine for seat in voters(state))
    return False


def drummers(state: State, at: Time) -> tuple[Seat, ...]:
    """Rule 21: the seats whose last tap is under 1.5 s old."""
    since = at - state.options.time_limit(DRUMMING)
    return tuple(seat for seat in here(state) if state.drums.get(seat, since) > since)


def most_drum(state: State, at: Time) -> bool:
    others = [seat for seat in here(state) if seat != state.active]
    return len(drummers(state, at)) >= majority(len(others))


def first_caller(state: State, calls: tuple[Seat, ...]) -> Seat:
    """Rule 18: most tokens, then nearest to the active player in turn order."""
    return min(calls, key=lambda seat: (-state.tokens[seat], (seat - state.active) % len(state.tokens)))


def fewest(points: tuple[int, ...]) -> tuple[Seat, ...]:
    """Rule 23: the fewest tokens, so the most points; ties share."""
    return tuple(seat for seat, mine in enumerate(points) if mine == max(points))
