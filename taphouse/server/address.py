"""The address of the house that friends type or scan."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import Request

from .interfaces import Choice, choices, interfaces, route

PATH = re.compile(r"(/[\w.~-]+)+", re.ASCII)
LONGEST = 200  # letters of a path
HOST = re.compile(r"([\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?", re.ASCII | re.IGNORECASE)
EVERYWHERE = ("0.0.0.0", "::")
USUAL = {"http": 80, "https": 443}
RENEWED = 2  # seconds: asking the system takes about a millisecond
MOST_DEVICES = 1_000  # whose address is remembered


def look(version: int) -> Sequence[Choice]:
    """This computer's addresses now: a laptop moves to another WiFi while the house is open."""
    return _look(version, int(time.monotonic() // RENEWED))


@lru_cache(2)
def _look(version: int, period: int) -> Sequence[Choice]:
    return choices(interfaces(version), route(version))


class Address:
    """Where this house listens, its public URL if it has one, and which address friends are given."""

    def __init__(
        self,
        host: str,
        port: int,
        url: str | None = None,
        scheme: str = "http",
        https_port: int | None = None,
        wanted: str | None = None,
        look: Callable[[int], Sequence[Choice]] = look,
    ) -> None:
        """`https_port` has https beside http. `wanted` is the address or interface that the host chose."""
        self.host, self.port, self.url = host, port, url
        self.scheme, self.https_port, self.wanted = scheme, https_port, wanted
        self._look = look
        self.name: str | None = None
        """The name under which the local network knows the house, if it is announced: `taphouse.local`."""
        self._devices: dict[str, str] = {}
        """By caller: the host name or address at which they opened the house."""

    def choices(self) -> list[Choice]:
        """What the host can choose from. Empty if the public URL or the socket leaves no choice."""
        if self.url or self.host not in EVERYWHERE:
            return []
        return list(self._look(6 if ":" in self.host else 4))

    def choose(self, address: str) -> bool:
        """The host's choice, for all friends from now on. False if it is no address of this computer."""
        if address not in [choice.address for choice in self.choices()]:
            return False
        self.wanted = address
        return True

    def chosen(self, found: Sequence[Choice]) -> Choice | None:
        """The host's choice while this computer has that address, else the best one."""
        wanted = [choice for choice in found if self.wanted in (choice.address, choice.interface)]
        return next(iter([*wanted, *found]), None)

    def for_friends(self, scheme: str = "http", asked: str | None = None, prefix: str = "") -> str:
        """The public URL; else the `asked` host, if friends may use it too; else the chosen address."""
        if self.url:
            return self.url.rstrip("/")
        found = self.choices()
        if asked is None or self._is_replaced(asked, found, scheme):
            chosen = self.chosen(found)
            return self.own(
                chosen.address if chosen else "127.0.0.1" if self.host in EVERYWHERE else self.host
            )
        if self.https_port and _port(asked, scheme) == self.https_port:
            return self.own(_hostname(asked))  # not every friend's phone trusts our own certificate
        return f"{scheme}://{asked}{prefix}"

    def on_this_computer(self) -> str:
        """For the host's own browser, so that no network and no firewall is in its way."""
        if self.url or self.host not in EVERYWHERE or self.scheme == "https":
            return self.for_friends()
        return self.own("::1" if ":" in self.host else "127.0.0.1")

    def for_friends_of(self, request: Request) -> str:
        """The address for friends of somebody who made this request."""
        if request.scope["is_framed"]:  # friends cannot log in where the frame is
            return self.for_friends()
        return self.for_friends(request.scope["scheme"], request.headers.get("host"), request.scope["prefix"])

    def another_of(self, request: Request) -> str | None:
        """The address of this computer at which the page was opened, if friends are given another one."""
        asked, found = request.headers.get("host") or "", self.choices()
        is_own = _hostname(asked) in [choice.address for choice in found]
        is_replaced = self._is_replaced(asked, found, request.scope["scheme"])
        return asked if is_own and is_replaced and not request.scope["is_framed"] else None

    def _is_replaced(self, asked: str, found: Sequence[Choice], scheme: str) -> bool:
        """True for a host that works for the page that asked, but perhaps not for friends.

        A page at another address of this computer keeps that one, because it is proven to work; but not if
        it is no address for phones, or if the host chose one for all."""
        name = _hostname(asked)
        is_direct = _port(asked, scheme) in (self.port, self.https_port)  # a proxy has another port
        if is_loopback(asked) or (is_direct and name in self._local_names()):
            return True
        chosen = self.chosen(found)
        for choice in found:
            if choice.address == name and choice != chosen:
                return self.wanted is not None or not choice.is_useful
        return False

    def is_foreign(self, asked: str) -> bool:
        """True for a name of somebody else, which a hotspot's name server led here."""
        own = [*self._local_names(), urlsplit(self.url or "").hostname, socket.gethostname().lower()]
        return not (is_loopback(asked) or is_address(asked) or _hostname(asked) in own)

    def _local_names(self) -> list[str]:
        """Names of this computer that Android resolves late or never."""
        return [name for name in (self.name, f"{socket.gethostname().lower()}.local") if name]

    def note(self, caller: str, asked: str | None) -> None:
        """Notes at which host another device opened the house."""
        if asked and not is_loopback(caller):
            self._devices.pop(caller, None)
            self._devices[caller] = _hostname(asked)
            if len(self._devices) > MOST_DEVICES:
                del self._devices[next(iter(self._devices))]

    def devices_at(self, address: str) -> int:
        """How many other devices opened the house at this address last."""
        own = [choice.address for choice in self.choices()]
        return sum(host == address and caller not in own for caller, host in self._devices.items())

    def own(self, address: str) -> str:
        """The URL of the house at one of its addresses."""
        return _url(self.scheme, address, self.port)

    def https_for_friends(self, friends: str) -> str | None:
        """The https address beside a friends' address; `None` if the house has only one of the two."""
        if self.https_port is None:
            return None
        return _url("https", urlsplit(friends).hostname or "", self.https_port)

    def names(self) -> list[str]:
        """All names a browser may use for this house; the one that friends use comes first."""
        friends = urlsplit(self.for_friends()).hostname or ""
        useful = [choice.address for choice in self.choices() if choice.is_useful]
        return list(dict.fromkeys([friends, *useful, "localhost", "127.0.0.1"]))


def public_url(text: str) -> str:
    """Reads the address that an operator gave."""
    parts = urlsplit(text)
    path = parts.path.rstrip("/")
    is_plain = not (parts.query or parts.fragment) and (path == "" or is_path(path))
    if parts.scheme not in ("http", "https") or not is_one_host([parts.netloc]) or not is_plain:
        raise ValueError(f"--url needs an address such as https://example.org/games/, not {text!r}")
    return f"{parts.scheme}://{parts.netloc}{path}"


def is_path(path: str) -> bool:
    """True for a path of plain words that the house may lie under: "/home/games"."""
    return len(path) <= LONGEST and PATH.fullmatch(path) is not None and "/.." not in path


def is_one_host(hosts: Sequence[str]) -> bool:
    """True if there is exactly one host, as a browser writes it."""
    return len(hosts) == 1 and HOST.fullmatch(hosts[0]) is not None


def is_loopback(place: str) -> bool:
    """True if this host, with or without a port, is the machine itself."""
    name = _hostname(place)
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def is_address(host: str) -> bool:
    """True for an IP address, false for a name."""
    try:
        ip_address(_hostname(host))
    except ValueError:
        return False
    return True


def _url(scheme: str, host: str, port: int) -> str:
    host = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"{scheme}://{host}" if port == USUAL[scheme] else f"{scheme}://{host}:{port}"


def _hostname(place: str) -> str:
    try:
        return str(ip_address(place))  # of a caller: IPv6 without brackets
    except ValueError:
        pass
    try:
        return urlsplit(f"//{place}").hostname or ""
    except ValueError:
        return ""


def _port(place: str, scheme: str) -> int | None:
    try:
        return urlsplit(f"//{place}").port or USUAL[scheme]
    except ValueError:
        return None
