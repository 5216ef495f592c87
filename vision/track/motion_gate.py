"""The motion gate: the board is read only from pictures in which nothing moves over it and the light is good.

Each picture is downscaled, converted to greyscale and compared with the mean of the preceding calm pictures
(`picture_change.py`). Neither changing light nor a shaking table counts as motion.

A hand may also rest over the board. So a still board is also compared with the previous scene: a change that reaches over
the board from outside is an arm. "Outside" begins beyond any tall piece at the board's edge, and beyond its shadow. A
change that persists is an object that has been put down, and becomes part of the scene. An arm that entered where the board
reaches the edge of the picture may have become part of the scene while it rested. So the board is also compared with a
scene that lasted longer than arms rest: an arm differs from both. If an arm rests so long that it becomes part of the
scene, its absence would count as reaching over the board once it is withdrawn, so the scene from before it arrived is kept
as well.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Points
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.protocols import Image
from fourth_seat.vision.track.picture_change import Grey, PictureComparison, shifted
from fourth_seat.words import Text, say

WIDTH_PX = 150  # of the small picture: a Blokus square has five to seven
EDGE_PX = 4  # beyond its corners to which a board may be seen, by blur and by pieces at its edge
MARGIN_SHARE = 0.08  # of the board's size, looked at on each side of it: arms come over the border
STILL_FRAMES, STILL_S = 3, 0.3  # that a board must lie still to be looked at
MAX_GAP_S = 1.0  # without a picture after which the comparison starts again
LASTING_S = 1.0  # of stillness that a free board reaches now and then, and an arm hardly ever
REACHING_TIMEOUT_S = 4.0  # after which an object that reaches over a still board is not an arm
MEAN_FRAMES = 8  # calm pictures that are averaged
MOTION_SHARE = 0.001  # of the compared area, that must change to be motion: less than half a Blokus square
MAX_GAIN = 1.25  # gain between two pictures beyond which the camera's exposure is still settling
DARK_LEVEL = 50  # that the brightest twentieth of the board must reach,
CLEAR_NOISES = 20.0  # unless its contrast is this many times the noise of small pictures,
BLACK_LEVEL = 24  # and it reaches this
EXPOSURE_S, EXPOSURE_TIMEOUT_S = 0.8, 3.0  # over which exposure must not drift to count as settled, or as calm
MAX_EXPOSURE_DRIFT = 0.025  # natural logarithm: of any channel, from one half of that time to the other
GLARE_LEVEL = 250  # from which on everything is white
MAX_GLARE_SHARE = 0.88  # of the board, that may be white: some boards are


class LightLevel(Enum):
    """The quality of the light for reading the board."""

    FAIR = "fair"
    DARK = "dark"
    GLARING = "glaring"


@dataclass(frozen=True, slots=True)
class FrameStatus:
    """The status of a picture: whether it can be read or learned from.

    Attributes:
        moving: whether something moves over the board, or the light changes abruptly.
        reaching: whether something new reaches over the board without moving.
        settled: whether the picture can be read: it has been still long enough, nothing reaches in, and the light is fair.
        exposed: whether the picture can be learned from: the camera's exposure and white balance no longer drift.
        changed: the proportion of the compared area, 0..1, that differs from the preceding calm pictures.
    """

    light: LightLevel
    moving: bool
    reaching: bool
    settled: bool
    exposed: bool
    changed: float

    @property
    def reason(self) -> Text | None:
        """A message about the problem with the light, with a remedy, or None if the light is good."""
        if self.light is LightLevel.DARK:
            return say("The picture is too dark: switch on a lamp, or wait until the camera has adjusted.")
        if self.light is LightLevel.GLARING:
            return say("The picture is too bright: turn the lamp away from the board, or draw a curtain.")
        return None


class MotionGate:
    """The motion gate for a board in a camera's pictures. If the board is moved, a new gate is needed."""

    def __init__(self, corners: Points, size: tuple[int, int], tall: float = 0.0) -> None:
        """`corners` are the corners of the playing area in pixels, shape (4, 2), in order around it. `size` is the
        pictures' (width, height), and `tall` the height of pieces as a fraction of the board's size.
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
        # The outermost pixels, where an arm comes in; not where the picture ends at the board: its edge, and pieces there.
        edge = np.ones((2 * EDGE_PX + 1, 2 * EDGE_PX + 1), np.uint8)
        self._rim = (whole > cv2.erode(whole, np.ones((5, 5), np.uint8), borderValue=0)) & (cv2.dilate(board, edge) == 0)
        self._comparison = PictureComparison(self._whole, self._mask, self._block)
        self._mean: Grey | None = None
        self._scene: Grey | None = None  # the last calm board that nothing reached over,
        self._lasting: Grey | None = None  # and the last one that was calm for long,
        self._before: Grey | None = None  # and the one before the last object that belongs to the scene now
        self._reached = False  # whether something reached over the board in the picture before
        self._calm = 0  # pictures in the mean
        self._since = self._last = 0.0
        self._exposures: deque[tuple[float, Floats]] = deque()  # times, and logarithms of the channels' means

    def check(self, image: Image, t: float, *, banded: bool = False) -> FrameStatus:
        """Return the status of a picture taken at time `t`, in seconds. The brightness of a `banded` picture, taken in the
        light of a flickering lamp, says nothing.
        """
        whole = self._seen(image)
        now = self._made_small(whole)
        light = self._light(now)
        if self._mean is None or not 0 <= t - self._last <= MAX_GAP_S:
            changed, moving = 0.0, False
            self._begin(now, t)
        else:
            x, y = self._comparison.shift(self._mean, now)
            if x or y:  # it is taken back while the picture is large: little of it blurs
                now = self._made_small(shifted(whole, (-x * self._block, -y * self._block)))
            change = self._comparison.changes(self._mean, now)
            changed = float(change.where[self._mask].sum() / self._mask.sum())
            moving = changed > MOTION_SHARE or not (banded or 1 / MAX_GAIN < change.gain < MAX_GAIN)
            low, high = self._levels(now)
            if light is LightLevel.DARK and high > max(BLACK_LEVEL, low + CLEAR_NOISES * change.noise):
                light = LightLevel.FAIR
            if moving:
                self._begin(now, t)
            else:
                self._calm += 1
                weight = 1 / min(self._calm, MEAN_FRAMES)
                self._mean += weight * (now - self._mean)
        self._last = t
        still = self._calm >= STILL_FRAMES and t - self._since >= STILL_S - 1e-6 and light is LightLevel.FAIR
        waiting = t - self._since < REACHING_TIMEOUT_S
        reaching = still and waiting and self._reaching()
        if still and not reaching:
            if self._reached and not waiting:
                self._before = self._lasting
            self._scene = now if self._mean is None else self._mean.copy()
            if t - self._since >= LASTING_S:
                self._lasting = self._scene
        self._reached = reaching
        exposed = self._exposed(image, t) or t - self._since >= EXPOSURE_TIMEOUT_S
        return FrameStatus(light, moving, reaching, still and not reaching, exposed, changed)

    def begin_with(self, image: Image) -> None:
        """Compare later pictures with this one, in which nothing lies over the board."""
        self._scene = self._made_small(self._seen(image))

    def _seen(self, image: Image) -> NDArray[np.uint8]:
        return np.asarray(cv2.cvtColor(image[self._window], cv2.COLOR_BGR2GRAY), np.uint8)

    def _filled(self, outline: Points) -> NDArray[np.uint8]:
        mask = np.zeros(self._small[::-1], np.uint8)
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
        return mask

    def _begin(self, now: Grey, t: float) -> None:
        self._mean, self._calm, self._since = now.copy(), 1, t

    def _made_small(self, whole: NDArray[np.uint8]) -> Grey:
        return np.asarray(cv2.resize(whole, self._small, interpolation=cv2.INTER_AREA), np.float32)

    def _exposed(self, image: Image, t: float) -> bool:
        """Return whether the brightness of all channels is stable over the whole picture, which a hand hardly affects."""
        if self._exposures and not 0 <= t - self._exposures[-1][0] <= MAX_GAP_S:
            self._exposures.clear()
        sparse = image[:: 2 * self._block, :: 2 * self._block]
        self._exposures.append((t, np.log(sparse.reshape(-1, 3).mean(axis=0) + 1)))
        while t - self._exposures[0][0] > EXPOSURE_S + 1e-6:
            self._exposures.popleft()
        if t - self._exposures[0][0] < EXPOSURE_S / 2:
            return False
        half = len(self._exposures) // 2
        levels = np.array([level for _, level in self._exposures])
        return bool(np.abs(levels[:half].mean(axis=0) - levels[half:].mean(axis=0)).max() <= MAX_EXPOSURE_DRIFT)

    def _levels(self, now: Grey) -> tuple[float, float]:
        """Return the grey levels of the board's darker and brighter parts."""
        low, high = np.percentile(now.ravel()[self._comparison.sample], (10, 95))
        return float(low), float(high)

    def _light(self, now: Grey) -> LightLevel:
        levels = np.bincount(now.ravel()[self._comparison.sample].astype(np.uint8), minlength=256).cumsum()
        if levels[DARK_LEVEL] >= 0.95 * levels[-1]:
            return LightLevel.DARK
        return (
            LightLevel.GLARING if levels[-1] - levels[GLARE_LEVEL - 1] > MAX_GLARE_SHARE * levels[-1] else LightLevel.FAIR
        )

    def _reaching(self) -> bool:
        """Return whether a new object lies over the board and beyond it."""
        before = [scene for scene in (self._scene, self._lasting, self._before) if scene is not None]
        return self._mean is not None and bool(before) and all(self._reaches_since(scene, self._mean) for scene in before)

    def _reaches_since(self, scene: Grey, calm: Grey) -> bool:
        x, y = self._comparison.shift(scene, calm)
        means = [shifted(calm, (-x, -y)), calm] if x or y else [calm]
        # Where most of a board or of a row has changed, as when the board is emptied, the shift or the row's light may be
        # estimated wrong: an arm differs without them, too.
        return all(self._differs_across_rim(scene, mean, by_rows) for mean in means for by_rows in (True, False))

    def _differs_across_rim(self, scene: Grey, mean: Grey, by_rows: bool) -> bool:
        different = self._comparison.changes(scene, mean, single=False, by_rows=by_rows).where
        solid = cv2.morphologyEx(different.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))  # without specks
        # Lines between squares may be as light as an arm, which is then seen in pieces; these are joined, but less so where
        # it comes in and where pieces taken from the board are laid.
        far, near = (cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((n, n), np.uint8)) for n in (7, 5))
        joined = np.where(self._board, far, near)
        _, parts = cv2.connectedComponents(joined)
        coming, over = (np.unique(parts[place & (solid > 0)]) for place in (self._rim, self._board))
        return bool(np.intersect1d(coming, over).size)


def _grown(corners: Points, margin: float) -> Points:
    """Return the outline of a board, widened on each side by `margin`, a fraction of its size."""
    middle = corners.mean(axis=0)
    return np.asarray(middle + (corners - middle) * (1 + 2 * margin), np.float64)
