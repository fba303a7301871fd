"""The first file of the one-file program. It also runs one module: `taphouse -m taphouse.server.filming`."""

import os
import runpy
import sys


def leave_own_libraries() -> None:
    """Browsers and openssl must load the libraries of the system, not those of this program."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before


def main() -> int:
    leave_own_libraries()
    if sys.argv[1:2] == ["-m"]:
        sys.argv = sys.argv[2:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
        return 0
    from taphouse.cli import main as command

    return command()


if __name__ == "__main__":
    sys.exit(main())
