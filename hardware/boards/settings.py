"""The settings of a game's board with sensors, stored under `[GAME.sensors]` in the calibration file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from fourth_seat.calibration import store

PART = "sensors"
OFF = "off"  # as an address: no board, though one was chosen


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """The board selected for a game.

    Attributes:
        url: the address of the board, or empty for none.
        on: whether the program connects to the board when the next game starts.
        proved: the board's sensors that have been confirmed to work, as serialised by its session.
    """

    url: str = ""
    on: bool = False
    proved: str = ""


def load_board_settings(game: str) -> BoardSettings:
    """Load the settings of a game's board. Missing or invalid settings have their default values.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    saved: Mapping[str, object] = store.load(game, PART)
    url, proved = saved.get("url"), saved.get("proved")
    return BoardSettings(
        url if isinstance(url, str) else "", saved.get("on") is True, proved if isinstance(proved, str) else ""
    )


def save_board_settings(game: str, chosen: BoardSettings) -> None:
    """Save the settings of a game's board.

    Raises:
        NotSaved: the file cannot be written.
    """
    store.save(game, PART, asdict(chosen))


def chosen_board(game: str, url: str | None) -> BoardSettings:
    """Return the board selected for a game. `url`, if given, overrides the saved address; `OFF` disables the board.

    Raises:
        BadConfig: the saved settings cannot be read.
    """
    chosen = load_board_settings(game)
    if url is None:
        return chosen
    return replace(chosen, on=False) if url == OFF else replace(chosen, url=url, on=True)
