"""Rejects pictures of a board (on a box, on paper or on a screen) that are mistaken for a real board.

There are three cues. First, a picture seen from the side is a view of a view, and no camera sees a real board that way:
there is no focal length, or only an extremely short one, at which the board's sides are perpendicular and in proportion
(Zhang, A flexible new technique for camera calibration, 2000). Second, a picture is surrounded by a quadrilateral of
straight edges; around a real board on a sheet or a tray, this would be a rectangle on the board's plane. Third, it fills
little of the camera's picture. Each cue provides log odds that this is a picture, and these are added up.

A photo taken from directly above and seen from directly above cannot be distinguished from a board. The same is true of a
picture that shows no edge and was taken by a similar camera.
"""

from __future__ import annotations

import cv2
import numpy as np

from fourth_seat.calibration.lens import Lens, Points
from fourth_seat.games.geometry import Rectangle, rectangle
from fourth_seat.vision.arrays import Floats, Mask
from fourth_seat.vision.detect.borders import borders
from fourth_seat.vision.protocols import Image, size_of
from fourth_seat.words import Text, say

CORNER_SIGMA = 0.01  # error of a corner, in roots of the board's area (standard deviation)
SHAPE_SIGMA = 0.01  # error of the board's angles and proportions for other reasons, such as the lens
FOCAL_RATIOS = np.exp(np.linspace(-1.2, 1.5, 82))  # focal lengths that are tried, in usual ones
# Standard deviations of the logarithm of a focal length: few lenses are wider than usual, but pictures are cropped.
SHORT_FOCAL_SIGMA, LONG_FOCAL_SIGMA = 0.3, 0.6
RIGHT_ANGLE_SIGMA = 0.025  # deviation of visible edges from right angles (standard deviation of the cosine)

PRIOR_LOG_ODDS = -3.5  # logarithm of the odds for a picture before anything is seen
# The log odds grow with the square of the misfit, in standard deviations, between the board and a camera's view of one.
FITTING_LOG_ODDS, MISFIT_SLOPE = -1.2, 0.46  # without any misfit, and by its square
# Beyond so many standard deviations they grow linearly, by so much each: sets and lenses may be odd.
MAX_SQUARED_SIGMAS, OUTLIER_SLOPE = 3.2, 0.5
MIN_SEEN_SHARE = 0.5  # of each side of a quadrilateral, that must be seen for it to count,
CLEAR_SEEN_SHARE = 0.75  # and to count fully
# Sides as parallel to the board's, and as near to them, belong to its own frame.
MAX_FRAME_COSINE = 0.06  # between the two directions, less a right angle
MAX_FRAME_GAP = 0.5  # in parts of half the board
MAX_FRAME_SIDES = 1  # such sides at most
SURROUNDED_LOG_ODDS, OPEN_LOG_ODDS = 2.0, -0.5  # odds with a quadrilateral around the board, and without
SKEW_SLOPE, MAX_SKEW_LOG_ODDS = 0.25, 6.0  # odds by the square of the standard deviations off a rectangle, and at most
SMALL_SHARE = 0.12  # of the camera's picture: a board that fills less suggests a printed one,
SIZE_SLOPE = 2.0  # by the logarithm of how much less
MIN_SIZE_LOG_ODDS, MAX_SIZE_LOG_ODDS = -0.5, 3.0


def printed_photo_reason(image: Image, corners: Points, area: Rectangle, aspect_sigma: float) -> Text | None:
    """Return the reason why the area within these corners must be a picture of a board, or None if it may be a real board.

    Args:
        corners: the corners of the playing area, in order around it, shape (4, 2).
        area: the playing area in board units.
        aspect_sigma: as in `BoardVision`.
    """
    size = size_of(image)
    views = _views(corners, area, aspect_sigma)
    crooked, around = _misfit_log_odds(_misfit(views, size)), _surround_log_odds(*borders(image, corners), views, area)
    if PRIOR_LOG_ODDS + crooked + around + _size_log_odds(corners, size) <= 0:
        return None
    if around <= 0 and crooked > MISFIT_SLOPE * MAX_SQUARED_SIGMAS**2 + FITTING_LOG_ODDS:
        return say(
            "A camera cannot see a real board like this: the corners are in the wrong order, or this "
            "is a picture of a board."
        )
    return say("This seems to be a picture of a board, on a box, on paper or on a screen: show the board itself.")


def _views(corners: Points, area: Rectangle, shape: float) -> Floats:
    """Return homographies from board units to pixels, shape (10, 3, 3): one for the given corners, eight with one of their
    coordinates off by a standard deviation, and one with the board's shape off by a standard deviation.
    """
    plan = np.array(rectangle(*area), np.float64)
    spread = CORNER_SIGMA * np.sqrt(cv2.contourArea(corners.astype(np.float32)))
    tried = corners + np.concatenate([np.zeros((1, 4, 2)), spread * np.eye(8).reshape(8, 4, 2)])
    seen = [np.asarray(cv2.findHomography(plan, pixels)[0], np.float64) for pixels in tried]
    return np.stack([*seen, seen[0] @ np.diag([np.exp(shape / 2), np.exp(-shape / 2), 1])])


def _misfit(views: Floats, size: tuple[int, int]) -> float:
    """Return the distance, in standard deviations, between the board and the likeliest view of a real board."""
    usual = Lens.usual(size)
    centred = np.array([[1, 0, -usual.centre[0]], [0, 1, -usual.centre[1]], [0, 0, 1]]) @ views
    far = np.broadcast_to(centred[:, None, 2], (len(views), len(FOCAL_RATIOS), 3))
    beside = centred[:, None, :2] / (usual.focal * FOCAL_RATIOS[:, None, None])
    rays = np.concatenate([beside, far[:, :, None]], axis=2)  # view, focal length, coordinate, axis of the board
    across, down = rays[..., 0], rays[..., 1]
    wide, tall = np.linalg.norm(across, axis=2), np.linalg.norm(down, axis=2)
    off = np.stack([(across * down).sum(axis=2) / (wide * tall), np.log(wide / tall)], axis=-1)
    change = off[1:] - off[0]
    covariance = np.einsum("vfi,vfj->fij", change, change) + SHAPE_SIGMA**2 * np.eye(2)
    square = np.einsum("fi,fij,fj->f", off[0], np.linalg.inv(covariance), off[0])
    lens = np.log(FOCAL_RATIOS) / np.where(FOCAL_RATIOS < 1, SHORT_FOCAL_SIGMA, LONG_FOCAL_SIGMA)
    return float(np.sqrt((square + lens**2).min()))


def _misfit_log_odds(misfit: float) -> float:
    return (
        MISFIT_SLOPE * min(misfit, MAX_SQUARED_SIGMAS) ** 2
        + FITTING_LOG_ODDS
        + OUTLIER_SLOPE * max(misfit - MAX_SQUARED_SIGMAS, 0)
    )


def _surround_log_odds(corners: Floats, seen: Floats, views: Floats, area: Rectangle) -> float:
    """Return the log odds of a printed picture from the quadrilateral around the board that suggests one most strongly.

    Args:
        corners, seen: as returned by `borders`.
    """
    corners, seen = corners[seen > MIN_SEEN_SHARE], seen[seen > MIN_SEEN_SHARE]
    flat = np.einsum("vij,qcj->vqci", np.linalg.inv(views), np.dstack([corners, np.ones(corners.shape[:2])]))
    before = np.asarray(((flat[..., 2] > 0) == (flat[:, :1, :1, 2] > 0)).all(axis=(0, 2)))  # not beyond the horizon
    flat = flat[:, before, :, :2] / flat[:, before, :, 2:]
    sides = np.roll(flat, -1, axis=2) - flat
    sides /= np.linalg.norm(sides, axis=3, keepdims=True)
    cosine = (sides * np.roll(sides, 1, axis=2)).sum(axis=3)
    spread = np.sqrt(((cosine[1:] - cosine[0]) ** 2).sum(axis=0) + RIGHT_ANGLE_SIGMA**2)
    twisted = (np.abs(cosine[0]) / spread).max(axis=1)
    odds = SURROUNDED_LOG_ODDS + np.minimum(SKEW_SLOPE * twisted**2, MAX_SKEW_LOG_ODDS)
    odds = OPEN_LOG_ODDS + (odds - OPEN_LOG_ODDS) * np.minimum(
        (seen[before] - MIN_SEEN_SHARE) / (CLEAR_SEEN_SHARE - MIN_SEEN_SHARE), 1
    )
    own = _on_frame(flat[0], sides[0], area).sum(axis=1)
    return float(odds[own <= MAX_FRAME_SIDES].max(initial=OPEN_LOG_ODDS))


def _on_frame(corners: Floats, sides: Floats, area: Rectangle) -> Mask:
    """Return a mask of the quadrilaterals' sides that belong to the board's own frame, shape (n, 4).

    Args:
        corners: the corners of the quadrilaterals, in board units, shape (n, 4, 2).
        sides: the directions of their sides, from each corner to the next, shape (n, 4, 2).
    """
    left, top, right, bottom = area
    half = np.array([right - left, bottom - top]) / 2
    middles = (corners + np.roll(corners, -1, axis=1)) / 2 - (left + half[0], top + half[1])
    normals = np.stack([-sides[..., 1], sides[..., 0]], axis=-1)
    across = np.abs(normals).argmax(axis=2)  # the axis across which a side lies
    beyond = np.abs((middles * normals).sum(axis=2)) / half[across] - 1
    return np.asarray((np.abs(sides).min(axis=2) < MAX_FRAME_COSINE) & (beyond < MAX_FRAME_GAP))


def _size_log_odds(corners: Points, size: tuple[int, int]) -> float:
    filled = cv2.contourArea(corners.astype(np.float32)) / (size[0] * size[1])
    return float(np.clip(SIZE_SLOPE * np.log(SMALL_SHARE / max(filled, 1e-6)), MIN_SIZE_LOG_ODDS, MAX_SIZE_LOG_ODDS))
