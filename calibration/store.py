"""Where calibration is kept: `calibration.toml` in the data folder, a table `[GAME.PART]` for each thing learned."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from table import config
from table.home import home


def path() -> Path:
    """The file; it may not exist yet."""
    return home() / "calibration.toml"


def load(game: str, part: str) -> Mapping[str, Any]:
    """What is known about a part (`orientation`, `camera`, ...) of a game's board; empty where nothing is.

    Raises:
        BadConfig: the file cannot be read.
    """
    return config.table_at(config.load(path()), game, part)


def save(game: str, part: str, values: Mapping[str, Any]) -> None:
    """Keeps values for a part of a game's board in place of those that were kept; other parts stay.

    Raises:
        NotSaved: the disk does not take it.
    """
    config.save(path(), {game: {part: values}}, afresh=(game, part))
