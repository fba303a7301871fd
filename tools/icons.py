"""Draws the app's icons as bitmaps, for devices that do not support SVG."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

PUBLIC = Path(__file__).resolve().parent.parent / "client/public"
FINE = 4  # the icon is drawn so many times larger, then scaled down smoothly
GREEN, CREAM, AMBER = "#14423c", "#fff3da", "#ffc53d"


def icon(size: int, corner: float) -> Image.Image:
    """The same drawing as icon.svg; the ring lies inside the area that a mask leaves visible."""
    unit = size * FINE / 64
    drawn = Image.new("RGBA", (size * FINE, size * FINE))
    pen = ImageDraw.Draw(drawn)
    pen.rounded_rectangle((0, 0, 64 * unit - 1, 64 * unit - 1), corner * unit, fill=GREEN)
    for radius, colour in ((25, CREAM), (19, GREEN), (10, AMBER)):
        pen.ellipse([(32 - radius) * unit] * 2 + [(32 + radius) * unit] * 2, fill=colour)
    small = drawn.resize((size, size), Image.Resampling.LANCZOS)
    return small.quantize(48, Image.Quantize.FASTOCTREE)


if __name__ == "__main__":
    for name, size, corner in (("192", 192, 14), ("512", 512, 14), ("maskable-512", 512, 0), ("180", 180, 0)):
        icon(size, corner).save(PUBLIC / f"icon-{name}.png", optimize=True)
