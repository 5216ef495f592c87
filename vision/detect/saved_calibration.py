"""Calibrations saved in earlier sessions, which are reused if a picture shows the same scene."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fourth_seat.calibration.camera import CameraCalibration, load_cameras
from fourth_seat.calibration.lens import Lens, Points, load_lens
from fourth_seat.games import AnyGame, AnyState
from fourth_seat.games.options import Options
from fourth_seat.inference.initial_position import fits, positions
from fourth_seat.vision.board_reading import view_of_board
from fourth_seat.vision.errors import BadCorners
from fourth_seat.vision.protocols import UNUSABLE_APPEARANCE, Appearance, BoardNotFound, Image, size_of
from fourth_seat.vision.registry import board_vision
from fourth_seat.words import FourthSeatError

CLEAR_CONFIDENCE = 0.5  # a detector's confidence from which it outweighs a saved calibration
NEAR_SHARE = 0.03  # of the board's diagonal: the greatest distance between detected and saved corners


def saved_calibrations(game: AnyGame) -> tuple[CameraCalibration, ...]:
    """Load the calibrations of this game's boards, newest first. If the file cannot be read, returns none, so that
    everything is calibrated again.
    """
    try:
        return load_cameras(game.name)
    except FourthSeatError:
        return ()


def known_lens(source: str, size: tuple[int, int]) -> Lens | None:
    """Return the lens of this camera, or None if it is unknown or the file cannot be read, in which case the usual lens is
    assumed.
    """
    try:
        return load_lens(source, size)
    except FourthSeatError:
        return None


def recall(
    kept: Sequence[CameraCalibration], image: Image, game: AnyGame, options: Options, state: AnyState | None = None
) -> CameraCalibration | None:
    """Return the best-fitting calibration whose corners contain the board in this position (any position if `state` is
    None), or None if there is none.
    """
    fitting = {n: score for n, each in enumerate(kept) if (score := _fit(each, image, game, options, state)) is not None}
    if not fitting:
        return None
    # An empty board matches many things. If the board is clearly seen elsewhere, or nowhere near here, it is not here.
    found = board_vision(game).detector.detect(image, options)
    if isinstance(found, BoardNotFound) or found.confidence < CLEAR_CONFIDENCE:
        there = list(fitting)
    else:
        there = [n for n in fitting if _same(found.corners, kept[n].corners)]
    return kept[max(there, key=fitting.__getitem__)] if there else None


def appearance_within(kept: Sequence[CameraCalibration], corners: Points, image: Image) -> Appearance:
    """Return the appearance of the set last seen within roughly these corners, in pictures of any size; empty if there is
    none.
    """
    width, height = size_of(image)
    for each in kept:
        scale = width / each.size[0]
        if abs(height - scale * each.size[1]) <= 1 and _same(scale * each.corners, corners):
            return each.appearance
    return {}


def _fit(kept: CameraCalibration, image: Image, game: AnyGame, options: Options, state: AnyState | None) -> float | None:
    """Return the log-likelihood of the position, given the board within the saved corners, or None if it does not fit."""
    if kept.size != size_of(image):
        return None
    vision = board_vision(game)
    try:
        view = view_of_board(kept.corners, game, options, image, known_lens(kept.source, kept.size))
        with np.errstate(all="ignore"):
            if vision.classifier.rejection_reason(image, view, kept.appearance, options):
                return None
            evidence = vision.classifier.classify(image, view, kept.appearance, options)
    except (*UNUSABLE_APPEARANCE, BadCorners):
        return None
    states = ((state,) if fits(evidence, state) else ()) if state else positions(game, options, evidence)
    return evidence.score(states[0].cells()) if states else None


def _same(corners: Points, others: Points) -> bool:
    """Return whether these are the corners of the same board, in any order."""
    extent = float(np.linalg.norm(np.ptp(corners, axis=0)))
    apart = np.linalg.norm(corners[:, None] - others[None], axis=2)
    return bool(apart.min(axis=0).max() < NEAR_SHARE * extent)
