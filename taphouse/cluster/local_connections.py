"""The connections whose sockets end at this node, and the proxies of their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from weakref import WeakValueDictionary

from taphouse.house.transport import Transport
from taphouse.table import wire
from taphouse.table.seat_updates import encode

from .messages import Close, Kind, Known, NodeMessage, OwnershipLost, Ping, Reopen, Send
from .table_proxy import ProxiedConnection, RemoteOwner, TableProxy


class LocalConnections:
    """The `ProxyHost` of its table proxies."""

    def __init__(self, put: Callable[[str, NodeMessage], None], clock: Callable[[], int]) -> None:
        self.put, self.clock = put, clock
        self._proxies: WeakValueDictionary[str, TableProxy] = (
            WeakValueDictionary()
        )  # a proxy is gone when nobody uses it
        self._connections: dict[int, ProxiedConnection] = {}
        self._last_number = 0

    def __iter__(self) -> Iterator[TableProxy]:
        return iter([proxy for known in self._proxies.valuerefs() if (proxy := known()) is not None])

    @property
    def nodes(self) -> set[str]:
        """The nodes that run tables of this node's players."""
        return {there.node for proxy in self if isinstance(there := proxy.owner, RemoteOwner)}

    def proxy(self, code: str) -> TableProxy | None:
        return self._proxies.get(code)

    def new_proxy(self, code: str) -> TableProxy:
        proxy = self._proxies[code] = TableProxy(code, self)
        return proxy

    def close(self, proxy: TableProxy, message: bytes) -> None:
        """Removes a proxy whose table does not exist, and closes its connections."""
        if self._proxies.get(proxy.code) is proxy:
            del self._proxies[proxy.code]
        proxy.close(message)

    def new_connection(self, transport: Transport, proxy: TableProxy) -> ProxiedConnection:
        self._last_number += 1
        connection = self._connections[self._last_number] = ProxiedConnection(
            self._last_number, transport, proxy
        )
        return connection

    def end_connection(self, connection: ProxiedConnection) -> None:
        del self._connections[connection.number]

    # ---- messages from other nodes ----

    def receive(self, node: str, message: Known) -> None:
        match message:
            case Send(number, text, kind, token, opening) if connection := self._connection(number, node):
                if connection.is_current(opening):
                    _relay(connection, text, kind, token)
                elif token is not None:
                    connection.seated_before(token)
            case Ping(number, nonce) if connection := self._connection(number, node):
                connection.ping(nonce)
            case Close(number, text, opening) if connection := self._connection(number, node):
                if connection.is_current(opening):
                    connection.close(text)
            case OwnershipLost(code) if (proxy := self._proxies.get(code)) and proxy.is_owned_by(node):
                proxy.owner_lost()
            case Reopen():
                self.reopen(node)

    def reopen(self, node: str) -> None:
        """Reopens the connections to tables of `node`: a message between the two may be lost."""
        for proxy in self:
            if proxy.is_owned_by(node):
                proxy.reopen()

    def show_standstill(self) -> None:
        """Shows a standstill for tables of other nodes. Tables of this node detect it themselves."""
        for proxy in self:
            if isinstance(proxy.owner, RemoteOwner):
                proxy.show_standstill()

    def send_away(self) -> None:
        """Closes all connections. The pages reconnect, and a load balancer takes them to another node."""
        for proxy in self:
            proxy.close(encode(wire.Goodbye("restarting")))

    def _connection(self, number: int, node: str) -> ProxiedConnection | None:
        """The connection, if `node` owns its table. A node that was frozen may not know that it lost it."""
        connection = self._connections.get(number)
        return connection if connection is not None and connection.proxy.is_owned_by(node) else None


def _relay(connection: ProxiedConnection, text: bytes, kind: Kind | None, token: str | None) -> None:
    if kind == "welcome":
        connection.send_welcome(text, token)
    elif kind == "room":
        connection.send_room(text)
    else:
        connection.send(text)
