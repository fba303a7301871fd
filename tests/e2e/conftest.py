import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.e2e.driving import House, Person

HERE = Path(__file__).parent
QUIET = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()


def pytest_collection_modifyitems(items):
    """A busy machine can starve a browser. The summary names each test that was tried twice."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="module")  # its event loop must end before other tests run theirs
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    yield house
    house.kill()


@pytest.fixture(scope="module")
def lasting_house(tmp_path_factory):
    """One house for all tests of a file, if none of them closes it."""
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.kill()


@pytest.fixture
def person(chromium, house):
    people = []

    def enter(at=house, **device):
        """Opens a browser. `at` is an object with the `url` of the house, for example a slow line to it."""
        people.append(Person(chromium, at, **device))
        return people[-1]

    yield enter
    for somebody in people:
        somebody.context.close()
    assert not [error for somebody in people for error in somebody.errors]
