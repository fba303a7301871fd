"""`taphouse dev` as a designer types it."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from taphouse import cli


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "no package with a game is in this folder: name a game"),
        (["no-such-game"], "there is no game 'no-such-game'. There are: "),
    ],
)
def test_a_designer_without_a_game_is_told_what_to_type(
    words: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert cli.main(["dev", *words]) == 2
    assert says in capsys.readouterr().err


def test_a_broken_package_and_a_taken_port_are_one_clear_line(
    package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(package.parent)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert cli.main(["dev", "--port", str(taken.getsockname()[1])]) == 2
    assert "Address already in use" in capsys.readouterr().err
    (package.parent / "pyproject.toml").write_text("[project")
    assert cli.main(["dev"]) == 2
    assert capsys.readouterr().err.startswith("taphouse: ")
