"""Folders of records and settings on this machine."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path, user_documents_path

from fourth_seat.boundary.given_path import given_path
from fourth_seat.table.errors import BadConfig
from fourth_seat.words import say

VARIABLE = "FOURTH_SEAT_HOME"


def home() -> Path:
    """Return the user's data folder; `FOURTH_SEAT_HOME` overrides it. It may not exist yet.

    Raises:
        BadConfig: this user has no home folder.
    """
    if named := os.environ.get(VARIABLE):
        return given_path(named)
    try:
        return user_data_path("fourth-seat", appauthor=False)
    except RuntimeError:
        reason = say("this user has no home folder: set {variable} to a folder for games", variable=VARIABLE)
        raise BadConfig(reason) from None


def records() -> Path:
    """Return the folder of game records."""
    return home() / "records"


def documents() -> Path:
    """Return the folder in which people look for their files: their documents, else their home, else the data folder."""
    for find_folder in (user_documents_path, Path.home):
        try:
            folder = find_folder()
        except RuntimeError:
            continue
        if folder.is_dir():
            return folder
    return home()
