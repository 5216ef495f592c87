"""When to look: only at a board over which nothing moves, and in fair light.

Each picture is made small and grey and compared with the mean of the calm ones before it, as changing light would have made
that look: gain and offset are fitted, a gain for each row takes out the bands of flickering lamps (a rolling shutter sees
them row by row), and a pixel counts as changed only where it lies outside what the pixels around it were, so that a
trembling table, which moves every edge a little, is no motion.

A hand may rest. So a board that lies still is compared with how it lay before, too: what changed there and reaches over the
board from outside is an arm. Outside begins where no tall piece at the board's edge is seen, nor its shadow. What stays for
long was put down there, and belongs to the scene from then on.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Points
from vision.protocols import Image
from words import Text, say

Grey = NDArray[np.float32]

WIDTH_PX = 150  # pixels of the small picture: a Blokus square has five to seven
MARGIN_SHARE = 0.08  # of the board's size, looked at on each side of it: arms come over the border
STILL_FRAMES, STILL_S = 3, 0.3  # that a board must lie still to be looked at
MAX_GAP_S = 1.0  # seconds without a picture after which nobody knows what happened
REACHING_TIMEOUT_S = 4.0  # seconds after which what reaches over a still board is no arm
MEAN_FRAMES = 8  # calm pictures that the mean reaches back
MOTION_SHARE = 0.001  # of what is looked at, that must change to be motion: less than half a Blokus square
NOISE_SIGMAS = 5.0  # standard deviations of noise that a change must exceed,
MIN_CHANGE_LEVELS = 6.0  # and grey levels,
SHADOW_SHARE = 0.08  # and the part of the board's brightness that a soft shadow takes
BLACK_LEVEL = 8.0  # grey levels: darker than this says nothing about the light
MAX_GAIN = 1.25  # gain between two pictures beyond which the camera's exposure is still settling
DARK_LEVEL = 50  # grey level that the brightest twentieth of the board must reach
GLARE_LEVEL, MAX_GLARE_SHARE = (
    250,
    0.88,
)  # grey level at which all is white, and how much of the board may be: some are white


class LightLevel(Enum):
    """What the light allows."""

    FAIR = "fair"
    DARK = "dark"
    GLARING = "glaring"


@dataclass(frozen=True, slots=True)
class FrameStatus:
    """What one picture is good for.

    Attributes:
        moving: something moves over the board, or the light jumps.
        reaching: nothing moves, but something reaches over the board that was not there before.
        settled: it has lain still long enough, nothing reaches in, and the light is fair: a picture to be read.
        changed: the part of what is looked at, 0..1, that differs from the calm pictures before.
    """

    light: LightLevel
    moving: bool
    reaching: bool
    settled: bool
    changed: float

    @property
    def reason(self) -> Text | None:
        """What is wrong with the light, and what helps."""
        if self.light is LightLevel.DARK:
            return say("the picture is too dark: switch on a lamp, or wait until the camera has adjusted")
        if self.light is LightLevel.GLARING:
            return say("the picture is too bright: turn the lamp away from the board, or draw a curtain")
        return None


class MotionGate:
    """Follows one board in a camera's pictures. For a board that was moved, a new one is made."""

    def __init__(self, corners: Points, size: tuple[int, int], tall: float = 0.0) -> None:
        """`corners` of the playing area in pixels, shape (4, 2), in order around it; `size` of pictures (width, height);
        `tall`: how high pieces are, in parts of the board's size.
        """
        wide, around = (_grown(corners, MARGIN_SHARE + more) for more in (tall, 0.0))
        low = np.clip(np.floor(wide.min(axis=0)), 0, np.array(size) - 1).astype(int)
        high = np.clip(np.ceil(wide.max(axis=0)), low + 1, size).astype(int)
        across = np.ptp(np.clip(around[:, 0], 0, size[0]))
        # A whole number of pixels becomes one: OpenCV averages such blocks at twice the speed of others.
        self._block = max(1, round(float(across) / WIDTH_PX))
        width, height = np.maximum(1, (high - low) // self._block)
        self._small = int(width), int(height)
        self._window = (
            slice(low[1], min(low[1] + height * self._block, size[1])),
            slice(low[0], min(low[0] + width * self._block, size[0])),
        )
        whole, mask, board = (self._filled((outline - low) / self._block) for outline in (wide, around, corners))
        self._whole, self._mask, self._board = whole.astype(bool), mask.astype(bool), board.astype(bool)
        # The outermost pixels, where an arm comes in; not where the picture ends at the board, whose own edge is there.
        self._rim = (whole > cv2.erode(whole, np.ones((5, 5), np.uint8), borderValue=0)) & (
            cv2.dilate(board, np.ones((5, 5), np.uint8)) == 0
        )
        self._sample = np.flatnonzero(self._mask)[::3]  # the light is judged by every third pixel: enough, and quick
        self._mean: Grey | None = None
        self._scene: Grey | None = None  # the last calm board that nothing reached over
        self._calm = 0  # pictures in the mean
        self._since = self._last = 0.0

    def check(self, image: Image, t: float) -> FrameStatus:
        """What the picture taken at this time, in seconds, is good for."""
        part = image[self._window]
        small = cv2.resize(part, self._small, interpolation=cv2.INTER_AREA)
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        light = self._light(grey)
        now = grey.astype(np.float32)
        if self._mean is None or not 0 <= t - self._last <= MAX_GAP_S:
            changed, moving = 0.0, False
            self._begin(now, t)
        else:
            different, gain = self._compare(self._mean, now)
            changed = float(different[self._mask].sum() / self._mask.sum())
            moving = changed > MOTION_SHARE or not 1 / MAX_GAIN < gain < MAX_GAIN
            if moving:
                self._begin(now, t)
            else:
                self._calm += 1
                weight = 1 / min(self._calm, MEAN_FRAMES)
                self._mean += weight * (now - self._mean)
        self._last = t
        still = self._calm >= STILL_FRAMES and t - self._since >= STILL_S - 1e-6 and light is LightLevel.FAIR
        reaching = still and t - self._since < REACHING_TIMEOUT_S and self._reaching()
        if still and not reaching:
            self._scene = now if self._mean is None else self._mean.copy()
        return FrameStatus(light, moving, reaching, still and not reaching, changed)

    def _filled(self, outline: Points) -> NDArray[np.uint8]:
        mask = np.zeros(self._small[::-1], np.uint8)
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
        return mask

    def _begin(self, now: Grey, t: float) -> None:
        self._mean, self._calm, self._since = now.copy(), 1, t

    def _light(self, grey: NDArray[np.uint8]) -> LightLevel:
        levels = np.bincount(grey.ravel()[self._sample], minlength=256).cumsum()
        if levels[DARK_LEVEL] >= 0.95 * levels[-1]:
            return LightLevel.DARK
        return (
            LightLevel.GLARING if levels[-1] - levels[GLARE_LEVEL - 1] > MAX_GLARE_SHARE * levels[-1] else LightLevel.FAIR
        )

    def _reaching(self) -> bool:
        """Whether one thing that was not there before lies over the board and beyond it."""
        if self._scene is None or self._mean is None:
            return False
        different, _ = self._compare(self._scene, self._mean)
        solid = cv2.morphologyEx(different.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))  # without specks
        # Lines between squares may be as light as an arm: it shows in pieces, which are joined; not so far where it comes
        # in, and where what was taken from the board is laid.
        far, near = (cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((n, n), np.uint8)) for n in (7, 5))
        joined = np.where(self._board, far, near)
        _, parts = cv2.connectedComponents(joined)
        coming, over = (np.unique(parts[place & (solid > 0)]) for place in (self._rim, self._board))
        return bool(np.intersect1d(coming, over).size)

    def _compare(self, before: Grey, now: Grey) -> tuple[NDArray[np.bool_], float]:
        """Where the board has changed, and the gain between the two."""
        x, y = before.ravel()[self._sample], now.ravel()[self._sample]
        gain, offset = _line(x, y)
        for _ in range(2):  # once more without what does not fit: a hand must not be taken for a change of light
            off = np.abs(y - gain * x - offset)
            fits = off <= 2.5 * np.median(off) + 1
            gain, offset = _line(x[fits], y[fits])
        expected = np.maximum(gain * before + offset, BLACK_LEVEL)
        expected *= np.median(now / expected, axis=1, keepdims=True)
        # The standard deviation of a normal distribution, from its median absolute deviation.
        noise = 1.4826 * float(np.median(np.abs(y - expected.ravel()[self._sample])))
        least = max(MIN_CHANGE_LEVELS, NOISE_SIGMAS * noise, SHADOW_SHARE * float(np.median(y)))
        block = np.ones((3, 3), np.uint8)
        above, below = now - cv2.dilate(expected, block), cv2.erode(expected, block) - now
        different: NDArray[np.bool_] = (np.maximum(above, below) > least) & self._whole
        return different, gain


def _grown(corners: Points, margin: float) -> Points:
    """The outline of a board with so much of its size on each side."""
    middle = corners.mean(axis=0)
    return np.asarray(middle + (corners - middle) * (1 + 2 * margin), np.float64)


def _line(x: Grey, y: Grey) -> tuple[float, float]:
    """Gain and offset that make x most like y, by least squares; a gain of 1 where x has no contrast."""
    middle, level = float(x.mean()), float(y.mean())
    deviation = x - middle
    spread = float(deviation @ deviation)
    if spread < len(x):  # less than one grey level
        return 1.0, level - middle
    gain = float(deviation @ (y - level)) / spread
    return gain, level - gain * middle
