"""The sets in front of the camera, drawn as hands have left them, and the camera that films them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.games import find
from fourth_seat.games.backgammon.geometry import geometry as backgammon_geometry
from fourth_seat.games.contents import Cells
from fourth_seat.vision.protocols import Image
from tests.vision import board_phone
from tests.vision.backgammon import drawings as backgammon
from tests.vision.blokus import drawings as blokus
from tests.vision.camera.phone import Phone
from tests.vision.tridice import drawings as tridice

PICTURE_SIZE = 640, 480
PICTURE_RATE_HZ = 8
BLOKUS_CORNERS: Points = np.array([(130.0, 60.0), (500.0, 58.0), (530.0, 430.0), (105.0, 432.0)])
SKIN_COLOUR = (110, 138, 196)  # blue, green, red


@dataclass(frozen=True)
class DrawnSet:
    """A set that the camera can be shown.

    Attributes:
        corners: of the playing area, in pixels.
        size: of the pictures.
        draw: returns a picture of the set with these cells.
    """

    corners: Points
    size: tuple[int, int]
    draw: Callable[[Cells], Image]


def _tridice(cells: Cells) -> Image:
    return tridice.board({name: content.colour for name, content in cells.items() if ":" not in name})


def _blokus(cells: Cells) -> Image:
    shown = {name: content for name, content in cells.items() if ":" not in name}
    return blokus.picture(find("blokus").options(), shown, BLOKUS_CORNERS, PICTURE_SIZE).image


_BACKGAMMON_VIEW = backgammon.draw({}, size=PICTURE_SIZE)[1]
SETS: Mapping[str, DrawnSet] = {
    "connect4": DrawnSet(np.array(board_phone.CORNERS, np.float64), board_phone.SIZE, board_phone.drawn),
    "blokus": DrawnSet(BLOKUS_CORNERS, PICTURE_SIZE, _blokus),
    "tridice": DrawnSet(tridice.CORNERS, tridice.SIZE, _tridice),
    "backgammon": DrawnSet(
        _BACKGAMMON_VIEW.corners(backgammon_geometry(False).area),
        PICTURE_SIZE,
        lambda cells: backgammon.draw(cells, size=PICTURE_SIZE)[0],
    ),
}
"""The games whose moves are entered by the camera."""

PHOTO_FILE = Path(__file__).resolve().parents[3] / "tests" / "data" / "vision" / "kalah_0001.jpg"
"""A position unrelated to the game's, filmed if no set is drawn: no move is recognised in it."""


class TableCamera(Phone):
    """A network camera over the table: `/video` sends the board as it is, with a sensor's noise."""

    def __init__(self) -> None:
        super().__init__()
        self.pause = 1 / PICTURE_RATE_HZ
        self._photo: Image = np.asarray(cv2.imread(str(PHOTO_FILE)), np.uint8)
        self._still = self._photo
        self._noise = np.random.default_rng(1).normal(0, 2, (1024, 1280, 3)).astype(np.float32)
        self._shift = np.random.default_rng(2)
        self._changing = threading.Lock()

    def show(self, game: str, cells: Cells, *, hand: bool) -> None:
        """Film this set from now on, perhaps with a hand over it."""
        drawn = SETS.get(game)
        image = drawn.draw(cells) if drawn else self._photo
        if hand:
            height, width = image.shape[:2]
            middle, axes = (width // 2, height // 3), (width // 12, height // 3)
            cv2.ellipse(image := image.copy(), middle, axes, 8, 0, 360, SKIN_COLOUR, -1, cv2.LINE_AA)
        with self._changing:
            self._still = np.asarray(image, np.uint8)

    def next_jpeg(self) -> bytes:
        """Return the next picture of the stream."""
        with self._changing:
            still = self._still
        height, width = still.shape[:2]
        noise = np.roll(self._noise, int(self._shift.integers(1 << 20)), axis=1)[:height, :width]
        return cv2.imencode(".jpg", np.clip(still + noise, 0, 255).astype(np.uint8))[1].tobytes()
