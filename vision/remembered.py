"""A calibration from another evening: it serves again where a picture shows the same scene."""

from __future__ import annotations

from calibration.camera import CameraCalibration, load_camera
from games import AnyGame, AnyState
from games.options import Options
from vision.eyes import eye_of
from vision.look import seen_from
from vision.protocols import Image
from vision.start import fits, positions
from words import FourthSeatError


def remembered(game: AnyGame) -> CameraCalibration | None:
    """What is kept of this game's board; None also where the file cannot be read: then it is all learned anew."""
    try:
        return load_camera(game.name)
    except FourthSeatError:
        return None


def still_there(
    kept: CameraCalibration, image: Image, game: AnyGame, options: Options, state: AnyState | None = None
) -> bool:
    """Whether the board is seen within the kept corners, and holds this position (where none is told: any)."""
    height, width = image.shape[:2]
    if kept.size != (width, height):
        return False
    reader = eye_of(game.name).reader
    view = seen_from(kept.corners, game, options, image)
    if reader.refuse(image, view, kept.look, options):
        return False
    evidence = reader.read(image, view, kept.look, options)
    return fits(evidence, state) if state else bool(positions(game, options, evidence))
