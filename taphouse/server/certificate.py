"""Makes a certificate for a house that has none: once, and again when the house has another address.

It uses the `openssl` command, which every Linux and macOS has: a Python package that can do it is larger than
all other dependencies of the house.

Friends trust an authority that signs one certificate and no other: its key is never written to disk, and its
name constraints permit nothing but this house. A thief of the house's files cannot impersonate another site.
"""

from __future__ import annotations

import logging
import secrets
import ssl
import subprocess
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

from taphouse.core import Value

log = logging.getLogger(__name__)

DAYS = 397  # phones refuse a certificate that is valid for longer
SOON = 7 * 24 * 3_600  # seconds: a certificate that expires sooner is replaced
ALWAYS = (
    "localhost",
    "127.0.0.1",
)  # a constraint binds only the kinds of names it mentions: these two mention both kinds

CONFIGURATION = """[req]
prompt = no
distinguished_name = issuer
[issuer]
CN = Taphouse at {name}
[authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
nameConstraints = critical, {permitted}
[house]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = {names}
"""


class Certificate(Value):
    chain: Path
    """The house's certificate first."""
    key: Path
    authority: Path | None = None
    """The authority that friends may trust, if this house made it. By default no browser trusts it."""

    @property
    def is_self_made(self) -> bool:
        return self.authority is not None


class NoCertificate(Exception):
    """There is no certificate, and none could be made."""


def from_files(chain: Path, key: Path) -> Certificate:
    for path in (chain, key):
        if not path.is_file():
            raise NoCertificate(f"{path} does not exist")
    return Certificate(chain, key)


def load_or_make(data: Path, names: Sequence[str]) -> Certificate:
    """The stored certificate if it is valid for `names` (hosts or addresses); else a new one."""
    folder = data / "https"
    authority = folder / "authority.crt"
    found = Certificate(folder / "taphouse.crt", folder / "taphouse.key", authority)
    if not (authority.is_file() and _fits(found.chain, found.key) and _names(found.chain, names)):
        if found.chain.is_file() and not authority.is_file():
            log.warning(
                "the old certificate of this house could vouch for any site and was replaced: "
                "remove it where it is trusted, and trust the new one (/trust explains how)"
            )
        folder.mkdir(parents=True, exist_ok=True)
        _make(found, authority, names)
    return found


def _make(wanted: Certificate, authority: Path, names: Sequence[str]) -> None:
    """The authority's key exists only in this function: it signs once and is discarded."""
    permitted = ", ".join(f"permitted;{_permitted(name)}" for name in dict.fromkeys([*names, *ALWAYS]))
    alternatives = ", ".join(map(_alternative, names))
    configuration = authority.parent / "request.cnf"
    configuration.write_text(
        CONFIGURATION.format(name=names[0], names=alternatives, permitted=permitted), "utf-8"
    )
    days, config = ["-days", str(DAYS)], ["-config", str(configuration)]
    once = _new_key()
    signer = _run(
        "req", "-x509", "-new", "-key", "/dev/stdin", *days, *config, "-extensions", "authority", read=once
    )
    wanted.key.touch(mode=0o600)
    wanted.key.chmod(0o600)
    wanted.key.write_text(_new_key(), "ascii")
    authority.write_text(signer, "ascii")
    request = authority.parent / "request.csr"
    request.write_text(
        _run("req", "-new", "-key", str(wanted.key), "-subj", "/CN=Taphouse", *config), "ascii"
    )
    signing = ["-CA", str(authority), "-CAkey", "/dev/stdin", "-set_serial", str(secrets.randbits(127) + 1)]
    extensions = ["-extfile", str(configuration), "-extensions", "house"]
    signed = _run("x509", "-req", "-in", str(request), *signing, *days, *extensions, read=once)
    wanted.chain.write_text(signed + signer, "ascii")
    request.unlink()


def _new_key() -> str:
    return _run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1")


def _fits(chain: Path, key: Path) -> bool:
    """True if the key belongs to the certificate. It does not if the house was stopped while making them."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key)
    except OSError:
        return False
    return True


def _names(chain: Path, names: Sequence[str]) -> bool:
    """True if the certificate is still valid, and for all of these names."""
    if _openssl("x509", "-in", str(chain), "-noout", "-checkend", str(SOON)).returncode:
        return False
    output = _openssl("x509", "-in", str(chain), "-noout", "-ext", "subjectAltName").stdout
    named = {part.strip() for line in output.splitlines() for part in line.split(",")}
    return {_alternative(name).replace("IP:", "IP Address:") for name in names} <= named


def _run(*words: str, read: str | None = None) -> str:
    """Runs openssl and returns its output."""
    done = _openssl(*words, read=read)
    if done.returncode:
        raise NoCertificate(f"openssl could not make a certificate: {done.stderr.strip()}")
    return done.stdout


def _openssl(*words: str, read: str | None = None) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(["openssl", *words], input=read, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise NoCertificate(
            "openssl, which makes the certificate, is not installed; give a certificate: --https CERT KEY"
        ) from error


def _alternative(name: str) -> str:
    try:
        return f"IP:{ip_address(name.strip('[]'))}"
    except ValueError:
        return f"DNS:{name}"


def _permitted(name: str) -> str:
    """Permits exactly this name; for an address the mask covers every bit."""
    try:
        address = ip_address(name.strip("[]"))
    except ValueError:
        return f"DNS:{name}"
    every_bit = ip_address(b"\xff" * (address.max_prefixlen // 8))
    return f"IP:{address}/{every_bit}"
