"""What a pupil sees at each step of each lesson, on a small phone and on a desk."""

from itertools import groupby
from operator import itemgetter

import pytest

from taphouse.table.lesson import lesson_of
from tests.e2e.driving import DESKTOP, SMALL, sit_down_to
from tests.e2e.scripted_page import ScriptedPage, drawn
from tests.lessons import Pupil
from tests.shelf import SHELF

TAUGHT = [slug for slug in SHELF if lesson_of(SHELF, slug)]
AMBER = "rgb(255, 197, 61)"
FAULTS = """([points, reads, amber]) => {
  const bubble = document.querySelector("section.bubble").getBoundingClientRect();
  const faults = [];
  for (const point of points) {
    const part = document.querySelector(`[data-point="${point}"]`)?.getBoundingClientRect();
    if (!part || part.width * part.height === 0) { faults.push(`no ${point}`); continue; }
    const wide = Math.min(part.right, bubble.right) - Math.max(part.left, bubble.left);
    const high = Math.min(part.bottom, bubble.bottom) - Math.max(part.top, bubble.top);
    if (wide > 1 && high > 1) faults.push(`${Math.round(high)} px of ${point} are covered`);
  }
  if (bubble.top < 0 || bubble.bottom > innerHeight) faults.push("the bubble leaves the screen");
  const isAmber = (button) => button.checkVisibility() && getComputedStyle(button).backgroundColor === amber;
  const ambers = [...document.querySelectorAll("button")].filter(isAmber).map((each) => each.textContent);
  if (ambers.length > 1) faults.push(`amber: ${ambers.join(" and ")}`);
  if (reads && ambers.length !== 1) faults.push("no amber button to go on");
  return faults;
}"""


@pytest.fixture
def house(lasting_house):
    return lasting_house


def begins_and_ends(scenes):
    """The first and the last scene of each step."""
    for _, group in groupby(scenes, key=itemgetter(0)):
        first, *others = group
        yield from (first, *others[-1:])


@pytest.mark.parametrize("device", [SMALL, DESKTOP], ids=["small", "desktop"])
@pytest.mark.parametrize("slug", TAUGHT)
def test_no_bubble_covers_what_it_talks_about_and_one_button_is_amber(person, slug, device):
    game, lesson = SHELF[slug], lesson_of(SHELF, slug)
    ada = person(**device)
    screen = ScriptedPage(ada, f"/t/{sit_down_to(ada, slug)}")
    faults = {}
    for number, state in begins_and_ends(Pupil(game, lesson, "en").scenes):
        step = lesson.steps[number]
        screen.show(game, state, 0, lesson=number)
        screen.page.locator("section.bubble").wait_for()
        drawn(screen.page)
        found = screen.page.evaluate(FAULTS, [list(step.point), not step.do and not step.see, AMBER])
        if found:
            faults.setdefault(step.say, found)
    assert faults == {}
