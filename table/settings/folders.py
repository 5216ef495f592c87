"""The locations of records and settings on this computer."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_documents_path

from fourth_seat.boundary.folders import HOME_VARIABLE, data_folder
from fourth_seat.table.errors import BadConfig
from fourth_seat.words import say


def home() -> Path:
    """Return the user's data folder, which can be overridden with `FOURTH_SEAT_HOME`. It may not exist yet.

    Raises:
        BadConfig: the user has no home folder.
    """
    try:
        return data_folder()
    except RuntimeError:
        reason = say("this user has no home folder: set {variable} to a folder for games", variable=HOME_VARIABLE)
        raise BadConfig(reason) from None


def records() -> Path:
    """Return the folder of game records."""
    return home() / "records"


def documents() -> Path:
    """Return the default folder for user files. This is the documents folder if it exists, otherwise the home folder or the
    data folder.
    """
    for find_folder in (user_documents_path, Path.home):
        try:
            folder = find_folder()
        except RuntimeError:
            continue
        if folder.is_dir():
            return folder
    return home()
