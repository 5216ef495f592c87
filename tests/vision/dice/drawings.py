"""Dice drawn for the tests: a rounded square with pips on a plain or grained table, rotated and foreshortened."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from fourth_seat.vision.protocols import Image

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
Box = tuple[float, float, float, float]
"""Centre x, centre y, width and height in pixels."""

FINE = 8  # how many times larger it is drawn, to be shrunk


@dataclass(frozen=True)
class DrawnDice:
    """Dice to draw.

    Attributes:
        edge: of the dice in pixels.
        squeeze: ratio of height to width: the sine of the camera's angle above the table.
        body, pip: blue, green, red.
    """

    edge: float = 40
    squeeze: float = 1.0
    body: tuple[int, int, int] = (235, 235, 235)
    pip: tuple[int, int, int] = (25, 25, 25)


def table(rng: np.random.Generator, size: tuple[int, int], colour: tuple[int, int, int] = (70, 110, 150)) -> Image:
    """Return a grained table, (width, height) in pixels."""
    width, height = size
    grain = cv2.GaussianBlur(rng.normal(0, 40, (height, width)).astype(np.float32), (0, 0), sigmaX=9, sigmaY=2)
    return np.asarray(np.clip(np.array(colour) + grain[..., None] + rng.normal(0, 2, (height, width, 3)), 0, 255), np.uint8)


def put(image: Image, value: int, at: tuple[float, float], angle: float, look: DrawnDice) -> Box:
    """Draw a die; return the box around its top face."""
    height, width = image.shape[:2]
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle) * look.squeeze, np.cos(angle) * look.squeeze]])
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * look.edge / 2 @ turn.T
    low, high = corners.min(axis=0), corners.max(axis=0)
    side = int(np.ceil(2 * look.edge))
    left, top = round(at[0]) - side, round(at[1]) - side
    part = image[max(top, 0) : top + 2 * side, max(left, 0) : left + 2 * side]
    large = cv2.resize(part, None, fx=FINE, fy=FINE, interpolation=cv2.INTER_NEAREST)
    middle = np.array(at) - (max(left, 0), max(top, 0))
    down = np.array([0, look.edge * np.sqrt(1 - look.squeeze**2)])
    darker = tuple(int(c * 0.6) for c in look.body)
    for shift, colour in ((down, darker), (np.zeros(2), look.body)):
        outline = np.round((corners * 0.88 + middle + shift) * FINE).astype(np.int32)
        cv2.fillPoly(large, [outline], colour)
        cv2.polylines(large, [outline], True, colour, round(0.12 * look.edge * FINE))
    for pip in PIPS[value]:
        where = (np.array(pip) * look.edge * 0.26 @ turn.T + middle) * FINE
        axes = (look.edge * 0.09 * FINE, look.edge * 0.09 * FINE * look.squeeze)
        cv2.ellipse(large, (round(where[0]), round(where[1])), (round(axes[0]), round(axes[1])), 0, 0, 360, look.pip, -1)
    small = cv2.resize(large, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_AREA)
    part[:] = cv2.GaussianBlur(small, (0, 0), 0.6)
    assert min(left, top) >= 0 and left + 2 * side <= width and top + 2 * side <= height
    return at[0], at[1], float(high[0] - low[0]), float(high[1] - low[1])
