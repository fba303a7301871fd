"""A certificate for a house that has none: made once, kept, and made anew when the house has moved.

By the `openssl` command, which every Linux and macOS has: a Python package that can do it weighs more than
all that the house needs otherwise.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

from taphouse.core import Value

DAYS = 397  # phones refuse what is valid for longer
SOON = 7 * 24 * 3_600  # seconds: what ends sooner is made anew

REQUEST = """[req]
prompt = no
distinguished_name = name
x509_extensions = house
[name]
CN = Taphouse at {name}
[house]
subjectAltName = {names}
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, digitalSignature, keyCertSign
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
"""


class Certificate(Value):
    chain: Path
    key: Path
    made: bool = False
    """By this house: nobody trusts it yet."""


class NoCertificate(Exception):
    """There is none, and none could be made."""


def own(chain: Path, key: Path) -> Certificate:
    for path in (chain, key):
        if not path.is_file():
            raise NoCertificate(f"{path} is not there")
    return Certificate(chain, key)


def made(data: Path, names: Sequence[str]) -> Certificate:
    """One that names the house by `names`, hosts or addresses."""
    folder = data / "https"
    found = Certificate(folder / "taphouse.crt", folder / "taphouse.key", made=True)
    if not (found.key.is_file() and _names(found.chain, names)):
        folder.mkdir(parents=True, exist_ok=True)
        _make(found, folder / "request.cnf", names)
    return found


def _make(wanted: Certificate, request: Path, names: Sequence[str]) -> None:
    request.write_text(REQUEST.format(name=names[0], names=", ".join(map(_alternative, names))), "utf-8")
    wanted.key.touch(mode=0o600)
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    files = ["-config", str(request), "-keyout", str(wanted.key), "-out", str(wanted.chain)]
    done = _openssl("req", "-x509", *kind, "-days", str(DAYS), *files)
    if done.returncode:
        raise NoCertificate(f"openssl could not make a certificate: {done.stderr.strip()}")


def _names(chain: Path, names: Sequence[str]) -> bool:
    """Is it still good, and for all of these?"""
    if (
        not chain.is_file()
        or _openssl("x509", "-in", str(chain), "-noout", "-checkend", str(SOON)).returncode
    ):
        return False
    told = _openssl("x509", "-in", str(chain), "-noout", "-ext", "subjectAltName").stdout
    named = {part.strip() for line in told.splitlines() for part in line.split(",")}
    return {_alternative(name).replace("IP:", "IP Address:") for name in names} <= named


def _openssl(*words: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(["openssl", *words], capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise NoCertificate(
            "there is no openssl here to make a certificate; name one: --https CERT KEY"
        ) from error


def _alternative(name: str) -> str:
    try:
        return f"IP:{ip_address(name.strip('[]'))}"
    except ValueError:
        return f"DNS:{name}"
