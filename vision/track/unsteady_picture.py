"""Diagnoses why a camera's pictures do not settle: a flickering lamp, a moving shadow or reflection, a shaking camera, or
hands. The bands of a flickering lamp are also removed.

Downscaled pictures from the last few seconds are compared with their median, pixel by pixel, using the logarithm of the
ratio. A flickering lamp causes bands in pictures taken with a rolling shutter: the ratio is constant along each row, above
one in some rows and below it in others. A shadow darkens all colours alike and a reflection brightens them, but the board
remains visible. Anything that replaces the board's own colours is a moving object.
"""

from __future__ import annotations

import itertools
from collections import deque

import cv2
import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.vision.arrays import Floats32, Mask
from fourth_seat.vision.protocols import Image, size_of
from fourth_seat.words import Text, say

SIDE_PX = 160  # of the longer side of the small pictures
INTERVAL_S, KEPT_S, MIN_PICTURES = 0.19, 3.0, 6  # between two of them, for how long they are kept, and fewest to judge by
FAINT_LEVEL = 8.0  # grey levels added before a ratio is taken: the dark says little about the light
DIM_LEVEL, WHITE_LEVEL, GAMMA = 30.0, 255.0, 2.2  # of a colour that says little; of white; from stored to linear light
MIN_BAND_LOG = 0.03  # standard deviation of the rows' light from which there are bands,
MIN_BAND_CROSSINGS = 3  # how often it passes its mean from top to bottom,
MAX_BAND_REST = 0.7  # and the part of the whole difference that they may leave unexplained
BANDED_SHARE = 0.5  # of the pictures kept, from which bands are removed
COLUMN_STEP, MIN_COLUMNS = 3, 8  # columns of a small picture that tell the light of its rows, and fewest that do
BRIGHT_LEVEL = 225.0  # above which more light may not show
BAND_BLUR_ROWS = 1.5  # standard deviation, of a small picture: bands are wider
MAX_BAND_GAIN = 1.6  # of a row, at most
MIN_CHANGE_LOG, MIN_CHANGED_SHARE = 0.12, 0.02  # of a pixel that has changed, and of all, beyond noise
MAX_COLOUR_LOG, MAX_COLOUR_SHARE = 0.06, 0.35  # by which colours may differ in a change of light: at least, and of its size
MIN_LIGHT_SHARE = 0.6  # of the changed pixels, in which only the light has changed
MIN_SHAKE_PX = 0.35  # of the small picture, between two of which the camera was moved

BANDS = say(
    "There are bands in the camera's picture because the lamp flickers: set the camera to 50 "
    "Hz (60 Hz in America), or use another lamp."
)
SHADOW = say("A shadow keeps moving over the board: move the lamp, or stand where you do not cast one.")
REFLECTION = say("A reflection keeps moving over the board: turn the lamp away from it, or draw a curtain.")
SHAKING = say("The picture is shaking: put the camera on something steady.")
MOTION = say("Something keeps moving over the board: take your hands away for a moment.")


class PictureHistory:
    """Downscaled pictures from the last few seconds, and the causes of any disturbance."""

    def __init__(self) -> None:
        self._pictures: deque[tuple[float, Image]] = deque()
        self._even: deque[Floats32] = deque()  # some columns of each of them, without bands
        self._usual: Floats32 | None = None  # the median of these, or None if there are too few
        self._banded: deque[bool] = deque()  # of the latest of them, whether it has bands
        self._size = 0, 0

    def add(self, image: Image, t: float) -> None:
        """Store the picture taken at `t` seconds, unless the previous stored picture is too recent."""
        if self._size != size_of(image) or (self._pictures and t < self._pictures[-1][0]):
            for kept in (self._pictures, self._even, self._banded):
                kept.clear()
            self._usual = None
            self._size = size_of(image)
        if self._pictures and t - self._pictures[-1][0] < INTERVAL_S:
            return
        small = self._made_small(image)
        self._pictures.append((t, small))
        while t - self._pictures[0][0] > KEPT_S:
            self._pictures.popleft()
        self._learn_usual(_columns(small))

    def _learn_usual(self, columns: Floats32) -> None:
        if self._usual is not None:
            light = np.log((columns + FAINT_LEVEL) / (self._usual + FAINT_LEVEL))
            self._banded.append(_is_banded(light - np.median(light), _tells_light(self._usual)))
            if self._banded[-1]:  # without its bands, so that what is usual does not change with them
                columns = columns * self._gains(columns)[:, None]
        self._even.append(columns)
        for kept in (self._banded, self._even):
            while len(kept) > len(self._pictures):
                kept.popleft()
        enough = len(self._even) >= MIN_PICTURES
        self._usual = np.asarray(np.median(self._even, axis=0), np.float32) if enough else None

    def without_bands(self, image: Image) -> Image:
        """Return the newest picture without a flickering lamp's bands, or the picture itself if it usually has none."""
        if self._usual is None or sum(self._banded) <= BANDED_SHARE * len(self._pictures):
            return image
        gains = self._gains(_columns(self._made_small(image)))
        for_rows = cv2.resize(gains[:, None], (1, image.shape[0]), interpolation=cv2.INTER_LINEAR)[:, :, None]
        # What is white in a bright band may have any brightness: it stays white.
        fades = ((image.max(axis=2, keepdims=True) - BRIGHT_LEVEL) / (WHITE_LEVEL - BRIGHT_LEVEL)).clip(0, 1)
        return np.asarray((image * (for_rows + (1 - for_rows) * fades) + 0.5).clip(0, WHITE_LEVEL), np.uint8)

    def _gains(self, columns: Floats32) -> Floats32:
        """Return the gain that takes the bands away from each row of a small picture."""
        assert self._usual is not None
        lit = _tells_light(self._usual)
        rows = np.flatnonzero(lit.sum(axis=1) >= MIN_COLUMNS)
        if not len(rows):
            return np.ones(len(columns), np.float32)
        ratios = np.log((columns + 1) / (self._usual + 1))
        light = np.array([np.median(ratios[row][lit[row]]) for row in rows])
        profile = np.interp(np.arange(len(columns)), rows, light - light.mean())
        gains = np.exp(-profile).clip(1 / MAX_BAND_GAIN, MAX_BAND_GAIN).astype(np.float32)
        return np.asarray(cv2.GaussianBlur(gains[:, None], (1, 0), 0, sigmaY=BAND_BLUR_ROWS).ravel(), np.float32)

    def _made_small(self, image: Image) -> Image:
        scale = SIDE_PX / max(self._size)
        size = round(self._size[0] * scale), round(self._size[1] * scale)
        return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)

    def disturbance(self, corners: Points | None = None) -> Text | None:
        """Return a message with the cause of a disturbance and a remedy, or None if nothing disturbs the pictures.

        `corners` are the board's corners in pixels, shape (4, 2); if omitted, the whole picture is examined.
        """
        if len(self._pictures) < MIN_PICTURES:
            return None
        pictures = np.array([picture for _, picture in self._pictures], np.float32)
        if self._shakes(pictures):
            return SHAKING
        logs = np.log(pictures + FAINT_LEVEL)
        logs -= np.median(logs, axis=0)
        board = self._board(corners)
        light = logs.mean(axis=3)
        light -= np.median(light[:, board], axis=1)[:, None, None]  # another exposure
        if _has_bands(light, board):
            return BANDS
        changed = np.array([_solid(np.abs(each) > MIN_CHANGE_LOG) for each in light]) & board
        if changed.sum() < MIN_CHANGED_SHARE * board.sum() * len(logs):
            return None
        lit = _only_light_differs(logs[changed], pictures[changed])
        if lit.mean() < MIN_LIGHT_SHARE:
            return MOTION
        return SHADOW if light[changed][lit].mean() < 0 else REFLECTION

    def _board(self, corners: Points | None) -> Mask:
        shape = self._pictures[0][1].shape[:2]
        if corners is None:
            return np.ones(shape, bool)
        mask = np.zeros(shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners * (SIDE_PX / max(self._size))).astype(np.int32), 1)
        return mask.astype(bool) if mask.any() else np.ones(shape, bool)

    @staticmethod
    def _shakes(pictures: Floats32) -> bool:
        """Return whether the whole picture has moved between most of the pictures."""
        grey = np.log(pictures.mean(axis=3) + FAINT_LEVEL)
        window = cv2.createHanningWindow((grey.shape[2], grey.shape[1]), cv2.CV_32F)
        shifts = np.array([cv2.phaseCorrelate(one, other, window)[0] for one, other in itertools.pairwise(grey)])
        shifts -= np.median(shifts, axis=0)  # of some sizes all are half a pixel off
        return bool(np.median(np.abs(shifts).max(axis=1)) > MIN_SHAKE_PX)


def _solid(changed: Mask) -> Mask:
    """Remove trembling edges and single pixels from a mask."""
    return cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(bool)


def _only_light_differs(logs: Floats32, pixels: Floats32) -> Mask:
    """Return, for each pixel, shape (n, 3), whether only its light has changed.

    A shadow reduces all colours by the same factor, and a reflection adds the same light to all. Dark colours are
    unreliable.
    """
    before = (pixels + FAINT_LEVEL) / np.exp(logs) - FAINT_LEVEL
    known = np.minimum(before, pixels) > DIM_LEVEL
    highest = np.where(known, logs, -np.inf).max(axis=1)
    lowest = np.where(known, logs, np.inf).min(axis=1)
    size = np.abs(logs).max(axis=1)
    shaded = highest - lowest < np.maximum(MAX_COLOUR_LOG, MAX_COLOUR_SHARE * size)
    added = (pixels / WHITE_LEVEL) ** GAMMA - (np.maximum(before, 0) / WHITE_LEVEL) ** GAMMA
    brightened = (added > 0).all(axis=1) & (np.ptp(added, axis=1) < MAX_COLOUR_SHARE * added.max(axis=1))
    return np.asarray(shaded | brightened)


def _columns(picture: Image) -> Floats32:
    """Return the brightness of some columns of a small picture."""
    return np.asarray(picture[:, ::COLUMN_STEP].mean(axis=2), np.float32)


def _tells_light(levels: Floats32) -> Mask:
    """Return a mask of the levels from which a change of light can be measured."""
    return np.asarray((levels > DIM_LEVEL) & (levels < BRIGHT_LEVEL))


def _has_bands(light: Floats32, board: Mask) -> bool:
    """Return whether most pictures, whose light is of shape (n, height, width), have bands."""
    return sum(_is_banded(each, board) for each in light) > len(light) / 2


def _is_banded(light: Floats32, board: Mask) -> bool:
    """Return whether a picture's light, shape (height, width), rises and falls from row to row."""
    rows = np.flatnonzero(board.sum(axis=1) >= board.shape[1] // 8)
    profile = np.array([np.median(light[row][board[row]]) for row in rows])
    profile = profile - profile.mean()
    if len(rows) < MIN_BAND_CROSSINGS or profile.std() < MIN_BAND_LOG:
        return False
    # Bands are wide: noise that crosses the mean from row to row does not count.
    signs = np.sign(profile[np.abs(profile) > profile.std() / 2])
    left = np.concatenate([light[row][board[row]] - level for row, level in zip(rows, profile, strict=True)])
    explained = np.abs(left).mean() < MAX_BAND_REST * np.abs(light[board]).mean()
    return bool(explained and (np.diff(signs) != 0).sum() >= MIN_BAND_CROSSINGS - 1)
