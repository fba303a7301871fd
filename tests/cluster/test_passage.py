"""The way from a screen of this node to a table on another one."""

from __future__ import annotations

from typing import Any

from taphouse.cluster.messages import Part
from taphouse.cluster.passage import Elsewhere, Line, Passage
from taphouse.house import wire
from taphouse.house.telling import encode


class Node:
    """Carries nothing, and knows its lines."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def clock(self) -> int:
        return 0

    def put(self, node: str, part: Part) -> None: ...

    def new_line(self, screen: Any) -> Line:
        self.lines.append(Line(len(self.lines), screen))
        return self.lines[-1]

    def end_line(self, line: Line) -> None:
        self.lines.remove(line)


class Screen:
    def send(self, message: bytes) -> None: ...


def test_a_screen_is_a_players_from_the_table_says_so_until_it_says_otherwise() -> None:
    node, screen = Node(), Screen()
    passage = Passage("QUAY", node)
    passage.lead_to(Elsewhere("far", 1))
    seen = [passage.is_players(screen)]  # type: ignore[arg-type]

    def told(player: int | None, token: str | None) -> None:
        node.lines[0].send(encode(wire.Welcome(wire.VERSION, "QUAY", player, token)))
        seen.append(passage.is_players(screen))  # type: ignore[arg-type]

    passage.connect(screen)  # type: ignore[arg-type]
    passage.hear(screen, wire.Hello(wire.VERSION, "a token of one's own making"), 0)  # type: ignore[arg-type]
    told(None, None)
    told(1, "a seat's token")
    passage.lead_to(Elsewhere("farther", 2))
    seen.append(passage.is_players(screen))  # type: ignore[arg-type]
    told(None, None)

    assert seen == [False, False, True, True, False]
