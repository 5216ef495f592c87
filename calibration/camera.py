"""Camera calibrations for the boards of each game.

The newest is stored as `[GAME.camera]`; its `others` lists the calibrations for other sets, places and lighting.

The corners are stored in the board's own order, so they also determine its orientation. No pictures are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

import numpy as np

from fourth_seat.boundary.addresses import without_login
from fourth_seat.boundary.text import printable
from fourth_seat.calibration import store
from fourth_seat.calibration.lens import Points

MAX_SIDE_PX = 1 << 15
MAX_CALIBRATIONS = 6  # of a game
MAX_NAME_CHARS = 30  # of a name that a person gives one of them
_PART = "camera"


@dataclass(frozen=True, slots=True, eq=False)
class CameraCalibration:
    """The calibration of a camera set up in front of a board.

    Attributes:
        source: the camera, in the form accepted by `open_source`.
        size: the size of its pictures, (width, height) in pixels.
        corners: the corners of the playing area in pixels, shape (4, 2): top left, top right, bottom right, bottom left as
            the rules draw the board.
        appearance: the learned appearance of the set, in the form used by the game's classifier.
        name: the name that the user gave this board; empty if none.
        used: the day of its last use; None if unknown.
    """

    source: str
    size: tuple[int, int]
    corners: Points
    appearance: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    used: date | None = None

    @property
    def place(self) -> tuple[object, ...]:
        """Return the key that identifies this calibration among those of its game."""
        values = _values(self)
        return values["source"], self.size, tuple(map(tuple, values["corners"]))


def load_camera(game: str) -> CameraCalibration | None:
    """Load the newest usable calibration for this game, or None if there is none.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    return next(iter(load_cameras(game)), None)


def load_cameras(game: str) -> tuple[CameraCalibration, ...]:
    """Load the usable calibrations for this game, newest first.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    return _calibrations(store.load(game, _PART))


def _calibrations(saved: Mapping[str, Any]) -> tuple[CameraCalibration, ...]:
    others = saved.get("others")
    found = map(_read, (saved, *(others if isinstance(others, list) else ())))
    return tuple(each for each in found if each)[:MAX_CALIBRATIONS]


def _read(saved: Any) -> CameraCalibration | None:
    try:
        width, height = saved["size"]
        if type(width) is not int or type(height) is not int:
            return None
        corners = np.array(saved["corners"], np.float64).reshape(4, 2)
        if not (np.isfinite(corners).all() and 0 < width < MAX_SIDE_PX and 0 < height < MAX_SIDE_PX):
            return None
        look = dict(saved.get("look", {}))
        name = _short(str(saved.get("name", "")))
        return CameraCalibration(str(saved["source"]), (width, height), corners, look, name, _day(saved.get("used")))
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
        return None


def _day(saved: Any) -> date | None:
    try:
        return date.fromisoformat(saved)
    except (TypeError, ValueError):
        return None


def _short(name: str) -> str:
    return printable(name).strip()[:MAX_NAME_CHARS].strip()


def save_camera(game: str, calibration: CameraCalibration, instead_of: CameraCalibration | None = None) -> None:
    """Save a camera calibration as the newest for a game. If it has no name, it inherits the name of the calibration that
    it replaces.

    Raises:
        NotSaved: the file cannot be written.
    """
    old = {calibration.place, instead_of.place if instead_of else None}

    def edit(kept: Sequence[CameraCalibration]) -> list[CameraCalibration]:
        name = calibration.name or next((each.name for each in kept if each.place in old and each.name), "")
        return [replace(calibration, name=name), *(each for each in kept if each.place not in old)]

    _change(game, edit)


def rename_camera(game: str, calibration: CameraCalibration, name: str) -> None:
    """Rename a saved calibration; an empty name removes the old one.

    Raises:
        NotSaved: the file cannot be written.
    """

    def edit(kept: Sequence[CameraCalibration]) -> list[CameraCalibration]:
        return [replace(each, name=_short(name)) if each.place == calibration.place else each for each in kept]

    _change(game, edit)


def forget_camera(game: str, calibration: CameraCalibration) -> None:
    """Remove one calibration.

    Raises:
        NotSaved: the file cannot be written.
    """
    _change(game, lambda kept: [each for each in kept if each.place != calibration.place])


def _change(game: str, edit: Callable[[Sequence[CameraCalibration]], Iterable[CameraCalibration]]) -> None:
    """Apply `edit` to the calibrations in the file and save the result."""

    def written(saved: Mapping[str, Any]) -> Mapping[str, Any]:
        values = [_values(each) for each in edit(_calibrations(saved))][:MAX_CALIBRATIONS]
        return {**values[0], "others": values[1:]} if values else {}

    store.change(game, _PART, written)


def _values(calibration: CameraCalibration) -> dict[str, Any]:
    return {
        "source": without_login(calibration.source),
        "size": list(calibration.size),
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in calibration.corners],
        "look": dict(calibration.appearance),
        **({"name": calibration.name} if calibration.name else {}),
        **({"used": calibration.used.isoformat()} if calibration.used else {}),
    }
