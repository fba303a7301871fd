"""Refuses to build a wheel without the built pages: a house installed from it would show none.

With TAPHOUSE_COMPILED=1 the wheel also has the extension modules of `tools/compiled.py`. It is then for one
platform and one version of Python.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "taphouse/server/static/index.html"
COMPILED = ".made/compiled"


class NeedsPages(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if not (Path(self.root) / PAGE).is_file():
            raise SystemExit("The pages are not built yet. Build them and the wheel with: make wheel")
        if os.environ.get("TAPHOUSE_COMPILED") == "1":
            self._compile(build_data)

    def _compile(self, build_data: dict[str, Any]) -> None:
        folder = Path(self.root) / COMPILED
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "tools/compiled.py", str(folder)], cwd=self.root, check=True)
        build_data["pure_python"], build_data["infer_tag"] = False, True
        for file in folder.rglob("*"):
            if file.is_file():
                build_data["force_include"][str(file)] = str(file.relative_to(folder))
