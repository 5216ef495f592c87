"""Registration of a known scene: determines how the camera or the board has moved since the board was found.

Features (ORB: Rublee et al., 2011) from the reference picture, in which the board's place was known, are matched with those
in a new picture. Each explanation of their movement (nothing moved, the board moved, or the camera moved) gives a
homography, and the one under which the two pictures are most similar around the board is chosen. A board of equal squares
also matches itself one square further along, but its border does not. All movement is measured from the reference picture.
As pieces cover the board, it looks less and less like that picture, so the picture, but not the place, may be renewed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import Matrix
from fourth_seat.vision.arrays import Floats32
from fourth_seat.vision.protocols import Image
from fourth_seat.words import Text, say

WORKING_SIDE_PX = 640  # of the longer side that pictures are brought to
MAX_CORNERS, MAX_FEATURES = 2000, 1000  # corners looked at, and kept: the strongest of each part of the picture
BUCKETS = 10  # across and down the picture
MARGIN_SHARE = 0.12  # of the board's size, looked at on each side of it: border and frame
NEAR_SHARE = 0.04  # of the board's size: distance within which features are looked for first
MIN_MATCHES = 12  # matches below which no homography is trusted
RANSAC_PX = 2.0  # of the small picture, between where a feature is and where a homography has it
MAX_DRIFT_SHARE = 0.005  # of the board's size: a move that does no harm; a twentieth to a tenth of a cell
MAX_SHIFT_SHARE = 0.5  # of the board's size: a board that moved further, or was bent as much, cannot be followed
TILES = 12  # across and down the board, that are compared one by one: a hand or a new piece spoils only some
MIN_CONTRAST_LEVELS = 4.0  # least standard deviation, in grey levels, of a tile that is compared
ECC_CRITERIA = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 15, 1e-4)  # of the refinement
MIN_CORRELATION = 0.55  # mean correlation of tiles from which two pictures show the same board
MIN_GAIN = 0.03  # by which a move must explain the picture better than the place before it does
# The mean correlation below which the reference picture is worth renewing; each time, errors of a moved place add up.
RENEWAL_CORRELATION = 0.8

Grey = NDArray[np.uint8]
IDENTITY: Matrix = np.eye(3)


@dataclass(frozen=True, slots=True)
class BoardUnmoved:
    """Neither the camera nor the board has moved."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardMoved:
    """The board has moved.

    Attributes:
        homography: the map from pixels of the first picture to pixels of this one, shape (3, 3).
        corners: the corners of the playing area in this picture, shape (4, 2).
        by: the largest distance that a corner has moved, as a fraction of the board's size.
    """

    homography: Matrix
    corners: Points
    by: float


@dataclass(frozen=True, slots=True)
class BoardLost:
    """The board can no longer be found; `reason` is a human-readable explanation."""

    reason: Text


class BoardRegistration:
    """The reference picture of a scene in which the board's place is known."""

    def __init__(self, image: Image, corners: Points) -> None:
        """`corners` are the corners of the playing area in pixels, shape (4, 2), in order around it."""
        self._corners = np.asarray(corners, np.float64)
        self._scale = min(1.0, WORKING_SIDE_PX / max(image.shape[:2]))
        self._orb = cv2.ORB.create(MAX_CORNERS, fastThreshold=7)
        self._matcher = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True)
        middle = self._corners.mean(axis=0)
        self._outline = ((self._corners - middle) * (1 + 2 * MARGIN_SHARE) + middle) * self._scale
        self._size = float(np.sqrt(cv2.contourArea((self._corners * self._scale).astype(np.float32))))
        # The board and its border, straightened: where pictures are compared.
        self._side = TILES * max(6, round(self._size / TILES / 2))
        square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * self._side
        self._straight = np.asarray(cv2.getPerspectiveTransform(self._outline.astype(np.float32), square), np.float64)
        grey = self._grey(image)
        self._board = self._straightened(grey, IDENTITY)
        self._tiles = _tiled(self._board)
        self._points, self._features = self._detect(grey)
        self._place = IDENTITY  # the last homography that was right
        self._checked, self._likeness = grey, 1.0  # the picture checked last, and how similar its board is to the first

    def check(self, image: Image) -> BoardUnmoved | BoardMoved | BoardLost:
        """Compare the scene with a picture of the same size in which nothing moves over the board."""
        grey = self._grey(image)
        place = self._place
        alike = rest = self._alike(grey, place)
        for hypothesis in self._hypotheses(grey):
            value = self._alike(grey, hypothesis)
            if value > max(alike, rest + MIN_GAIN):
                place, alike = hypothesis, value
        if place is not self._place:
            refined = self._refined(grey, place)
            value = self._alike(grey, refined)
            if value > alike:
                place, alike = refined, value
        self._checked, self._likeness = grey, alike
        if alike < MIN_CORRELATION:
            return BoardLost(say("The camera or the board was moved, and the board has not been found again."))
        self._place = place
        shrink = np.diag([self._scale, self._scale, 1.0])
        full = np.linalg.inv(shrink) @ place @ shrink
        corners = _mapped(full, self._corners)
        by = float(np.linalg.norm(corners - self._corners, axis=1).max()) * self._scale / self._size
        return BoardUnmoved() if by <= MAX_DRIFT_SHARE else BoardMoved(full / full[2, 2], corners, by)

    def renew(self) -> None:
        """Use the last checked picture as the new reference; the board's place in it must be known to be correct."""
        if MIN_CORRELATION <= self._likeness < RENEWAL_CORRELATION:
            self._board = self._straightened(self._checked, self._place)
            self._tiles = _tiled(self._board)
            points, self._features = self._detect(self._checked)
            self._points = _mapped(np.asarray(np.linalg.inv(self._place), np.float64), points)
            self._likeness = 1.0

    def _grey(self, image: Image) -> Grey:
        size = round(image.shape[1] * self._scale), round(image.shape[0] * self._scale)
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)

    def _detect(self, grey: Grey) -> tuple[Points, Grey]:
        """Return the positions, shape (n, 2), and descriptors, shape (n, 32), of features from all over the picture.

        If only strength counted, most features would lie in a single piece of lettering, far from some of the corners.
        """
        height, width = grey.shape
        kept: Counter[tuple[int, int]] = Counter()
        found = []
        for point in sorted(self._orb.detect(grey, None), key=lambda point: -point.response):
            part = int(point.pt[0] * BUCKETS / width), int(point.pt[1] * BUCKETS / height)
            if kept[part] < MAX_FEATURES / BUCKETS**2:
                kept[part] += 1
                found.append(point)
        points, features = self._orb.compute(grey, found)
        if features is None:
            return np.empty((0, 2)), np.empty((0, 32), np.uint8)
        return np.array([point.pt for point in points], np.float64), np.asarray(features, np.uint8)

    def _hypotheses(self, grey: Grey) -> Iterator[Matrix]:
        """Yield homographies from the first picture to this one that are supported by many features."""
        points, features = self._detect(grey)
        if min(len(points), len(self._points)) < MIN_MATCHES:
            return
        matches = self._matcher.match(self._features, features)
        before = self._points[[match.queryIdx for match in matches]]
        after = points[[match.trainIdx for match in matches]]
        outline = self._outline.astype(np.float32)
        board = np.array([cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in before])
        near = np.linalg.norm(after - _mapped(self._place, before), axis=1) < NEAR_SHARE * self._size
        for chosen in (board & near, board, np.ones(len(before), bool)):
            if chosen.sum() >= MIN_MATCHES:
                found, agree = cv2.findHomography(before[chosen], after[chosen], cv2.USAC_MAGSAC, RANSAC_PX)
                if found is not None and agree.sum() >= MIN_MATCHES and self._sensible(found):
                    yield np.asarray(found, np.float64)

    def _sensible(self, homography: Matrix) -> bool:
        corners = _mapped(homography, self._outline)
        turned = cv2.isContourConvex(corners.astype(np.float32)) and np.linalg.det(homography) > 0
        return bool(turned and np.linalg.norm(corners - self._outline, axis=1).max() < MAX_SHIFT_SHARE * self._size)

    def _straightened(self, grey: Grey, homography: Matrix) -> Grey:
        """Rectify the board and its border to a square, using a homography."""
        straight = self._straight @ np.linalg.inv(homography)
        return np.asarray(cv2.warpPerspective(grey, straight, (self._side, self._side), flags=cv2.INTER_AREA), np.uint8)

    def _refined(self, grey: Grey, homography: Matrix) -> Matrix:
        """Return the homography that maximises the correlation of the rectified boards (Evangelidis and Psarakis, ECC,
        2008).
        """
        board = self._straightened(grey, homography)
        try:
            _, off = cv2.findTransformECC(
                self._board, board, np.eye(3, dtype=np.float32), cv2.MOTION_HOMOGRAPHY, ECC_CRITERIA
            )
        except cv2.error:  # it does not converge
            return homography
        return np.asarray(homography @ np.linalg.inv(self._straight) @ np.asarray(off) @ self._straight, np.float64)

    def _alike(self, grey: Grey, homography: Matrix) -> float:
        """Return the mean correlation of the tiles of the first board with those of this one under a homography."""
        before, after = self._tiles, _tiled(self._straightened(grey, homography))
        spread = np.linalg.norm(before, axis=1), np.linalg.norm(after, axis=1)
        least = MIN_CONTRAST_LEVELS * np.sqrt(before.shape[1])
        telling = (spread[0] > least) | (spread[1] > least)
        if not telling.any():
            return 0.0
        product = (before * after).sum(axis=1) / np.maximum(spread[0] * spread[1], least**2)
        return float(product[telling].clip(0, 1).mean())


def _tiled(board: Grey) -> Floats32:
    """Return a rectified board as tiles with zero mean, shape (TILES squared, pixels of a tile)."""
    tile = len(board) // TILES
    tiles = board.astype(np.float32).reshape(TILES, tile, TILES, tile).swapaxes(1, 2).reshape(TILES * TILES, tile * tile)
    return np.asarray(tiles - tiles.mean(axis=1, keepdims=True), np.float32)


def _mapped(homography: Matrix, points: Points) -> Points:
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), homography), np.float64).reshape(-1, 2)
