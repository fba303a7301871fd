"""A player in a terminal, written from /api/asyncapi.json alone: it names no game, and plays all of them.

pip install websockets
python examples/client.py http://127.0.0.1:8000/t/ABCD --name Ada           you type; `help` lists what
python examples/client.py http://127.0.0.1:8000/t/ABCD --name Bo --auto     it plays by itself, not very well
"""

import argparse
import asyncio
import json
import random
import re
import sys
import threading
import time
from contextlib import suppress
from urllib.parse import urlsplit
from urllib.request import urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

VERSION = 4  # of the protocol
FINAL = ("kicked", "banned", "replaced", "no-such-table", "gone", "new-version")  # there is no way back
AGAIN = 0.5  # seconds until a lost connection is tried again
INPUT = 12_000  # microseconds that a pressed key may still be on its way to this program
FRAME = 16_667  # microseconds from one picture of the terminal to the next, about
THINGS = ("a lamp", "a river", "the moon", "a violin", "an old shoe", "a submarine", "honey", "a bell")


def clock():
    """Microseconds that never go back."""
    return time.monotonic_ns() // 1_000


class Protocol:
    """What the house publishes about its messages and its games."""

    def __init__(self, document):
        self.schemas = document["components"]["schemas"]
        names = [message["$ref"].split("/")[-1] for message in document["operations"]["receive"]["messages"]]
        self.messages = self._by_type(document["components"]["messages"][name]["payload"] for name in names)

    def acts(self, game):
        """By type: the acts of the game that the room names."""
        return self._by_type(self.schemas[f"{game}.Acts"]["oneOf"])

    def about(self, kind, update):
        """A message about an update repeats what both have, such as `n`."""
        return {name: update[name] for name in fields(self.messages[kind]) if name in update}

    def _by_type(self, places):
        found = [self.schemas[place["$ref"].split("/")[-1]] for place in places]
        return {schema["properties"]["type"]["enum"][0]: schema for schema in found}


def fields(schema):
    """By name: what a message or an act has beside its type."""
    return {name: field for name, field in schema["properties"].items() if name != "type"}


class Player:
    """One seat at one table."""

    def __init__(self, address, code, protocol, options):
        self.address, self.code, self.protocol, self.options = address, code, protocol, options
        self.token, self.player, self.room, self.update, self.socket = options.token, None, None, None, None
        self.painted, self.left, self.tasks = 0, False, set()

    async def run(self):
        """A lost connection is opened again, with the token of the seat."""
        while not self.left:
            try:
                async with connect(f"{self.address}/ws/{self.code}") as self.socket:
                    await self.say("hello", v=VERSION, token=self.token)
                    async for text in self.socket:  # the library answers pings
                        await self.hear(json.loads(text))
            except (OSError, WebSocketException) as error:
                print(f"the connection was lost: {error}", file=sys.stderr)
            self.update = None  # it was painted for the connection that is gone
            if not self.left:
                await asyncio.sleep(AGAIN)

    async def say(self, kind, **said):
        """Nothing is kept for another connection: what matters is asked again."""
        with suppress(WebSocketException):
            await self.socket.send(json.dumps({"type": kind, **said}))

    async def hear(self, message):
        if self.options.log:
            print(json.dumps(message), file=self.options.log, flush=True)
        match message["type"]:
            case "welcome" if message["player"] is None:
                await self.say("sit", name=self.options.name)
            case "welcome":
                self.player, self.token = message["player"], message["token"]
                print(f"you are player {self.player}; --token {self.token} brings you back")
                await self.say("device", frame=FRAME)
            case "room":
                await self.enter(message)
            case "update":
                await self.paint(message)
            case "ask" if self.update:
                self.later(self.answer(message["past"], self.update))
            case "goodbye":
                print("goodbye:", message["why"])
                self.left = message["why"] in FINAL
            case _:
                print(json.dumps(message))

    async def enter(self, room):
        if self.room is None or self.room["stage"] != room["stage"]:
            print(f"{room['game']}, {room['stage']}:", *(player["name"] for player in room["players"]))
        self.room, complete = room, len(room["players"]) >= self.options.players
        if self.options.auto and room["stage"] == "lobby" and room["host"] == self.player and complete:
            await self.say("start")
        await self.leave_when_over()

    async def leave_when_over(self):
        winners = self.update and self.update["view"]["winners"]
        if self.options.auto and winners is not None and self.room["stage"] == "over":
            print("won by", *(self.room["players"][seat]["name"] for seat in winners))
            self.left = True
            await self.socket.close()

    # ---- being judged fairly ----

    async def paint(self, update):
        """Shows an update and says when it was seen: responses are counted from there."""
        for name, value in update["view"].items():
            print(f"{name:>12}  {json.dumps(value)}")
        for event in update["news"]:
            print("           *", json.dumps(event), flush=True)
        self.update, self.painted = update, clock()
        await self.say("painted", **self.protocol.about("painted", update) | {"at": self.painted})
        if update["beat"] is not None:
            self.later(self.beat(update, update["beat"]))
        if self.options.auto:
            self.later(self.move(update))
        await self.leave_when_over()

    async def answer(self, past, update):
        """The house asks: had no key been pressed when the play came to this moment?"""
        await asyncio.sleep(max(0, past + INPUT - (update["at"] + clock() - self.painted)) / 1e6)
        await self.beat(self.update)

    async def beat(self, update, every=None):
        while update is self.update is not None:
            await self.say("beat", **self.protocol.about("beat", update) | {"at": clock()})
            if every is None:
                return
            await asyncio.sleep(every / 1e6)

    async def do(self, act, at):
        if self.update:
            await self.say("do", **self.protocol.about("do", self.update) | {"act": act, "at": at})

    def later(self, work):
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # ---- playing by itself ----

    @property
    def seat(self):
        return next((seat for seat, p in enumerate(self.room["players"]) if p["id"] == self.player), None)

    async def move(self, update):
        """Something that may be allowed, until there is another update."""
        while True:
            await asyncio.sleep(random.uniform(*self.options.pace))
            if update is not self.update or self.seat is None:
                return
            if self.room["stage"] == "playing" and not self.room["paused"]:
                offers = [offer for offer in update["view"]["offers"] if not offer.get("foul")]
                if offers:
                    offer, acts = random.choice(offers), self.protocol.acts(self.room["game"])
                    parts, values = fields(acts[offer["act"]]).items(), offer.get("values", {})
                    act = {
                        field: random.choice(values[field])
                        if field in values and schema.get("type") != "array"
                        else self.value(schema, update["view"])
                        for field, schema in parts
                    }
                    await self.do({"type": offer["act"], **act}, clock())

    def value(self, field, view):
        """One that fits the schema; names of things are taken from what is on the table."""
        match field:
            case {"anyOf": kinds}:
                return self.value(random.choice(kinds), view)
            case {"enum": values}:
                return random.choice(values)
            case {"type": "integer"}:
                return random.randrange(len(self.room["players"]))
            case {"type": "array", "items": item}:
                return [self.value(item, view)]
            case {"type": "string", "maxLength": _}:
                return random.choice(THINGS)
            case {"type": "string"}:
                things = [found for part in view.values() if (found := list(strings(part)))]
                return random.choice(random.choice(things)) if things else ""
        return None


def strings(value):
    match value:
        case str():
            yield value
        case list() | dict():
            for part in [*value, *(value.values() if isinstance(value, dict) else ())]:
                yield from strings(part)


# ---- playing by typing ----


async def obey(player, lines):
    """A line is an act or a message, with its fields in their order: `Tap star-1`, `start`, `sit "Ada B"`."""
    while True:
        (kind, *words), at = await lines.get()
        acts = player.protocol.acts(player.room["game"]) if player.room else {}
        known = {**player.protocol.messages, **acts}
        if kind not in known:
            for name, schema in known.items():
                print(name, *(f"<{field}>" for field in fields(schema)), "-", schema["description"])
            continue
        said = {}
        for name, field in fields(known[kind]).items():
            if not words and name in known[kind]["required"]:
                print(f"{name}?", field["description"], field.get("enum", ""), flush=True)
                words, at = await lines.get()
            if words:
                said[name] = read(words.pop(0), field)
        await (player.do({"type": kind, **said}, at) if kind in acts else player.say(kind, **said))


def read(word, field):
    try:
        value = json.loads(word)
    except ValueError:
        value = word
    return [value] if field.get("type") == "array" and not isinstance(value, list) else value


def listen(lines, loop):
    for line in sys.stdin:
        at = clock()
        if words := re.findall(r'"[^"]*"|\S+', line):
            loop.call_soon_threadsafe(lines.put_nowait, (words, at))


async def play(player):
    if not player.options.auto:
        lines = asyncio.Queue()
        threading.Thread(target=listen, args=(lines, asyncio.get_running_loop()), daemon=True).start()
        player.later(obey(player, lines))
    await player.run()


def main():
    parser = argparse.ArgumentParser(description="Plays at a table of Taphouse, in a terminal.")
    parser.add_argument("table", help="the table's link, as http://127.0.0.1:8000/t/ABCD")
    parser.add_argument("--name", default="Terminal")
    parser.add_argument("--token", help="of a seat that you had")
    parser.add_argument("--auto", action="store_true", help="play alone, and leave when the game is over")
    parser.add_argument("--players", type=int, default=2, help="with --auto, the host starts with so many")
    parser.add_argument(
        "--pace", type=float, nargs=2, default=(0.2, 0.8), help="seconds to think, from and to"
    )
    parser.add_argument("--log", type=argparse.FileType("w"), help="a file for every message that comes in")
    options = parser.parse_args()
    link = urlsplit(options.table)
    with urlopen(f"{link.scheme}://{link.netloc}/api/asyncapi.json") as answer:
        protocol = Protocol(json.load(answer))
    address = f"{'wss' if link.scheme == 'https' else 'ws'}://{link.netloc}"
    asyncio.run(play(Player(address, link.path.rpartition("/")[2], protocol, options)))


if __name__ == "__main__":
    main()
