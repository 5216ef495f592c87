"""The calibrations of cameras for one game's boards: `[GAME.camera]` and, of other sets, places and lights, its `others`.

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
from table.errors import BadConfig

MAX_SIDE = 1 << 15  # pixels
MAX_KEPT = 6  # calibrations of a game
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
    """Load the newest calibration for this game; None if there is none that can be used.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    return next(iter(load_cameras(game)), None)


def load_cameras(game: str) -> tuple[CameraCalibration, ...]:
    """Load the calibrations for this game that can be used, the newest first.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    saved = store.load(game, _PART)
    others = saved.get("others")
    found = map(_read, (saved, *(others if isinstance(others, list) else ())))
    return tuple(each for each in found if each)[:MAX_KEPT]


def _read(saved: Any) -> CameraCalibration | None:
    try:
        width, height = saved["size"]
        if type(width) is not int or type(height) is not int:
            return None
        corners = np.array(saved["corners"], np.float64).reshape(4, 2)
        if not (np.isfinite(corners).all() and 0 < width < MAX_SIDE and 0 < height < MAX_SIDE):
            return None
        return CameraCalibration(str(saved["source"]), (width, height), corners, dict(saved.get("look", {})))
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
        return None


def save_camera(game: str, calibration: CameraCalibration, instead_of: CameraCalibration | None = None) -> None:
    """Save the calibration of a camera for one game as the newest, instead of one that it replaces.

    Raises:
        NotSaved: the file cannot be written.
    """
    try:
        kept = load_cameras(game)
    except BadConfig:  # the file is put aside
        kept = ()
    old = _place(instead_of) if instead_of else None
    others = [_values(each) for each in kept if _place(each) not in (old, _place(calibration))]
    store.save(game, _PART, {**_values(calibration), "others": others[: MAX_KEPT - 1]})


def _place(calibration: CameraCalibration) -> tuple[object, ...]:
    values = _values(calibration)
    return values["source"], values["size"], values["corners"]


def _values(calibration: CameraCalibration) -> dict[str, Any]:
    return {
        "source": without_login(calibration.source),
        "size": list(calibration.size),
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in calibration.corners],
        "look": dict(calibration.appearance),
    }
