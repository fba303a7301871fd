"""The manifest and service worker that a browser needs before it offers to install the page."""

from __future__ import annotations

import json
from pathlib import Path
from struct import unpack

from taphouse.server.pages import STATIC

PUBLIC = Path(__file__).resolve().parents[2] / "client/public"


def test_every_icon_of_the_manifest_exists_and_has_its_declared_size() -> None:
    icons = json.loads((PUBLIC / "manifest.webmanifest").read_text())["icons"]
    pixels = [icon for icon in icons if icon["type"] == "image/png"]
    for icon in pixels:
        head = (PUBLIC / icon["src"]).read_bytes()[:24]
        width, height = unpack(">II", head[16:])
        assert icon["sizes"] == f"{width}x{height}"
    assert {icon.get("purpose", "any") for icon in pixels} == {"any", "maskable"}


def test_the_service_worker_caches_exactly_the_shell_of_this_build() -> None:
    worker = (STATIC / "sw.js").read_text("utf-8")
    shell = json.loads(worker.partition("SHELL = ")[2].partition(";")[0])
    assert shell[0] == "./"
    assert all((STATIC / name).is_file() for name in shell[1:])
    assert not any("/Board-" in name for name in shell)
