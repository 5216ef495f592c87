"""Connect 4 grids drawn in perspective: a plate with holes, discs behind it, and what is seen through the empty ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.view import View
from fourth_seat.games.connect4.rules import COLUMNS, ROWS, hole
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.geometry import circle, rectangle
from fourth_seat.vision.protocols import Image

Colour = tuple[int, int, int]
"""Blue, green, red."""

SIZE = (640, 480)
FRONTAL = np.array([(120, 90), (520, 90), (520, 430), (120, 430)], np.float64)
ASKEW = np.array([(150, 60), (500, 110), (470, 400), (120, 440)], np.float64)


@dataclass(frozen=True)
class Connect4Set:
    """How a set looks.

    Attributes:
        discs: the colours of players 1 and 2.
    """

    plate: Colour
    discs: Mapping[int, Colour]


USUAL = Connect4Set((150, 60, 20), {1: (35, 25, 200), 2: (30, 190, 225)})
WOODEN = Connect4Set((140, 185, 215), {1: (170, 110, 35), 2: (40, 180, 185)})


def drawn(
    cells: Cells,
    corners: NDArray[np.float64] = FRONTAL,
    made_of: Connect4Set = USUAL,
    behind: Colour | Image = (190, 195, 200),
    noise: float = 4.0,
    radius: float = 0.4,
) -> tuple[Image, View]:
    """Return a picture of a grid with these discs, and its view; `noise` is a standard deviation of 255."""
    view = View.of_corners(corners, (0, 0, COLUMNS, ROWS), SIZE)
    wall = np.empty((SIZE[1], SIZE[0], 3), np.uint8)
    wall[:] = behind
    image = wall.copy()
    _fill(image, view, rectangle(-0.4, -0.3, COLUMNS + 0.4, ROWS + 0.3), 0, made_of.plate)
    for column in range(1, COLUMNS + 1):
        for row in range(ROWS):
            round_hole = circle(column - 0.5, ROWS - row - 0.5, radius)
            content = cells.get(hole(column, row))
            if content:
                _fill(image, view, round_hole, 0, made_of.discs[content.colour])
                continue
            dark = (int(made_of.plate[0] * 0.5), int(made_of.plate[1] * 0.5), int(made_of.plate[2] * 0.5))
            _fill(image, view, round_hole, 0, dark)
            through = _mask(view, round_hole, 0) & _mask(view, round_hole, -0.3)
            image[through] = wall[through]
    soft = cv2.GaussianBlur(image, (0, 0), 0.8).astype(np.float64)
    noisy = soft + np.random.default_rng(7).normal(0, noise, soft.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), view


def position(seed: int, discs: int) -> dict[str, Content]:
    """Return a position with this many discs, dropped in turn into random columns."""
    rng = np.random.default_rng(seed)
    heights = [0] * COLUMNS
    cells: dict[str, Content] = {}
    while len(cells) < discs:
        column = int(rng.integers(COLUMNS))
        if heights[column] < ROWS:
            cells[hole(column + 1, heights[column])] = Content(1 + len(cells) % 2)
            heights[column] += 1
    return cells


def cast(image: Image, blue: float, green: float, red: float) -> Image:
    """Return a picture as it would look under a lamp of another colour, or with another exposure."""
    return np.asarray(np.clip(image * np.array([blue, green, red]), 0, 255), np.uint8)


def _fill(image: Image, view: View, outline: tuple[tuple[float, float], ...], height: float, colour: Colour) -> None:
    cv2.fillPoly(image, [_pixels(view, outline, height)], colour, cv2.LINE_AA, shift=4)


def _mask(view: View, outline: tuple[tuple[float, float], ...], height: float) -> NDArray[np.bool_]:
    mask = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    cv2.fillPoly(mask, [_pixels(view, outline, height)], 1, shift=4)
    return mask > 0


def _pixels(view: View, outline: tuple[tuple[float, float], ...], height: float) -> NDArray[np.int32]:
    return np.round(view.pixels(np.array(outline), height) * 16).astype(np.int32)
