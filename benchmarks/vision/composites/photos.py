"""Photos of real sets as a camera would have taken them, and the choice of those kept for judging."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.labels import Labelled, load
from benchmarks.vision.renders.tracing.sensor import Light
from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games import AnyGame, find
from fourth_seat.games.contents import Content
from fourth_seat.games.geometry import Point
from fourth_seat.games.options import Options
from fourth_seat.table.stage.whole_board import begun, recoloured
from fourth_seat.vision.kalah.layout import fitted, places
from fourth_seat.words import FourthSeatError

SIDE_PX = 960  # of the longer side of a film's pictures
GAMMA = 2.2  # from stored values to linear light, nearly
LIGHT_STEPS = 1 << 14  # of linear light that are distinguished when it is stored
HELD_OUT_SETS = (
    "blokus_2022.10.03*", "blokus_2022.12.06*", "blokus_n01*",
    "connect4_Grid*", "connect4_n11*",
    "backgammon_test10*", "backgammon_n25*", "backgammon_n27*", "backgammon_n30*", "backgammon_n31*",
    "kalah_n37*",
)  # fmt: skip
"""Whole sets on which nothing was ever tuned; all others are for tuning."""


@dataclass(frozen=True)
class Photo:
    """A photo of a real set, with its label.

    Attributes:
        name: that of its file.
        options: the game's, with which its position is possible.
        position: the position, as text; None if it is not labelled, or not legal.
        light: linear blue, green, red, 1 where the photo is white; shape (height, width, 3).
        view: that of the board.
        cells: the contents of the board; None if they are not labelled.
        kept: whether nothing may be tuned on it.
        ignored: cells that cannot be read from the picture.
        spots: pixels of the middles of cells that the label gives one by one, shape (n, 2): boards of some makes differ
            from the rules' drawing.
    """

    name: str
    game: AnyGame
    options: Options
    light: Light
    view: View
    cells: Mapping[str, Content] | None
    position: str | None
    kept: bool
    ignored: frozenset[str] = frozenset()
    spots: Points | None = None

    @property
    def size(self) -> tuple[int, int]:
        """The width and height in pixels."""
        return self.light.shape[1], self.light.shape[0]

    @property
    def corners(self) -> Points:
        """The corners of the playing area in pixels, shape (4, 2)."""
        return self.view.corners(self.game.geometry(self.options).area)

    @property
    def outline(self) -> NDArray[np.float32]:
        """The corners in OpenCV's form."""
        return self.corners.astype(np.float32)

    def at(self, place: Point, height: float = 0.0) -> tuple[float, float]:
        """Return the pixel at which a place of the board is seen."""
        x, y = self.view.pixels(np.array([place], np.float64), height)[0]
        return float(x), float(y)

    def mapped(self, matrix: NDArray[np.float64], size: tuple[int, int], around: Light | None = None) -> Photo:
        """Return the photo as seen through a homography of its pixels; what is outside mirrors it, or is `around`."""
        border = cv2.BORDER_REFLECT if around is None else cv2.BORDER_TRANSPARENT
        onto = None if around is None else around.copy()
        light = cv2.warpPerspective(self.light, matrix, size, onto, flags=cv2.INTER_AREA, borderMode=border)
        view = View.of_corners(_moved(self.corners, matrix), self.game.geometry(self.options).area, size)
        spots = None if self.spots is None else _moved(self.spots, matrix)
        return replace(self, light=np.asarray(light, np.float32), view=view, spots=spots)


def _moved(points: Points, matrix: NDArray[np.float64]) -> Points:
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), matrix).reshape(-1, 2), np.float64)


def photos(folders: list[Path], game: str | None = None) -> Iterator[Photo]:
    """Yield all labelled photos in which a board's place is known."""
    for folder in folders:
        for picture in load(folder):
            if game in (None, picture.game) and (photo := photo_of(picture)):
                yield photo


def photo_of(picture: Labelled) -> Photo | None:
    """Return a labelled picture as a photo; None if it does not say where the board is."""
    view = None if picture.game == "dice" or picture.label.get("negative") else _view(picture)
    if view is None:
        return None
    image = picture.image()
    height, width = image.shape[:2]
    scale = SIDE_PX / max(width, height)
    size = round(width * scale), round(height * scale)
    resized = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    rules = find(picture.game)
    area = rules.geometry(picture.options).area
    scaled = View.of_corners((view.corners(area) + 0.5) * scale - 0.5, area, size)
    light = linear(np.asarray(resized, np.uint8))
    options, cells, position = _position(picture)
    kept = is_kept(picture.path.name)
    centres = picture.label.get("pit_centres")
    spots = None if centres is None else (np.array(centres, np.float64) + 0.5) * scale - 0.5
    return Photo(picture.path.stem, rules, options, light, scaled, cells, position, kept, picture.ignored, spots)


def is_kept(name: str) -> bool:
    """Return whether nothing may be tuned on the photo of this file name."""
    return any(fnmatch(name, pattern) for pattern in HELD_OUT_SETS)


def _position(picture: Labelled) -> tuple[Options, Mapping[str, Content] | None, str | None]:
    """Return the labelled position, whichever side began: options, cells, text."""
    game = find(picture.game)
    if picture.cells is not None:
        board = [cell.name for cell in game.geometry(picture.options).cells if cell.is_on_board]
        lying = {**dict.fromkeys(board), **picture.cells}
        for start in begun(game, picture.options):
            cells = recoloured(game, lying, picture.options, start.options)
            try:
                position = game.position(game.correct(start, cells))
            except FourthSeatError:
                continue
            return start.options, {name: content for name, content in cells.items() if content}, position
    return picture.options, picture.cells, None


def _view(picture: Labelled) -> View | None:
    """Return the view from the label's corners, or, if pits are labelled, from these: a homography alone would stretch a
    folding board by its fold, so that the stores would lie on the table.
    """
    pits = picture.label.get("pit_centres")
    if not pits:
        return picture.view()
    half = len(pits) // 2
    return fitted(places(half).reshape(-1, 2), np.array(pits, np.float64), half, tuple(picture.label["size"]))


def linear(image: NDArray[np.uint8]) -> Light:
    """Return stored values as linear light."""
    return np.asarray((np.arange(256) / 255) ** GAMMA, np.float32)[image]


def stored(light: Light) -> NDArray[np.uint8]:
    """Return linear light as a picture stores it."""
    return _stored()[np.clip(light * LIGHT_STEPS, 0, LIGHT_STEPS).astype(np.uint16)]


@cache
def _stored() -> NDArray[np.uint8]:
    return np.asarray((np.arange(LIGHT_STEPS + 1) / LIGHT_STEPS) ** (1 / GAMMA) * 255 + 0.5, np.uint8)
