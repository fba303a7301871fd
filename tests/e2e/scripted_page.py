"""A page that shows any table that a test sends it: nothing moves, and nothing depends on chance."""

import msgspec

from taphouse.core import SECOND
from taphouse.table.evening import places as places_of

OWN_SOCKET = (
    "WebSocket = class extends WebSocket { constructor(...to) { super(...to); window.socket = this; } }"
)
TAKE_OVER = """() => {
  const receive = socket.onmessage;
  socket.onmessage = null;
  window.deliver = (messages) => { for (const data of messages) receive({ data: JSON.stringify(data) }); };
}"""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
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


# A board measures itself in one frame and moves its pieces in the next; hints beside them follow in a third.
DRAWN = """async () => {
  for (let frame = 0; frame < 4; frame++) await new Promise((done) => requestAnimationFrame(() => done()));
}"""


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
        self.page.evaluate(DRAWN)

    def show(self, game, state, seat, news=(), finishes=(), places=(), **room):
        """Shows a table of players with the longest names, as `seat` sees it (`None`: a big screen)."""
        self._updates += 1
        at = 0 if state.due is None else max(0, state.due - SECOND)
        update = {"type": "update", "n": self._updates, "at": at, "race": None, "beat": None}
        update |= {
            "view": msgspec.to_builtins(game.view(state, seat)),
            "news": list(news),
            "finishes": list(finishes),
            "places": places or (places_of(state.points, state.winners) if state.winners else ()),
        }
        messages = [self._welcome, self._with(len(state.points), seat) | room, update]
        self.page.evaluate("messages => deliver(messages)", messages)
        if self._updates == 1:
            self.page.locator(".play-surface > *").first.wait_for()  # the house serves the board's code
        self.page.evaluate(DRAWN)

    def _with(self, seats, seat):
        """The room, paused by a lesson without texts: the table stands still and no overlay covers it."""
        own, bot = self._room["players"][:2]
        players = [
            (own if place == (seat or 0) else bot | {"id": 100 + place}) | {"name": name, "sign": place + 1}
            for place, name in enumerate(LONGEST[:seats])
        ]
        paused = None if seat is None else "lesson"
        return self._room | {"stage": "playing", "paused": paused, "players": players}
