"""Dice as drawn by `training.vision.dice.drawings`, sides and all, and things around them that are not dice; the seeds are
this test's own.

Some of these dice nobody could read: blown out, blurred, their paint gone. So most must be right, not all.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from fourth_seat.vision.dice.detector import DICE_EDGE_PX, DieReading, read_dice
from fourth_seat.vision.protocols import Image
from training.vision.backgrounds import ground
from training.vision.dice.drawings import EMBLEM, PICTURE_EDGES, DrawnFace, picture
from training.vision.sensor import developed

pytestmark = pytest.mark.slow

SEED = 880_000_000
CLEAR = 16.0  # pixels of an edge: smaller ones are usually blurred
DICE, GROUNDS = 60, 20


def drawn() -> Iterator[tuple[list[DieReading], DrawnFace]]:
    """Yield dice that lie wholly in their pictures, and what is read if such a die is as large as on a board."""
    rng = np.random.default_rng(SEED)
    count = 0
    while count < DICE:
        image, tops = picture(rng)
        end = len(image)
        for top in tops:
            if top.edge > CLEAR and all(1.2 * top.edge < at < end - 1.2 * top.edge for at in (top.x, top.y)):
                scale = DICE_EDGE_PX / top.edge
                near = [
                    die
                    for die in read(np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)))
                    if math.dist(die.middle, (scale * top.x, scale * top.y)) < DICE_EDGE_PX / 2
                ]
                count += 1
                yield near, top


def read(image: Image) -> list[DieReading]:
    """Read a picture without the last of its rows and columns, so that it can be searched."""
    height, width = (side // 8 * 8 for side in image.shape[:2])
    return read_dice(image[:height, :width], (0.6 * DICE_EDGE_PX, 1.6 * DICE_EDGE_PX))


def test_upper_faces_are_read_though_sides_are_seen() -> None:
    values = [(near[0].value, top.value) for near, top in drawn() if near and top.value != EMBLEM]
    right = sum(value == true for value, true in values)
    assert right >= 0.95 * len(values) and right >= DICE / 4, (right, len(values))


def test_what_lies_about_is_hardly_ever_a_die() -> None:
    rng = np.random.default_rng(SEED)
    wrong = 0
    for _ in range(GROUNDS):
        light, _ = ground(rng, round(PICTURE_EDGES * DICE_EDGE_PX), DICE_EDGE_PX, float(rng.uniform(0, 0.8)))
        wrong += len(read(developed(light, rng, 0.0)))
    assert wrong <= 0.1 * GROUNDS
