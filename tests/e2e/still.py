"""A page to which a test shows whatever table it likes: nothing moves there, and chance has no part in it."""

import msgspec

from taphouse.core import SECOND

OWN_LINE = "WebSocket = class extends WebSocket { constructor(...to) { super(...to); window.line = this; } }"
TAKE_OVER = """() => {
  const hear = line.onmessage;
  line.onmessage = null;
  window.tell = (messages) => { for (const data of messages) hear({ data: JSON.stringify(data) }); };
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


class Still:
    """The page of a player, or of a big screen, that hears only what it is shown here."""

    def __init__(self, person, path):
        person.context.add_init_script(OWN_LINE)
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
        """The room as it is, but for these changes."""
        self.page.evaluate("messages => tell(messages)", [self._room | room])
        self.page.evaluate(DRAWN)

    def show(self, game, state, seat, news=(), finishes=(), **room):
        """A table at which all have the longest names, as `seat` sees it (`None`: a big screen)."""
        self._updates += 1
        at = 0 if state.due is None else max(0, state.due - SECOND)
        update = {"type": "update", "n": self._updates, "at": at, "race": None, "beat": None}
        update |= {
            "view": msgspec.to_builtins(game.view(state, seat)),
            "news": list(news),
            "finishes": list(finishes),
        }
        told = [self._welcome, self._with(len(state.points), seat) | room, update]
        self.page.evaluate("messages => tell(messages)", told)
        if self._updates == 1:
            self.page.locator(".play-surface > *").first.wait_for()  # the board comes from the house

    def _with(self, seats, seat):
        """A lesson that says nothing lets its table stand still, and puts no veil before a player."""
        own, bot = self._room["players"][:2]
        players = [
            (own if place == (seat or 0) else bot | {"id": 100 + place}) | {"name": name, "sign": place + 1}
            for place, name in enumerate(LONGEST[:seats])
        ]
        paused = None if seat is None else "lesson"
        return self._room | {"stage": "playing", "paused": paused, "players": players}
