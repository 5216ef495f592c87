"""Plain drawn boards for the tests: seen by a camera straight above or from one side, with any contents in their cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.view import View
from fourth_seat.games.backgammon.geometry import geometry
from fourth_seat.games.contents import Content
from fourth_seat.vision.protocols import Image

Colour = tuple[int, int, int]
PITCH = 50  # pixels per point on the drawing


@dataclass(frozen=True)
class BackgammonSet:
    """How a board looks; colours are blue, green, red, lengths in widths of a point."""

    felt: Colour = (190, 215, 225)
    points: tuple[Colour, Colour] = ((30, 30, 30), (40, 40, 170))
    checkers: tuple[Colour, Colour] = ((235, 240, 240), (45, 40, 40))
    rim: Colour = (120, 130, 140)
    wood: Colour = (40, 60, 95)
    table: Colour = (120, 130, 120)
    bar: float = 1.0
    diameter: float = 0.93
    height: float = 11.5


RED_BLACK = BackgammonSet(wood=(75, 115, 165))
BLUE = BackgammonSet(
    felt=(95, 60, 50),
    points=((215, 230, 240), (90, 115, 130)),
    checkers=((225, 230, 235), (60, 75, 150)),
    bar=0.7,
    height=11.0,
)
GREEN = BackgammonSet(
    felt=(70, 120, 60),
    points=((60, 150, 200), (40, 60, 110)),
    checkers=((150, 215, 240), (40, 30, 30)),
    bar=1.6,
    diameter=0.9,
)
SETS = {"red and black": RED_BLACK, "blue": BLUE, "green": GREEN}


def draw(
    cells: Mapping[str, Content], look: BackgammonSet = RED_BLACK, size: tuple[int, int] = (1280, 720), tilt: float = 0.0
) -> tuple[Image, View]:
    """Return a picture of the board, and its view. `tilt`: how much narrower the far side looks, as a fraction."""
    flat, corners = _flat(cells, look)
    width, height = size
    scale = 0.86 * height / (flat.shape[0] - 2 * PITCH)
    middle, half = np.array([width / 2, height / 2]), np.array([flat.shape[1], flat.shape[0]]) * scale / 2
    signs = np.array([(-1 + tilt, -1 + tilt), (1 - tilt, -1 + tilt), (1, 1), (-1, 1)])
    around = np.array([(0, 0), (flat.shape[1], 0), (flat.shape[1], flat.shape[0]), (0, flat.shape[0])], np.float32)
    matrix = cv2.getPerspectiveTransform(around, (middle + signs * half).astype(np.float32))
    picture = cv2.warpPerspective(flat, matrix, size, flags=cv2.INTER_AREA, borderValue=look.table)
    noise = np.random.default_rng(0).normal(0, 2, picture.shape)
    image = np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)
    seen = cv2.perspectiveTransform(corners[None].astype(np.float32), matrix)[0].astype(np.float64)
    return image, View.of_corners(seen, geometry(False).area, size)


def _flat(cells: Mapping[str, Content], look: BackgammonSet) -> tuple[Image, NDArray[np.float64]]:
    """Return the board from above with some table around it, and the corners of its field."""
    edge, wide, tall = 3.0, 12 + look.bar, look.height
    canvas = np.full((round((tall + 2 * edge) * PITCH), round((wide + 2 * edge) * PITCH), 3), look.table, np.uint8)

    def box(left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        corners = [round((value + edge) * PITCH) for value in (left, top, right, bottom)]
        cv2.rectangle(canvas, corners[:2], (corners[2] - 1, corners[3] - 1), colour, -1)

    box(-1.5, -0.6, wide + 1.5, tall + 0.6, look.wood)
    box(0, 0, 6, tall, look.felt)
    box(6 + look.bar, 0, wide, tall, look.felt)

    def middle(column: int) -> float:
        return column + 0.5 + (look.bar if column >= 6 else 0)

    for near in (False, True):
        for column in range(12):
            foot, inwards = (tall, -1) if near else (0.0, 1)
            x = middle(column)
            outline = np.array([(x - 0.45, foot), (x + 0.45, foot), (x, foot + inwards * 0.42 * tall)]) + edge
            cv2.fillPoly(
                canvas, [np.round(outline * PITCH).astype(np.int32)], look.points[(column + near) % 2], cv2.LINE_AA
            )

    def checker(x: float, y: float, colour: int) -> None:
        at = round((x + edge) * PITCH), round((y + edge) * PITCH)
        radius = round(look.diameter / 2 * PITCH)
        cv2.circle(canvas, (at[0] + 3, at[1] + 3), radius, tuple(c // 2 for c in look.felt), -1, cv2.LINE_AA)
        cv2.circle(canvas, at, radius, look.rim, -1, cv2.LINE_AA)
        cv2.circle(canvas, at, radius - 2, look.checkers[colour - 1], -1, cv2.LINE_AA)

    for name, content in cells.items():
        for k in range(content.count):
            if name.startswith("bar:"):
                inwards = 1 if content.colour == 1 else -1
                checker(6 + look.bar / 2, tall / 2 + inwards * (0.7 + k * look.diameter), content.colour)
            elif name.isdigit():
                point = int(name)
                x = middle(12 - point if point <= 12 else point - 13)
                y = (k + 0.5) * look.diameter
                checker(x, tall - y if point <= 12 else y, content.colour)
    return canvas, (np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)]) + edge) * PITCH


def covered(image: Image, view: View) -> Image:
    """Return the picture with an arm across the board, reaching in from the near side."""
    out = image.copy()
    (sx, sy), (ex, ey) = view.pixels(np.array([(9.0, 16.0), (3.5, 4.0)]))
    start, end = (round(sx), round(sy)), (round(ex), round(ey))
    wide = 75  # pixels
    cv2.line(out, start, end, (140, 150, 205), wide, cv2.LINE_AA)
    cv2.circle(out, end, wide * 3 // 5, (150, 165, 215), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(out, (0, 0), 1.5), np.uint8)
