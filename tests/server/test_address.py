from __future__ import annotations

import pytest

from taphouse.server.address import Address, is_loopback, lan_address

EVERYWHERE = Address("0.0.0.0", 8000)


def test_a_house_with_a_name_is_always_found_under_it() -> None:
    named = Address("0.0.0.0", 8000, "https://pub.example/")
    assert named.for_friends("http", "localhost:8000") == "https://pub.example"
    assert named.for_friends("http", "192.168.1.5:8000") == "https://pub.example"


@pytest.mark.parametrize("asked", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "tap.localhost", None])
def test_whoever_sits_at_the_machine_gets_its_address_in_the_network(asked: str | None) -> None:
    assert EVERYWHERE.for_friends("http", asked) == f"http://{lan_address()}:8000"


def test_whoever_came_over_the_network_passes_on_what_worked() -> None:
    assert EVERYWHERE.for_friends("https", "192.168.1.5:9000") == "https://192.168.1.5:9000"


def test_a_house_that_listens_only_here_does_not_send_friends_elsewhere() -> None:
    assert Address("127.0.0.1", 8000).for_friends("http", "localhost:8000") == "http://127.0.0.1:8000"


@pytest.mark.parametrize("place", ["pub.example", "192.168.1.5", "[::", "", "localhost.example", "a b"])
def test_other_places_are_not_this_machine(place: str) -> None:
    assert not is_loopback(place)
