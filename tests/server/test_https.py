"""The house over HTTPS, with a certificate that it made itself."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import stat
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from picows import ws_connect

from taphouse.server import certificate as certificates
from taphouse.server.address import Address
from taphouse.server.app import Settings, opened
from taphouse.server.certificate import Certificate, NoCertificate, from_files, load_or_make
from taphouse.table import wire
from tests.server.conftest import SOON, Browser, serving
from tests.toys import SHELF, TOY

HERE = ["127.0.0.1", "localhost"]


def test_a_made_certificate_is_reused_and_only_its_owner_can_read_the_key(tmp_path: Path) -> None:
    first = load_or_make(tmp_path, HERE)
    before = first.chain.read_bytes()

    again = load_or_make(tmp_path, HERE)

    assert again.chain.read_bytes() == before
    assert stat.S_IMODE(first.key.stat().st_mode) == 0o600
    assert {path.name for path in first.key.parent.iterdir() if "KEY" in path.read_text()} == {first.key.name}


def test_a_house_with_a_new_address_makes_a_new_certificate(tmp_path: Path) -> None:
    before = load_or_make(tmp_path, HERE).chain.read_bytes()

    assert load_or_make(tmp_path, ["192.168.1.5", *HERE]).chain.read_bytes() != before


def test_a_missing_certificate_is_named_in_the_error(tmp_path: Path) -> None:
    with pytest.raises(NoCertificate, match=r"nowhere\.pem"):
        from_files(tmp_path / "nowhere.pem", tmp_path / "key.pem")


def openssl(*words: str, read: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["openssl", *words], input=read, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "asked", [["-verify_ip", "192.168.1.5"], ["-verify_ip", "127.0.0.1"], ["-verify_hostname", "pub.local"]]
)
def test_the_certificate_of_a_house_is_accepted_where_its_authority_is_trusted(
    tmp_path: Path, asked: list[str]
) -> None:
    here = load_or_make(tmp_path, ["192.168.1.5", "pub.local", *HERE])
    verified = openssl("verify", "-CAfile", str(here.authority), *asked, str(here.chain))
    assert verified.returncode == 0, verified.stderr


def forged(folder: Path, issuer: Path, key: str, name: str) -> Path:
    """A certificate for another site, signed with a house's key."""
    (folder / "extensions").write_text(f"subjectAltName = {name}\nextendedKeyUsage = serverAuth\n")
    request = openssl(
        "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", str(folder / "forged.key"), "-subj", "/CN=Anyone", "-out", str(folder / "forged.csr"),
    )  # fmt: skip
    assert request.returncode == 0, request.stderr
    signed = openssl(
        "x509", "-req", "-in", str(folder / "forged.csr"), "-CA", str(issuer), "-CAkey", "/dev/stdin",
        "-set_serial", "7", "-days", "30", "-extfile", str(folder / "extensions"),
        "-out", str(folder / "forged.crt"), read=key,
    )  # fmt: skip
    assert signed.returncode == 0, signed.stderr
    return folder / "forged.crt"


def test_the_stored_key_of_a_house_cannot_sign_a_certificate_for_another_site(tmp_path: Path) -> None:
    here = load_or_make(tmp_path, HERE)
    bank = forged(tmp_path, here.chain, here.key.read_text(), "DNS:bank.example")
    trusting = ("-CAfile", str(here.authority), "-untrusted", str(here.chain))
    verified = openssl("verify", *trusting, str(bank))
    assert verified.returncode != 0
    assert "invalid CA certificate" in verified.stderr


@pytest.mark.parametrize(
    ("name", "is_permitted"),
    [
        ("DNS:bank.example", False),
        ("IP:192.0.2.7", False),
        ("IP:2001:db8::7", False),
        ("DNS:localhost", True),
        ("IP:127.0.0.1", True),
        ("IP:fd00::5", True),
    ],
)
def test_the_authority_of_a_house_is_valid_for_no_other_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, is_permitted: bool
) -> None:
    """The authority's key is discarded: this test records it before."""
    keys: list[str] = []
    new_key = certificates._new_key
    monkeypatch.setattr(certificates, "_new_key", lambda: keys.append(new_key()) or keys[-1])  # type: ignore[func-returns-value]
    here = load_or_make(tmp_path, ["fd00::5"])
    assert here.authority is not None
    other = forged(tmp_path, here.authority, keys[0], name)
    verified = openssl("verify", "-CAfile", str(here.authority), str(other))
    assert (verified.returncode == 0) is is_permitted
    assert is_permitted or "permitted subtree violation" in verified.stderr


def test_an_old_certificate_that_could_sign_for_any_site_is_replaced_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "https"
    folder.mkdir()
    old, key = folder / "taphouse.crt", folder / "taphouse.key"
    done = openssl(
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "397",
        "-keyout", str(key), "-out", str(old), "-subj", "/CN=Taphouse", "-addext", "basicConstraints=CA:TRUE",
        "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    before = old.read_text(), key.read_text()

    with caplog.at_level(logging.WARNING):
        load_or_make(tmp_path, HERE)
    assert (old.read_text(), key.read_text()) != before
    assert ["replaced" in record.getMessage() for record in caplog.records] == [True]

    caplog.clear()
    load_or_make(tmp_path, HERE)
    assert caplog.records == []


def test_a_key_that_does_not_fit_its_certificate_is_replaced_with_it(tmp_path: Path) -> None:
    here, there = load_or_make(tmp_path / "a", HERE), load_or_make(tmp_path / "b", HERE)
    here.key.write_text(there.key.read_text())
    assert not fits(here)

    again = load_or_make(tmp_path / "a", HERE)

    assert fits(again)
    assert again.key.read_text() != there.key.read_text()


def fits(certificate: Certificate) -> bool:
    """Whether a server can be started with the certificate and its key."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate.chain, certificate.key)
    except ssl.SSLError:
        return False
    return True


@pytest.fixture
def certificate(tmp_path: Path) -> Certificate:
    return load_or_make(tmp_path, HERE)


@pytest.mark.anyio
async def test_people_with_and_without_the_certificate_play_at_one_table(
    tmp_path: Path, certificate: Certificate
) -> None:
    # given a house with http and https
    secure, plain = socket.create_server(("127.0.0.1", 0)), socket.create_server(("127.0.0.1", 0))
    https_port, port = secure.getsockname()[1], plain.getsockname()[1]
    trusting = ssl.create_default_context(cafile=certificate.authority)
    address = Address("127.0.0.1", port, https_port=https_port)
    async with opened(Settings(SHELF, tmp_path, certificate=certificate), address) as server:
        server.plain = [plain]
        async with (
            serving(server, secure),
            httpx.AsyncClient(base_url=f"https://127.0.0.1:{https_port}", verify=trusting) as https,
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http,
        ):
            about, same = [(await client.get("/api/house")).json() for client in (https, http)]
            download = await http.get("/taphouse.crt")

            # when one person opens a table over https, and another comes in over http
            table: Any = (await https.post("/api/tables", json={"game": TOY, "name": "Ada"})).json()
            _, ada = await ws_connect(
                Browser, f"wss://127.0.0.1:{https_port}/ws/{table['code']}", ssl_context=trusting
            )
            _, bo = await ws_connect(Browser, f"ws://127.0.0.1:{port}/ws/{table['code']}")
            assert isinstance(ada, Browser)
            assert isinstance(bo, Browser)
            ada.write(wire.Hello(wire.VERSION, table["token"]))
            bo.write(wire.Hello(wire.VERSION))

            # then both are at that table
            assert (await ada.until("room"))["players"][0]["name"] == "Ada"
            assert (await bo.until("room"))["players"][0]["name"] == "Ada"

            # and a page of one address may not act at the other
            forged = await https.post(
                "/api/tables", json={"game": TOY}, headers={"origin": f"http://127.0.0.1:{port}"}
            )
            assert forged.status_code == 403
            for browser in (ada, bo):
                browser.transport.disconnect(False)
    # and friends are given http, which every phone opens
    assert about == same
    assert about["address"] == f"http://127.0.0.1:{port}"
    assert (about["https"], about["certificate"]) == (f"https://127.0.0.1:{https_port}", True)
    assert download.headers["content-type"] == "application/x-x509-ca-cert"
    assert certificate.authority is not None
    assert download.content == certificate.authority.read_bytes()
    assert b"PRIVATE KEY" not in download.content


@pytest.mark.anyio
async def test_a_connection_without_a_tls_handshake_is_closed(
    open_house: Any, certificate: Certificate
) -> None:
    async with open_house(certificate=certificate, request=1) as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        with closing(writer):
            async with asyncio.timeout(SOON):
                assert await reader.read() == b""
