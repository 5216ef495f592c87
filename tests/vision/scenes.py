"""A drawn board on a drawn table, as a camera sees it: light, noise, flicker, a hand; the board and the camera can move."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Points
from fourth_seat.vision.protocols import Image

SIZE = (1280, 720)
CORNERS: Points = np.array([(380.0, 130.0), (910.0, 120.0), (1000.0, 610.0), (300.0, 620.0)])
SQUARES = 20
PIXELS = 24  # of a square on the board drawn from above
EDGE = 2  # squares of frame around the board
COLOURS = ((190, 70, 30), (40, 190, 230), (40, 40, 200), (60, 150, 40))
STILL = np.eye(3)


def _rough(seed: int, size: tuple[int, int], grain: int, depth: float) -> NDArray[np.float32]:
    """Return smooth noise with grains this many pixels wide."""
    coarse = np.random.default_rng(seed).normal(0, depth, (size[1] // grain + 2, size[0] // grain + 2)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC), np.float32)


def table(seed: int = 1) -> Image:
    """Return a wooden surface with a few things lying on it."""
    wood = np.array((90, 130, 165)) + (_rough(seed, SIZE, 60, 10) + _rough(seed + 1, SIZE, 5, 8))[..., None]
    image = wood.clip(0, 255).astype(np.uint8)
    random = np.random.default_rng(seed)
    for _ in range(14):
        x, y, width, height = random.integers((0, 0, 15, 15), (*SIZE, 90, 90))
        colour = [int(value) for value in random.integers(20, 235, 3)]
        cv2.rectangle(image, (int(x), int(y)), (int(x + width), int(y + height)), colour, -1)
    return np.asarray(image, np.uint8)


def board(pieces: int = 0, seed: int = 3) -> Image:
    """Return the board from above with its frame, and this many squares covered, always in the same order."""
    side = (SQUARES + 2 * EDGE) * PIXELS
    image = np.full((side, side, 3), (60, 62, 66), np.uint8)
    cv2.putText(image, "SQUARES", (60, 36), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (230, 230, 230), 3)
    cv2.circle(image, (side - 30, side - 24), 16, (20, 160, 230), -1)
    low, high = EDGE * PIXELS, (EDGE + SQUARES) * PIXELS
    image[low:high, low:high] = (200, 204, 206)
    for line in range(low, high + 1, PIXELS):
        cv2.line(image, (low, line), (high, line), (150, 150, 150), 2)
        cv2.line(image, (line, low), (line, high), (150, 150, 150), 2)
    for number, square in enumerate(np.random.default_rng(seed).permutation(SQUARES**2)[:pieces]):
        row, column = divmod(int(square), SQUARES)
        x, y = low + column * PIXELS, low + row * PIXELS
        cv2.rectangle(image, (x + 1, y + 1), (x + PIXELS - 2, y + PIXELS - 2), COLOURS[number % 4], -1)
    return image


def drawn(board_from_above: Image, moved: NDArray[np.float64] = STILL, camera: NDArray[np.float64] = STILL) -> Image:
    """Return the scene: the board is moved by one homography on a table that stays still, the whole by another."""
    low, high = EDGE * PIXELS, (EDGE + SQUARES) * PIXELS
    area = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    place = moved @ cv2.getPerspectiveTransform(area, CORNERS.astype(np.float32))
    image = table()
    cv2.warpPerspective(board_from_above, place, SIZE, image, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    seen = cv2.warpPerspective(image, camera, SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, np.uint8)


def with_hand(image: Image, x: float, y: float) -> Image:
    """Return the picture with a hand and arm that come from below, the fingertips at x, y."""
    out = image.copy()
    skin = (125, 155, 205)
    cv2.line(out, (round(x), round(y + 60)), (round(x + 120), 760), skin, 90)
    for finger in range(4):
        cv2.line(out, (round(x - 30 + 22 * finger), round(y + 60)), (round(x - 24 + 16 * finger), round(y)), skin, 16)
    return out


@dataclass
class Weather:
    """What cameras and lamps do to pictures.

    Attributes:
        noise: standard deviation, grey levels.
        bands: of a flickering lamp, as a fraction of the brightness.
        tremble: of the table, pixels.
    """

    noise: float = 4.0
    bands: float = 0.0
    tremble: float = 0.0
    seed: int = 5

    def __post_init__(self) -> None:
        self._random = np.random.default_rng(self.seed)

    def on(self, image: Image, gain: float = 1.0) -> Image:
        """Return one picture of a scene, with the camera's exposure multiplied by a gain."""
        if self.tremble:
            x, y = self._random.uniform(-self.tremble, self.tremble, 2)
            image = np.asarray(cv2.warpAffine(image, np.array([[1, 0, x], [0, 1, y]]), SIZE, borderMode=cv2.BORDER_REFLECT))
        rows = np.arange(SIZE[1]) / SIZE[1] * 2.4 + self._random.uniform()
        light = gain * (1 + self.bands * np.sin(2 * np.pi * rows))
        noise = self._random.integers(0, 1 << 20)
        seen = image * light[:, None, None].astype(np.float32) + _noise(self.noise, int(noise))
        return np.asarray(seen.clip(0, 255), np.uint8)


def _noise(level: float, seed: int) -> NDArray[np.float32]:
    """Return noise from a stock that is shifted: fresh normal noise for each picture would take most of the time."""
    supply = _SUPPLY.setdefault(0, np.random.default_rng(0).normal(0, 1, (SIZE[1], SIZE[0], 3)).astype(np.float32))
    return np.asarray(np.roll(supply, seed, axis=(1 if seed % 2 else 0)) * level, np.float32)


_SUPPLY: dict[int, NDArray[np.float32]] = {}
