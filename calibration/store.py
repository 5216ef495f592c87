"""The calibration file, `calibration.toml` in the data folder, which has a table `[GAME.PART]` for each part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home


def path() -> Path:
    """Return the path of the calibration file, which may not exist yet."""
    return home() / "calibration.toml"


def load(game: str, part: str) -> Mapping[str, Any]:
    """Load one part (`orientation`, `camera`, ...) of a game's calibration; return an empty mapping if there is none.

    Raises:
        BadConfig: the file cannot be read.
    """
    return config_file.table_at(config_file.load(path()), game, part)


def save(game: str, part: str, values: Mapping[str, Any]) -> None:
    """Replace the values of one part of a game's calibration; other parts are unchanged.

    Raises:
        NotSaved: the file cannot be written.
    """
    change(game, part, lambda _: values)


def change(game: str, part: str, edit: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> None:
    """Apply `edit` to the current values of one part and save the result; other parts are unchanged.

    Raises:
        NotSaved: the file cannot be written.
    """

    def whole(values: Mapping[str, Any]) -> Mapping[str, Any]:
        return {game: {part: edit(config_file.table_at(values, game, part))}}

    config_file.change(path(), whole, afresh=(game, part))
