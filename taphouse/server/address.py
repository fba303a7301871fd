"""What friends type, or scan."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from taphouse.core import Value

HOST = re.compile(r"([\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?", re.ASCII | re.IGNORECASE)


class Address(Value):
    """Where this house listens, and the name it was given if it has one."""

    host: str
    port: int
    url: str | None = None

    def for_friends(self, scheme: str = "http", asked: str | None = None) -> str:
        """The house's name if it has one. Whoever sits at this machine needs its address in the network."""
        if self.url:
            return self.url.rstrip("/")
        if asked and not is_loopback(asked):
            return f"{scheme}://{asked}"
        near = self.host if is_loopback(self.host) else lan_address()
        return f"{scheme}://{near}:{self.port}"

    def names(self) -> list[str]:
        """All that a browser may call this house by; what friends call it comes first."""
        friends = urlsplit(self.for_friends()).hostname or ""
        return list(dict.fromkeys([friends, "localhost", "127.0.0.1"]))


def is_one_host(hosts: Sequence[str]) -> bool:
    """Is exactly one place named, as a browser would name it?"""
    return len(hosts) == 1 and HOST.fullmatch(hosts[0]) is not None


def is_loopback(place: str) -> bool:
    """Does this host, with or without a port, mean the machine itself?"""
    try:
        name = urlsplit(f"//{place}").hostname or ""
        return name == "localhost" or name.endswith(".localhost") or ip_address(name).is_loopback
    except ValueError:
        return False


def lan_address() -> str:
    """The address of this machine that the way out of it starts from."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(("192.0.2.1", 9))  # documentation's own network: only routed, nothing is sent
        except OSError:
            return "127.0.0.1"
        found: str = way_out.getsockname()[0]
        return found
