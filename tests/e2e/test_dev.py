"""The designer of a game at the debug table, while they change its rules."""

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError, expect

from taphouse.commands.new import files
from tests.e2e.driving import A_MOMENT, DESKTOP, PHONE, Person

ROOT = Path(__file__).parents[2]


class DesignersHouse:
    """`taphouse dev` in the folder of a new package, which pip never saw."""

    def __init__(self, folder):
        self.rules = folder / "quick_draw" / "rules.py"
        for path, text in files("quick-draw"):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "taphouse", "dev", "--port", "0"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        self.url = re.search(r"http://\S+(?=/dev)", self.process.stdout.readline())[0]

    def change(self, before, after):
        text = self.rules.read_text("utf-8")
        assert before in text
        self.rules.write_text(text.replace(before, after), "utf-8")

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def house(tmp_path):
    house = DesignersHouse(tmp_path / "quick-draw")
    yield house
    house.close()


def points(page):
    return page.locator(".state p", has_text="points")


def draw_after_the_bang(page):
    """In the first round in which the hand of a busy computer is quick enough."""
    for _ in range(10):
        expect(page.locator(".state")).to_contain_text("Drawing")
        with suppress(TimeoutError):
            page.get_by_role("button", name="Draw", exact=True).click(timeout=A_MOMENT)
        expect(page.locator(".state")).not_to_contain_text("Drawing")
        if "points [0, 0]" not in points(page).inner_text():
            return


@pytest.fixture
def designer(chromium, house):
    person = Person(chromium, house, **DESKTOP)
    yield person
    person.context.close()
    assert person.errors == []


def test_a_designer_plays_looks_back_forks_and_changes_the_rules(designer, house):
    page = designer.go("/dev").page
    expect(page).to_have_url(re.compile(r"/dev/[A-Z]{4}$"))
    first = page.url

    # They act for both seats: the first jumps the gun, the second waits for the bang.
    page.get_by_role("radiogroup", name=re.compile("Otto")).get_by_text("You").click()
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.locator(".journal")).to_contain_text("You: Draw")
    page.get_by_role("radio", name=re.compile("as Otto sees it")).check()
    draw_after_the_bang(page)
    expect(points(page)).to_have_text("points [0, 1]")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play on")).to_be_visible()

    # They look back, and a new table goes on from there.
    slider = page.get_by_role("slider", name="Moment")
    slider.press("Home")
    expect(points(page)).to_have_text("points [0, 0]")
    expect(page.get_by_text("This is the past.")).to_be_visible()
    page.get_by_role("button", name="Fork here").click()
    expect(page).not_to_have_url(first)
    expect(points(page)).to_have_text("points [0, 0]")
    page.goto(first)

    # Rules that cannot be imported are told; the table stays. Then the game is judged by new ones.
    house.change("RULES_VERSION = 1", "RULES_VERSION = one")
    expect(page.get_by_role("alert")).to_contain_text("name 'one' is not defined")
    expect(points(page)).to_have_text("points [0, 1]")
    house.change("RULES_VERSION = one", "RULES_VERSION = 2")
    expect(page.get_by_role("alert")).to_have_count(0)
    house.change("state.points[seat] + 1", "state.points[seat] + 2")
    expect(points(page)).to_have_text("points [0, 2]")
    assert page.url == first


def test_a_table_page_shows_the_failure_and_loads_itself_again(chromium, house):
    person = Person(chromium, house, **PHONE)
    try:
        page = person.go("/dev").page
        expect(page).to_have_url(re.compile(r"/dev/[A-Z]{4}$"))
        expect(page.locator(".state")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        with person.context.expect_page() as opened:
            page.get_by_role("button", name="Open in its own tab").first.click()
        table = opened.value
        expect(table.get_by_role("heading", name="Quick Draw")).to_be_visible()
        page.close()
        house.change("RULES_VERSION = 1", "RULES_VERSION = one")
        expect(table.get_by_role("alert")).to_contain_text("The saved files can’t be played.")
        with table.expect_navigation():
            house.change("RULES_VERSION = one", "RULES_VERSION = 2")
        expect(table.get_by_role("heading", name="Quick Draw")).to_be_visible()
        expect(table.get_by_role("alert")).to_have_count(0)
    finally:
        person.context.close()
