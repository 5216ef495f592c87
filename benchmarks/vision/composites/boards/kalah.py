"""Kalah from a photo of the start: single seeds, labelled by eye, and pits whose seeds are painted over with their wood."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.composites.pasting import DARK_OFFSET, across, paste
from benchmarks.vision.composites.photos import GAMMA, Photo
from benchmarks.vision.renders.tracing.sensor import Light
from fourth_seat.games.contents import Content
from fourth_seat.games.geometry import Cell, Point, centre, circle

PIT_PX = 96  # of a pit's picture from above
WOOD_RADIUS_PITS = 0.44  # beyond which a pit's picture shows wood
REPLACED_RADIUS_PITS = 0.46
MIN_TINT_LOG, MIN_BRIGHTNESS_LOG = 0.3, 0.8  # differences from which on a seed is seen
SHADOW_PX = 7  # of a pit's picture by which seeds are treated as larger: their shadows
MAX_FILLED_LIGHT = 1.2  # linear, that is filled in
PIT_SPREAD, STORE_SPREAD = 0.27, (0.18, 0.5)  # of the places of seeds in a pit, as labelled, and in a store (across, along)
SEED_DISTANCE = 0.24  # between two seeds, as long as there is room
MAX_TRIES, CLOSER_FACTOR = 500, 0.9  # after this many occupied places, seeds may lie this much closer
FEATHER_PITS = 0.008

Seed = tuple[str, float, float, float, float]
"""The pit in which a seed lies; its middle and half its width and height, in hundredths of a pit from the pit's corner."""
SEEDS: dict[str, tuple[Seed, ...]] = {
    "kalah_n36": (
        ("a", 60, 33, 15, 14), ("a", 47, 59, 15, 15), ("a", 21, 67, 15, 13),
        ("b", 23, 36, 13, 13), ("b", 53, 45, 17, 15), ("b", 5, 58, 14, 14),
        ("d", 75, 29, 15, 10), ("d", 91, 48, 15, 14), ("d", 68, 67, 18, 14),
    ),
    "kalah_n37": (
        ("a", 62, 34, 14, 12), ("a", 75, 57, 14, 12), ("a", 45, 65, 15, 12), ("b", 59, 35, 15, 12),
        ("b", 37, 48, 15, 12), ("b", 76, 55, 14, 13), ("c", 38, 60, 14, 12), ("c", 61, 74, 13, 12),
        ("c", 53, 30, 14, 12), ("e", 35, 71, 15, 12), ("e", 75, 47, 14, 14), ("e", 62, 71, 14, 12),
    ),
}  # fmt: skip


def kalah_pieces(photo: Photo) -> KalahPieces | None:
    """Return the pieces; None if no seeds are labelled."""
    return KalahPieces(photo) if photo.name in SEEDS else None


class KalahPieces:
    """Satisfies `PhotographedPieces`."""

    def __init__(self, photo: Photo) -> None:
        self._photo = photo
        geometry = photo.game.geometry(photo.options)
        pits = [cell for cell in geometry.cells if cell.zone == "board"]
        self._unit = float(np.linalg.norm(np.subtract(photo.at((0, 1)), photo.at((8, 1))))) / 8
        corners = {cell.name: np.array(centre(cell.polygon)) - 0.5 for cell in pits}
        self._seeds = [(corners[pit] + (x / 100, y / 100), w / 100, h / 100) for pit, x, y, w, h in SEEDS[photo.name]]
        self._off = {cell.name: np.zeros(2) for cell in geometry.cells}
        if photo.spots is not None:
            rows = sorted(pits, key=lambda cell: (cell.foot[1], cell.foot[0]))
            for cell, spot in zip(rows, photo.spots, strict=True):
                self._off[cell.name] = spot - photo.at(centre(cell.polygon))
        self.bare: Light = photo.light.copy()
        for cell in pits:
            self._fill(cell, _emptied(self._above(cell)))

    def lay(self, light: Light, cell: Cell, content: Content, rng: np.random.Generator) -> None:
        """Lay the seeds of a pit, each copied from anywhere; the first ones always in the same places."""
        for place in _places(cell, content.count, rng):
            start, across_, down = self._seeds[int(rng.integers(len(self._seeds)))]
            ellipse = np.array(circle(0, 0, 1)) * (across_, down) + np.array(place)
            matrix = across(self._photo.view, place, (float(start[0]), float(start[1])))
            matrix = matrix @ _shift(-self._off[cell.name])
            outline = self._photo.view.pixels(ellipse) + self._off[cell.name]
            paste(light, self._photo.light, matrix, outline, FEATHER_PITS * self._unit, np.ones(3))

    def _above(self, cell: Cell) -> Light:
        """Return a pit from straight above."""
        x, y = centre(cell.polygon)
        scale = np.array([[1 / PIT_PX, 0, x - 0.5], [0, 1 / PIT_PX, y - 0.5], [0, 0, 1]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        matrix = _shift(self._off[cell.name]) @ self._photo.view.homography @ scale
        return np.asarray(cv2.warpPerspective(self._photo.light, matrix, (PIT_PX, PIT_PX), flags=flags), np.float32)

    def _fill(self, cell: Cell, empty: Light) -> None:
        """Lay the empty pit over the full one."""
        x, y = centre(cell.polygon)
        to_above = np.array([[PIT_PX, 0, -(x - 0.5) * PIT_PX], [0, PIT_PX, -(y - 0.5) * PIT_PX], [0, 0, 1]])
        matrix = to_above @ np.linalg.inv(self._photo.view.homography) @ _shift(-self._off[cell.name])
        outline = self._photo.view.pixels(np.array(circle(x, y, REPLACED_RADIUS_PITS), np.float64)) + self._off[cell.name]
        paste(self.bare, empty, matrix, outline, 0.02 * self._unit, np.ones(3))


def _shift(by: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the homography that moves pixels."""
    return np.array([[1, 0, by[0]], [0, 1, by[1]], [0, 0, 1.0]])


def _emptied(picture: Light) -> Light:
    """Return a pit without its seeds: areas that differ from the wood are inpainted from the bowl around them."""
    logs = np.log(picture + DARK_OFFSET)
    off = logs - np.median(logs[_distance() > WOOD_RADIUS_PITS], axis=0)
    level = off.mean(axis=2)
    inside = _distance() < WOOD_RADIUS_PITS
    unlike = np.abs(off - level[..., None]).max(axis=2) > MIN_TINT_LOG
    unlike |= np.abs(level - np.median(level[inside])) > MIN_BRIGHTNESS_LOG
    lying = cv2.dilate((unlike & inside).astype(np.uint8), np.ones((SHADOW_PX, SHADOW_PX), np.uint8)) * inside
    stored = np.clip(255 * (picture / MAX_FILLED_LIGHT) ** (1 / GAMMA), 0, 255).astype(np.uint8)
    filled = (
        cv2.inpaint(stored, lying.astype(np.uint8), PIT_PX / 10, cv2.INPAINT_TELEA) / 255.0
    ) ** GAMMA * MAX_FILLED_LIGHT
    soft = cv2.GaussianBlur(lying.astype(np.float32), (0, 0), 1.0)[..., None]
    return np.asarray(picture + soft * (cv2.GaussianBlur(filled.astype(np.float32), (0, 0), 1.5) - picture), np.float32)


def _places(cell: Cell, count: int, rng: np.random.Generator) -> list[Point]:
    """Return places for seeds, apart as long as there is room."""
    x, y = centre(cell.polygon)
    places: list[Point] = []
    apart, tries = SEED_DISTANCE, 0
    while len(places) < count:
        dx, dy = rng.uniform(-1, 1, 2)
        tries += 1
        if tries % MAX_TRIES == 0:
            apart *= CLOSER_FACTOR
        if cell.zone == "store":
            place = x + STORE_SPREAD[0] * dx, y + STORE_SPREAD[1] * dy
        elif np.hypot(dx, dy) <= 1:
            place = x + PIT_SPREAD * dx, y + PIT_SPREAD * dy
        else:
            continue
        if all(np.hypot(place[0] - other[0], place[1] - other[1]) >= apart for other in places):
            places.append((float(place[0]), float(place[1])))
    return places


def _distance() -> NDArray[np.float64]:
    """Return the distance of a picture's pixels from its middle, in pits."""
    line = (np.arange(PIT_PX) + 0.5) / PIT_PX - 0.5
    return np.hypot(line[:, None], line)
