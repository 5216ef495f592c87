"""The camera chosen for a game's board, and whether it is on: `[GAME.watched]`.

This module does not import NumPy, so the window need not load it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from fourth_seat.boundary.addresses import join_login, split_login
from fourth_seat.calibration import store
from fourth_seat.calibration.passwords import load_password, save_password

_PART = "watched"


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """The camera of a game, as chosen in the settings.

    Attributes:
        source: a number, an address or a file, as entered.
        on: whether it watches from the start of the next game.
    """

    source: str = ""
    on: bool = False


def load_camera_settings(game: str) -> CameraSettings:
    """Load the camera last chosen for this game; its source is empty if there is none.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    saved = store.load(game, _PART)
    source, on = saved.get("source"), saved.get("on")
    if not isinstance(source, str):
        return CameraSettings()
    address, login = split_login(source)
    if login and login.password is None:
        source = join_login(address, replace(login, password=load_password(address, login.user)))
    return CameraSettings(source, on is True)


def load_known_addresses(games: Iterable[str]) -> tuple[str, ...]:
    """Load the network addresses of the cameras last chosen for these games, without duplicates.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    sources = (load_camera_settings(game).source for game in games)
    return tuple(dict.fromkeys(source for source in sources if "://" in source))


def save_camera_settings(game: str, chosen: CameraSettings) -> None:
    """Save the camera chosen for this game; its password is stored in the system's keyring if there is one.

    Raises:
        NotSaved: the file cannot be written.
    """
    source = chosen.source
    address, login = split_login(source)
    if login and login.password is not None and save_password(address, login.user, login.password):
        source = join_login(address, replace(login, password=None))
    store.save(game, _PART, {"source": source, "on": chosen.on})
