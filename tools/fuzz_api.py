"""schemathesis against a house of its own: every answer must be as the OpenAPI document says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from taphouse.sim.load.process import started

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def main() -> int:
    with (
        TemporaryDirectory() as data,
        started("taphouse.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--data", data) as house,
    ):
        schemathesis = Path(sys.executable).with_name("schemathesis")
        document = f"http://{house.address}/api/openapi.json"
        return subprocess.run([schemathesis, "run", document, "--checks", CHECKS, "-n", "100"]).returncode


if __name__ == "__main__":
    sys.exit(main())
