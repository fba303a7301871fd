"""Bugs that are planted into the house one at a time: the simulation must find each of them."""

import asyncio
from contextlib import contextmanager
from unittest.mock import patch

from taphouse.cluster import node_bus, table_proxy
from taphouse.cluster.messages import decode
from taphouse.cluster.registry import Registry
from taphouse.core import Away, Back, Move, replace
from taphouse.fair import Arbiter
from taphouse.house.live_table import LiveTable
from taphouse.house.sole_owner import SoleOwner
from taphouse.journal.stream_client import StreamClient
from taphouse.lab.house_simulation.search import run
from taphouse.table import requests
from taphouse.table.inputs import Disconnected, Kept
from taphouse.table.match import Match
from taphouse.table.presence import BOT_TAKES_OVER, Presence
from taphouse.table.room import Room, sit
from taphouse.table.seat_updates import SeatUpdates
from taphouse.table.session import Session
from taphouse.table.table import Table, Unsent
from taphouse.table.timers import Timers


def no_fence():
    """A write does not name the message it follows: two owners write to one game."""
    store = StreamClient._store

    async def store_anyway(self, subject, payload, headers, after):
        headers = {name: value for name, value in headers.items() if "Expected" not in name}
        return await store(self, subject, payload, headers, after)

    return patch.object(StreamClient, "_store", store_anyway)


def append_not_awaited():
    """The table is told that its lines are kept while they are still being written."""

    async def written(self, keep):
        journal, revision = self._house.journal, None
        if keep.lines:
            self.pending = asyncio.ensure_future(journal.append(keep.stream, keep.after, keep.lines))
        if keep.room is not None:
            revision = await journal.put(keep.key, keep.room, keep.revision)
        return Kept(revision)

    return patch.object(LiveTable, "_written", written)


def told_before_kept():
    """A step is sent before it is written."""

    def keep(self, entries, since):
        kept = self._store.keep(self.session.room)
        self._tell(entries, since)
        if kept is not None:
            room, effect = kept
            self.session.change(room)
            self._unsent = Unsent((), since, self._clock.now + 500_000)
            self._effects.append(effect)

    return patch.object(Table, "_keep", keep)


def room_before_lines():
    """The room is written first: after a crash it may name a game that does not exist."""

    async def written(self, keep):
        journal, revision = self._house.journal, None
        if keep.room is not None:
            revision = await journal.put(keep.key, keep.room, keep.revision)
        if keep.lines:
            await journal.append(keep.stream, keep.after, keep.lines)
        return Kept(revision)

    return patch.object(LiveTable, "_written", written)


def lost_first_message():
    """The first batches of a node may be lost without anybody noticing."""
    deliver = node_bus.NodeBus._deliver

    async def trusting(self, message):
        batch = decode(message.data, node_bus.Batch)
        self._received.setdefault(batch.sender, batch.number - 1)
        await deliver(self, message)

    return patch.object(node_bus.NodeBus, "_deliver", trusting)


def gap_not_noticed():
    """Messages between nodes are lost without anybody noticing."""
    deliver = node_bus.NodeBus._deliver

    async def trusting(self, message):
        batch = decode(message.data, node_bus.Batch)
        self._received[batch.sender] = batch.number - 1
        await deliver(self, message)

    return patch.object(node_bus.NodeBus, "_deliver", trusting)


def lease_not_renewed():
    """Nodes stop to renew their leases: nobody takes over the tables of a node that crashed."""

    async def sleep(self):
        await asyncio.sleep(100_000)

    return patch.object(Registry, "keep_renewing", sleep)


def stale_replica_believed():
    """A replica that is behind is believed: the next owner does not know the last lines."""
    since = StreamClient.since
    return patch.object(
        StreamClient, "since", lambda self, subject, after, until: since(self, subject, after, 0)
    )


def hello_not_repeated():
    """The next owner of a table is not told who is connected."""
    return patch.object(table_proxy.ProxiedConnection, "replayed_messages", [])


def double_seat():
    """Two guests get the same number."""

    def same_number(shelf, room, *person):
        seated, player = sit(shelf, room, *person)
        return replace(seated, joined=room.joined), player

    return patch.object(requests.rooms, "sit", same_number)


def wake_up_timer_lost():
    """A table that waits for its players after a restart never stops to wait for one who does not come."""
    return patch.object(Timers, "set_once", lambda self, timer, after: None)


def connection_not_removed():
    """A connection that is gone stays at the table."""
    put = Table.put

    def forgetful(self, item, now):
        return False if isinstance(item, Disconnected) else put(self, item, now)

    return patch.object(Table, "put", forgetful)


def standstill_never_ends():
    """When the journal can be written again, the screens are not told."""

    def thaw(self):
        if self.match and not self.paused:
            self.match.resume(self._clock.now)

    return patch.multiple(Session, thaw=thaw), patch.multiple(Table, _thaw=_thaw_quietly)


def _thaw_quietly(self):
    self._is_frozen = False
    self.session.thaw()
    self._outbox._last_room = self._outbox._public(self.session.room, self.session.paused)


def view_of_another_seat():
    """Everybody is sent what the first seat may see."""
    scene = SeatUpdates._scene
    return patch.object(SeatUpdates, "_scene", lambda self, seat, connection: scene(self, 0, connection))


def stale_update_after_rejoin():
    """A page that comes back through another node is sent what was meant for its earlier connection."""
    return patch.object(table_proxy.ProxiedConnection, "is_current", lambda self, opening: True)


def timer_not_cancelled_on_return():
    """The timer of an absence goes on when the player is back: a bot takes over the seat of who is here."""

    def mark_away(self, player):
        self._session.mark_away(player)
        self._timers.set(("bot", player), BOT_TAKES_OVER)

    return (
        patch.object(Presence, "_stop_waiting_for", lambda self, player: None),
        patch.object(Presence, "mark_away", mark_away),
        patch.object(Presence, "bot_takes_over", lambda self, player: self._session.bot_takes_over(player)),
    )


def hold_forgotten_on_disconnect():
    """A tap is held for a rival who has left, for as long as it takes."""
    may_release = Arbiter.may_release

    def never_given_up(self, now):
        return self._committed.keys() <= self.contenders.keys() and may_release(self, now)

    return patch.object(Arbiter, "may_release", never_given_up)


def absence_not_taken_back():
    """The rules are not told that a player is back while they have not decided that the player is away."""

    def set_away(self, seat, away, clock):
        if away or seat in self.away:
            self.arbiter.act_at(Move(self.now(clock), seat, Away() if away else Back()))

    return patch.object(Match, "set_away", set_away)


def failed_table_not_restarted():
    """A table that failed is not restored from the journal."""
    return patch.object(SoleOwner, "_restart_later", lambda self, code: None)


def token_forgotten():
    """A seat's token is not recognised after the table was restored."""
    return patch.object(Room, "player_of", lambda self, sitting: None)


ON_ONE_MACHINE = (
    append_not_awaited,
    told_before_kept,
    room_before_lines,
    double_seat,
    wake_up_timer_lost,
    connection_not_removed,
    standstill_never_ends,
    view_of_another_seat,
    failed_table_not_restarted,
    token_forgotten,
    timer_not_cancelled_on_return,
    hold_forgotten_on_disconnect,
)
IN_A_CLUSTER = (
    no_fence,
    lost_first_message,
    gap_not_noticed,
    lease_not_renewed,
    stale_replica_believed,
    hello_not_repeated,
    stale_update_after_rejoin,
    absence_not_taken_back,
)
ALL = (*ON_ONE_MACHINE, *IN_A_CLUSTER)


@contextmanager
def planted(fault):
    patches = fault()
    patches = patches if isinstance(patches, tuple) else (patches,)
    for one in patches:
        one.start()
    try:
        yield
    finally:
        for one in patches:
            one.stop()


def first_found(fault, seconds, promise=None):
    """The first evening that finds the fault in so many seconds of one core, and how many seconds it took.

    `promise`: the one that has to notice it; `None`: any."""
    nodes = 0 if fault in ON_ONE_MACHINE else 3
    number, spent = 0, 0.0
    with planted(fault):
        while spent < seconds:
            result = run(f"planted-{number}", nodes)
            spent += result.processor
            if any(promise in (None, failure.check) for failure in result.failures):
                return number, result, spent
            number += 1
    return None
