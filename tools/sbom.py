"""Writes the software bill of materials of a wheel beside it, as CycloneDX JSON.

Usage: sbom.py WHEEL VENV. CycloneDX reads the Python packages from VENV, which holds those that the wheel
needs. The packages from npm are those that the build found in the pages (`licenses.json` in the wheel); npm's
lock has their hashes.
"""

import base64
import hashlib
import json
import subprocess
import sys
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZipFile

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

ROOT = Path(__file__).parents[1]
IN_PAGES = "taphouse/server/static/licenses.json"


def python_packages(venv: Path) -> Bom:
    environment = (
        sys.executable,
        "-m",
        "cyclonedx_py",
        "environment",
        "--output-reproducible",
        "--sv",
        "1.6",
    )
    made = subprocess.run(
        [*environment, "--pyproject", ROOT / "pyproject.toml", venv], check=True, capture_output=True
    )
    return Bom.from_json(json.loads(made.stdout))


def npm_packages(wheel: Path) -> list[Component]:
    lock = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    with ZipFile(wheel) as files:
        found = json.loads(files.read(IN_PAGES))
    return [_npm_package(each, lock[f"node_modules/{each['name']}"]) for each in found]


def _npm_package(found: dict, locked: dict) -> Component:
    if found["version"] != locked["version"]:
        raise SystemExit(
            f"{found['name']} {found['version']} is in the pages, but the lock names {locked['version']}"
        )
    scope, _, name = found["name"].rpartition("/")
    algorithm, _, digest = locked["integrity"].partition("-")
    where = PackageURL("npm", scope or None, name, found["version"])
    return Component(
        type=ComponentType.LIBRARY,
        group=scope or None,
        name=name,
        version=found["version"],
        licenses=[LicenseFactory().make_from_string(found["license"])],
        hashes=[
            HashType(
                alg=HashAlgorithm(algorithm.upper().replace("SHA", "SHA-")),
                content=base64.b64decode(digest).hex(),
            )
        ],
        purl=where,
        bom_ref=where.to_string(),
    )


def bill(wheel: Path, venv: Path) -> str:
    bom = python_packages(venv)
    house = bom.metadata.component
    house.version = wheel.name.split("-")[1]
    house.purl = PackageURL("pypi", name=house.name, version=house.version)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    house.hashes = [HashType(alg=HashAlgorithm.SHA_256, content=digest)]
    bom.serial_number = uuid5(NAMESPACE_URL, digest)  # the same wheel has the same bill
    pages = npm_packages(wheel)
    bom.components.update(pages)
    needed = next(each for each in bom.dependencies if each.ref == house.bom_ref)
    bom.register_dependency(
        house, [*(c for c in bom.components if c.bom_ref in needed.dependencies_as_bom_refs()), *pages]
    )
    document = json.loads(JsonV1Dot6(bom).output_as_string())
    del document["metadata"]["timestamp"]
    text = json.dumps(document, indent=2)
    if wrong := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise SystemExit(f"this is no CycloneDX: {wrong}")
    return text + "\n"


if __name__ == "__main__":
    wheel, venv = map(Path, sys.argv[1:])
    beside = wheel.parent / f"{'-'.join(wheel.name.split('-')[:2])}.cdx.json"
    beside.write_text(bill(wheel, venv))
    print(beside)
