"""Rejection of pictures of a board, on a box, on paper or on a screen, where a board itself is looked for.

There are three cues. A picture seen from the side is a view of a view, which no camera has of a board: no focal length,
or only that of a lens for whole rooms, makes the angles between the board's sides right and its sides as long as they are
(Zhang, A flexible new technique for camera calibration, 2000). Around it lies a quadrilateral of straight edges; where a
real board lies on a sheet or a tray, that is a rectangle on the board's plane. And it fills little of the camera's picture.
Each is a logarithm of odds for a picture, and they are added up.

A photo taken from straight above and seen from straight above cannot be told from a board; nor can a picture without an
edge in sight that was taken by a camera like this one.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Lens, Points
from games.geometry import Rectangle, rectangle
from vision.detect.borders import borders
from vision.protocols import Image
from words import Text, say

Floats = NDArray[np.float64]

CORNER = 0.01  # how far a corner is off, in roots of the board's area (standard deviation)
SQUARE = 0.01  # how far the board's angles and proportions are off for other reasons, such as the lens
FOCALS = np.exp(np.linspace(-1.2, 1.5, 82))  # focal lengths that are tried, in usual ones
SHORTER, LONGER = (
    0.3,
    0.6,
)  # standard deviations of their logarithms: few lenses are wider than usual, but pictures are cropped
RIGHT = 0.025  # how far edges that are seen are off right angles (standard deviation of the cosine)

USUAL = -3.5  # logarithm of the odds for a picture before anything is seen
CROOKED, STRAIGHT = 0.46, -1.2  # odds by the square of the standard deviations off a camera's view, and with none
FAR, FURTHER = 3.2, 0.5  # standard deviations beyond which they grow only by so much each: sets and lenses may be odd
FAINT, CLEAR = (
    0.5,
    0.75,
)  # part of each side of a quadrilateral that is seen, from which it begins to count, and fully counts
ALIGNED, NEAR = (
    0.06,
    0.5,
)  # cosine, and part of the board's half: sides so parallel and so near to the board's are its frame's
FRAME = 1  # such sides at most
AROUND, OPEN = 2.0, -0.5  # odds with a quadrilateral around the board, and without
TWISTED, MOST_TWISTED = 0.25, 6.0  # odds by the square of the standard deviations off a rectangle, and at most
LITTLE, SMALLER, LARGE, SMALL = (
    0.12,
    2.0,
    -0.5,
    3.0,
)  # of the picture filled: from where, by its logarithm, at least, at most


def printed_photo_reason(image: Image, corners: Points, area: Rectangle, aspect_sigma: float) -> Text | None:
    """Explain why the contents of these corners can only be a picture of a board; None where they can be a board.

    Args:
        corners: of the playing area, in order around it, shape (4, 2).
        area: the playing area in board units.
        aspect_sigma: as `BoardVision` has it.
    """
    size = image.shape[1], image.shape[0]
    views = _views(corners, area, aspect_sigma)
    crooked, around = _crooked(_misfit(views, size)), _around(*borders(image, corners), views, area)
    if USUAL + crooked + around + _small(corners, size) <= 0:
        return None
    if around <= 0 and crooked > CROOKED * FAR**2 + STRAIGHT:
        return say("No camera sees a board like this: the corners are in the wrong order, or it is a picture of a board.")
    return say("This seems to be a picture of a board, on a box, on paper or on a screen: show the board itself.")


def _views(corners: Points, area: Rectangle, shape: float) -> Floats:
    """Return homographies from board units to pixels, shape (10, 3, 3): by the corners; then with each of their eight
    coordinates, and last with the board's shape, a standard deviation off.
    """
    plan = np.array(rectangle(*area), np.float64)
    spread = CORNER * np.sqrt(cv2.contourArea(corners.astype(np.float32)))
    tried = corners + np.concatenate([np.zeros((1, 4, 2)), spread * np.eye(8).reshape(8, 4, 2)])
    seen = [np.asarray(cv2.findHomography(plan, pixels)[0], np.float64) for pixels in tried]
    return np.stack([*seen, seen[0] @ np.diag([np.exp(shape / 2), np.exp(-shape / 2), 1])])


def _misfit(views: Floats, size: tuple[int, int]) -> float:
    """Return the distance, in standard deviations, between the board and the likeliest view that a camera has of one."""
    usual = Lens.usual(size)
    centred = np.array([[1, 0, -usual.centre[0]], [0, 1, -usual.centre[1]], [0, 0, 1]]) @ views
    far = np.broadcast_to(centred[:, None, 2], (len(views), len(FOCALS), 3))
    beside = centred[:, None, :2] / (usual.focal * FOCALS[:, None, None])
    rays = np.concatenate([beside, far[:, :, None]], axis=2)  # view, focal length, coordinate, axis of the board
    across, down = rays[..., 0], rays[..., 1]
    wide, tall = np.linalg.norm(across, axis=2), np.linalg.norm(down, axis=2)
    off = np.stack([(across * down).sum(axis=2) / (wide * tall), np.log(wide / tall)], axis=-1)
    change = off[1:] - off[0]
    covariance = np.einsum("vfi,vfj->fij", change, change) + SQUARE**2 * np.eye(2)
    square = np.einsum("fi,fij,fj->f", off[0], np.linalg.inv(covariance), off[0])
    lens = np.log(FOCALS) / np.where(FOCALS < 1, SHORTER, LONGER)
    return float(np.sqrt((square + lens**2).min()))


def _crooked(misfit: float) -> float:
    return CROOKED * min(misfit, FAR) ** 2 + STRAIGHT + FURTHER * max(misfit - FAR, 0)


def _around(corners: Floats, seen: Floats, views: Floats, area: Rectangle) -> float:
    """Return the evidence for a printed picture by the quadrilateral around the board that speaks most for one.

    Args:
        corners, seen: as `borders` has them.
    """
    corners, seen = corners[seen > FAINT], seen[seen > FAINT]
    flat = np.einsum("vij,qcj->vqci", np.linalg.inv(views), np.dstack([corners, np.ones(corners.shape[:2])]))
    before = np.asarray(((flat[..., 2] > 0) == (flat[:, :1, :1, 2] > 0)).all(axis=(0, 2)))  # not beyond the horizon
    flat = flat[:, before, :, :2] / flat[:, before, :, 2:]
    sides = np.roll(flat, -1, axis=2) - flat
    sides /= np.linalg.norm(sides, axis=3, keepdims=True)
    cosine = (sides * np.roll(sides, 1, axis=2)).sum(axis=3)
    spread = np.sqrt(((cosine[1:] - cosine[0]) ** 2).sum(axis=0) + RIGHT**2)
    twisted = (np.abs(cosine[0]) / spread).max(axis=1)
    odds = AROUND + np.minimum(TWISTED * twisted**2, MOST_TWISTED)
    odds = OPEN + (odds - OPEN) * np.minimum((seen[before] - FAINT) / (CLEAR - FAINT), 1)
    own = _own(flat[0], sides[0], area).sum(axis=1)
    return float(odds[own <= FRAME].max(initial=OPEN))


def _own(corners: Floats, sides: Floats, area: Rectangle) -> NDArray[np.bool_]:
    """Return a mask of the sides of quadrilaterals that are those of the board's own frame; shape (n, 4).

    Args:
        corners: of the quadrilaterals, board units, shape (n, 4, 2).
        sides: their directions, from each corner to the next; shape (n, 4, 2).
    """
    left, top, right, bottom = area
    half = np.array([right - left, bottom - top]) / 2
    middles = (corners + np.roll(corners, -1, axis=1)) / 2 - (left + half[0], top + half[1])
    normals = np.stack([-sides[..., 1], sides[..., 0]], axis=-1)
    across = np.abs(normals).argmax(axis=2)  # the axis across which a side lies
    beyond = np.abs((middles * normals).sum(axis=2)) / half[across] - 1
    return np.asarray((np.abs(sides).min(axis=2) < ALIGNED) & (beyond < NEAR))


def _small(corners: Points, size: tuple[int, int]) -> float:
    filled = cv2.contourArea(corners.astype(np.float32)) / (size[0] * size[1])
    return float(np.clip(SMALLER * np.log(LITTLE / max(filled, 1e-6)), LARGE, SMALL))
