"""The tutorial: its commands are run and its changes are made, in the order of the page."""

import os
import re
import subprocess
import sys
import venv
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "game-in-an-hour.md"
BLOCK = re.compile(r"^```(sh|diff)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_tutorial_leads_to_a_game_that_passes_all_its_tests(tmp_path):
    place = tmp_path / "venv"
    venv.create(place, with_pip=True)
    [packages] = place.glob("lib/*/site-packages")
    ours = distribution("pytest").locate_file("")
    (packages / "of_the_house.pth").write_text(f"{ours}\n{ROOT}\n")  # what pip would have installed
    programs = [str(place / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}  # 0: not isolated
    environment = {**os.environ, "PATH": os.pathsep.join(programs), **offline}
    script = ["set -eu", 'taphouse() { python -m taphouse "$@"; }']
    for kind, text in BLOCK.findall(PAGE.read_text("utf-8")):
        script.append(text if kind == "sh" else f"patch -p1 <<'CHANGE'\n{text}CHANGE\n")

    done = subprocess.run(
        ["bash", "-c", "\n".join(script)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-3_000:] + done.stderr[-3_000:]
    assert (tmp_path / "quick-draw" / "quick_draw" / "rules.py").exists()
    assert done.stdout.count(" passed") == 3
    assert [*(tmp_path / "quick-draw").glob("taphouse_quick_draw-*.whl")]
