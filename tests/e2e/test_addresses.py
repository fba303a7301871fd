"""The host's page of a house with several networks."""

import shutil

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.e2e.conftest import QUIET
from tests.e2e.driving import PHONE, Person
from tests.networks import computer, needs_networks

__all__ = ["computer"]
pytestmark = needs_networks


@pytest.fixture
def browser_on(tmp_path):
    """Starts a browser on a computer with its own network."""
    with sync_playwright() as playwright:

        def start(there):
            (command := tmp_path / there.name).write_text(
                f'#!/bin/sh\nexec ip netns exec {there.name} {shutil.which("chromium")} "$@"\n'
            )
            command.chmod(0o755)
            return playwright.chromium.launch(executable_path=command, args=QUIET)

        yield start


class At:
    def __init__(self, url):
        self.url = url


def test_the_host_chooses_another_address_and_a_guest_is_told(computer, browser_on, tmp_path):
    # given a house on a laptop with two networks, and a guest in one of them
    laptop, phone = computer("laptop"), computer("phone")
    laptop.connect("wlan0", "192.168.7.5/24", phone, "wlan0", "192.168.7.9/24")
    laptop.connect("wlan1", "10.42.0.1/24", laptop, "far", "")
    laptop.open_house(tmp_path / "data", "--announce", "none").until("Type another number")
    host = Person(browser_on(laptop), At("http://localhost:8000"), **PHONE).go("/house")
    guest = Person(browser_on(phone), At("http://192.168.7.5:8000"), **PHONE).go("/house")
    expect(guest.page.locator("dl .card").first).to_be_visible()
    expect(guest.page.get_by_role("radio")).to_have_count(0)

    # when the host chooses the other address
    host.page.get_by_role("radio", name="http://10.42.0.1:8000").check()
    expect(host.page.get_by_role("radio", name="http://10.42.0.1:8000")).to_be_checked()

    # then the guest's next table says where friends get in
    guest.go()
    guest.press("Make a table")
    note = "You came in at 192.168.7.5:8000. Your friends get 10.42.0.1:8000: codes and links lead there."
    expect(guest.page.get_by_text(note)).to_be_visible()
    assert not host.errors
    assert not guest.errors
