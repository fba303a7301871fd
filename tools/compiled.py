"""Compiles the busiest modules with mypyc: `tools/compiled.py FOLDER` writes the extension modules there.

Only modules without values: a compiled class is no `msgspec.Struct`, so values stay in modules of their own.
The plain modules are the reference. Whoever installs no compiled ones runs them, and so do most tests.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from mypyc.build import mypycify
from setuptools import Distribution

ROOT = Path(__file__).parents[1]
MODULES = (
    *(f"core/{name}" for name in ("dice", "memo", "play", "seats", "verdicts")),
    *(f"fair/{name}" for name in ("arbiter", "camera", "line", "radio", "recent", "screen_timeline")),
    *(f"table/{name}" for name in ("connection", "connections", "match", "onlookers", "outbox", "pings")),
    *(f"table/{name}" for name in ("requests", "seat_updates", "session", "table", "timers")),
    "bots/schedule",
)


def compile_into(folder: Path) -> list[Path]:
    """Returns the extension modules. Besides those of `MODULES` there is one with the code of them all."""
    os.chdir(ROOT)  # mypyc names modules by their paths
    with TemporaryDirectory() as work:
        sources = [f"taphouse/{name}.py" for name in MODULES]
        # One C file for each module: one for all of them takes the compiler minutes.
        extensions = mypycify(sources, target_dir=work, multi_file=True, opt_level="2", group_name="taphouse")
        build = Distribution({"name": "taphouse", "ext_modules": extensions}).get_command_obj("build_ext")
        build.build_lib, build.build_temp, build.parallel = str(folder), work, os.cpu_count()
        build.ensure_finalized()
        build.run()
    return sorted(folder.rglob("*.so")) + sorted(folder.rglob("*.pyd"))


if __name__ == "__main__":
    print(*compile_into(Path(sys.argv[1]).resolve()), sep="\n")
