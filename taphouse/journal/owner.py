"""Gives a file in a data folder to the folder's owner."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def give_to_owner(file: Path) -> None:
    """Does something only for root: a service has a user of its own, who cannot open a file of root."""
    if sys.platform != "win32" and os.geteuid() == 0:
        folder = file.parent.stat()
        os.chown(file, folder.st_uid, folder.st_gid)
