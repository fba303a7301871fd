"""How much a phone loads before it can show the front door."""

from __future__ import annotations

import re

from taphouse.server.pages import STATIC

MOST = 150_000  # bytes, as they come over plain http


def test_the_first_load_is_small_and_holds_no_board(capsys) -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    files = ["index.html", *re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)]
    sizes = {name: weight(name) for name in files}
    with capsys.disabled():
        print(f"\nfirst load: {sum(sizes.values()) / 1000:.1f} KB in {len(sizes)} files")
    assert not any("Board" in name for name in sizes)
    assert sum(sizes.values()) < MOST, sizes


def weight(name: str) -> int:
    twin = STATIC / f"{name}.gz"
    return (twin if twin.exists() else STATIC / name).stat().st_size
