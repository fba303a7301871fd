from __future__ import annotations

import pytest

from taphouse.server.address import Address, is_loopback, lan_address

EVERYWHERE = Address("0.0.0.0", 8000)


def test_a_house_with_a_public_url_always_uses_it() -> None:
    named = Address("0.0.0.0", 8000, "https://pub.example/")
    assert named.for_friends("http", "localhost:8000") == "https://pub.example"
    assert named.for_friends("http", "192.168.1.5:8000") == "https://pub.example"


@pytest.mark.parametrize("asked", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "tap.localhost", None])
def test_a_request_from_the_machine_itself_gets_its_lan_address(asked: str | None) -> None:
    assert EVERYWHERE.for_friends("http", asked) == f"http://{lan_address()}:8000"


def test_a_request_over_the_network_gets_the_address_it_used() -> None:
    assert EVERYWHERE.for_friends("https", "192.168.1.5:9000") == "https://192.168.1.5:9000"


def test_a_house_that_listens_on_loopback_only_gives_its_loopback_address() -> None:
    assert Address("127.0.0.1", 8000).for_friends("http", "localhost:8000") == "http://127.0.0.1:8000"


@pytest.mark.parametrize("place", ["pub.example", "192.168.1.5", "[::", "", "localhost.example", "a b"])
def test_other_hosts_are_not_loopback(place: str) -> None:
    assert not is_loopback(place)
