"""Tests of the parts against the rules: counted, and measured in pixels."""

import json
import re
from collections import Counter
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from taphouse.testing import rule

from .cards import CARDS, COLOUR_OF, COLOURS, FAMILIES, SHAPES
from .lookalikes import LOOKALIKES

FLOOR, BLURRED_FLOOR = 0.115, 0.016
PIXELS, FINER, BOX, STEP = 96, 4, 116, 3  # degrees
TOKENS = Path(__file__).parents[3] / "client/theme/tokens.css"


@pytest.fixture(scope="module")
def outlines():
    drawn = json.loads(files(__package__).joinpath("shapes.json").read_text())
    return {shape["name"]: shape["outline"] for shape in drawn}


@pytest.fixture(scope="module")
def rasters(outlines):
    """Every outline as pixels in every rotation: shape, turn, pixel."""
    turns = [np.deg2rad(degrees) for degrees in range(0, 360, STEP)]
    return np.array([[raster(points(outline), turn) for turn in turns] for outline in outlines.values()])


def points(outline):
    return np.array([[float(x) for x in point.split()] for point in outline[1:-1].split("L")])


def raster(corners, turn):
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    size = PIXELS * FINER
    image = Image.new("L", (size, size))
    placed = corners @ rotation.T * size / BOX + size / 2
    ImageDraw.Draw(image).polygon([tuple(point) for point in placed.tolist()], fill=255)
    return np.asarray(image.reduce(FINER))


def glance(image):
    """A blurred version of the image."""
    return np.asarray(Image.fromarray(image).filter(ImageFilter.GaussianBlur(3)).reduce(2))


def pairs(matrix):
    """The two by two distances, each pair once, measured both ways round."""
    return np.minimum(matrix, matrix.T)[np.triu_indices(len(matrix), 1)]


class TestParts:
    @rule("tip-tap", 1)
    def test_there_are_45_shapes_each_with_an_outline_for_it_and_its_frame_and_55_cards(self, outlines):
        assert len(SHAPES) == len(set(SHAPES)) == 45
        assert tuple(outlines) == SHAPES
        assert len(CARDS) == 55

    @rule("tip-tap", 1)
    def test_an_outline_is_one_piece_without_holes_that_fits_its_place_however_it_is_turned(self, outlines):
        for outline in outlines.values():
            assert re.fullmatch(r"M[-.\d L]+Z", outline)
            assert np.hypot(*points(outline).T).max() < 57

    @rule("tip-tap", 2)
    def test_nine_families_have_five_cousins_one_in_each_of_five_colours(self):
        for family in FAMILIES:
            cousins = [shape for shape in SHAPES if shape.startswith(f"{family}-")]
            assert sorted(COLOUR_OF[cousin] for cousin in cousins) == sorted(COLOURS)
        assert (len(FAMILIES), len(COLOURS)) == (9, 5)

    @rule("tip-tap", 2, 22)
    def test_the_outlines_for_the_browser_contain_no_colours(self):
        drawn = files(__package__).joinpath("shapes.json").read_text()

        assert not any(colour in drawn for colour in COLOURS)
        assert {field for shape in json.loads(drawn) for field in shape} == {"name", "outline"}

    @rule("tip-tap", 2)
    def test_any_two_outlines_differ_without_colour_however_they_are_turned(self, rasters):
        upright = (rasters[:, 0] > 127).reshape(len(rasters), -1).astype(np.float32)
        apart = []
        for bank in rasters:
            turned = (bank > 127).reshape(len(bank), -1).astype(np.float32)
            shared = turned @ upright.T
            apart.append(1 - (shared / (turned.sum(1)[:, None] + upright.sum(1) - shared)).max(0))

        assert pairs(np.array(apart)).shape == (990,)
        assert pairs(np.array(apart)).min() >= FLOOR

    @rule("tip-tap", 2)
    def test_any_two_outlines_differ_even_to_a_blurred_eye(self, rasters):
        blurred = np.array([[glance(image) for image in bank] for bank in rasters])
        flat = blurred.reshape(*blurred.shape[:2], -1).astype(np.float32)
        flat -= flat.mean(-1, keepdims=True)
        flat /= np.linalg.norm(flat, axis=-1, keepdims=True)
        apart = np.array([1 - (bank @ flat[:, 0].T).max(0) for bank in flat])

        assert pairs(apart).min() >= BLURRED_FLOOR

    def test_the_look_alikes_of_every_shape_are_listed_nearest_first(self):
        assert tuple(LOOKALIKES) == SHAPES
        for shape, alike in LOOKALIKES.items():
            assert shape not in alike
            assert set(alike) <= set(SHAPES)
            assert list(alike.values()) == sorted(alike.values())


class TestDeck:
    @rule("tip-tap", 3)
    def test_30_cards_show_two_different_shapes_and_25_show_three(self):
        assert Counter(len(set(card)) for card in CARDS) == {2: 30, 3: 25}
        assert all(len(set(card)) == len(card) for card in CARDS)

    @rule("tip-tap", 3)
    def test_every_shape_stands_on_exactly_three_cards(self):
        assert Counter(shape for card in CARDS for shape in card) == dict.fromkeys(SHAPES, 3)

    @rule("tip-tap", 3)
    def test_no_two_cards_show_the_same_set_nor_even_two_shapes_of_it(self):
        assert all(len(set(one) & set(other)) <= 1 for one, other in combinations(CARDS, 2))

    def test_some_cards_show_look_alikes_and_some_do_not(self):
        alike = [card for card in CARDS if any(b in LOOKALIKES[a] for a, b in combinations(card, 2))]

        assert 15 <= len(alike) <= 35


# Machado, Oliveira and Fernandes 2009, at full strength
BLINDNESS = {
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


class TestPalette:
    @rule("tip-tap", 2)
    @pytest.mark.parametrize("eyes", BLINDNESS)
    def test_the_colours_stay_apart_for_the_colour_blind(self, eyes):
        drawn = dict(re.findall(r"--shape-(\w+): (#[0-9a-f]{6});", TOKENS.read_text()))
        seen = [lab(drawn[colour], BLINDNESS[eyes]) for colour in COLOURS]

        assert min(difference(one, other) for one, other in combinations(seen, 2)) >= 22

    def test_the_colour_difference_is_the_published_one(self):  # the first pair of Sharma, Wu and Dalal 2005
        assert difference((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)


def lab(colour, eyes):
    srgb = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(np.array(eyes) @ linear, 0, 1) / TO_XYZ.sum(1)
    x, y, z = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one, other):
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_chroma = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * np.sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7))
    c1, c2 = np.hypot(a1 * stretch, b1), np.hypot(a2 * stretch, b2)
    h1, h2 = (np.degrees(np.arctan2(b, a * stretch)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180
    lightness, chroma, hue = (l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * np.cos(np.radians(hue - 30))
        + 0.24 * np.cos(np.radians(2 * hue))
        + 0.32 * np.cos(np.radians(3 * hue + 6))
        - 0.20 * np.cos(np.radians(4 * hue - 63))
    )
    dl = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2 / np.sqrt(20 + (lightness - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    twist = np.sin(np.radians(60 * np.exp(-(((hue - 275) / 25) ** 2))))
    bend = -2 * np.sqrt(chroma**7 / (chroma**7 + 25**7)) * twist
    return np.sqrt(dl**2 + dc**2 + dh**2 + bend * dc * dh)
