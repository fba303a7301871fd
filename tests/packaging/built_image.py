"""The image of `make image` runs a house that can be played, without root and on a read-only root.

PODMAN is the command, with its options, and PODMAN_RUN are further options of `podman run`.
"""

import json
import os
import shlex
import subprocess

import pytest

from taphouse import __version__
from tests.e2e.conftest import chromium, person
from tests.e2e.real_proxies import free_port
from tests.packaging.built import play
from tests.server.served import WAIT

__all__ = ["chromium", "person"]

PODMAN = shlex.split(os.environ.get("PODMAN", "podman"))
RUN = [
    *("run", "--rm", "--network", "host", "--read-only", "--cap-drop", "ALL"),
    *("--security-opt", "no-new-privileges", *shlex.split(os.environ.get("PODMAN_RUN", ""))),
]
IMAGE = f"taphouse:{__version__.removesuffix('.dev0')}"
ABOUT = """
import json, os, sys
try:
    open("/new", "w")
except OSError as error:
    root = error.strerror
capabilities = [line.split()[1] for line in open("/proc/self/status") if line.startswith("CapEff")]
shell = os.path.exists("/bin/sh")
print(json.dumps({"user": os.getuid(), "root": root, "capabilities": capabilities, "shell": shell}))
"""


def podman(*words):
    done = subprocess.run([*PODMAN, *words], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Container:
    def __init__(self):
        self.port, self.name = free_port(), f"taphouse-test-{os.getpid()}"
        self.url = f"http://127.0.0.1:{self.port}"
        self._process = subprocess.Popen(
            [
                *(*PODMAN, *RUN, "--name", self.name, "--volume", f"{self.name}:/data", IMAGE),
                *("serve", "--host", "127.0.0.1", "--port", str(self.port)),
            ],
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        next(line for line in self._process.stdout if self.url in line)

    def stop(self):
        podman("stop", "--time", "10", self.name)
        self._process.wait(WAIT)
        self._process.stdout.close()
        podman("volume", "rm", self.name)


@pytest.fixture
def house():
    house = Container()
    yield house
    house.stop()


def test_a_round_is_played_and_a_game_is_filmed(person, house):
    play(person, house)
    check = json.loads(podman("image", "inspect", IMAGE))[0]["Healthcheck"]["Test"][1:]
    podman("exec", "--env", f"TAPHOUSE_PORT={house.port}", house.name, *check)


def test_the_image_gives_the_house_no_right_that_it_does_not_need():
    about = json.loads(podman(*RUN, "--entrypoint", "python", IMAGE, "-c", ABOUT).splitlines()[-1])
    assert about == {
        "user": 10001,
        "root": "Read-only file system",
        "capabilities": ["0000000000000000"],
        "shell": False,
    }


def test_the_image_is_small():
    size = json.loads(podman("image", "inspect", IMAGE))[0]["Size"]
    print(f"{size / 1e6:.0f} MB")
    assert size < 100e6
