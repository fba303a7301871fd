"""Nine families of silhouettes, each in one piece without holes, so that a frame fits around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import cos, degrees, hypot, pi, sin, sqrt
from typing import Any

import numpy as np
from scipy.interpolate import PchipInterpolator
from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

AREA, REACH = 4000, 55  # every outline has about the same area and rotates within the same circle


def polygon(corners: Any) -> BaseGeometry:
    return Polygon(corners).buffer(0)


def disc(x: float, y: float, radius: float) -> BaseGeometry:
    return Point(x, y).buffer(radius, quad_segs=24)


def ellipse(x: float, y: float, rx: float, ry: float) -> BaseGeometry:
    return affinity.scale(disc(x, y, 1), rx, ry)


def rectangle(x: float, y: float, width: float, height: float) -> BaseGeometry:
    return box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def scaled(shape: Polygon, by: float) -> Polygon:
    return affinity.scale(shape, by, by, origin=(0, 0))


def soft(shape: BaseGeometry, outer: float, inner: float) -> BaseGeometry:
    """Rounds convex corners by `outer` and concave ones by `inner`."""
    eroded = shape.buffer(-outer, quad_segs=10)
    return eroded.buffer(outer + inner, quad_segs=10).buffer(-inner, quad_segs=10)


def star(points: int, inner: float, rounding: float) -> BaseGeometry:
    corners = []
    for i in range(2 * points):
        radius, angle = (50 if i % 2 == 0 else 50 * inner), pi * i / points
        corners.append((radius * sin(angle), -radius * cos(angle)))
    return soft(polygon(corners), rounding, 1.5)


def flower(petals: int, width: float, dip: float, hub: float) -> BaseGeometry:
    petal = ellipse(0, -30, width * 50 / (petals / 5) ** 0.5, 22)
    around = [affinity.rotate(petal, degrees(2 * pi * i / petals), origin=(0, 0)) for i in range(petals)]
    return soft(unary_union([disc(0, 0, hub), *around]), 1.5, dip)


def gear(teeth: int, depth: float, width: float, taper: float) -> BaseGeometry:
    half, root = pi * 50 / teeth * width, -48 + depth
    tooth = polygon(
        [(-half, root), (-half * taper, -50), (half * taper, -50), (half, root), (half, 0), (-half, 0)]
    )
    around = [affinity.rotate(tooth, 360 * i / teeth, origin=(0, 0)) for i in range(teeth)]
    return soft(unary_union([disc(0, 0, 50 - depth), *around]), 1.5, 1.5)


def leaf(width: float, tip: float, lobes: int, bend: float) -> BaseGeometry:
    along = np.linspace(0, 1, 160)
    half = np.sin(pi * along**tip) * width
    if lobes:
        half *= 1 - 0.26 * (0.5 - 0.5 * np.cos(2 * pi * lobes * along))
    x, y = bend * np.sin(pi * along), -48 + 86 * along
    blade = polygon(np.r_[np.c_[x - half, y], np.c_[x + half, y][::-1]])
    stalk = LineString([(x[-12], y[-12]), (x[-1] - bend * 0.35, 52)]).buffer(3.2)
    return soft(blade.union(stalk), 2.2, 2.2)


def fish(body: float, tail: float, fin: int, snout: float, fork: float) -> BaseGeometry:
    parts = [ellipse(-8, 0, 36, body), polygon([(14, 0), (48, -tail), (48 - fork, 0), (48, tail)])]
    if snout:
        parts.append(polygon([(-30, -body * 0.55), (-30 - snout * 2.2, 0), (-30, body * 0.55)]))
    if fin in (1, 3):
        parts.append(polygon([(-18, -body * 0.8), (6, -body - 16), (12, -body * 0.6)]))
    if fin in (2, 3):
        parts.append(polygon([(-10, body * 0.8), (8, body + 13), (12, body * 0.6)]))
    if fin == 4:
        spines = [(-20, -body - 14), (-10, -body - 9), (-4, -body - 16), (4, -body - 9), (12, -body - 11)]
        parts.append(polygon([(-26, -body * 0.6), *spines, (14, -body * 0.5)]))
    return soft(unary_union(parts), 1.2, 2.0)


BOWS = {
    "round": disc(0, -30, 23),
    "square": rectangle(0, -30, 40, 40),
    "trefoil": unary_union([disc(0, -42, 14.5), disc(-15, -23, 14.5), disc(15, -23, 14.5)]),
    "diamond": polygon([(0, -54), (24, -30), (0, -6), (-24, -30)]),
}


def key(bow: str, teeth: Sequence[tuple[float, float]], length: float, shaft: float = 12) -> BaseGeometry:
    end = length - 12
    bits = [rectangle(shaft / 2 + reach / 2 - 1, end - 4 - up, reach + 2, 9) for up, reach in teeth]
    stem = [rectangle(0, -12 + length / 2, shaft, length + 12), rectangle(0, end, shaft, 6)]
    return soft(unary_union([BOWS[bow], *stem, *bits]), 2.0, 1.5)


def vase(neck: float, belly: float, belly_at: float, lip: float, foot: float) -> BaseGeometry:
    profile = sorted(
        [
            (-48.0, lip),
            (-42.0, neck * 1.05),
            (-30.0, neck),
            (belly_at - 20, (neck + belly) / 2 * 1.05),
            (belly_at, belly),
            (belly_at + 18, belly * 0.93),
            (42.0, foot * 0.95),
            (48.0, foot),
        ]
    )
    y = np.linspace(-48, 48, 120)
    half = PchipInterpolator(*zip(*profile, strict=True))(y)
    return soft(polygon(np.r_[np.c_[-half, y], np.c_[half, y][::-1]]), 1.5, 1.5)


def puzzle(sides: Sequence[int], knob: float, offsets: Sequence[float], size: float = 62) -> BaseGeometry:
    piece = rectangle(0, 0, size, size)
    for i, (side, offset) in enumerate(zip(sides, offsets, strict=True)):
        head = disc(offset, -size / 2 - side * knob * 0.72, knob)
        throat = rectangle(offset, -size / 2 - side * knob * 0.2, knob * 1.15, knob * 0.9)
        tab = affinity.rotate(head.union(throat), 90 * i, origin=(0, 0))
        if side:
            piece = piece.union(tab) if side > 0 else piece.difference(tab)
    return soft(piece, 1.2, 1.2)


def crown(points: int, height: float, ball: float, flare: float, middle: float) -> BaseGeometry:
    xs = np.linspace(-40 - flare, 40 + flare, points)
    rises = [height * (1 + middle * (1 - abs(2 * i / (points - 1) - 1))) for i in range(points)]
    tips = [(x, -rise) for x, rise in zip(xs, rises, strict=True)]
    valley = -8 + height * (0.28 if points > 4 else 0.18)
    rim = [tips[0]]
    for (left, _), right in pairwise(tips):
        rim += [((left + right[0]) / 2, valley), right]
    band = polygon([(-40, 34), *rim, (40, 34)])
    return soft(unary_union([band, *(disc(x, y, ball) for x, y in tips if ball)]), 2.6, 1.8)


FAMILIES: dict[str, Callable[..., BaseGeometry]] = {
    family.__name__: family for family in (star, flower, gear, leaf, fish, key, vase, puzzle, crown)
}


def outline(family: str, parameters: dict[str, Any]) -> Polygon:
    """The silhouette, centred on its centre of mass and scaled to the common size."""
    drawn = FAMILIES[family](**parameters)
    if isinstance(drawn, MultiPolygon):
        drawn = max(drawn.geoms, key=lambda part: part.area)
    solid = Polygon(drawn.exterior)
    solid = affinity.translate(solid, -solid.centroid.x, -solid.centroid.y)
    solid = scaled(solid, sqrt(AREA / solid.area))
    return scaled(solid, min(1, REACH / max(hypot(x, y) for x, y in solid.exterior.coords)))


def svg_path(shape: Polygon) -> str:
    corners = list(shape.simplify(0.15).exterior.coords)[:-1]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"
