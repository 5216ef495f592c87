"""Where records and settings lie on this machine."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

from boundary.files import expand_user

VARIABLE = "FOURTH_SEAT_HOME"


def home() -> Path:
    """The user's data folder; `FOURTH_SEAT_HOME` overrides it. It may not exist yet."""
    named = os.environ.get(VARIABLE)
    return expand_user(named) if named else user_data_path("fourth-seat", appauthor=False)


def records() -> Path:
    """The folder of game records."""
    return home() / "records"
