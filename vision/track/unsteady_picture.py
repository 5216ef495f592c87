"""Diagnoses why a camera's pictures do not settle: a flickering lamp, a moving shadow or reflection, a shaking camera, or
hands.

Downscaled pictures from the last few seconds are compared with their median, pixel by pixel, using the logarithm of the
ratio. A flickering lamp causes bands in pictures taken with a rolling shutter: the ratio is constant along each row, above
one in some rows and below it in others. A shadow darkens all colours alike and a reflection brightens them, but the board
remains visible. Anything that replaces the board's own colours is a moving object.
"""

from __future__ import annotations

import itertools

import cv2
import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.vision.arrays import Floats32, Mask
from fourth_seat.vision.track.lamp_bands import DIM_LEVEL, FAINT_LEVEL, MIN_PICTURES, WHITE_LEVEL, is_banded
from fourth_seat.vision.track.small_pictures import SmallPictures
from fourth_seat.words import Text, say

GAMMA = 2.2  # from stored to linear light
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


def disturbance(pictures: SmallPictures, corners: Points | None = None) -> Text | None:
    """Return a message with the cause of a disturbance and a remedy, or None if nothing disturbs the pictures.

    `corners` are the board's corners in pixels of the camera's pictures, shape (4, 2); if omitted, the whole picture is
    examined.
    """
    if len(pictures) < MIN_PICTURES:
        return None
    levels = pictures.levels()
    if _shakes(levels):
        return SHAKING
    logs = np.log(levels + FAINT_LEVEL)
    logs -= np.median(logs, axis=0)
    board = _board(levels.shape[1:3], None if corners is None else corners * pictures.scale)
    light = logs.mean(axis=3)
    light -= np.median(light[:, board], axis=1)[:, None, None]  # another exposure
    if sum(is_banded(each, board) for each in light) > len(light) / 2:
        return BANDS
    changed = np.array([_solid(np.abs(each) > MIN_CHANGE_LOG) for each in light]) & board
    if changed.sum() < MIN_CHANGED_SHARE * board.sum() * len(logs):
        return None
    lit = _only_light_differs(logs[changed], levels[changed])
    if lit.mean() < MIN_LIGHT_SHARE:
        return MOTION
    return SHADOW if light[changed][lit].mean() < 0 else REFLECTION


def _board(shape: tuple[int, ...], corners: Points | None) -> Mask:
    """Return a mask of the area within the corners, or of everything if nothing is within them."""
    if corners is None:
        return np.ones(shape, bool)
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    return mask.astype(bool) if mask.any() else np.ones(shape, bool)


def _shakes(levels: Floats32) -> bool:
    """Return whether the whole picture has moved between most of the pictures."""
    grey = np.log(levels.mean(axis=3) + FAINT_LEVEL)
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
