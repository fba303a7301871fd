"""`python -m taphouse` is the command `taphouse`."""

import sys

from taphouse.cli import main

if __name__ == "__main__":
    sys.exit(main())
