"""Statistics on how well the camera saw the latest games: `[GAME.sight.RECORD]`.

This module does not import NumPy, so the window need not load it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from fourth_seat.calibration import store

MAX_RECORDS = 12  # of a game
MAX_COUNT = 1_000_000
_PART = "sight"


@dataclass(frozen=True, slots=True)
class Sight:
    """Statistics on how well the camera saw one game.

    Attributes:
        share: the fraction of correct guesses about hidden cells in the last test, 0..1; None without a test.
        asked: the number of times the camera had to ask for the move.
        puzzled: the number of times it reported a board that did not match the game.
    """

    share: float | None = None
    asked: int = 0
    puzzled: int = 0


def load_sight(game: str, record: str) -> Sight | None:
    """Load the statistics for the game in a record, or None if there are none.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    return _read(store.load(game, _PART).get(record))


def save_sight(game: str, record: str, sight: Sight) -> None:
    """Save a camera's statistics for the game in a record. Only those of the latest games are kept.

    Raises:
        NotSaved: the file cannot be written.
    """

    def edit(kept: Mapping[str, Any]) -> Mapping[str, Any]:
        others = [(name, found) for name, values in kept.items() if name != record and (found := _read(values))]
        return {name: _values(each) for name, each in [*others, (record, sight)][-MAX_RECORDS:]}

    store.change(game, _PART, edit)


def _values(sight: Sight) -> dict[str, Any]:
    return {name: value for name, value in asdict(sight).items() if value is not None}


def _read(values: Any) -> Sight | None:
    if not isinstance(values, Mapping):
        return None
    share = values.get("share")
    counts = [values.get(name, 0) for name in ("asked", "puzzled")]
    if not all(type(count) is int and 0 <= count <= MAX_COUNT for count in counts):
        return None
    sound = isinstance(share, (int, float)) and 0 <= share <= 1
    return Sight(share if sound else None, *counts)
