"""Drawn pictures of Blokus boards, seen by a camera with known parameters."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.games import find
from fourth_seat.games.contents import Cells
from fourth_seat.games.geometry import centre
from fourth_seat.games.options import Options
from fourth_seat.vision.protocols import Image

SQUARE = 32  # pixels, before the picture is taken
RIM = 0.5  # squares
TABLE = 3  # squares of table that are drawn around the board
PLASTIC = {  # blue, green, red
    "blue": (160, 60, 40),
    "yellow": (30, 190, 235),
    "red": (35, 30, 190),
    "green": (80, 130, 20),
    "purple": (150, 60, 110),
    "orange": (30, 130, 240),
}


@dataclass(frozen=True)
class BlokusPicture:
    """A picture, and where the playing area's corners are in it."""

    image: Image
    corners: Points


def random_cells(options: Options, seed: int, pieces: int = 40) -> Cells:
    """Return the position after this many random moves."""
    rng = np.random.default_rng(seed)
    state = find("blokus").start(options)
    for _ in range(pieces):
        moves = list(state.legal())
        if state.result or not moves:
            break
        state = state.play(moves[int(rng.integers(len(moves)))])
    return {name: content for name, content in state.cells().items() if ":" not in name}


def picture(
    options: Options,
    cells: Cells,
    corners: Points,
    size: tuple[int, int] = (1280, 720),
    board: int = 225,
    light: tuple[float, float, float] = (1.0, 1.0, 1.0),
    noise: float = 3.0,
    seed: int = 0,
) -> BlokusPicture:
    """Return a picture of a board whose playing area has these corners.

    Args:
        board: how light the empty board is.
        light: its colour (blue, green, red).
        noise: of the sensor, of 255.
    """
    rng = np.random.default_rng(seed)
    straight, place = _straight(options, cells, board)
    homography, _ = cv2.findHomography(place, corners)
    image = cv2.warpPerspective(straight, homography, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    seen = cv2.GaussianBlur(image.astype(np.float32), (0, 0), 0.8) * light + rng.normal(0, noise, (size[1], size[0], 3))
    return BlokusPicture(np.clip(seen, 0, 255).astype(np.uint8), corners)


def _straight(options: Options, cells: Cells, board: int) -> tuple[Image, Points]:
    """Return the board and some of the table from straight above, and the corners of the playing area."""
    game = find("blokus")
    sides = game.sides(options)
    geometry = game.geometry(options)
    wide = round(geometry.area[2])
    whole = (wide + 2 * TABLE) * SQUARE
    image = np.full((whole, whole, 3), (95, 125, 150), np.uint8)
    start, end = round((TABLE - RIM) * SQUARE), round((TABLE + wide + RIM) * SQUARE)
    cv2.rectangle(image, (start, start), (end, end), (board,) * 3, -1)
    for line in range(wide + 1):
        at, first, last = (TABLE + line) * SQUARE, TABLE * SQUARE, (TABLE + wide) * SQUARE
        ridge = (round(board * 0.75),) * 3
        cv2.line(image, (at, first), (at, last), ridge, 3)
        cv2.line(image, (first, at), (last, at), ridge, 3)
    for name, content in cells.items():
        x, y = (round((k + TABLE - 0.5) * SQUARE) for k in centre(geometry[name].polygon))
        colour = np.array(PLASTIC[sides[content.colour - 1].hue])
        cv2.rectangle(image, (x + 1, y + 1), (x + SQUARE - 2, y + SQUARE - 2), tuple(map(int, colour * 0.75)), -1)
        cv2.rectangle(image, (x + 4, y + 4), (x + SQUARE - 5, y + SQUARE - 5), tuple(map(int, colour)), -1)
        cv2.rectangle(image, (x + 10, y + 8), (x + 14, y + 12), (250, 250, 250), -1)  # a lamp reflected in the stud
    near, far = TABLE * SQUARE - 0.5, (TABLE + wide) * SQUARE - 0.5
    return image, np.array([(near, near), (far, near), (far, far), (near, far)])
