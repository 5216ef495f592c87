"""Which camera watches a game's board, and whether it is on: `[GAME.watched]`. Imports no NumPy, for the window."""

from __future__ import annotations

from dataclasses import dataclass

from calibration import store

_PART = "watched"


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Attributes:
    source: as people write it: a number, an address, a file.
    on: whether it watches from the start of the next game.
    """

    source: str = ""
    on: bool = False


def load_camera_settings(game: str) -> CameraSettings:
    """Load the camera chosen last for this game; an empty source if there is none.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    saved = store.load(game, _PART)
    source, on = saved.get("source"), saved.get("on")
    return CameraSettings(source, on is True) if isinstance(source, str) else CameraSettings()


def save_camera_settings(game: str, chosen: CameraSettings) -> None:
    """Save which camera watches this game's board.

    Raises:
        NotSaved: the file cannot be written.
    """
    store.save(game, _PART, {"source": chosen.source, "on": chosen.on})
