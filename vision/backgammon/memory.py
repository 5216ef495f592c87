"""What points and bar looked like when it was known what they held: checkers that nobody touched lie as they lay.

A tall or slanting stack is hard to count, but it is easily seen whether a checker came or went. So a point that looks as it
did holds what it held; one that does not, most likely holds something else, unless dice were thrown on it or a tall stack
beside it changed. Colours are compared as the light of now would have made them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from calibration.lens import Points
from games.backgammon.board import geometry
from games.contents import Cells, Content
from games.geometry import extent
from vision.backgammon.sight import WINDOW
from vision.evidence import Likelihoods, floored
from vision.protocols import Image, Look
from vision.unchanged import Comparison, near, packed, unpacked

KEY = "points"  # in the passing part of a look
COARSE = 2  # times fewer pixels a side than the reader's window
SCALE = WINDOW[4] // COARSE  # pixels a point's width: a checker is about seven
CHECKER = 3  # pixels across over which differences are averaged
INSET = 1  # pixels at a cell's sides that belong to its neighbours too
FAINT = 20.0  # grey levels added to each: the darkest ones are noise
MOST = 99  # percentile of a cell's differences that stands for it
NEAR = 0.03  # of the board's diagonal: seen from further away than that, checkers hide each other otherwise
POINTS = Comparison(difference=4.3, noise=2.7, always=17.5)  # training/backgammon_changes.py

Held = Mapping[str, tuple[int, int]]
"""The colour and number of each cell's checkers; cells that are missing are empty."""


@dataclass(frozen=True, eq=False)
class Memory:
    """Attributes:
    above: the reader's window, coarse.
    held: what lay there then.
    corners: of the playing area as it was seen, in pixels, shape (4, 2).
    """

    above: Image
    held: Held
    corners: Points

    @classmethod
    def of(cls, passing: Look) -> Memory | None:
        """What a look's passing part remembers."""
        if KEY not in passing:
            return None
        stored = passing[KEY]
        held = {name: (colour, count) for name, (colour, count) in stored["held"].items()}
        return cls(unpacked(stored["above"]), held, np.array(stored["corners"], np.float64))

    @classmethod
    def taken(cls, above: Image, cells: Cells, corners: Points) -> Memory:
        """Of a board of which is known what lies on it; `above` is the reader's window."""
        return cls(coarse(above), {name: (content.colour, content.count) for name, content in cells.items()}, corners)

    def passing(self) -> Look:
        """As a look keeps it."""
        held = {name: list(pile) for name, pile in self.held.items()}
        return {KEY: {"above": packed(self.above), "held": held, "corners": self.corners.round(2).tolist()}}

    def serves(self, corners: Points) -> bool:
        """Whether a board that is seen like that can be compared."""
        return near(corners, self.corners, NEAR)

    def weighed(self, cells: Mapping[str, Likelihoods], above: Image) -> dict[str, dict[Content | None, float]]:
        """Likelihoods with what is remembered added, from the reader's window of now."""
        differing, noise = differences(self.above, coarse(above))
        unchanged = POINTS.unchanged(np.array([differing[name] for name in cells]), np.array(noise))
        out = {}
        for (name, values), same in zip(cells.items(), unchanged.tolist(), strict=True):
            then = Content(*self.held[name]) if name in self.held else None
            out[name] = floored((content, value + same * (content == then)) for content, value in values.items())
        return out


def coarse(above: Image) -> Image:
    """The reader's window with fewer pixels."""
    height, width = above.shape[:2]
    return np.asarray(cv2.resize(above, (width // COARSE, height // COARSE), interpolation=cv2.INTER_AREA), np.uint8)


def differences(before: Image, now: Image) -> tuple[dict[str, float], float]:
    """How much each cell differs where it differs most, and how much the whole board does, as a standard deviation; both in
    logarithms of colour.
    """
    off = np.log(now.astype(np.float32) + FAINT) - np.log(before.astype(np.float32) + FAINT)
    off -= np.median(off.reshape(-1, 3), axis=0)
    noise = 1.4826 * float(np.median(np.abs(off)))
    most = np.sqrt((cv2.blur(off, (CHECKER, CHECKER)) ** 2).mean(axis=2))
    return {name: float(np.percentile(most[where], MOST)) for name, where in _cells().items()}, noise


@cache
def _cells() -> dict[str, tuple[slice, slice]]:
    """Rows and columns of each point and bar in the coarse window."""
    board = geometry(False)
    where = {}
    for cell in board.cells:
        if cell.zone in ("board", "bar"):
            left, top, right, bottom = extent(cell.polygon)
            rows = slice(round((top - WINDOW[1]) * SCALE), round((bottom - WINDOW[1]) * SCALE))
            columns = slice(round((left - WINDOW[0]) * SCALE) + INSET, round((right - WINDOW[0]) * SCALE) - INSET)
            where[cell.name] = rows, columns
    return where
