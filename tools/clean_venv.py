"""Makes a virtual environment with exactly the packages that a house needs, without a network.

They are copied from the environment that runs this, where they were installed by their hashes.
"""

import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements" / "run.txt"


def locked() -> list[str]:
    """The names of the locked packages that this platform needs."""
    lines = (
        line.rstrip(" \\") for line in LOCK.read_text().splitlines() if line and not line.startswith(" ")
    )
    return [need.name for need in map(Requirement, lines) if need.marker is None or need.marker.evaluate()]


def clean_venv(folder: Path) -> Path:
    """Returns the folder of its programs."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    [packages] = folder.glob("[Ll]ib/**/site-packages")
    for name in locked():
        installed = distribution(name)
        for file in installed.files or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:  # no programs of other packages
                (packages / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(installed.locate_file(file), packages / file)
    return folder / ("Scripts" if sys.platform == "win32" else "bin")


if __name__ == "__main__":
    print(clean_venv(Path(sys.argv[1])))
