"""A Debian that has Python and pip alone: one pip command and one word open a house that phones play in.

Needs root, for chroot. The packages come from Debian and from the registry, by the settings of this machine.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.e2e.conftest import chromium, person
from tests.e2e.driving import House
from tests.e2e.installed import play_on_two_phones

__all__ = ["chromium", "person"]

DIST = Path(__file__).parents[2] / "dist"
SUITE = "trixie"
SETTINGS = ("etc/pip.conf", "etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt")
HERE = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}


def inside(root, *command, **settings):
    variables = [f"{name}={value}" for name, value in {**HERE, **settings}.items()]
    return ["chroot", str(root), "env", "-i", "--chdir=/root", *variables, *command]


@pytest.fixture(scope="module")
def debian(tmp_path_factory):
    if os.getuid() != 0:
        pytest.skip("chroot needs root")
    root = tmp_path_factory.mktemp("debian") / "root"
    packages = "--include=python3-pip,ca-certificates"
    subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", packages, SUITE, root], check=True)
    for name in SETTINGS:
        if Path("/", name).exists():
            shutil.copyfile(Path("/", name), root / name)
    yield root
    shutil.rmtree(root)


class HouseInDebian(House):
    def __init__(self, root):
        self.root = root
        super().__init__(root / "root" / "data")

    def open(self):
        settings = {"TAPHOUSE_HOST": "127.0.0.1", "TAPHOUSE_PORT": "0", "TAPHOUSE_INTRODUCTIONS": "none"}
        command = inside(self.root, "taphouse", **settings)
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.url = next(
            found[0] for line in self.process.stdout if (found := re.search(r"https?://\S+", line))
        )


@pytest.fixture
def house(debian):
    [wheel] = DIST.glob("taphouse-*.whl")  # by make wheel
    shutil.copy(wheel, debian / "root")
    pip = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    alone = "--break-system-packages"  # there is no other Python program that pip could harm
    subprocess.run(inside(debian, "pip", "install", "-q", alone, f"/root/{wheel.name}", **pip), check=True)
    house = HouseInDebian(debian)
    yield house
    house.kill()


@pytest.mark.timeout(1_200)
def test_one_pip_command_and_one_word_open_a_house_in_a_clean_debian(person, debian, house):
    """Given Python and pip alone, when the wheel is installed, then two phones play in the house."""
    search = inside(debian, "sh", "-c", "command -v node npm gcc make git")
    assert subprocess.run(search, capture_output=True, check=False).stdout == b""

    play_on_two_phones(person)

    assert (debian / "root/data/house.db").is_file()
