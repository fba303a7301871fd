"""Which address of a computer is the best one for phones."""

from __future__ import annotations

import pytest

from taphouse.server.interfaces import Interface, choices, interfaces, kind_of


def named(name: str, address: str, prefix: int = 24) -> Interface:
    return Interface(name, address, prefix)


@pytest.mark.parametrize(
    ("interface", "kind"),
    [
        (named("wlan0", "192.168.1.5"), "router"),
        (named("eth1", "10.0.0.5"), "network"),
        (named("eth0", "8.8.4.4"), "internet"),
        (named("Microsoft Wi-Fi Direct Virtual Adapter", "192.168.137.1"), "network"),
        (named("bridge100", "192.168.2.1"), "network"),
        (named("wg0", "10.9.0.2"), "vpn"),
        (named("utun4", "10.9.0.2"), "vpn"),
        (named("TAP-Windows Adapter V9", "10.9.0.2"), "vpn"),
        (named("eth2", "100.101.102.103"), "vpn"),
        (named("eth2", "10.1.1.1", 32), "vpn"),
        (named("docker0", "172.17.0.1", 16), "virtual"),
        (named("br-0123456789ab", "172.18.0.1", 16), "virtual"),
        (named("vEthernet (WSL)", "172.20.0.1", 20), "virtual"),
        (named("VirtualBox Host-Only Ethernet Adapter", "192.168.56.1"), "virtual"),
        (named("eth0", "169.254.7.7", 16), "alone"),
        (named("eth0", "fe80::1", 64), "alone"),
        (named("eth0", "fd00::1", 64), "network"),
    ],
)
def test_an_address_is_told_by_its_interface_and_its_network(interface: Interface, kind: str) -> None:
    assert kind_of(interface, "192.168.1.5") == kind


def test_the_home_network_comes_before_a_vpn_that_has_the_default_route() -> None:
    found = [named("docker0", "172.17.0.1"), named("wg0", "10.9.0.2"), named("wlan0", "192.168.1.5")]
    ranked = choices(found, route="10.9.0.2")
    assert [choice.address for choice in ranked] == ["192.168.1.5", "10.9.0.2", "172.17.0.1"]


def test_a_rented_server_gives_its_public_address_and_not_that_of_its_inner_network() -> None:
    ranked = choices([named("eth1", "10.0.0.5"), named("eth0", "8.8.4.4")], route="8.8.4.4")
    assert [choice.kind for choice in ranked] == ["internet", "network"]


def test_the_way_to_the_router_comes_before_other_networks() -> None:
    found = [named("eth1", "10.0.0.5"), named("wlan0", "192.168.1.5")]
    assert [choice.kind for choice in choices(found, route="192.168.1.5")] == ["router", "network"]


def test_loopback_is_no_address_for_friends() -> None:
    assert "127.0.0.1" not in [found.address for found in interfaces()]
    assert "::1" not in [found.address for found in interfaces(6)]
