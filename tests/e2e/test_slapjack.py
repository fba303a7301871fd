"""A game in a package of its own: built, installed, held to the suite, played, replayed, verified."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.driving import DESKTOP, PHONE, House, Person, table_of
from tests.e2e.real_proxies import Nginx

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "examples" / "slapjack"
NEVER_MORE = 400  # looks at the table in a game of one jack
OPEN_A_SHORT_GAME = """async () => {
  const table = { game: "slapjack", name: "Ada", bots: ["steady"], options: { jacks: 1 } };
  const headers = { "content-type": "application/json" };
  const opened = await fetch("api/tables", { method: "POST", headers, body: JSON.stringify(table) });
  const { code, token } = await opened.json();
  localStorage.setItem(`taphouse${new URL(document.baseURI).pathname}seat.${code}`, token);
  return code;
}"""


def run(*command, **settings):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **settings)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Where pip installed the wheel; Python finds the package there."""
    folder = tmp_path_factory.mktemp("slapjack")
    run("npx", "vite", "build", "--config", "board/vite.config.js", "--logLevel", "error", cwd=SOURCES)
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=SOURCES)
    pip = (sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index")
    [wheel] = folder.glob("*.whl")
    run(*pip, "--no-deps", "--target", str(folder / "packages"), str(wheel))
    return folder / "packages"


@pytest.fixture
def environment(installed):
    return {**os.environ, "PYTHONPATH": str(installed)}


def test_the_installed_game_passes_its_own_tests_and_the_suite_of_every_game(environment, installed):
    said = run(
        *(
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "2",
            "-p",
            "no:cacheprovider",
            "--rootdir",
            str(SOURCES),
        ),
        *("-c", str(SOURCES / "pyproject.toml"), str(SOURCES / "tests")),
        env=environment,
        cwd=installed,  # not the sources: the tests import what pip installed
    )
    assert " passed" in said


def test_two_people_and_a_bot_play_it_to_its_end_under_a_path_and_it_replays_and_verifies(
    chromium, environment, tmp_path, monkeypatch
):
    monkeypatch.setenv("PYTHONPATH", environment["PYTHONPATH"])
    proxy = Nginx(tmp_path)
    house = House(tmp_path / "data", "--url", f"{proxy.url}/", "--workers", "2", port=proxy.house_port)
    ada = Person(chromium, house, ignore_https_errors=True, **PHONE)
    bo = Person(chromium, house, locale="de-DE", ignore_https_errors=True, **DESKTOP)
    try:
        played(ada, bo)
        film = ada.page.request.get(f"{house.url}/api/tables/{table_of(ada)}/replay?seat=0")
        assert film.json()["room"]["game"] == "slapjack"
        file = tmp_path / "game.jsonl"
        file.write_bytes(ada.page.request.get(f"{house.url}/t/{table_of(ada)}/game.jsonl").body())
        said = run(sys.executable, "-m", "taphouse", "verify", str(file), env=environment)
        assert "slapjack" in said
        assert "all as the rules and the evidence require" in said
        assert [*ada.errors, *bo.errors] == []
    finally:
        for somebody in (ada, bo):
            somebody.context.close()
        house.kill()
        proxy.stop()


def played(ada, bo):
    """From the shelf to the result."""
    ada.go()
    expect(ada.page.get_by_role("heading", name="Slapjack", exact=True)).to_be_visible()
    ada.go(f"/t/{ada.page.evaluate(OPEN_A_SHORT_GAME)}")
    bo.go(f"/t/{table_of(ada)}")
    bo.press("Hinsetzen")
    ada.wait(lambda p: len(p.room["players"]) == 3)
    ada.press("Start with 3")
    for somebody in (ada, bo):
        somebody.wait(lambda p: p.view["phase"])
    for _ in range(NEVER_MORE):
        if ada.room["stage"] == "over":
            break
        for somebody in (ada, bo):
            act(somebody)
        ada.page.wait_for_timeout(50)
    ada.wait(lambda p: p.room["stage"] == "over")


def act(person):
    """Turns the own card, and slaps a jack."""
    offered = {offer["act"] for offer in person.view["offers"] if not offer.get("foul")}
    if "Slap" in offered:
        person.touch("[data-phase]", " ")
    elif "Turn" in offered:
        person.touch(".turn-card", "Enter")
