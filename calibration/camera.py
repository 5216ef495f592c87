"""The calibration of a camera for one game's board: `[GAME.camera]`.

The corners are stored in the board's own order, so they also give its orientation. No picture is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from boundary.addresses import without_login
from calibration import store
from calibration.lens import Points

MAX_SIDE = 1 << 15  # pixels
_PART = "camera"


@dataclass(frozen=True, slots=True, eq=False)
class CameraCalibration:
    """A camera before a board, as it was set up.

    Attributes:
        source: as `open_source` reads it.
        size: of its pictures, (width, height) in pixels.
        corners: of the playing area in pixels, shape (4, 2): top left, top right, bottom right, bottom left as the rules
            draw the board.
        appearance: what was learned of the set; its form belongs to the game's reader.
    """

    source: str
    size: tuple[int, int]
    corners: Points
    appearance: Mapping[str, Any] = field(default_factory=dict)


def load_camera(game: str) -> CameraCalibration | None:
    """Load the camera's calibration for this game; None if there is none, or none that can be used.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    saved = store.load(game, _PART)
    try:
        width, height = saved["size"]
        if type(width) is not int or type(height) is not int:
            return None
        corners = np.array(saved["corners"], np.float64).reshape(4, 2)
        if not (np.isfinite(corners).all() and 0 < width < MAX_SIDE and 0 < height < MAX_SIDE):
            return None
        return CameraCalibration(str(saved["source"]), (width, height), corners, dict(saved.get("look", {})))
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def save_camera(game: str, calibration: CameraCalibration) -> None:
    """Save the calibration of a camera for one game.

    Raises:
        NotSaved: the file cannot be written.
    """
    values: dict[str, Any] = {
        "source": without_login(calibration.source),
        "size": list(calibration.size),
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in calibration.corners],
        "look": dict(calibration.appearance),
    }
    store.save(game, _PART, values)
