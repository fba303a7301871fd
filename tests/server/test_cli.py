"""`taphouse serve` as a process."""

from __future__ import annotations

import json
import re
import signal
import socket
from pathlib import Path

import httpx
import pytest

from taphouse.server.certificate import load_or_make
from tests.server.served import WAIT, Process, data, opened, seen, started

__all__ = ["data", "started"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_house_has_stored_everything(
    started: list[Process], data: Path, number: signal.Signals
) -> None:
    started.append(before := Process(data, "serve", "--host", "127.0.0.1", "--port", "0"))
    code = opened(before.address())
    status, errors = before.stop(number)
    assert (status, errors) == (0, "")
    started.append(after := Process(data, "serve", "--host", "127.0.0.1", "--port", "0"))
    assert seen(f"{after.address()}/api/tables/{code}").json()["players"] == 1


def test_a_killed_house_has_lost_nothing(started: list[Process], data: Path) -> None:
    started.append(before := Process(data, "serve", "--host", "127.0.0.1", "--port", "0"))
    code = opened(before.address())
    before.stop(signal.SIGKILL)
    started.append(after := Process(data, "serve", "--host", "127.0.0.1", "--port", "0"))
    assert seen(f"{after.address()}/api/tables/{code}").json()["players"] == 1


def test_the_default_command_is_serve(started: list[Process], data: Path) -> None:
    started.append(house := Process(data, TAPHOUSE_HOST="127.0.0.1", TAPHOUSE_PORT="0"))
    assert seen(f"{house.address()}/healthz").text == "ok"


def test_the_log_is_one_json_object_a_line(started: list[Process], data: Path) -> None:
    started.append(house := Process(data, "--host", "127.0.0.1", "--port", "0", TAPHOUSE_LOG_LEVEL="info"))
    seen(f"{house.address()}/healthz")
    _, errors = house.stop(signal.SIGTERM)
    lines = [json.loads(line) for line in errors.splitlines()]
    assert lines[-1]["message"] == "closed, everything is stored"
    assert {"at", "level", "from"} <= lines[-1].keys()


def test_a_french_house_speaks_french(started: list[Process], data: Path) -> None:
    started.append(house := Process(data, "--host", "127.0.0.1", "--port", "0", LC_ALL="fr_FR.UTF-8"))
    assert house.process.stdout
    assert any("est ouvert" in line for line in iter(house.process.stdout.readline, ""))


def test_a_port_in_use_is_named_in_the_error(started: list[Process], data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        started.append(house := Process(data, "--host", "127.0.0.1", "--port", port))
        _, errors = house.process.communicate(timeout=WAIT)
    assert house.process.returncode == 1
    assert f"port {port}" in errors
    assert "Traceback" not in errors


def test_a_house_that_cannot_be_opened_prints_no_address(started: list[Process], tmp_path: Path) -> None:
    (no_folder := tmp_path / "data").touch()
    started.append(house := Process(no_folder, "--host", "127.0.0.1", "--port", "0"))
    output, errors = house.process.communicate(timeout=WAIT)
    assert (house.process.returncode, output) == (1, "")
    assert f"{no_folder} cannot be used" in errors


@pytest.mark.parametrize("wrong", [{"TAPHOUSE_PORT": "door"}, {"TAPHOUSE_DURABLE": "forever"}])
def test_a_wrong_setting_from_the_environment_is_refused(
    started: list[Process], data: Path, wrong: dict[str, str]
) -> None:
    started.append(house := Process(data, "serve", **wrong))
    _, errors = house.process.communicate(timeout=WAIT)
    assert house.process.returncode == 2
    assert next(iter(wrong.values())) in errors


def test_a_house_with_its_own_certificate_opens_at_http_and_at_https_and_says_so(
    started: list[Process], data: Path
) -> None:
    started.append(house := Process(data, "--host", "127.0.0.1", "--port", "0", TAPHOUSE_HTTPS="made"))
    assert house.process.stdout
    output = iter(house.process.stdout.readline, "")
    plain = next(
        found[1] for line in output if (found := re.search(r"open at (http://127\.0\.0\.1:\d+)", line))
    )
    certificate = next(line for line in output if "certificate" in line)
    secure = re.search(r"https://127\.0\.0\.1:\d+", certificate)
    assert secure is not None
    assert f"{plain}/trust" in certificate
    assert seen(f"{plain}/healthz").text == "ok"
    assert httpx.get(f"{secure[0]}/healthz", verify=False, timeout=WAIT).text == "ok"


def test_a_house_with_a_given_certificate_has_https_only(started: list[Process], data: Path) -> None:
    made = load_or_make(data, ["127.0.0.1"])
    started.append(
        house := Process(
            data, "--host", "127.0.0.1", "--port", "0", "--https", str(made.chain), str(made.key)
        )
    )
    assert house.process.stdout
    output = iter(house.process.stdout.readline, "")
    secure = next(found[1] for line in output if (found := re.search(r"open at (https://\S+)", line)))
    assert httpx.get(f"{secure}/healthz", verify=False, timeout=WAIT).text == "ok"


@pytest.mark.parametrize("name", ["", "Tap House", "-tap", "tap.local"])
def test_a_name_that_no_network_can_have_is_refused(started: list[Process], data: Path, name: str) -> None:
    started.append(house := Process(data, f"--announce={name}"))
    _, errors = house.process.communicate(timeout=WAIT)
    assert house.process.returncode == 2
    assert "--announce" in errors


@pytest.mark.parametrize("files", [["one.pem"], ["no.pem", "key.pem"], ["a", "b", "c"]])
def test_a_certificate_that_cannot_be_used_is_refused(
    started: list[Process], data: Path, files: list[str]
) -> None:
    started.append(house := Process(data, "--host", "127.0.0.1", "--port", "0", "--https", *files))
    _, errors = house.process.communicate(timeout=WAIT)
    assert house.process.returncode == 1
    assert "taphouse:" in errors
    assert "Traceback" not in errors
