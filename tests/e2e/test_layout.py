"""What fits its place on small screens, measured in a real browser."""

import pytest

from taphouse.house.codes import LENGTH, LETTERS
from tests.e2e.driving import SMALL, TV, sit_down_to
from tests.e2e.still import Still

NARROW = (320, 360)
OVERFLOW = """() => {
  const word = document.querySelector("[data-code]");
  const letters = document.createRange();
  letters.selectNodeContents(word);
  return letters.getBoundingClientRect().width - word.parentElement.getBoundingClientRect().width;
}"""


@pytest.fixture
def house(lasting_house):
    return lasting_house


def codes_that_leave(still):
    """Codes whose letters do not fit their place: if four of each letter fit, any four do."""
    for code in (letter * LENGTH for letter in LETTERS):
        still.tell(code=code)
        if still.page.evaluate(OVERFLOW) > 0.5:
            yield code


@pytest.mark.parametrize("width", NARROW)
def test_every_code_fits_a_narrow_lobby_and_the_page_on_which_one_joins(person, width):
    host, guest = person(**SMALL), person(**SMALL)
    path = f"/t/{sit_down_to(host, 'tip-tap', start=False)}"
    for somebody in (host, guest):
        somebody.page.set_viewport_size({"width": width, "height": 640})

    assert list(codes_that_leave(Still(host, path))) == []
    assert list(codes_that_leave(Still(guest, path))) == []


def test_every_code_fits_the_big_screen(person):
    screen = person(**TV)
    path = f"/t/{sit_down_to(person(), 'tip-tap', start=False)}/table"

    assert list(codes_that_leave(Still(screen, path))) == []
