"""Runs schemathesis against a house: every response must match the OpenAPI document.

schemathesis imports this file again as hooks: they serialize a journal and insert the code of a real table.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import schemathesis  # type: ignore[import-not-found]

from tests.processes import started

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
TABLE = "TAPHOUSE_TABLE"
WRONG = 10  # one code in this many is unknown: with more, the house would refuse every request


@schemathesis.serializer("application/jsonl")
def journal(context: Any, value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    code = (path_parameters or {}).get("code")
    if code is None or len(code) % WRONG == 0:
        return path_parameters
    return {**(path_parameters or {}), "code": os.environ[TABLE]}


def main() -> int:
    with (
        TemporaryDirectory() as folder,
        started("taphouse.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--data", folder) as house,
    ):
        settings = {"game": "tip-tap", "name": "Ada", "bots": ["steady"], "start": True}
        table = httpx.post(f"http://{house.address}/api/tables", json=settings).json()["code"]
        tools = Path(__file__)
        return subprocess.run(
            [
                Path(sys.executable).with_name("schemathesis"),
                *("run", f"http://{house.address}/api/openapi.json", "--checks", CHECKS, "-n", "100"),
            ],
            cwd=folder,
            env={
                **os.environ,
                TABLE: table,
                "PYTHONPATH": str(tools.parent),
                "SCHEMATHESIS_HOOKS": tools.stem,
            },
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
