"""The host chooses an address by typing its number."""

from __future__ import annotations

import pytest

from taphouse.cli import _in_own_language
from taphouse.server.address import Address
from taphouse.server.interfaces import Choice
from taphouse.server.terminal import Terminal
from taphouse.shelf import Shelf, Shelved
from tests.shelf import SHELF

HOME = Choice("wlan0", "192.168.1.5", "router")
DOCKER = Choice("docker0", "172.17.0.1", "virtual")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("LC_ALL", "C")
    address = Address("0.0.0.0", 8000, look=lambda version: [HOME, DOCKER])
    return Terminal(address, _in_own_language)


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_a_house_with_several_addresses_says_which_one_it_chose_and_why(
    terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal.open()
    lines = printed(capsys)
    assert "Taphouse is open at http://192.168.1.5:8000" in lines
    assert "→ 1  192.168.1.5  wlan0: The way to your router. Phones on the same WiFi can open it." in lines
    assert "  2  172.17.0.1   docker0: For programs on this computer. Phones can’t open it." in lines


def test_a_typed_number_gives_friends_the_address_with_that_number(
    terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal.typed("2\n")
    assert "Taphouse is open at http://172.17.0.1:8000" in printed(capsys)


@pytest.mark.parametrize("line", ["0\n", "3\n", "hello\n", "-1\n", "²\n"])
def test_anything_else_changes_nothing_and_shows_the_list_again(
    terminal: Terminal, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    terminal.typed(line)
    assert [text for text in printed(capsys) if text.startswith("→")] == [
        "→ 1  192.168.1.5  wlan0: The way to your router. Phones on the same WiFi can open it."
    ]


def test_an_empty_line_is_ignored(terminal: Terminal, capsys: pytest.CaptureFixture[str]) -> None:
    terminal.typed("\n")
    assert printed(capsys) == []


def test_the_terminal_names_the_games_of_other_packages_and_those_that_were_left_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    [(slug, game), *_] = SHELF.items()
    shelf = Shelf(
        {slug: Shelved(game, SHELF.folder(slug), "quick-draw 0.1")}, ["the game gone is left out: why"]
    )
    terminal = Terminal(Address("0.0.0.0", 8000, look=lambda version: [HOME]), _in_own_language, shelf=shelf)

    terminal.open()

    lines = printed(capsys)
    assert "the game gone is left out: why" in lines
    assert f"The game {slug} is from quick-draw 0.1, not from Taphouse." in "".join(lines)
