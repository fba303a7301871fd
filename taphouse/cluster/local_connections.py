"""This node's players: their lines, and the ways from here to their tables, wherever these are run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from weakref import WeakValueDictionary

from taphouse.house import wire
from taphouse.house.seat_updates import encode
from taphouse.house.transport import Transport

from .messages import Close, Known, NodeMessage, OwnershipLost, Ping, Reopen, Tell
from .table_proxy import ProxiedConnection, RemoteOwner, TableProxy


class LocalConnections:
    """A `ProxyHost` for its passages."""

    def __init__(self, put: Callable[[str, NodeMessage], None], clock: Callable[[], int]) -> None:
        self.put, self.clock = put, clock
        self._proxies: WeakValueDictionary[str, TableProxy] = (
            WeakValueDictionary()
        )  # used by nobody: not there
        self._lines: dict[int, ProxiedConnection] = {}
        self._last_line = 0

    def __iter__(self) -> Iterator[TableProxy]:
        return iter(list(self._proxies.values()))

    @property
    def nodes(self) -> set[str]:
        """Where players of this node are."""
        return {there.node for proxy in self if isinstance(there := proxy.owner, RemoteOwner)}

    def proxy(self, code: str) -> TableProxy | None:
        return self._proxies.get(code)

    def new_proxy(self, code: str) -> TableProxy:
        proxy = self._proxies[code] = TableProxy(code, self)
        return proxy

    def close(self, proxy: TableProxy, message: bytes) -> None:
        """It leads to no table."""
        if self._proxies.get(proxy.code) is proxy:
            del self._proxies[proxy.code]
        proxy.close(message)

    def new_line(self, transport: Transport, proxy: TableProxy) -> ProxiedConnection:
        self._last_line += 1
        line = self._lines[self._last_line] = ProxiedConnection(self._last_line, transport, proxy)
        return line

    def end_line(self, line: ProxiedConnection) -> None:
        del self._lines[line.number]

    # ---- what other nodes say ----

    def receive(self, node: str, message: Known) -> None:
        match message:
            case Tell(number, text) if line := self._line(number, node):
                line.send(text)
            case Ping(number, nonce) if line := self._line(number, node):
                line.ping(nonce)
            case Close(number, text) if line := self._line(number, node):
                line.close(text)
            case OwnershipLost(code) if (proxy := self._proxies.get(code)) and proxy.is_owned_by(node):
                proxy.owner_lost()
            case Reopen():
                self.reopen(node)

    def reopen(self, node: str) -> None:
        """Something that was said between the two may be lost."""
        for proxy in self:
            if proxy.is_owned_by(node):
                proxy.reopen()

    def stand_still(self) -> None:
        """Nothing is heard of tables elsewhere; those here notice by themselves."""
        for proxy in self:
            if isinstance(proxy.owner, RemoteOwner):
                proxy.stand_still()

    def send_away(self) -> None:
        """Their pages come again, and a load balancer takes them elsewhere."""
        for proxy in self:
            proxy.close(encode(wire.Goodbye("restarting")))

    def _line(self, number: int, node: str) -> ProxiedConnection | None:
        """Only the node that has the table is listened to: one that was frozen does not know yet."""
        line = self._lines.get(number)
        return line if line is not None and line.proxy.is_owned_by(node) else None
