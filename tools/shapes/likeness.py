"""How far two outlines are apart: 1 minus their overlap after the best rotation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from shapely.geometry import Polygon

PIXELS, BOX, STEP = 192, 116, 3  # degrees


def raster(shape: Polygon, degrees: float) -> NDArray[np.float32]:
    turn = np.deg2rad(degrees)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array(shape.exterior.coords) @ rotation.T * (PIXELS / BOX) + PIXELS / 2
    image = Image.new("1", (PIXELS, PIXELS))
    ImageDraw.Draw(image).polygon([(float(x), float(y)) for x, y in corners], fill=1)
    return np.asarray(image, np.float32).ravel()


def distances(shapes: Sequence[Polygon]) -> NDArray[np.float32]:
    upright = np.array([raster(shape, 0) for shape in shapes])
    apart = np.ones((len(shapes), len(shapes)), np.float32)
    for i, shape in enumerate(shapes):
        turned = np.array([raster(shape, degrees) for degrees in range(0, 360, STEP)])
        shared = turned @ upright.T
        union = turned.sum(1)[:, None] + upright.sum(1) - shared
        apart[i] = 1 - (shared / union).max(0)
    return np.minimum(apart, apart.T)
