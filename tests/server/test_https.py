"""The house over https, with a certificate that it made itself."""

from __future__ import annotations

import asyncio
import socket
import ssl
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from picows import ws_connect

from taphouse.house import wire
from taphouse.server.address import Address
from taphouse.server.app import opened
from taphouse.server.certificate import Certificate, NoCertificate, made, own
from tests.server.conftest import SOON, Browser, serving

HERE = ["127.0.0.1", "localhost"]


def test_a_made_certificate_is_kept_and_its_key_is_nobody_elses(tmp_path: Path) -> None:
    first = made(tmp_path, HERE)
    before = first.chain.read_bytes()

    again = made(tmp_path, HERE)

    assert again.chain.read_bytes() == before
    assert stat.S_IMODE(first.key.stat().st_mode) == 0o600


def test_a_house_that_has_moved_makes_another(tmp_path: Path) -> None:
    before = made(tmp_path, HERE).chain.read_bytes()

    assert made(tmp_path, ["192.168.1.5", *HERE]).chain.read_bytes() != before


def test_a_certificate_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoCertificate, match=r"nowhere\.pem"):
        own(tmp_path / "nowhere.pem", tmp_path / "key.pem")


@pytest.fixture
def certificate(tmp_path: Path) -> Certificate:
    return made(tmp_path, HERE)


@pytest.mark.anyio
async def test_whoever_trusts_the_certificate_plays_over_wss(
    tmp_path: Path, certificate: Certificate
) -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    trusting = ssl.create_default_context(cafile=certificate.chain)
    async with (
        opened(tmp_path, Address("127.0.0.1", port), certificate=certificate) as server,
        serving(server, listening),
        httpx.AsyncClient(base_url=f"https://127.0.0.1:{port}", verify=trusting) as http,
    ):
        about = (await http.get("/api/house")).json()
        handed_out = await http.get("/taphouse.crt")
        table: Any = (await http.post("/api/tables", json={"game": "tip-tap", "name": "Ada"})).json()
        _, line = await ws_connect(
            Browser, f"wss://127.0.0.1:{port}/ws/{table['code']}", ssl_context=trusting
        )
        assert isinstance(line, Browser)
        line.write(wire.Hello(wire.VERSION, table["token"]))

        assert (await line.until("room"))["players"][0]["name"] == "Ada"
        line.transport.disconnect(False)
    assert (about["address"], about["certificate"]) == (f"https://127.0.0.1:{port}", True)
    assert handed_out.headers["content-type"] == "application/x-x509-ca-cert"
    assert b"PRIVATE KEY" not in handed_out.content


@pytest.mark.anyio
async def test_a_line_that_never_shakes_hands_is_hung_up_on(
    open_house: Any, certificate: Certificate
) -> None:
    async with open_house(certificate=certificate, request=1) as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        with closing(writer):
            async with asyncio.timeout(SOON):
                assert await reader.read() == b""
