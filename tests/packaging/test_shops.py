"""The manifests for shops fit the published formats, and agree with the house and with each other."""

from __future__ import annotations

import re
import subprocess
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest
from ruamel.yaml import YAML

from taphouse import __version__
from taphouse.cli import ENVIRONMENT
from taphouse.commands.durations import duration
from taphouse.server.proxies import networks
from tests.packaging import manifests

ROOT = Path(__file__).resolve().parents[2]
SHOPS = ROOT / "packaging"
COMPOSE_FILES = [
    ROOT / "compose.yaml",
    ROOT / "compose.cluster.yaml",
    SHOPS / "umbrel/taphouse-house/docker-compose.yml",
    SHOPS / "casaos/Taphouse/docker-compose.yml",
]
IMAGE = "registry.taphouse.example/taphouse"
SCRIPTS = sorted((SHOPS / "yunohost/scripts").iterdir())


def read(path: str | Path) -> Any:
    path = SHOPS / path
    if path.suffix == ".toml":
        return tomllib.loads(path.read_text())
    return YAML(typ="safe").load(path.read_text())


def template() -> tuple[dict[str, str], list[ElementTree.Element]]:
    """The single fields of Unraid's template, and its settings."""
    container = ElementTree.parse(SHOPS / "unraid/taphouse.xml").getroot()
    assert (container.tag, container.attrib) == ("Container", {"version": "2"})
    return {one.tag: one.text or "" for one in container if one.tag != "Config"}, container.findall("Config")


MANIFESTS = {
    "homeassistant/taphouse/config.yaml": manifests.HOME_ASSISTANT,
    "homeassistant/repository.yaml": manifests.HOME_ASSISTANT_REPOSITORY,
    "umbrel/umbrel-app-store.yml": manifests.UMBREL_STORE,
    "umbrel/taphouse-house/umbrel-app.yml": manifests.UMBREL,
    "yunohost/manifest.toml": manifests.YUNOHOST,
    "yunohost/tests.toml": manifests.YUNOHOST_TESTS,
}


@pytest.mark.parametrize("path", MANIFESTS)
def test_a_manifest_fits_the_format_of_its_shop(path: str) -> None:
    jsonschema.validate(read(path), MANIFESTS[path])


@pytest.mark.parametrize("path", COMPOSE_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_compose_file_fits_the_published_schema(path: Path) -> None:
    published = files("check_jsonschema.builtin_schemas.vendor") / "compose-spec.json"
    jsonschema.validate(read(path), msgspec.json.decode(published.read_bytes()))


def test_the_file_for_casaos_fits_its_format_and_names_its_own_service_and_port() -> None:
    compose = read("casaos/Taphouse/docker-compose.yml")
    about = compose["x-casaos"]
    jsonschema.validate(about, manifests.CASAOS)
    service = compose["services"][about["main"]]
    assert service["environment"]["TAPHOUSE_PORT"] == about["port_map"]
    assert re.fullmatch("[a-z0-9_-]+", compose["name"])


def test_the_template_for_unraid_fits_its_format_and_its_page_is_at_its_port() -> None:
    fields, settings = template()
    jsonschema.validate(fields, manifests.UNRAID)
    for setting in settings:
        jsonschema.validate(dict(setting.attrib), manifests.UNRAID_SETTING)
        assert (setting.text or "") == setting.attrib["Default"]
    targets = {setting.attrib["Target"]: setting.text for setting in settings}
    assert f"[PORT:{targets['TAPHOUSE_PORT']}]" in fields["WebUI"]
    assert targets["/data"]


def test_the_files_for_umbrel_agree_with_each_other() -> None:
    app = read("umbrel/taphouse-house/umbrel-app.yml")
    services = read("umbrel/taphouse-house/docker-compose.yml")["services"]
    assert app["id"] == "taphouse-house"
    assert app["id"].startswith(read("umbrel/umbrel-app-store.yml")["id"] + "-")
    assert services["app_proxy"]["environment"]["APP_HOST"] == f"{app['id']}_house_1"
    assert services["app_proxy"]["environment"]["APP_PORT"] == 8000
    assert services["house"]["volumes"] == ["${APP_DATA_DIR}/data:/data"]
    assert (SHOPS / "umbrel/taphouse-house/data").is_dir()  # Umbrel copies it with its owner


def test_home_assistant_reaches_the_house_and_its_proxy_is_believed() -> None:
    add_on = read("homeassistant/taphouse/config.yaml")
    assert add_on["ports"] == {f"{add_on['ingress_port']}/tcp": add_on["ingress_port"]}
    assert add_on["ports_description"].keys() == add_on["ports"].keys()
    [supervisor] = networks(add_on["environment"]["TAPHOUSE_TRUSTED_PROXY"])
    assert str(supervisor) == "172.30.32.2/32"


def test_every_file_names_the_version_that_is_released_next() -> None:
    dockerfile = (SHOPS / "homeassistant/taphouse/Dockerfile").read_text()
    assert {
        "home assistant": read("homeassistant/taphouse/config.yaml")["version"],
        "home assistant's image": re.findall(rf"^FROM {IMAGE}:(\S+)$", dockerfile, re.MULTILINE)[0],
        "umbrel": read("umbrel/taphouse-house/umbrel-app.yml")["version"],
        "casaos": read("casaos/Taphouse/docker-compose.yml")["x-casaos"]["version"],
        "yunohost": read("yunohost/manifest.toml")["version"].partition("~")[0],
        "unraid": template()[0]["Repository"].rpartition(":")[2],
        **{
            f"{path.relative_to(ROOT)} {name}": service["image"].rpartition(":")[2]
            for path in COMPOSE_FILES
            for name, service in read(path)["services"].items()
            if "taphouse" in service.get("image", "")
        },
    } == dict.fromkeys(
        [
            "home assistant",
            "home assistant's image",
            "umbrel",
            "casaos",
            "yunohost",
            "unraid",
            "compose.yaml house",
            *(f"compose.cluster.yaml house{number}" for number in (1, 2, 3)),
            "packaging/umbrel/taphouse-house/docker-compose.yml house",
            "packaging/casaos/Taphouse/docker-compose.yml taphouse",
        ],
        __version__.removesuffix(".dev0"),
    )


def test_every_variable_is_an_option_of_the_house() -> None:
    sources = [path for path in SHOPS.rglob("*") if path.is_file()] + COMPOSE_FILES + [ROOT / "Containerfile"]
    used = {name for path in sources for name in re.findall(r"TAPHOUSE_\w+", path.read_text())}
    assert used
    assert used - ENVIRONMENT.keys() == set()
    spans = {span for path in sources for span in re.findall(r"TAPHOUSE_KEEP[:=] ?(\w+)", path.read_text())}
    assert {duration(span) for span in spans} == {duration("1y")}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_for_yunohost_is_correct_shell(script: Path) -> None:
    checked = subprocess.run(["bash", "-n", str(script)], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_yunohost_gets_the_same_hardening_as_the_service() -> None:
    def settings(path: str) -> set[str]:
        lines = (SHOPS / path).read_text().splitlines()
        return {line for line in lines if line and not line.startswith(("#", "["))}

    ours, theirs = settings("systemd/taphouse.service"), settings("yunohost/conf/systemd.service")
    own_user = {"DynamicUser=yes", "StateDirectory=taphouse", "StateDirectoryMode=0700"}
    place = {line for line in ours if line.startswith(("ExecStart=", "EnvironmentFile="))}
    assert ours - theirs == own_user | place | {"ProtectHome=yes"}  # its data is under /home
