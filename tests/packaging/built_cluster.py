"""Three containers with the settings of compose.cluster.yaml: a table outlives two of them.

Containers share the network of this computer, so each service gets a port on loopback instead of a name.
"""

import os
import re
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest
from ruamel.yaml import YAML

from tests.natsserver import binary, free_ports
from tests.packaging.built_image import IMAGE, RUN, podman

ROOT = Path(__file__).resolve().parents[2]
SERVICES = YAML(typ="safe").load((ROOT / "compose.cluster.yaml").read_text())["services"]
HOUSES, NATS = ([name for name in SERVICES if name.startswith(kind)] for kind in ("house", "nats"))
WAIT = 120  # seconds


@contextmanager
def process(*words, **settings):
    with subprocess.Popen(words, **settings) as running:
        try:
            yield running
        finally:
            running.terminate()


def until(condition):
    end = monotonic() + WAIT
    while True:
        try:
            if condition():
                return
        except httpx.HTTPError:
            pass
        assert monotonic() < end
        sleep(0.2)


@pytest.fixture
def cluster(tmp_path):
    """The address of the proxy; the containers by name."""
    ports = free_ports(10)
    places = {f"{name}:8000": ports[i] for i, name in enumerate(HOUSES)}
    places |= {f"{name}:4222": ports[3 + i] for i, name in enumerate(NATS)}
    places |= {f"{name}:6222": ports[6 + i] for i, name in enumerate(NATS)}
    url = f"http://127.0.0.1:{ports[9]}"

    def here(text):
        return re.sub(r"\b(house|nats)\d:\d+", lambda found: f"127.0.0.1:{places[found[0]]}", text)

    containers = {name: f"taphouse-{name}-{os.getpid()}" for name in HOUSES}
    with ExitStack() as running:
        for name in NATS:
            words = here(SERVICES[name]["command"]).replace(
                "0.0.0.0:6222", f"127.0.0.1:{places[name + ':6222']}"
            )
            words = words.replace("/data", str(tmp_path / name)).split()
            place = ["-a", "127.0.0.1", "-p", str(places[f"{name}:4222"])]
            running.enter_context(process(binary(), *words, *place, stderr=subprocess.DEVNULL))
        for name in HOUSES:
            settings = {**SERVICES[name]["environment"], "TAPHOUSE_URL": url, "TAPHOUSE_HOST": "127.0.0.1"}
            settings["TAPHOUSE_PORT"] = str(places[f"{name}:8000"])
            variables = [word for key, value in settings.items() for word in ("-e", f"{key}={here(value)}")]
            running.callback(podman, "rm", "--force", "--ignore", containers[name])
            more = ["--detach", "--name", containers[name], "--restart", "unless-stopped"]
            podman(*[word for word in RUN if word != "--rm"], *more, *variables, IMAGE)
        caddyfile = tmp_path / "Caddyfile"
        text = (ROOT / "packaging/cluster/Caddyfile").read_text()
        caddyfile.write_text("{\n\tadmin off\n}\n" + here(text))
        words = ("caddy", "run", "--config", str(caddyfile), "--adapter", "caddyfile")
        running.enter_context(process(*words, env={**os.environ, "TAPHOUSE_URL": url}, stderr=sys.stderr))
        for name in HOUSES:
            address = f"http://127.0.0.1:{places[name + ':8000']}/readyz"
            until(lambda address=address: httpx.get(address).status_code == 200)
        until(lambda: httpx.get(f"{url}/readyz").status_code == 200)
        yield url, containers


def test_a_table_outlives_the_container_that_runs_it(cluster):
    url, containers = cluster

    # given a table that was opened through the proxy
    made = httpx.post(f"{url}/api/tables", json={"game": "tip-tap", "name": "Ada"}, timeout=30)
    code = made.json()["code"]

    # when each container but one is killed
    for name in list(containers)[:2]:
        podman("kill", "--signal", "KILL", containers[name])
        podman("rm", "--force", "--ignore", containers[name])

    # then the proxy still shows the table
    until(lambda: httpx.get(f"{url}/api/tables/{code}", timeout=30).json().get("players") == 1)
