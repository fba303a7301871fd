"""Pages on lines of unequal delay. Time is only a number, and every tap is scripted."""

import json
from heapq import heappop, heappush
from itertools import count

from taphouse.core import MS, SECOND
from taphouse.table import wire
from tests.house.party import Transport

DRAWN = 10 * MS  # from the arrival of a message until it is drawn; it is seen a frame later
FRAME = 17 * MS
MARGIN = 12 * MS  # how long a page beats past the moment it is asked for: its browser may delay input
ANSWER = 5 * MS  # between two beats of a page that is asked


class Evening:
    """A table and its distant players; each message arrives after the delay of its line."""

    def __init__(self, here, table):
        self.here, self.table = here, table
        self._agenda, self._order = [], count()

    def later(self, after, do, *args):
        heappush(self._agenda, (self.here.time + after, next(self._order), do, args))

    async def until(self, is_over, seconds=120):
        """Runs the table's own loop, deadline by deadline, until the condition is true."""
        end = self.here.time + seconds * SECOND
        await self.table.step()
        while not is_over():
            moments = [end, self.table.due, *(self._agenda[0][:1] if self._agenda else ())]
            self.here.time = max(self.here.time, min(at for at in moments if at is not None))
            assert self.here.time < end, "it never came to that"
            while self._agenda and self._agenda[0][0] <= self.here.time:
                _, _, do, args = heappop(self._agenda)
                do(*args)
            await self.table.step()


class Page(Transport):
    """Paints, beats and answers as the client does. `mind` gets each view that is seen, and taps."""

    def __init__(self, evening, down, up, mind):
        super().__init__()
        self._evening, self._down, self._up, self._mind = evening, down * MS, up * MS, mind
        self._ahead = 1_000 * SECOND * (1 + down)  # by how much this page's clock is ahead
        self._shown, self._since, self._in_race = None, None, False
        self._beat_interval, self._asked = None, None

    @property
    def clock(self):
        return self._evening.here.time + self._ahead

    def send(self, message):
        super().send(message)
        self._evening.later(self._down, self._get, json.loads(message))

    def ping(self, nonce):
        self._evening.later(
            self._down + self._up, lambda: self._evening.table.pong(self, nonce, self._evening.here.time)
        )

    def say(self, message):
        self._evening.later(
            self._up, lambda: self._evening.table.receive(self, message, self._evening.here.time)
        )

    def tap(self, response, **act):
        """Acts this many milliseconds after the update being painted now is seen."""
        self._evening.later(FRAME + response * MS, self._press, json.dumps(act).encode())

    def _press(self, act):
        self.say(wire.Do(act, self._shown["n"], self.clock))

    def _get(self, message):
        match message["type"]:
            case "update":
                self._evening.later(DRAWN, self._paint, message)
            case "room" if message["paused"]:
                self._since = self._beat_interval = self._asked = None
            case "ask" if self._since is not None:
                seen_at, began = self._since
                was, self._asked = self._asked, began + message["past"] - seen_at + MARGIN
                if was is None:
                    self._answer()

    def _paint(self, update):
        self._shown = update
        if self._since is None or not self._in_race or update["race"] is None:
            self._since = update["at"], self.clock + FRAME
        self._in_race = update["race"] is not None
        self.shown_at = update["at"]
        self.say(wire.Painted(update["n"], self.clock + FRAME))
        was, self._beat_interval = self._beat_interval, update["beat"]
        if self._beat_interval is not None and was is None:
            self._evening.later(self._beat_interval, self._send_beats)
        self._mind(self, update["view"])

    def _send_beats(self):
        if self._beat_interval is not None:
            self._beat()
            self._evening.later(self._beat_interval, self._send_beats)

    def _answer(self):
        self._beat()
        if self._since is not None and self.clock < self._asked:
            self._evening.later(ANSWER, self._answer)
        else:
            self._asked = None

    def _beat(self):
        self.say(wire.Beat(self._shown["n"], self.clock))
