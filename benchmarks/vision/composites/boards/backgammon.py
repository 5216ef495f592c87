"""Sheshbesh from a photo: single checkers, and the ground of its points; dice on it are removed.

The places of the points are found in the camera's way. A film's truth does not depend on that: it is the places where
checkers were put.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.composites.pasting import LightField, across, paste
from benchmarks.vision.composites.photos import Photo, stored
from benchmarks.vision.renders.tracing.sensor import Light
from fourth_seat.calibration.lens import Points
from fourth_seat.games.backgammon.geometry import BOARD_HEIGHT
from fourth_seat.games.contents import Content
from fourth_seat.games.geometry import Cell, Point, circle, rectangle
from fourth_seat.vision.backgammon.classifier import BackgammonSighting
from fourth_seat.vision.backgammon.dice import dice_on
from fourth_seat.vision.backgammon.stacks import POINTS, ROW, tops

COPY_RADIUS = 0.56  # of the copied area, in diameters: with the shadow at its foot
FEATHER_UNITS = 0.03
GROUND_HALF_WIDTH_UNITS = 0.47  # of a point's ground
DIE_HEIGHT_UNITS, DIE_UNIT_PX = 0.45, 48  # of the plane in which dice are found, and a board unit of its picture
CHECKER_GAINS = 0.75, 1.35  # of a checker's light in another place: grounds differ in colour
DIE_PATCH_UNITS = 0.75  # width of the patch copied over a die
DIE_PATCH_DISTANCE_UNITS = 1.1  # from where it is copied to the die
DICE_ROUNDS = 3  # rounds of looking for dice: some are found only after others are gone


def backgammon_pieces(photo: Photo) -> BackgammonPieces | None:
    """Return the pieces; None if no checkers are labelled, or fewer than two of a colour are found."""
    if not photo.cells:
        return None
    pieces = BackgammonPieces(photo, photo.cells)
    return pieces if all(len(pieces.checkers[colour]) >= 2 for colour in (1, 2)) else None


class BackgammonPieces:
    """Satisfies `PhotographedPieces`.

    Attributes:
        checkers: where those of each colour that are not under others lie, in board units.
    """

    def __init__(self, photo: Photo, held: Mapping[str, Content]) -> None:
        self._photo = photo
        sighting = BackgammonSighting.of(stored(photo.light), photo.view, {})
        self._ground, self._size = sighting.ground, sighting.size
        (left, _), (right, _) = photo.at((0, BOARD_HEIGHT / 2)), photo.at((13, BOARD_HEIGHT / 2))
        self._unit = abs(right - left) / 13
        self.checkers: dict[int, list[Point]] = {1: [], 2: []}
        for name, spots in sighting.places.items():
            content = held.get(name)
            if content and content.count <= ROW:
                self.checkers[content.colour] += [(s.x, s.y) for s in spots[: content.count] if s.odds > 0]
        self._tops = tops(self._ground, photo.view, self._size, 0.0)
        self.bare: Light = photo.light.copy()
        self._clear_dice()
        free = [name for name in POINTS if name not in held]
        for name in POINTS:
            if name in held:
                self._bare_point(name, held[name].count, free)
        for spot in sighting.bar:
            if spot.odds > 0:
                away = self._size * (1.2 if spot.y < BOARD_HEIGHT / 2 else -1.2)
                self._copy(self.bare, photo.light, (spot.x, spot.y), (spot.x, spot.y - 2 * away), np.ones(3))
        places = np.array([(self._ground.column(POINTS[name][0], y), y) for name in free for y in (self._row(name),)])
        self._field = LightField.fitted(places, self._seen(places)) if len(places) >= 5 else None

    def lay(self, light: Light, cell: Cell, content: Content, rng: np.random.Generator) -> None:
        """Lay the checkers of a cell, each copied from anywhere on the board."""
        sources = self.checkers[content.colour]
        for place in self._places(cell, content.count):
            start = sources[int(rng.integers(len(sources)))]
            gain = float(self._field.gain(place, start).mean()) if self._field else 1.0
            self._copy(light, self._photo.light, place, start, np.full(3, np.clip(gain, *CHECKER_GAINS)))

    def _places(self, cell: Cell, count: int) -> list[Point]:
        """Return the places of the upper faces of `count` checkers."""
        if cell.name in POINTS:
            row = self._tops[list(POINTS).index(cell.name)]
            return [(float(x), float(y)) for x, y in row[:count]]
        middle = sum(self._ground.bar) / 2
        return [(middle, cell.foot[1] + cell.pitch[1] * min(n, 4)) for n in range(count)]

    def _row(self, name: str) -> float:
        index, near = POINTS[name]
        edge = self._ground.row(near, self._ground.column(index, BOARD_HEIGHT if near else 0.0))
        return edge - 4.9 if near else edge + 4.9

    def _seen(self, places: Points) -> NDArray[np.float64]:
        """Return the colours on the ground at places beyond the points' tips."""
        height, width = self._photo.light.shape[:2]
        pixels = np.round(self._photo.view.pixels(places)).astype(int).clip(2, (width - 3, height - 3))
        parts = [self._photo.light[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3) for x, y in pixels]
        return np.array([np.median(part, axis=0) for part in parts], np.float64)

    def _bare_point(self, name: str, count: int, free: list[str]) -> None:
        """Copy an empty point's ground over one that holds checkers."""
        index, near = POINTS[name]

        alike = [other for other in free if (POINTS[other][0] + POINTS[other][1] - index - near) % 2 == 0]
        if not alike:
            return
        strips = np.array([self._strip(other) for other in alike])
        off = np.abs(strips - np.median(strips, axis=0)).mean(axis=(1, 2, 3))  # something lies on what differs
        usual = [other for other, how in zip(alike, off, strict=True) if how <= np.median(off)]
        other = min(usual, key=lambda other: (POINTS[other][1] != near, abs(POINTS[other][0] - index)))
        to, start = self._middle(name), self._middle(other)
        edge, inwards = self._ground.row(near, to[0]), -1.0 if near else 1.0
        ends = sorted((edge - 0.03 * inwards, edge + inwards * (min(count, 6) * self._size + 0.3)))
        strip = np.array(
            rectangle(to[0] - GROUND_HALF_WIDTH_UNITS, ends[0], to[0] + GROUND_HALF_WIDTH_UNITS, ends[1]), np.float64
        )
        matrix = across(self._photo.view, to, start, turned=POINTS[other][1] != near)
        source = self.bare.copy()  # without dice
        paste(self.bare, source, matrix, self._photo.view.pixels(strip), FEATHER_UNITS * self._unit, np.ones(3))

    def _strip(self, name: str) -> Light:
        """Return a point's ground from its edge inwards, as a small picture."""
        x, y = self._middle(name)
        sign = -1.0 if POINTS[name][1] else 1.0
        matrix = np.array([[sign / 8, 0, x - sign * 0.45], [0, sign / 8, y], [0, 0, 1]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        seen = cv2.warpPerspective(self.bare, self._photo.view.homography @ matrix, (8, 42), flags=flags)
        return np.asarray(seen, np.float32)

    def _middle(self, name: str) -> Point:
        """Return a point's middle at its edge."""
        index, near = POINTS[name]
        x = self._ground.column(index, BOARD_HEIGHT if near else 0.0)
        return x, self._ground.row(near, x)

    def _clear_dice(self) -> None:
        """Copy the ground beside each die over it."""
        source = self.bare.copy()
        for die in (die for _ in range(DICE_ROUNDS) for die in dice_on(stored(self.bare), self._photo.view)):
            middle = np.array(die.middle) / DIE_UNIT_PX
            pixels = self._photo.view.pixels(middle[None], DIE_HEIGHT_UNITS / 2)
            x, y = self._photo.view.units(pixels)[0].tolist()
            start = (x, y + (DIE_PATCH_DISTANCE_UNITS if y < BOARD_HEIGHT / 2 else -DIE_PATCH_DISTANCE_UNITS))
            square = rectangle(
                x - DIE_PATCH_UNITS / 2, y - DIE_PATCH_UNITS / 2, x + DIE_PATCH_UNITS / 2, y + DIE_PATCH_UNITS / 2
            )
            outline = self._photo.view.pixels(np.array(square, np.float64))
            matrix = across(self._photo.view, (x, y), start)
            paste(self.bare, source, matrix, outline, 2 * FEATHER_UNITS * self._unit, np.ones(3))

    def _copy(self, light: Light, source: Light, to: Point, start: Point, gain: NDArray[np.float64]) -> None:
        """Copy a round piece as large as a checker."""
        outline = self._photo.view.pixels(np.array(circle(*to, COPY_RADIUS * self._size), np.float64))
        paste(light, source, across(self._photo.view, to, start), outline, FEATHER_UNITS * self._unit, gain)
