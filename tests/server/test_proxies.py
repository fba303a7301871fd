"""What the house believes of a proxy's headers."""

from __future__ import annotations

import pytest

from taphouse.server.address import public_url
from taphouse.server.proxies import Arrival, Proxies, networks

PHONE, PROXY, HERE = "203.0.113.5", "10.0.0.2", "127.0.0.1"
URL = "https://home.example/x/y"


def arrival(peer: str, path: str = "/", url: str | None = URL, **headers: str) -> Arrival:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Proxies(networks("10.0.0.0/24"), url).arrival(named, peer, path)


@pytest.mark.parametrize("peer", [HERE, "::1", "::ffff:127.0.0.1", PROXY, "::ffff:10.0.0.2"])
def test_a_proxy_on_this_machine_or_in_a_named_network_is_trusted(peer: str) -> None:
    assert Proxies(networks("10.0.0.0/24")).is_trusted(peer)


@pytest.mark.parametrize("peer", [PHONE, "10.0.1.2", "fe80::1%wlan0", "", "testclient"])
def test_everybody_else_is_not_trusted(peer: str) -> None:
    assert not Proxies(networks("10.0.0.0/24")).is_trusted(peer)


@pytest.mark.parametrize(
    ("forwarded", "peer", "caller"),
    [
        ("", PHONE, PHONE),
        ("6.6.6.6", PHONE, PHONE),
        (PHONE, HERE, PHONE),
        (f"6.6.6.6, {PHONE}", "::1", PHONE),
        (f"6.6.6.6, {PHONE}, 10.0.0.7", PROXY, PHONE),
        ("", HERE, HERE),
        ("10.0.0.7", PROXY, PROXY),
    ],
)
def test_the_caller_is_the_last_forwarded_address_that_is_no_proxy(
    forwarded: str, peer: str, caller: str
) -> None:
    assert arrival(peer, x_forwarded_for=forwarded).caller == caller


def test_headers_of_a_stranger_change_nothing() -> None:
    told = {"x_forwarded_proto": "https", "x_forwarded_host": "evil.example", "x_forwarded_prefix": "/evil"}
    found = arrival(PHONE, "/t/QUAY", host="192.168.1.5:8000", **told)
    assert found == Arrival(PHONE, None, "192.168.1.5:8000", "", "/t/QUAY", False)


def test_a_trusted_proxy_names_scheme_host_and_path() -> None:
    told = {"x_forwarded_proto": "https", "x_forwarded_host": "home.example", "x_forwarded_prefix": "/games/"}
    found = arrival(PROXY, "/t/QUAY", host="house:8000", **told)
    assert found == Arrival(PROXY, "https", "home.example", "/games", "/t/QUAY", False)


@pytest.mark.parametrize(
    "prefix", ["games", "//evil.example", '/"><script>', "/a b", "/../..", "/" + "a" * 300, "/%2e%2e"]
)
def test_a_malformed_prefix_is_ignored(prefix: str) -> None:
    assert arrival(HERE, x_forwarded_prefix=prefix).prefix == ""


@pytest.mark.parametrize("path", ["/x/y/t/QUAY", "/t/QUAY"])
def test_a_proxy_may_leave_the_path_of_the_public_address_in_the_request_or_take_it_out(path: str) -> None:
    found = arrival(HERE, path, host="home.example")
    assert (found.prefix, found.path) == ("/x/y", "/t/QUAY")


@pytest.mark.parametrize(("path", "inside"), [("/x/y", "/"), ("/x/y/", "/"), ("/x/yes", "/x/yes")])
def test_the_path_inside_the_house_begins_after_the_prefix(path: str, inside: str) -> None:
    assert arrival(PHONE, path, host="192.168.1.5").path == inside


def test_a_phone_that_reaches_the_house_without_the_proxy_sees_it_at_the_root() -> None:
    assert arrival(PHONE, "/t/QUAY", host="192.168.1.5:8000").prefix == ""


def test_home_assistant_shows_the_house_in_a_frame() -> None:
    found = arrival(PROXY, "/tv", url=None, x_ingress_path="/api/hassio_ingress/token")
    assert (found.prefix, found.path, found.is_framed) == ("/api/hassio_ingress/token", "/tv", True)


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://home.example", "https://home.example"),
        ("https://home.example/x/y/", URL),
        ("http://192.168.1.5:8000/", "http://192.168.1.5:8000"),
        ("http://[fd00::1]:8000", "http://[fd00::1]:8000"),
    ],
)
def test_a_public_address_has_a_scheme_a_host_and_maybe_a_path(text: str, url: str) -> None:
    assert public_url(text) == url


@pytest.mark.parametrize(
    "text",
    [
        "home.example",
        "ftp://home.example",
        "https://",
        "https://a b",
        "https://home.example/?a",
        "https://h/ä",
    ],
)
def test_another_public_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="--url needs"):
        public_url(text)


@pytest.mark.parametrize("text", ["home.example", "10.0.0.0/33", "10.0.0.1/24", "*"])
def test_a_trusted_proxy_is_named_by_its_address(text: str) -> None:
    with pytest.raises(ValueError, match="--trusted-proxy"):
        networks(text)
