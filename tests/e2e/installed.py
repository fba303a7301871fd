"""A house that was installed from a wheel, and people on phones who play in it."""

import os
import re
import subprocess

from tests.e2e.driving import PHONE, House, table_of
from tests.e2e.test_tip_tap import play_on


class InstalledHouse(House):
    """Opened by the one word `taphouse`, where no program of the source tree and no Node is found."""

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        super().__init__(folder)

    def open(self):
        settings = {"TAPHOUSE_HOST": "127.0.0.1", "TAPHOUSE_PORT": "0", "TAPHOUSE_INTRODUCTIONS": "none"}
        self.process = subprocess.Popen(
            [self.programs / "taphouse"],
            cwd=self.folder,
            env={"PATH": str(self.programs), "HOME": str(self.folder), "LANG": "C.UTF-8", **settings},
            stdout=subprocess.PIPE,
            text=True,
        )
        self.url = next(
            found[0] for line in self.process.stdout if (found := re.search(r"https?://\S+", line))
        )


def play_on_two_phones(person):
    """One opens a table, the other joins, and they play until a finger counts. Returns the first."""
    ada, bo = person(**PHONE), person(**PHONE)
    ada.go().make_table("Tip Tap")
    bo.go(f"/t/{table_of(ada)}")
    bo.press("Sit down")
    ada.wait(lambda p: len(p.room["players"]) == 2)
    ada.press("Start with 2")
    for somebody in (ada, bo):
        somebody.wait(lambda p: p.view["phase"])
    while not any(update["view"]["fingers"] for update in ada.got["update"]):
        play_on([ada, bo])
        ada.wait_for_news()
    return ada


def is_of_this_source_tree(programs):
    """Whether a Python there finds this source tree."""
    found = subprocess.run(
        [programs / "python", "-c", "import taphouse; print(taphouse.__file__)"],
        cwd=programs,
        env={"PATH": os.devnull},
        capture_output=True,
        text=True,
        check=True,
    )
    return str(programs.parent) not in found.stdout
