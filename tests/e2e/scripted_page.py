"""A page that shows any table that a test sends it: nothing moves, and nothing depends on chance."""

import msgspec

from taphouse.core import SECOND
from taphouse.table.evening import places as places_of
from tests.e2e.driving import wait_for_frames

OWN_SOCKET = (
    "WebSocket = class extends WebSocket { constructor(...to) { super(...to); window.socket = this; } }"
)
TAKE_OVER = """() => {
  const receive = socket.onmessage;
  socket.onmessage = null;
  window.deliver = (messages) => { for (const data of messages) receive({ data: JSON.stringify(data) }); };
}"""
LONGEST = (
    "Wilhelmina Gräfn",
    "Maximiliane Mohn",
    "Bartholomew Wumm",
    "Konstantinopolis",
    "Christophoros I.",
    "Donaudampfschiff",
    "Mme Wattenwyller",
    "Seraphina Müller",
)


def drawn(page):
    """Waits until everything is at its place."""
    wait_for_frames(page, 4)  # a board measures itself, then moves its pieces; hints beside them follow


class ScriptedPage:
    """The page of a player or of a big screen that receives only the messages of the test."""

    def __init__(self, person, path):
        person.context.add_init_script(OWN_SOCKET)
        before = len(person.got.get("room", ()))
        person.go(path).wait(lambda p: len(p.got["room"]) > before)
        person.page.evaluate(TAKE_OVER)
        self.page, self._welcome, self._room, self._updates = (
            person.page,
            person.last("welcome"),
            person.room,
            0,
        )

    def tell(self, **room):
        """Sends the current room with these changes."""
        self.page.evaluate("messages => deliver(messages)", [self._room | room])
        drawn(self.page)

    def show(self, game, state, /, seat, news=(), finishes=(), places=(), **room):
        """Shows a table of players with the longest names, as `seat` sees it (`None`: a big screen)."""
        messages = self.messages(game, state, seat, news, finishes, places, **room)
        self.page.evaluate("messages => deliver(messages)", messages)
        if self._updates == 1:
            self.page.locator(".play-surface > *").first.wait_for()  # the house serves the board's code
        drawn(self.page)

    def messages(self, game, state, /, seat, news=(), finishes=(), places=(), race=None, **room):
        """The messages that show this table."""
        self._updates += 1
        at = 0 if state.due is None else max(0, state.due - SECOND)
        update = {"type": "update", "n": self._updates, "at": at, "race": race, "beat": None}
        update |= {
            "view": msgspec.to_builtins(game.view(state, seat)),
            "news": list(news),
            "finishes": list(finishes),
            "places": places or (places_of(state.points, state.winners) if state.winners else ()),
        }
        return [self._welcome, self._with(len(state.points), seat) | room, update]

    def _with(self, seats, seat):
        """The room, paused by a lesson without texts: the table stands still and no overlay covers it."""
        own, bot = self._room["players"][:2]
        players = [
            (own if place == (seat or 0) else bot | {"id": 100 + place}) | {"name": name, "sign": place + 1}
            for place, name in enumerate(LONGEST[:seats])
        ]
        paused = None if seat is None else "lesson"
        return self._room | {"stage": "playing", "paused": paused, "players": players}
