"""The settings of a game's board with sensors: `[GAME.sensors]` in the calibration file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from fourth_seat.calibration import store

PART = "sensors"
OFF = "off"  # as an address: no board, though one was chosen


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """The board chosen for a game.

    Attributes:
        url: its address; empty for none.
        on: whether the program listens to it from the start of the next game.
        proved: which of the board's sensors have been seen to work, in the form that its session writes.
    """

    url: str = ""
    on: bool = False
    proved: str = ""


def load_board_settings(game: str) -> BoardSettings:
    """Load the settings of this game's board, with defaults for any that are missing or invalid.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    saved: Mapping[str, object] = store.load(game, PART)
    url, proved = saved.get("url"), saved.get("proved")
    return BoardSettings(
        url if isinstance(url, str) else "", saved.get("on") is True, proved if isinstance(proved, str) else ""
    )


def save_board_settings(game: str, chosen: BoardSettings) -> None:
    """Save the settings of this game's board.

    Raises:
        NotSaved: the file cannot be written.
    """
    store.save(game, PART, asdict(chosen))


def chosen_board(game: str, url: str | None) -> BoardSettings:
    """Return the board chosen for a game, with this address if one is given; `OFF` switches it off.

    Raises:
        BadConfig: the saved choice cannot be read.
    """
    chosen = load_board_settings(game)
    if url is None:
        return chosen
    return replace(chosen, on=False) if url == OFF else replace(chosen, url=url, on=True)
