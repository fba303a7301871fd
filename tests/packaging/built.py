"""A visit to a built house: a round on a phone and a desktop, and the film of a game."""

from __future__ import annotations

from tests.e2e.driving import start_a_game
from tests.e2e.test_tip_tap import play_a_round
from tests.ended import as_file, ended

PATIENCE = 120_000  # ms: films have a low priority, and the one file is unpacked anew for each


def play(person, house):
    """Plays a round of Tip Tap; then a process of its own films a game that is over."""
    ada, bo = start_a_game(person, "Tip Tap")
    begun = ada.view["round"]
    play_a_round([ada, bo])
    ada.wait(lambda p: p.view["round"] > begun)

    file = as_file(*ended("tip-tap", 3))
    film = ada.page.request.post(f"{house.url}/api/replay", data=file, timeout=PATIENCE)
    assert film.ok, film.text()
    assert film.json()["frames"]
