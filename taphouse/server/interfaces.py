"""The addresses of this computer, and which of them phones in the room can most likely open."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import ifaddr

from taphouse.core import Value

Kind: TypeAlias = Literal["router", "network", "internet", "vpn", "virtual", "alone"]
"""What an address is for, the most useful to guests first. `router`: this computer reaches its router that
way. `network`: another network, such as its own hotspot. `internet`: a public address. `virtual`: for
containers and virtual machines. `alone`: no network gave this address."""
KINDS: tuple[Kind, ...] = get_args(Kind)

# Linux and macOS have short names, Windows descriptions: its own hotspot is a "Wi-Fi Direct Virtual Adapter".
VPN = re.compile(
    r"^(tun|tap|wg|ppp|utun|ipsec|zt|nordlynx|mullvad)\d*|vpn|wireguard|tailscale|zerotier|tap-windows", re.I
)
VIRTUAL = re.compile(
    r"^(docker|br-[0-9a-f]{12}$|veth|virbr|lxc|lxd|podman|cni|flannel|cali|vmnet|vboxnet)"
    r"|vethernet|virtualbox|vmware|hyper-v|wsl",
    re.I,
)
CARRIER = ip_network("100.64.0.0/10")  # Tailscale and others use it inside a VPN
CONTAINER = ("/.dockerenv", "/run/.containerenv")  # Docker and Podman put these there


class Interface(Value):
    """One address of this computer."""

    name: str
    address: str
    prefix: int
    """Bits of its network: all of them for the end of a tunnel."""


class Choice(Value):
    """An address that guests can be given, and what it is for."""

    interface: str
    address: str
    kind: Kind

    @property
    def is_useful(self) -> bool:
        """True if a phone in the room may open it."""
        return self.kind in ("router", "network", "internet")


def interfaces(version: int = 4) -> list[Interface]:
    """The addresses of this computer now, without its loopback ones."""
    return [
        Interface(adapter.nice_name, address, ip.network_prefix)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        for address in [ip.ip if isinstance(ip.ip, str) else ip.ip[0]]
        if ip_address(address).version == version and not ip_address(address).is_loopback
    ]


def choices(found: Sequence[Interface], route: str | None) -> list[Choice]:
    """All addresses, the best one first. `route` is the one from which this computer reaches the internet."""
    ranked = [Choice(each.name, each.address, kind_of(each, route)) for each in found]
    return sorted(
        ranked, key=lambda each: (each.address != route or not each.is_useful, KINDS.index(each.kind))
    )


def kind_of(interface: Interface, route: str | None) -> Kind:
    """A VPN is no way for phones in the room, even if it is this computer's way to the internet."""
    address = ip_address(interface.address)
    if address.is_link_local:
        return "alone"
    if VIRTUAL.search(interface.name):
        return "virtual"
    if VPN.search(interface.name) or interface.prefix == address.max_prefixlen or address in CARRIER:
        return "vpn"
    if not address.is_private:
        return "internet"
    return "router" if interface.address == route else "network"


def route(version: int = 4) -> str | None:
    """The address of this computer on its default route."""
    family, far = (socket.AF_INET6, "2001:db8::1") if version == 6 else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, 9))  # reserved for documentation: only routed, nothing is sent
        except OSError:
            return None
        found: str = probe.getsockname()[0]
        return found


def is_in_container() -> bool:
    """True if the addresses of this computer are those of a container, which phones cannot open."""
    return any(Path(mark).exists() for mark in CONTAINER)
