"""A game that is restored from its record goes on with the ledgers that its players had."""

from taphouse.core import MS, SECOND, Act, Event, Move, Offer, Play, Race, Value, Verdict, replace
from taphouse.core.record import Seated
from taphouse.fair import Device, Line
from taphouse.table.match import Match

CALLER, OTHER = 0, 1
TRIP = 60 * MS


class Grab(Act):
    pass


class Grabbed(Verdict):
    at: int


class Opened(Event):
    at: int


class State(Value):
    race: Race | None
    due: int | None = None
    winners: None = None
    awaited: tuple[int, ...] = ()
    points: tuple[int, ...] = (0, 0)


class NextAtOnce:
    """When the caller grabs the coin, the next one lies there at once: races follow without a pause."""

    def offers(self, state, seat):
        return [Offer("Grab")]

    def judge(self, state, move, dice):
        return Grabbed(move.seat, move.at)

    def settle(self, state, at, dice):
        return Opened(at) if state.due == at else None

    def apply(self, state, event):
        if isinstance(event, Opened):
            return replace(state, race=Race(event.at), due=None)
        return replace(state, race=Race(event.at)) if event.seat == CALLER else state

    def contested(self, state, move: Move):
        return state.race


def begun(state=State(Race(SECOND))):  # noqa: B008
    return Match(Play(NextAtOnce(), state, "s"), {}, 0)


def show(match, n, at):
    """Both pages paint update `n` as soon as it is sent; their clocks are the house's."""
    for seat, contender in match.arbiter.contenders.items():
        contender.line.ping(at)
        contender.line.trip(TRIP, at + TRIP)
        match.show(seat, n, at, at, match.play.state.race)
        match.paint(seat, n, at + TRIP // 2, at + TRIP)


def tap(match, seat, response, under_way):
    """So many milliseconds after the paint of update 1."""
    pressed = SECOND + TRIP // 2 + response * MS
    match.tap(seat, Grab(), 1, pressed, pressed + under_way * MS)


def test_a_held_tap_that_is_decided_in_the_next_race_leaves_the_same_ledger_after_a_restart():
    match = begun()
    for seat in (CALLER, OTHER):
        match.connect(seat, Line(), Device())
    show(match, 1, SECOND)
    tap(match, OTHER, 300, under_way=90)  # longer than its line explains: it takes credit
    match.pass_time(2 * SECOND)
    tap(match, CALLER, 1_000, under_way=30)
    tap(match, OTHER, 1_020, under_way=30)

    match.pass_time(SECOND + 1_090 * MS)
    (first, call), race = match.play.journal, match.play.state.race
    match.pass_time(3 * SECOND)
    held = match.play.journal[-1]

    assert call.move.seat == CALLER
    assert held.evidence.race.since < race.since, "it arrived before the next race began"
    assert held.evidence.ledger != match.arbiter.ledgers[OTHER], "and its race was booked meanwhile"
    again = begun()
    again.replay([first, call, held], 0)
    assert again.arbiter.ledgers == match.arbiter.ledgers


def test_a_player_whose_seat_somebody_takes_while_the_house_crashes_keeps_their_ledger():
    """The change of the seat is in the record, but the room that goes with it was not stored."""
    match = begun()
    for seat in (CALLER, OTHER):
        match.connect(seat, Line(), Device())
    show(match, 1, SECOND)
    tap(match, OTHER, 300, under_way=90)
    match.pass_time(2 * SECOND)
    taken = Seated(OTHER, 7, bot=False)

    again, gone = begun(), begun()
    again.replay([*match.play.journal, taken], 0, players=[CALLER, OTHER])
    ledgers_of_others = gone.replay([*match.play.journal, taken], 0, players=[CALLER, 7])

    assert again.arbiter.ledgers == match.arbiter.ledgers != {}
    assert gone.arbiter.ledgers == {}
    assert ledgers_of_others == {OTHER: match.arbiter.ledgers[OTHER]}


def test_a_player_who_leaves_before_their_tap_is_decided_keeps_the_ledger_that_the_record_tells():
    match = begun()
    for seat in (CALLER, OTHER):
        match.connect(seat, Line(), Device())
    show(match, 1, SECOND)
    tap(match, OTHER, 300, under_way=90)
    match.pass_time(2 * SECOND)
    told = match.arbiter.ledgers[OTHER]
    tap(match, OTHER, 1_020, under_way=90)
    assert match.arbiter.ledgers[OTHER] != told, "the tap took credit when it arrived"

    assert match.sit(OTHER, 7) == told
    match.pass_time(3 * SECOND)
    assert len(match.play.journal) == 1, "the tap is void"


def test_a_tap_that_is_decided_together_with_the_opening_of_a_race_counts_in_that_race():
    turns_over = State(Race(0), due=SECOND)
    match = begun(turns_over)
    for seat in (CALLER, OTHER):
        match.connect(seat, Line(), Device())
    show(match, 1, SECOND)
    tap(match, OTHER, 300, under_way=90)
    match.pass_time(2 * SECOND)  # the house is late: it has decided nothing since the first race

    assert [type(entry.events[0]) for entry in match.play.journal] == [Opened, Grabbed]
    again = begun(turns_over)
    again.replay(match.play.journal, 0)
    assert again.arbiter.ledgers == match.arbiter.ledgers
