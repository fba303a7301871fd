"""This node's players: their lines, and the ways from here to their tables, wherever these are run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from weakref import WeakValueDictionary

from taphouse.house import wire
from taphouse.house.screen import Screen
from taphouse.house.telling import encode

from .messages import Adrift, Anew, Close, Known, Part, Ping, Tell
from .passage import Elsewhere, Line, Passage


class Edge:
    """A `Carrier` for its passages."""

    def __init__(self, put: Callable[[str, Part], None], clock: Callable[[], int]) -> None:
        self.put, self.clock = put, clock
        self._passages: WeakValueDictionary[str, Passage] = WeakValueDictionary()  # used by nobody: not there
        self._lines: dict[int, Line] = {}
        self._last_line = 0

    def __iter__(self) -> Iterator[Passage]:
        return iter(list(self._passages.values()))

    @property
    def nodes(self) -> set[str]:
        """Where players of this node are."""
        return {there.node for passage in self if isinstance(there := passage.leads_to, Elsewhere)}

    def passage(self, code: str) -> Passage | None:
        return self._passages.get(code)

    def new_passage(self, code: str) -> Passage:
        passage = self._passages[code] = Passage(code, self)
        return passage

    def close(self, passage: Passage, message: bytes) -> None:
        """It leads to no table."""
        if self._passages.get(passage.code) is passage:
            del self._passages[passage.code]
        passage.close(message)

    def new_line(self, screen: Screen, passage: Passage) -> Line:
        self._last_line += 1
        line = self._lines[self._last_line] = Line(self._last_line, screen, passage)
        return line

    def end_line(self, line: Line) -> None:
        del self._lines[line.number]

    # ---- what other nodes say ----

    def hear(self, node: str, part: Known) -> None:
        match part:
            case Tell(number, text) if line := self._line(number, node):
                line.send(text)
            case Ping(number, nonce) if line := self._line(number, node):
                line.ping(nonce)
            case Close(number, text) if line := self._line(number, node):
                line.close(text)
            case Adrift(code) if (passage := self._passages.get(code)) and passage.leads_to_node(node):
                passage.drift()
            case Anew():
                self.open_anew(node)

    def open_anew(self, node: str) -> None:
        """Something that was said between the two may be lost."""
        for passage in self:
            if passage.leads_to_node(node):
                passage.open_anew()

    def stand_still(self) -> None:
        """Nothing is heard of tables elsewhere; those here notice by themselves."""
        for passage in self:
            if isinstance(passage.leads_to, Elsewhere):
                passage.stand_still()

    def send_away(self) -> None:
        """Their pages come again, and a load balancer takes them elsewhere."""
        for passage in self:
            passage.close(encode(wire.Goodbye("restarting")))

    def _line(self, number: int, node: str) -> Line | None:
        """Only the node that has the table is listened to: one that was frozen does not know yet."""
        line = self._lines.get(number)
        return line if line is not None and line.passage.leads_to_node(node) else None
