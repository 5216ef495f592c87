"""Bands that a flickering lamp leaves in pictures taken with a rolling shutter, in which all of a row is lit alike.

The rows' light is compared with the median of the last few seconds, in downscaled pictures and in columns that are neither
dark nor almost white. The pictures of these seconds count without their own bands: otherwise, the median would change as
the bands roll.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

from fourth_seat.vision.arrays import Floats32, Mask
from fourth_seat.vision.protocols import Image
from fourth_seat.vision.track.small_pictures import KEPT_S, downscaled

MIN_PICTURES = 6  # fewest to judge by
BANDED_SHARE = 0.5  # of the pictures that must have bands for them to be removed
MIN_LOG = 0.03  # standard deviation of the rows' light (logarithm) from which there are bands,
MIN_CROSSINGS = 3  # how often it passes its mean from top to bottom,
MAX_REST = 0.7  # and the part of the whole difference that they may leave unexplained
FAINT_LEVEL = 8.0  # grey levels added before a ratio is taken: the dark says little about the light
DIM_LEVEL, BRIGHT_LEVEL, WHITE_LEVEL = 30.0, 225.0, 255.0  # below and above which light tells little; of white
COLUMN_STEP, MIN_COLUMNS = 3, 8  # columns of a small picture that tell the light of its rows, and fewest that do
BLUR_ROWS = 1.5  # standard deviation, of a small picture: bands are wider
MAX_GAIN = 1.6  # of a row, at most


@dataclass(frozen=True, slots=True)
class _Columns:
    """Some columns of a small picture, without bands, and whether it had any."""

    t: float
    even: Floats32
    banded: bool


class BandRemoval:
    """Removes a flickering lamp's bands from a camera's pictures."""

    def __init__(self) -> None:
        self._kept: deque[_Columns] = deque()
        self._usual: Floats32 | None = None  # their median, or None if there are too few

    def learn(self, small: Image, t: float) -> None:
        """Learn the rows' usual light from a downscaled picture taken at `t` seconds."""
        columns, banded = _columns(small), False
        if self._kept and (t < self._kept[-1].t or columns.shape != self._kept[-1].even.shape):
            self._kept.clear()
            self._usual = None
        if self._usual is not None:
            light = np.log((columns + FAINT_LEVEL) / (self._usual + FAINT_LEVEL))
            if banded := is_banded(light - np.median(light), _tells_light(self._usual)):
                columns = columns * _gains(columns, self._usual)[:, None]
        self._kept.append(_Columns(t, columns, banded))
        while t - self._kept[0].t > KEPT_S:
            self._kept.popleft()
        enough = len(self._kept) >= MIN_PICTURES
        self._usual = np.asarray(np.median([each.even for each in self._kept], axis=0), np.float32) if enough else None

    def even(self, image: Image) -> Image:
        """Return the picture without bands, or the picture itself if the lamp does not flicker."""
        if self._usual is None or sum(each.banded for each in self._kept) <= BANDED_SHARE * len(self._kept):
            return image
        small = _gains(_columns(downscaled(image)), self._usual)
        gains = cv2.resize(small[:, None], (1, image.shape[0]), interpolation=cv2.INTER_LINEAR)[:, :, None]
        # What is white in a bright band may have any brightness: it stays white.
        light = image.max(axis=2, keepdims=True).astype(np.float32)
        fades = ((light - BRIGHT_LEVEL) / (WHITE_LEVEL - BRIGHT_LEVEL)).clip(0, 1)
        return np.asarray((image * (gains + (1 - gains) * fades) + 0.5).clip(0, WHITE_LEVEL), np.uint8)


def is_banded(light: Floats32, where: Mask) -> bool:
    """Return whether the light of a small picture (logarithms, shape (height, width)) rises and falls from row to row.

    `where` is a mask of the pixels in which it can be measured.
    """
    rows = np.flatnonzero(where.sum(axis=1) >= where.shape[1] // 8)
    if len(rows) < MIN_CROSSINGS:
        return False
    profile = np.array([np.median(light[row][where[row]]) for row in rows])
    profile = profile - profile.mean()
    if profile.std() < MIN_LOG:
        return False
    # Bands are wide: noise that crosses the mean from row to row does not count.
    signs = np.sign(profile[np.abs(profile) > profile.std() / 2])
    left = np.concatenate([light[row][where[row]] - level for row, level in zip(rows, profile, strict=True)])
    explained = np.abs(left).mean() < MAX_REST * np.abs(light[where]).mean()
    return bool(explained and (np.diff(signs) != 0).sum() >= MIN_CROSSINGS - 1)


def _columns(small: Image) -> Floats32:
    """Return the brightness of some columns of a downscaled picture."""
    return np.asarray(small[:, ::COLUMN_STEP].mean(axis=2), np.float32)


def _tells_light(levels: Floats32) -> Mask:
    """Return a mask of the levels from which a change of light can be measured."""
    return np.asarray((levels > DIM_LEVEL) & (levels < BRIGHT_LEVEL))


def _gains(columns: Floats32, usual: Floats32) -> Floats32:
    """Return the gain that takes the bands away from each row of a small picture."""
    lit = _tells_light(usual)
    rows = np.flatnonzero(lit.sum(axis=1) >= MIN_COLUMNS)
    if not len(rows):
        return np.ones(len(columns), np.float32)
    ratios = np.log((columns + 1) / (usual + 1))
    light = np.array([np.median(ratios[row][lit[row]]) for row in rows])
    profile = np.interp(np.arange(len(columns)), rows, light - light.mean())
    gains = np.exp(-profile).clip(1 / MAX_GAIN, MAX_GAIN).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(gains[:, None], (1, 0), 0, sigmaY=BLUR_ROWS).ravel(), np.float32)
