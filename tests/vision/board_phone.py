"""A drawn Connect 4 set in front of a camera: a blue grid with discs, perhaps with a hand in front of it; and a phone that
films it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import cache

import cv2
import numpy as np

from fourth_seat.games.contents import Content
from fourth_seat.vision.protocols import Image
from tests.vision.camera.phone import Phone, serving

SIZE = (640, 480)
LEFT, TOP, PITCH = 95, 62, 64  # pixels: the playing area's corner, and from one hole to the next
CORNERS = [(LEFT, TOP), (LEFT + 7 * PITCH, TOP), (LEFT + 7 * PITCH, TOP + 6 * PITCH), (LEFT, TOP + 6 * PITCH)]
WALL, BOARD, SKIN = (196, 204, 206), (150, 84, 32), (110, 138, 196)  # blue, green, red
DISCS = {1: (40, 44, 200), 2: (48, 200, 240)}  # by colour, starting with red
FINE = 4  # pixels drawn for each
FRAMES = 12  # pictures of an unchanged set that differ

Cells = Mapping[str, Content]


def drawn(
    cells: Cells, *, hand: bool = False, shift: tuple[int, int] = (0, 0), dark: bool = False, strength: float = 1.0
) -> Image:
    """Return the set with these discs, in stronger or weaker colours, and the camera turned aside by this many pixels."""
    hole = np.array(WALL) * 0.94
    across = np.array(WALL) * np.linspace(0.9, 1.05, SIZE[0] * FINE)[:, None]
    image = np.tile(np.clip(across, 0, 255).astype(np.uint8), (SIZE[1] * FINE, 1, 1))
    for x in (30, 600):  # a picture on the wall and a lamp: something to track
        cv2.rectangle(image, (x * FINE, 20 * FINE), ((x + 26) * FINE, 70 * FINE), (90, 120, 90), -1)
        cv2.circle(image, ((x + 10) * FINE, 420 * FINE), 15 * FINE, (60, 60, 120), -1)
    edge = 14
    corners = [
        ((x + dx) * FINE, (y + dy) * FINE) for (x, y), dx, dy in ((CORNERS[0], -edge, -edge), (CORNERS[2], edge, edge))
    ]
    cv2.rectangle(image, corners[0], corners[1], BOARD, -1)
    for column in range(7):
        for row in range(6):
            centre = round((LEFT + (column + 0.5) * PITCH) * FINE), round((TOP + (row + 0.5) * PITCH) * FINE)
            content = cells.get("abcdefg"[column] + str(6 - row))
            disc = hole + strength * (np.array(DISCS[content.colour]) - hole) if content else hole
            cv2.circle(image, centre, round(0.4 * PITCH * FINE), disc.tolist(), -1, cv2.LINE_AA)
            cv2.circle(image, centre, round(0.4 * PITCH * FINE), (110, 60, 22), 2 * FINE, cv2.LINE_AA)
    if hand:
        cv2.ellipse(image, (330 * FINE, 60 * FINE), (50 * FINE, 150 * FINE), 8, 0, 360, SKIN, -1, cv2.LINE_AA)
    small = cv2.resize(image, SIZE, interpolation=cv2.INTER_AREA)
    aside = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    moved = cv2.warpAffine(small, aside, SIZE, borderMode=cv2.BORDER_REPLICATE)
    blurred = cv2.GaussianBlur(moved, (3, 3), 0).astype(np.float32)
    return np.asarray(np.clip(blurred * (0.08 if dark else 1.0), 0, 255), np.uint8)


def noisy(image: Image, chance: np.random.Generator) -> Image:
    """Return a picture as a camera gives it: no two pictures are the same."""
    return np.asarray(np.clip(image + chance.normal(0, 2, image.shape), 0, 255), np.uint8)


@cache
def noise() -> list[Image]:
    """Return the noise that is added to pictures in turn, plus 128: drawing it for each of them would take a third of a
    processor."""
    chance = np.random.default_rng(1)
    return [np.asarray(np.round(128 + chance.normal(0, 2, (SIZE[1], SIZE[0], 3))), np.uint8) for _ in range(FRAMES)]


class BoardPhone(Phone):
    """A network camera in front of the set.

    Attributes:
        image: what it shows.
    """

    def __init__(self) -> None:
        super().__init__()
        self.image = drawn({})
        self.pause = 0.06
        self._number = 0
        self._sent: tuple[Image, list[bytes]] = self.image, []

    def next_jpeg(self) -> bytes:
        """Return the picture with different noise from the one before."""
        image = self.image
        if self._sent[0] is not image:
            self._sent = image, []
        frames = self._sent[1]
        if len(frames) < FRAMES:
            noisy_image = cv2.addWeighted(image, 1.0, noise()[len(frames)], 1.0, -128)
            frames.append(cv2.imencode(".jpg", noisy_image)[1].tobytes())
        self._number = (self._number + 1) % len(frames)
        return frames[self._number]

    def show(self, cells: Cells, *, hand: bool = False, dark: bool = False, strength: float = 1.0) -> None:
        """Show this picture from now on."""
        self.image = drawn(cells, hand=hand, dark=dark, strength=strength)


def before_a_board() -> AbstractContextManager[BoardPhone]:
    """Return a phone that shows the set; an empty one at first."""
    return serving(BoardPhone())
