"""Houses on computers with several networks, without any, and with their own hotspot."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.networks import Computer, computer, needs_networks

__all__ = ["computer"]
pytestmark = needs_networks

HOTSPOT = Path(__file__).resolve().parents[2] / "docs/operating/hotspot.md"
ANDROID = "http://connectivitycheck.gstatic.com/generate_204"
RESOLVE = """
import asyncio, sys
from zeroconf import AddressResolverIPv4
from zeroconf.asyncio import AsyncZeroconf

async def resolve(name, own):
    network = AsyncZeroconf(interfaces=[own])
    found = AddressResolverIPv4(name)
    await found.async_request(network.zeroconf, 10_000)
    print(*found.parsed_addresses())
    await network.async_close()

asyncio.run(resolve(*sys.argv[1:]))
"""


def test_a_house_with_several_networks_chooses_says_why_and_lets_the_host_switch(
    computer: Callable[[str], Computer], tmp_path: Path
) -> None:
    # given a laptop at home whose VPN is its way to the internet, and a phone in the same network
    laptop, phone = computer("laptop"), computer("phone")
    laptop.connect("wlan0", "192.168.7.5/24", phone, "wlan0", "192.168.7.9/24")
    laptop.connect("wg0", "10.9.0.2/24", laptop, "far", "")
    laptop.ip("route", "add", "default", "dev", "wg0")

    # when the house opens
    terminal = laptop.open_house(tmp_path / "laptop")

    # then it gives friends the address that the phone can open, and says why
    terminal.until(r"open at http://192\.168\.7\.5:8000")
    terminal.until(r"→ 1  192\.168\.7\.5  wlan0: A local network.*\s+2  10\.9\.0\.2 .*A VPN")
    about = phone.asks("http://192.168.7.5:8000/api/house")
    assert (about["address"], about["opened_at"]) == ("http://192.168.7.5:8000", None)

    # and the network knows it by name
    terminal.until(r"open http://taphouse\.local:8000")
    assert phone.run(sys.executable, "-c", RESOLVE, "taphouse.local.", "192.168.7.9").split() == [
        "192.168.7.5"
    ]

    # and a second house in this network takes another name
    phone.open_house(tmp_path / "phone").until(r"open http://taphouse-2\.local:8000")

    # when the host types the other number
    terminal.type("2")

    # then friends are given that address, and the phone is told
    terminal.until(r"open at http://10\.9\.0\.2:8000")
    about = phone.asks("http://192.168.7.5:8000/api/house")
    assert (about["address"], about["opened_at"]) == ("http://10.9.0.2:8000", "192.168.7.5:8000")


def test_a_house_opens_on_a_computer_without_a_network(
    computer: Callable[[str], Computer], tmp_path: Path
) -> None:
    alone = computer("alone")
    alone.open_house(tmp_path).until(r"open at http://127\.0\.0\.1:8000")
    assert alone.run("curl", "-s", "http://127.0.0.1:8000/healthz") == "ok"


@pytest.mark.skipif(
    not (shutil.which("dnsmasq") and shutil.which("udhcpc")), reason="needs dnsmasq and udhcpc"
)
def test_a_phone_on_a_documented_hotspot_is_shown_the_house_and_stays(
    computer: Callable[[str], Computer], tmp_path: Path
) -> None:
    # given a computer that is a hotspot, with the configuration of the documentation
    pi, phone = computer("pi"), computer("phone")
    pi.connect("wlan0", "10.42.0.1/24", phone, "wlan0", "")
    documented = re.search(r"```dnsmasq\n(.*?)```", HOTSPOT.read_text(), re.DOTALL)
    assert documented
    (configuration := tmp_path / "dnsmasq.conf").write_text(documented[1])
    files = [f"--conf-file={configuration}", f"--dhcp-leasefile={tmp_path}/leases", "--pid-file="]
    pi.start("dnsmasq", "--no-daemon", "--user=root", *files, stderr=subprocess.DEVNULL)
    terminal = pi.open_house(tmp_path / "data", "--hotspot", "--address", "wlan0", "--port", "80")
    terminal.until(r"open at http://10\.42\.0\.1\s")

    # when a phone joins and asks for the internet
    assert phone.join("wlan0", tmp_path).startswith("10.42.0.")
    probe = "http://captive.apple.com/hotspot-detect.html"
    sheet = phone.run("curl", "-sL", probe)

    # then it is shown where the house is, and once its button is pressed, it stays
    assert "<b>http://10.42.0.1</b>" in sheet
    phone.run("curl", "-s", "-d", "", "http://10.42.0.1/hotspot")
    assert "<BODY>Success</BODY>" in phone.run("curl", "-s", probe)
    assert phone.run("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", ANDROID) == "204"
    assert "<title>Taphouse" in phone.run("curl", "-sL", "http://anything.example/")
