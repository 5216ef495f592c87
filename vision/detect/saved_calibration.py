"""A calibration from another evening: it serves again where a picture shows the same scene."""

from __future__ import annotations

import numpy as np

from calibration.camera import CameraCalibration, load_camera
from calibration.lens import Lens, Points, load_lens
from games import AnyGame, AnyState
from games.options import Options
from vision.board_reading import view_of_board
from vision.errors import BadCorners
from vision.infer.initial_position import fits, positions
from vision.protocols import UNUSABLE_APPEARANCE, BoardNotFound, Image
from vision.registry import board_vision
from words import FourthSeatError

CLEAR_CONFIDENCE = 0.5  # a finder's confidence from which it outweighs what was kept
NEAR_SHARE = 0.03  # of the board's diagonal: how far corners that were found and corners that were kept may be apart


def saved_calibration(game: AnyGame) -> CameraCalibration | None:
    """Load the calibration of this game's board; None also where the file cannot be read: then all is learned anew."""
    try:
        return load_camera(game.name)
    except FourthSeatError:
        return None


def known_lens(source: str, size: tuple[int, int]) -> Lens | None:
    """The lens of this camera; None also where the file cannot be read: then the usual one has to do."""
    try:
        return load_lens(source, size)
    except FourthSeatError:
        return None


def still_there(
    kept: CameraCalibration, image: Image, game: AnyGame, options: Options, state: AnyState | None = None
) -> bool:
    """Whether the board is seen within the kept corners, and holds this position (where none is told: any)."""
    height, width = image.shape[:2]
    if kept.size != (width, height):
        return False
    vision = board_vision(game)
    try:
        view = view_of_board(kept.corners, game, options, image, known_lens(kept.source, kept.size))
        with np.errstate(all="ignore"):
            if vision.classifier.rejection_reason(image, view, kept.appearance, options):
                return False
            evidence = vision.classifier.classify(image, view, kept.appearance, options)
    except (*UNUSABLE_APPEARANCE, BadCorners):
        return False
    if not (fits(evidence, state) if state else positions(game, options, evidence)):
        return False
    # An empty board fits much. Where it is plainly seen elsewhere, or nowhere near, it is not there.
    found = vision.detector.detect(image, options)
    return isinstance(found, BoardNotFound) or found.confidence < CLEAR_CONFIDENCE or _same(found.corners, kept.corners)


def _same(corners: Points, others: Points) -> bool:
    """Whether these are the corners of one board, in whatever order."""
    extent = float(np.linalg.norm(np.ptp(corners, axis=0)))
    apart = np.linalg.norm(corners[:, None] - others[None], axis=2)
    return bool(apart.min(axis=0).max() < NEAR_SHARE * extent)
