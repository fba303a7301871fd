"""Which address friends are given."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from taphouse.server.address import Address, is_loopback
from taphouse.server.interfaces import Choice

HOME = Choice("wlan0", "192.168.1.5", "router")
GUESTS = Choice("wlan1", "10.42.0.1", "network")
VPN = Choice("wg0", "10.9.0.2", "vpn")
COMPUTER = [HOME, GUESTS, VPN]


def house(found: list[Choice] = COMPUTER, host: str = "0.0.0.0", **settings: Any) -> Address:
    return Address(host, 8000, look=lambda version: found, **settings)


def test_a_house_with_a_public_url_always_uses_it() -> None:
    named = house(url="https://pub.example/")
    assert named.for_friends("http", "localhost:8000") == "https://pub.example"
    assert named.for_friends("http", "192.168.1.5:8000") == "https://pub.example"
    assert named.choices() == []


@pytest.mark.parametrize(
    ("settings", "opened"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"host": "::"}, "http://[::1]:8000"),
        ({"host": "192.168.1.5"}, "http://192.168.1.5:8000"),
        ({"url": "https://pub.example/"}, "https://pub.example"),
        ({"scheme": "https"}, "https://192.168.1.5:8000"),
    ],
)
def test_the_hosts_own_browser_needs_no_network(settings: dict[str, str], opened: str) -> None:
    assert house(**settings).on_this_computer() == opened


@pytest.mark.parametrize("asked", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "tap.localhost", None])
def test_a_request_from_the_machine_itself_gets_its_best_address(asked: str | None) -> None:
    assert house().for_friends("http", asked) == "http://192.168.1.5:8000"


def test_a_page_that_was_opened_at_another_address_of_the_computer_shows_that_one() -> None:
    assert house().for_friends("http", "10.42.0.1:8000") == "http://10.42.0.1:8000"


def test_an_address_that_phones_cannot_open_is_not_shown_to_friends() -> None:
    assert house().for_friends("http", "10.9.0.2:8000") == "http://192.168.1.5:8000"


def test_an_address_that_the_host_chose_is_shown_at_every_address_of_the_computer() -> None:
    address = house()
    assert address.choose("10.42.0.1")
    assert address.for_friends("http", "192.168.1.5:8000") == "http://10.42.0.1:8000"
    assert address.for_friends("http", "localhost:8000") == "http://10.42.0.1:8000"


def test_an_interface_can_be_chosen_by_its_name() -> None:
    assert house(wanted="wlan1").for_friends() == "http://10.42.0.1:8000"


def test_the_best_address_counts_while_the_chosen_one_is_missing() -> None:
    assert house([HOME], wanted="10.42.0.1").for_friends() == "http://192.168.1.5:8000"


def test_an_address_of_another_computer_cannot_be_chosen() -> None:
    address = house()
    assert not address.choose("192.168.1.6")
    assert address.for_friends() == "http://192.168.1.5:8000"


@pytest.mark.parametrize("asked", ["pub.example", "203.0.113.7:9000", "home.lan:8000"])
def test_a_name_or_an_address_that_is_not_of_this_computer_stays(asked: str) -> None:
    assert house(wanted="wlan1").for_friends("https", asked, "/games") == f"https://{asked}/games"


@pytest.mark.parametrize("name", ["taphouse.local", f"{socket.gethostname().lower()}.local"])
def test_a_local_name_of_the_computer_is_shown_as_an_address(name: str) -> None:
    address = house(https_port=8443)
    address.name = "taphouse.local"
    assert address.for_friends("https", f"{name}:8443") == "http://192.168.1.5:8000"
    assert address.for_friends("http", f"{name}:8000") == "http://192.168.1.5:8000"
    assert address.for_friends("http", f"{name}:80") == f"http://{name}:80", "a proxy has that port"


def test_a_house_that_listens_on_one_address_gives_that_one() -> None:
    assert house(host="127.0.0.1").for_friends("http", "localhost:8000") == "http://127.0.0.1:8000"
    assert house(host="192.168.1.9").for_friends() == "http://192.168.1.9:8000"
    assert house(host="fd00::5").for_friends() == "http://[fd00::5]:8000"


def test_a_computer_without_a_network_gives_its_own_loopback_address() -> None:
    assert house([]).for_friends() == "http://127.0.0.1:8000"


def test_the_usual_port_is_left_out() -> None:
    assert Address("0.0.0.0", 80, look=lambda version: COMPUTER).for_friends() == "http://192.168.1.5"


def test_friends_of_somebody_at_https_are_given_http_if_the_house_has_both() -> None:
    both = house(https_port=8443)
    assert both.for_friends("https", "192.168.1.5:8443") == "http://192.168.1.5:8000"
    assert both.for_friends("https", "localhost:8443") == "http://192.168.1.5:8000"
    assert both.https_for_friends("http://192.168.1.5:8000") == "https://192.168.1.5:8443"


def test_a_house_that_has_https_only_gives_https() -> None:
    assert house(scheme="https").for_friends("https", "localhost:8000") == "https://192.168.1.5:8000"


def test_the_certificate_covers_what_phones_may_open() -> None:
    assert house().names() == ["192.168.1.5", "10.42.0.1", "localhost", "127.0.0.1"]


def test_other_devices_are_counted_where_they_came_in_last() -> None:
    address = house()
    for caller, asked in [
        ("192.168.1.20", "192.168.1.5:8000"),
        ("192.168.1.21", "10.42.0.1:8000"),
        ("192.168.1.21", "192.168.1.5:8000"),
        ("127.0.0.1", "10.42.0.1:8000"),
        ("10.42.0.1", "10.42.0.1:8000"),
    ]:
        address.note(caller, asked)
    assert address.devices_at("192.168.1.5") == 2
    assert address.devices_at("10.42.0.1") == 0, "the computer itself is no other device"


@pytest.mark.parametrize("place", ["pub.example", "192.168.1.5", "[::", "", "localhost.example", "a b"])
def test_other_hosts_are_not_loopback(place: str) -> None:
    assert not is_loopback(place)


@pytest.mark.parametrize("place", ["::1", "127.0.0.1", "[::1]:8000"])
def test_a_caller_on_the_computer_itself_is_loopback(place: str) -> None:
    assert is_loopback(place)
