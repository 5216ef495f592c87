"""Blokus from a photo of a finished board: its squares of each colour, and the typical empty square."""

from __future__ import annotations

import warnings
from collections import defaultdict

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.composites.pasting import LightField, across, paste
from benchmarks.vision.composites.photos import Photo
from benchmarks.vision.renders.tracing.sensor import Light
from fourth_seat.calibration.lens import Points
from fourth_seat.games.contents import Content
from fourth_seat.games.geometry import Cell, Point, centre

PIECE_HEIGHT_SQUARES = 0.42  # above the board
SQUARE_PX, NEIGHBOUR_SQUARES = 40, 0.12  # of a picture from above; how much of its neighbours is seen around it
MIN_BARE_SQUARES = 2  # that must show a place of the empty square without a piece beside it
BOARD_CENTRE = (10.0, 10.0)  # where the light is like that everywhere else
NEAREST_SQUARES = 10  # of a colour, among which one is drawn: their light is the most alike
FEATHER_SQUARES = 0.05
EDGE_INSET_SQUARES = 0.03  # that a piece's edge lies within its squares
MIN_TINT_SHARE = 0.5  # of a colour's usual tint: on paler squares a lamp is reflected, which would stay in its place
MIN_SQUARES = 4  # of a colour, and empty


def blokus_pieces(photo: Photo) -> BlokusPieces | None:
    """Return the pieces; None if a colour, or all empty squares, are missing."""
    sources = _sources(photo)
    sides = range(1, len(photo.game.sides(photo.options)) + 1)
    if any(len(sources[colour]) < MIN_SQUARES for colour in (0, *sides)):
        return None
    return BlokusPieces(photo, sources)


def _sources(photo: Photo) -> dict[int, list[Point]]:
    """Return the middles of the squares of each colour, those without a reflection; 0: of empty ones."""
    found: dict[int, list[Point]] = defaultdict(list)
    cells = photo.cells or {}
    for cell in photo.game.geometry(photo.options).cells:
        if cell.zone == "board":
            content = cells.get(cell.name)
            found[content.colour if content else 0].append(centre(cell.polygon))
    bare = np.median([_tint(photo, place) for place in found[0]], axis=0)
    for colour, places in found.items():
        if colour:
            tints = np.array([_tint(photo, place) for place in places]) - bare
            usual = np.median(tints, axis=0)
            pure = tints @ usual >= MIN_TINT_SHARE * usual @ usual
            found[colour] = [place for place, chosen in zip(places, pure, strict=True) if chosen]
    return found


class BlokusPieces:
    """Satisfies `PhotographedPieces`."""

    def __init__(self, photo: Photo, sources: dict[int, list[Point]]) -> None:
        self._photo, self._sources = photo, sources
        empty = np.array(sources[0], np.float64)
        seen = np.array([_middle(photo, (float(x), float(y))) for x, y in empty])
        self._field = LightField.fitted(empty, seen)
        self._square = float(np.linalg.norm(np.subtract(photo.at((0, 0)), photo.at((1, 0)))))
        self.bare: Light = photo.light.copy()
        bare = self._empty_square()
        for cell in photo.game.geometry(photo.options).cells:
            if cell.zone == "board":
                left, top = (float(v) for v in np.min(cell.polygon, axis=0))
                to_square = np.array(
                    [
                        [SQUARE_PX, 0, (NEIGHBOUR_SQUARES - left) * SQUARE_PX],
                        [0, SQUARE_PX, (NEIGHBOUR_SQUARES - top) * SQUARE_PX],
                        [0, 0, 1],
                    ]
                )
                matrix = to_square @ np.linalg.inv(photo.view.homography)
                gain = self._field.gain(centre(cell.polygon), BOARD_CENTRE)
                outline = photo.view.pixels(np.array(cell.polygon, np.float64))
                paste(self.bare, bare, matrix, outline, FEATHER_SQUARES * self._square, gain)

    def lay(self, light: Light, cell: Cell, content: Content, rng: np.random.Generator) -> None:
        """Lay a square of that colour from nearby."""
        to = centre(cell.polygon)
        places = sorted(self._sources[content.colour], key=lambda place: np.hypot(place[0] - to[0], place[1] - to[1]))
        start = places[int(rng.integers(min(NEAREST_SQUARES, len(places))))]
        matrix, gain = across(self._photo.view, to, start, PIECE_HEIGHT_SQUARES), self._field.gain(to, start)
        paste(light, self._photo.light, matrix, self._outline(cell), FEATHER_SQUARES * self._square, gain)

    def _outline(self, cell: Cell) -> Points:
        """Return the outline of the square on the board and, above it, of a piece's top."""
        square = np.array(cell.polygon, np.float64)
        square -= EDGE_INSET_SQUARES * np.sign(square - square.mean(axis=0))
        levels = [self._photo.view.pixels(square, level) for level in (0.0, PIECE_HEIGHT_SQUARES)]
        return np.asarray(cv2.convexHull(np.concatenate(levels).astype(np.float32))[:, 0], np.float64)

    def _empty_square(self) -> Light:
        """Return an empty square and a little of its neighbours.

        It is the median of those that are there, each only on the sides on which its neighbour is empty as well.
        """
        free = {(round(x - 0.5), round(y - 0.5)) for x, y in self._sources[0]}
        side = round((1 + 2 * NEIGHBOUR_SQUARES) * SQUARE_PX)
        low, high = round((NEIGHBOUR_SQUARES + 0.1) * SQUARE_PX), side - round((NEIGHBOUR_SQUARES + 0.1) * SQUARE_PX)
        parts = (slice(0, low), slice(low, high), slice(high, side))
        seen = []
        for column, row in free:
            left, top = column - NEIGHBOUR_SQUARES, row - NEIGHBOUR_SQUARES
            scale = np.array([[1 / SQUARE_PX, 0, left], [0, 1 / SQUARE_PX, top], [0, 0, 1]])
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            square = cv2.warpPerspective(self._photo.light, self._photo.view.homography @ scale, (side, side), flags=flags)
            square *= self._field.gain(BOARD_CENTRE, (column + 0.5, row + 0.5)).astype(np.float32)
            for down, rows in enumerate(parts):
                for across_, columns in enumerate(parts):
                    near = [(column + across_ - 1, row), (column, row + down - 1), (column + across_ - 1, row + down - 1)]
                    if not all(place in free for place in near):
                        square[rows, columns] = np.nan
            seen.append(square)
        stack = np.array(seen)
        enough = (~np.isnan(stack[..., 0])).sum(axis=0) >= MIN_BARE_SQUARES
        with warnings.catch_warnings(action="ignore"):  # some places are not shown by any square
            middle = np.nanmedian(stack, axis=0)
        middle[~enough] = np.nanmedian(middle[parts[1], parts[1]], axis=(0, 1))
        return np.asarray(middle, np.float32)


def _tint(photo: Photo, place: Point) -> NDArray[np.float64]:
    """Return the logarithms of red over green and of blue over green around a place."""
    blue, green, red = np.log(_middle(photo, place) + 1e-3)
    return np.array([red - green, blue - green])


def _middle(photo: Photo, place: Point) -> NDArray[np.float64]:
    """Return the usual colour around a place, within a third of a square."""
    x, y = photo.at(place)
    reach = max(1, round(float(np.hypot(*np.subtract(photo.at((place[0] + 0.2, place[1])), (x, y))))))
    height, width = photo.light.shape[:2]
    column, row = (min(max(round(v), reach), end - 1 - reach) for v, end in ((x, width), (y, height)))
    part = photo.light[row - reach : row + reach + 1, column - reach : column + reach + 1]
    return np.asarray(np.median(part.reshape(-1, 3), axis=0), np.float64)
