"""Refuses to build a wheel without the built pages: a house installed from it would show none."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "taphouse/server/static/index.html"


class NeedsPages(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and not (Path(self.root) / PAGE).is_file():
            raise SystemExit("The pages are not built yet. Build them and the wheel with: make wheel")
