"""Reduces the display font to the part in use: its heaviest weight, from narrow to wide.

Needs `pip install fonttools brotli`; the output is committed in client/theme/fonts.
"""

from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parent.parent
FACES = ROOT / "node_modules/@fontsource-variable/anybody/files"
CUT = ROOT / "client/theme/fonts"
AXES = {"wght": 900, "wdth": (60, 150)}

if __name__ == "__main__":
    for letters in ("latin", "latin-ext"):
        font = instantiateVariableFont(TTFont(FACES / f"anybody-{letters}-standard-normal.woff2"), AXES)
        font.flavor = "woff2"
        font.save(CUT / f"anybody-{letters}.woff2")
