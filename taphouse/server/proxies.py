"""Reads what a trusted proxy says about a request: who asked, for which host, under which path."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Protocol, TypeAlias
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from taphouse.core import Value

from .address import is_one_host, is_path

Network: TypeAlias = IPv4Network | IPv6Network

SCHEMES = ("http", "https")


class HeaderMap(Protocol):
    def get(self, name: str, /) -> str | None: ...


class Arrival(Value):
    """A request as the browser made it."""

    caller: str
    """The address of the browser's device."""
    scheme: str | None
    host: str | None
    prefix: str
    """The path under which the browser sees the house: "", or "/games"."""
    path: str
    """The path inside the house."""
    is_framed: bool
    """True for Home Assistant's panel, which shows the house in a frame of its own page."""


class Proxies:
    """Believes headers of proxies on this machine, and of those that the operator named."""

    def __init__(self, trusted: Sequence[Network] = (), url: str | None = None) -> None:
        self._trusted = trusted
        parts = urlsplit(url or "")
        self._host, self._prefix = parts.netloc.lower(), parts.path.rstrip("/")

    def is_trusted(self, peer: str) -> bool:
        try:
            address = ip_address(peer.partition("%")[0])
        except ValueError:
            return False
        if isinstance(address, IPv6Address):
            address = address.ipv4_mapped or address
        return address.is_loopback or any(address in network for network in self._trusted)

    def arrival(self, headers: HeaderMap, peer: str, path: str) -> Arrival:
        """Ignores headers that are malformed, or that come from somebody else."""
        is_trusted = self.is_trusted(peer)

        def header(name: str) -> str:
            return (headers.get(name) or "").strip() if is_trusted else ""

        scheme, host = header("x-forwarded-proto").lower(), header("x-forwarded-host")
        ingress = _prefix(header("x-ingress-path"))
        host = host if is_one_host([host]) else headers.get("host") or ""
        named = ingress or _prefix(header("x-forwarded-prefix"))
        prefix = named or self._own_prefix(path, host)
        return Arrival(
            self._caller(header("x-forwarded-for"), peer),
            scheme if scheme in SCHEMES else None,
            host or None,
            prefix,
            path.removeprefix(prefix) or "/" if _is_under(path, prefix) else path,
            bool(ingress),
        )

    def _own_prefix(self, path: str, host: str) -> str:
        """The path of the public address: proxies may leave it in the request, or take it out."""
        return self._prefix if _is_under(path, self._prefix) or host.lower() == self._host else ""

    def _caller(self, forwarded: str, peer: str) -> str:
        """The last address that is not a proxy's. A browser can write whatever it likes before it."""
        for address in reversed(forwarded.split(",")):
            if (address := address.strip()) and not self.is_trusted(address):
                return address
        return peer


class BehindProxy:
    """Middleware: turns a forwarded request into the one that the browser made. Comes before all others."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self._app, self._proxies = app, proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        peer, port = scope["client"] or ("", 0)
        arrival = self._proxies.arrival(Headers(scope=scope), peer, scope["path"])
        scope = {
            **scope,
            "path": arrival.path,
            "client": (arrival.caller, port),
            "scheme": arrival.scheme or scope["scheme"],
            "prefix": arrival.prefix,
            "is_framed": arrival.is_framed,
        }
        if arrival.host and arrival.host != Headers(scope=scope).get("host"):
            MutableHeaders(scope=scope)["host"] = arrival.host
        await self._app(scope, receive, send)


def networks(text: str) -> list[Network]:
    """Reads addresses and networks, separated by commas."""
    try:
        return [ip_network(word.strip()) for word in text.split(",") if word.strip()]
    except ValueError as error:
        raise ValueError(f"--trusted-proxy: {error}") from error


def _prefix(path: str) -> str:
    path = path.rstrip("/")
    return path if is_path(path) else ""


def _is_under(path: str, prefix: str) -> bool:
    return prefix != "" and (path + "/").startswith(prefix + "/")
