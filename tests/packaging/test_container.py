"""The container image, the compose files and the service of systemd, without building anything."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
CONTAINERFILE = (ROOT / "Containerfile").read_text().replace("\\\n", "")
FINAL = CONTAINERFILE[CONTAINERFILE.index("FROM scratch") :]
LOCK = (ROOT / "requirements/dev.txt").read_text()
UNIT = ROOT / "packaging/systemd/taphouse.service"


def services(name: str) -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load((ROOT / name).read_text())["services"]
    return found


def test_the_image_runs_without_root_and_keeps_its_data_in_a_volume() -> None:
    assert "USER 10001:10001" in FINAL
    assert "VOLUME /data" in FINAL
    assert "TAPHOUSE_DATA=/data" in FINAL
    assert "/healthz" in FINAL


def test_the_image_is_built_with_the_locked_tools() -> None:
    [hatchling] = re.findall(r"^hatchling==(\S+)", LOCK, re.MULTILINE)
    assert re.search(rf"hatchling=={re.escape(hatchling)}$", CONTAINERFILE, re.MULTILINE)
    [nats] = re.findall(r"^nats-py==(\S+)", LOCK, re.MULTILINE)
    assert (ROOT / "requirements/cluster.txt").read_text().startswith(f"nats-py=={nats} ")
    assert "--require-hashes" in CONTAINERFILE


def test_what_the_build_needs_is_not_ignored() -> None:
    kept = re.findall(r"^!(\S+)", (ROOT / ".containerignore").read_text(), re.MULTILINE)
    assert [name for name in kept if not (ROOT / name).exists()] == []
    copied = re.findall(r"^COPY (?!--from)(.+) \./$", CONTAINERFILE, re.MULTILINE)
    assert {name for line in copied for name in line.split()} <= set(kept)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    hook = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["path"]
    assert {hook, settings["project"]["readme"], *settings["project"]["license-files"]} <= set(kept)
    assert (ROOT / ".dockerignore").read_text() == (ROOT / ".containerignore").read_text()


@pytest.mark.parametrize(
    ("name", "house"),
    [("compose.yaml", "house"), *(("compose.cluster.yaml", f"house{i}") for i in (1, 2, 3))],
)
def test_a_house_runs_with_a_read_only_root_and_without_capabilities(name: str, house: str) -> None:
    service = services(name)[house]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]


def test_three_nodes_three_nats_servers_and_the_proxy_know_each_other() -> None:
    found = services("compose.cluster.yaml")
    nats, houses = ([f"{kind}{number}" for number in (1, 2, 3)] for kind in ("nats", "house"))
    assert found.keys() == {*nats, *houses, "proxy"}
    for name in houses:
        environment = found[name]["environment"]
        assert environment["TAPHOUSE_CLUSTER"].split(",") == [f"nats://{one}:4222" for one in nats]
        assert environment["TAPHOUSE_TRUSTED_PROXY"] == found["proxy"]["networks"]["default"]["ipv4_address"]
    for name in nats:
        routes = found[name]["command"].split("--routes ")[1].split(",")
        assert routes == [f"nats://{other}:6222" for other in nats if other != name]
        assert f"-n {name} " in found[name]["command"]
        assert found[name]["volumes"] == [f"{name}:/data"]
    caddyfile = (ROOT / "packaging/cluster/Caddyfile").read_text()
    assert f"reverse_proxy {' '.join(f'{one}:8000' for one in houses)} {{" in caddyfile


def test_the_unit_is_correct_and_exposes_little(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd here")
    # given a unit whose program exists
    program = tmp_path / "taphouse"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "taphouse.service"
    unit.write_text(UNIT.read_text().replace("/opt/taphouse/bin/taphouse", str(program)))

    # then systemd finds nothing wrong, and calls it well protected
    def analyze(*words: str) -> str:
        done = subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    assert analyze("verify", str(unit)) == ""
    found = re.search(
        r"exposure level.*: ([\d.]+)", analyze("security", "--offline=true", "--no-pager", str(unit))
    )
    assert found
    assert float(found[1]) < 2
