"""The address of the house that friends type or scan."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import Request

from taphouse.core import Value

PATH = re.compile(r"(/[\w.~-]+)+", re.ASCII)
LONGEST = 200  # letters of a path
HOST = re.compile(r"([\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?", re.ASCII | re.IGNORECASE)


class Address(Value):
    """Where this house listens, and its public URL if it has one."""

    host: str
    port: int
    url: str | None = None

    def for_friends(self, scheme: str = "http", asked: str | None = None, prefix: str = "") -> str:
        """The public URL; else the `asked` host; instead of a loopback host, this machine's LAN address."""
        if self.url:
            return self.url.rstrip("/")
        if asked and not is_loopback(asked):
            return f"{scheme}://{asked}{prefix}"
        near = self.host if is_loopback(self.host) else lan_address()
        return f"{scheme}://{near}:{self.port}"

    def for_friends_of(self, request: Request) -> str:
        """The address for friends of somebody who made this request."""
        if request.scope["is_framed"]:  # friends cannot log in where the frame is
            return self.for_friends(request.scope["scheme"])
        return self.for_friends(request.scope["scheme"], request.headers.get("host"), request.scope["prefix"])

    def names(self) -> list[str]:
        """All names a browser may use for this house; the one that friends use comes first."""
        friends = urlsplit(self.for_friends()).hostname or ""
        return list(dict.fromkeys([friends, "localhost", "127.0.0.1"]))


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
    try:
        name = urlsplit(f"//{place}").hostname or ""
        return name == "localhost" or name.endswith(".localhost") or ip_address(name).is_loopback
    except ValueError:
        return False


def lan_address() -> str:
    """The address of this machine on its default route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: only routed, nothing is sent
        except OSError:
            return "127.0.0.1"
        found: str = probe.getsockname()[0]
        return found
