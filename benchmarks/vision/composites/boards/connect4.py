"""Connect 4 from a photo: discs in its holes, and the background through empty ones.

Photos of empty boards have no discs: for these, a plain disc with a ring is drawn, in the light of the picture. On full
boards no hole is empty: what lies above the board, darkened, is used as the background.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.composites.pasting import LightField, across, paste
from benchmarks.vision.composites.photos import Photo
from benchmarks.vision.renders.tracing.sensor import Light
from fourth_seat.calibration.lens import Points
from fourth_seat.games.contents import Content
from fourth_seat.games.geometry import Cell, Point, centre, circle

DISC_RADIUS_HOLES = 0.41  # of the copied disc
FEATHER_HOLES = 0.015
SHADE_SHARE = 0.7  # of the light that is left behind the plate
DISC_COLOURS = {"red": (0.02, 0.02, 0.55), "yellow": (0.03, 0.55, 0.75)}  # linear blue, green, red under white light
RING_DARKENING = 0.07  # of its light that a drawn disc's ring is darker


def connect4_pieces(photo: Photo) -> Connect4Pieces | None:
    """Return the pieces; None if no position is labelled."""
    return None if photo.cells is None else Connect4Pieces(photo)


class Connect4Pieces:
    """Satisfies `PhotographedPieces`."""

    def __init__(self, photo: Photo) -> None:
        self._photo = photo
        self._unit = float(np.linalg.norm(np.subtract(photo.at((0, 3)), photo.at((7, 3))))) / 7
        self._field = LightField.fitted(*_plate(photo))
        cells = photo.game.geometry(photo.options).cells
        holes = [cell for cell in cells if cell.zone == "board"]
        assert photo.cells is not None
        lying = photo.cells
        self._discs: dict[int, list[Point]] = {}
        for cell in holes:
            if content := lying.get(cell.name):
                self._discs.setdefault(content.colour, []).append(centre(cell.polygon))
        empty = [centre(cell.polygon) for cell in holes if cell.name not in lying]
        self.bare: Light = photo.light.copy()
        for cell in holes:
            if cell.name in lying:
                to = centre(cell.polygon)
                if empty:  # nearest first in its row: the same background is seen there
                    start = min(empty, key=lambda place: 3 * abs(place[1] - to[1]) + abs(place[0] - to[0]))
                    gain = np.ones(3)
                else:
                    start, gain = _beyond(photo, to), np.full(3, SHADE_SHARE)
                paste(self.bare, photo.light, across(photo.view, to, start), self._outline(cell), *self._soft(gain))

    def lay(self, light: Light, cell: Cell, content: Content, rng: np.random.Generator) -> None:
        """Lay a disc of that colour from anywhere, or a drawn one."""
        to = centre(cell.polygon)
        if content.colour in self._discs:
            places = self._discs[content.colour]
            start = places[int(rng.integers(len(places)))]
            matrix = across(self._photo.view, to, start)
            paste(light, self._photo.light, matrix, self._outline(cell), *self._soft(self._field.gain(to, start)))
            return
        disc = self._drawn(content, to)
        paste(light, disc, np.eye(3), self._outline(cell), *self._soft(np.ones(3)))

    def _outline(self, cell: Cell) -> Points:
        """Return the hole's outline."""
        return self._photo.view.pixels(np.array(circle(*centre(cell.polygon), DISC_RADIUS_HOLES), np.float64))

    def _soft(self, gain: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        return FEATHER_HOLES * self._unit, gain

    def _drawn(self, content: Content, to: Point) -> Light:
        """Draw a picture with a disc at a place, of the colour's usual hue."""
        photo = self._photo
        white = float(np.percentile(photo.light.max(axis=2), 95)) * SHADE_SHARE
        hue = photo.game.sides(photo.options)[content.colour - 1].hue
        gain = self._field.gain(to, (3.5, 3.0)).mean()
        colour = np.array(DISC_COLOURS[hue]) * white * gain
        out = np.zeros_like(photo.light)
        out[:] = colour
        for radius in (0.36, 0.22):
            ring = photo.view.pixels(np.array(circle(*to, radius), np.float64))
            thick = max(1, round(0.04 * self._unit))
            dark = tuple((colour * (1 - RING_DARKENING)).tolist())
            outline = [np.round(ring).astype(np.int32)]
            cv2.polylines(out, outline, isClosed=True, color=dark, thickness=thick, lineType=cv2.LINE_AA)
        return out


def _beyond(photo: Photo, to: Point) -> Point:
    """Return a place outside the board that is in the picture: above it if possible, otherwise beside it."""
    width, height = photo.size
    for x, y in ((to[0], -1.4 + 0.1 * to[1]), (8.4 + 0.05 * to[0], to[1]), (-1.4 + 0.05 * to[0], to[1])):
        outline = photo.view.pixels(np.array(circle(x, y, DISC_RADIUS_HOLES), np.float64))
        if outline.min() > 0 and (outline.max(axis=0) < (width, height)).all():
            return x, y
    return to[0], 8.5


def _plate(photo: Photo) -> tuple[Points, NDArray[np.float64]]:
    """Return the points between four holes, and how bright the plate is there, alike in each channel, shape (n, 3).

    By the channel in which it is brightest: a blue plate reflects hardly any red, so its red says nothing about a red
    disc's.
    """
    places = np.array([(x, y) for y in range(1, 6) for x in range(1, 7)], np.float64)
    height, width = photo.light.shape[:2]
    pixels = np.round(photo.view.pixels(places)).astype(int).clip(1, (width - 2, height - 2))
    colours = [np.median(photo.light[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3), axis=0) for x, y in pixels]
    brightest = np.median(colours, axis=0).argmax()
    return places, np.repeat(np.array(colours, np.float64)[:, [brightest]], 3, axis=1)
