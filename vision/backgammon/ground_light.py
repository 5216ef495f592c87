"""Measures the light on the board's ground, and removes a shadow over part of the reader's window.

Points alternate between two colours, so each place on a point occurs a dozen times on the board. These occurrences share
the brightness of the material and differ only in the light. The two are estimated alternately from a table of materials and
places (median polish: Tukey, Exploratory Data Analysis, 1977).
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.games.backgammon.geometry import BOARD_HEIGHT, BOARD_WIDTH
from fourth_seat.vision.arrays import Floats, Floats32, Mask
from fourth_seat.vision.backgammon.field_edges import CELL, FieldEdges, positions
from fourth_seat.vision.backgammon.segmentation import WINDOW, Segmentation
from fourth_seat.vision.protocols import Image

COLUMNS = 12  # of points
PLACES_ACROSS, PLACES_ALONG = 4, 20  # places of each point, a network's cell apart
BLOCK_PLACES = 4  # places whose light is assumed to be the same at first, across and along
SMOOTHED_PLACES = 5  # places over which the light is smoothed in the end
POLISH_ROUNDS = 8
MAX_HIDING_PROBABILITY = 0.3  # of a checker or an arm beyond which no ground is seen
MIN_GROUND_SHARE = 0.25  # part of the places at least that must show ground
BLACK_LEVEL = 4.0  # of 255: added before logarithms are taken
FAIR_LIGHT_QUANTILE = 0.75  # quantile of the light that counts as fair
MAX_LAMP_LOG = 0.2  # logarithm: so much a lamp's light may differ over a board; twice as much is a shadow
MAX_SMALL_SHADOW_SHARE = 0.05  # part of the board that may lie in a shadow without being corrected: a dice cup's, a rim's
MIN_SHADOW_LOG, MAX_SHADOW_LOG = 0.1, 1.3  # logarithms: less is not a shadow, and no shadow is deeper


MATERIALS = np.argsort(
    [
        [
            (((column // PLACES_ACROSS + row // PLACES_ALONG) % 2) * PLACES_ALONG + min(row, 2 * PLACES_ALONG - 1 - row))
            * PLACES_ACROSS
            + column % PLACES_ACROSS
            for column in range(COLUMNS * PLACES_ACROSS)
        ]
        for row in range(2 * PLACES_ALONG)
    ],
    axis=None,
    kind="stable",
).reshape(-1, COLUMNS)
"""For each material, the indices of the places that show it, in ascending order; shape (materials, COLUMNS)."""


def without_shadow(above: Image, seen: Segmentation, ground: FieldEdges) -> Image:
    """Remove a shadow over part of the reader's window; return the same window if there is none."""
    height, width = seen.centre.shape
    small = cv2.resize(above, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    hidden = cv2.dilate(np.maximum(seen.checker, seen.foreign), np.ones((3, 3), np.uint8))
    x, y = _places(ground)
    left, top = (float(line[0]) for line in positions(seen.centre.shape))
    across, down = ((x - left) / CELL, (y - top) / CELL)
    level, hiding = (_picked(each, across, down) for each in (small.mean(axis=2), hidden))
    light = light_over(np.log(level.astype(np.float64) + BLACK_LEVEL), hiding < MAX_HIDING_PROBABILITY)
    if light is None:
        return above
    off = np.quantile(light, FAIR_LIGHT_QUANTILE) - light
    shade = (off * (off / MAX_LAMP_LOG - 1).clip(0, 1)).clip(0, MAX_SHADOW_LOG)
    if np.quantile(shade, 1 - MAX_SMALL_SHADOW_SHARE) < MIN_SHADOW_LOG:
        return above
    column, row = (
        np.interp(WINDOW[at] + (np.arange(length) + 0.5) / WINDOW[4], places, np.arange(len(places)))
        for at, length, places in ((0, above.shape[1], x), (1, above.shape[0], y))
    )
    gain = _picked(np.exp(shade), column, row)
    return np.asarray(np.clip((above + BLACK_LEVEL) * gain[..., None] - BLACK_LEVEL + 0.5, 0, 255), np.uint8)


def light_over(level: Floats, free: Mask) -> Floats | None:
    """Return the light at each place relative to the usual light (logarithm), or None if hardly any ground is visible.

    Args:
        level: the brightness of each place (logarithm), shape (2 * PLACES_ALONG, COLUMNS * PLACES_ACROSS).
        free: whether each place shows ground, of the same shape.
    """
    if free.mean() < MIN_GROUND_SHARE:
        return None
    light, off = np.zeros_like(level), level
    for n in range(POLISH_ROUNDS):
        shown = (level - light).ravel()[MATERIALS]
        share = 0.5 if n else FAIR_LIGHT_QUANTILE  # at first, half of a kind may lie in the shadow
        usual = _quantile(shown, free.ravel()[MATERIALS], share)
        material = np.empty(level.size)
        material[MATERIALS] = usual[:, None]
        off = level - material.reshape(level.shape)
        coarse = _quantile(_blocks(off), _blocks(free), 0.5).reshape(2 * PLACES_ALONG // BLOCK_PLACES, -1)
        even = cv2.medianBlur(_filled(coarse).astype(np.float32), 3)  # neighbours differ in colour, not in light
        light = even.astype(np.float64).repeat(BLOCK_PLACES, axis=0).repeat(BLOCK_PLACES, axis=1)
    return np.asarray(cv2.medianBlur(np.where(free, off, light).astype(np.float32), SMOOTHED_PLACES), np.float64)


def _picked(values: NDArray[Any], x: Floats, y: Floats) -> Floats32:
    """Interpolate an array at these columns and rows; shape (len(y), len(x))."""
    across, down = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
    return np.asarray(cv2.remap(values.astype(np.float32), across, down, cv2.INTER_LINEAR), np.float32)


def _blocks(values: NDArray[Any]) -> NDArray[Any]:
    """Return the places of each block, shape (blocks, BLOCK_PLACES ** 2)."""
    down, across = (n // BLOCK_PLACES for n in values.shape)
    return values.reshape(down, BLOCK_PLACES, across, BLOCK_PLACES).swapaxes(1, 2).reshape(down * across, -1)


def _quantile(values: Floats, there: Mask, share: float) -> Floats:
    """Return the quantile of the known values in each row; NaN where there are none."""
    ordered = np.sort(np.where(there, values, np.inf), axis=1)
    count = there.sum(axis=1)
    found = ordered[np.arange(len(ordered)), (share * (count - 1).clip(0)).astype(int)]
    return np.where(count > 0, found, np.nan)


def _filled(light: Floats) -> Floats:
    """Fill in the light of blocks without any ground, step by step from those around them."""
    while (unknown := np.isnan(light)).any() and not unknown.all():
        sums, counts = (cv2.blur(each, (3, 3)) for each in (np.where(unknown, 0, light), (~unknown).astype(np.float64)))
        light = np.where(unknown & (counts > 0), sums / np.maximum(counts, 1e-9), light)
    return light


def _places(ground: FieldEdges) -> tuple[Floats, Floats]:
    """Return x of each column and y of each row of places, halfway along the board."""
    aside = CELL * (np.arange(PLACES_ACROSS) - (PLACES_ACROSS - 1) / 2)
    away = CELL * (np.arange(PLACES_ALONG) + 0.5)
    x = np.concatenate([ground.column(column, BOARD_HEIGHT / 2) + aside for column in range(COLUMNS)])
    y = np.concatenate([ground.row(False, BOARD_WIDTH / 2) + away, ground.row(True, BOARD_WIDTH / 2) - away[::-1]])
    return x, y
