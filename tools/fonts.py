"""Cuts the fonts to the parts in use: the display face at its heaviest weight, and single cuts for old TVs.

Browsers before Chrome 78 draw the letters of variable fonts on top of each other.
Needs `pip install fonttools brotli`; the output is committed in client/theme/fonts.
"""

from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parent.parent
FACES = ROOT / "node_modules/@fontsource-variable"
CUT = ROOT / "client/theme/fonts"
ANYBODY = FACES / "anybody/files"
FIGTREE = FACES / "figtree/files"


def cut(face: Path, axes: dict[str, float | tuple[float, float]], name: str) -> None:
    font = instantiateVariableFont(TTFont(face), axes)
    font.flavor = "woff2"
    font.save(CUT / name)


if __name__ == "__main__":
    for letters in ("latin", "latin-ext"):
        face = ANYBODY / f"anybody-{letters}-standard-normal.woff2"
        cut(face, {"wght": 900, "wdth": (60, 150)}, f"anybody-{letters}.woff2")
    for width in (75, 100, 140):
        face = ANYBODY / "anybody-latin-standard-normal.woff2"
        cut(face, {"wght": 900, "wdth": width}, f"old-anybody-{width}.woff2")
    for weight in (600, 800):
        cut(FIGTREE / "figtree-latin-wght-normal.woff2", {"wght": weight}, f"old-figtree-{weight}.woff2")
