"""The calibration file, `calibration.toml` in the data folder: a table `[GAME.PART]` for each part."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from table.settings import config_file
from table.settings.folders import home


def path() -> Path:
    """Return the file's path; it may not exist yet."""
    return home() / "calibration.toml"


def load(game: str, part: str) -> Mapping[str, Any]:
    """Load one part (`orientation`, `camera`, ...) of a game's calibration; empty if there is none.

    Raises:
        BadConfig: the file cannot be read.
    """
    return config_file.table_at(config_file.load(path()), game, part)


def save(game: str, part: str, values: Mapping[str, Any]) -> None:
    """Save one part of a game's calibration in place of its old values; other parts stay.

    Raises:
        NotSaved: the file cannot be written.
    """
    config_file.save(path(), {game: {part: values}}, afresh=(game, part))
