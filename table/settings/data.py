"""Contents of the data folder, and the removal of parts of it: games, settings, and what can be built or added again.

Only files that this program wrote are listed: the folder may be one of the user's own (`FOURTH_SEAT_HOME`).
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import platformdirs

from table.settings.folders import home

GAMES = ("records",)
BUILT = ("extras", "tables")
SETTINGS = (
    "calibration", "devices", "engines", "links", "settings", # each a file, and its copies that could not be read
    "problems", "trust",
)  # fmt: skip
"""Names in the data folder; those of settings without the end of a file's name."""


def machine_code() -> Path:
    """Return the folder, outside the data folder, in which machine code of kernels is kept."""
    return platformdirs.user_cache_path("fourth-seat", appauthor=False)


def games() -> list[Path]:
    """Return the files and folders of games."""
    return _existing(GAMES)


def settings() -> list[Path]:
    """Return the files and folders of settings, calibrations, certificates and links to other tables."""
    forms = ("{}", "{}.toml", "{}-unreadable*.toml", ".{}.toml.lock")
    return _existing([form.format(name) for name in SETTINGS for form in forms])


def built() -> list[Path]:
    """Return the files and folders that the program can build or download again."""
    return [*_existing(BUILT), *([machine_code()] if machine_code().is_dir() else [])]


def remove(paths: Sequence[Path]) -> None:
    """Remove files and folders, and the data folder too if nothing else is in it.

    Raises:
        OSError: one cannot be removed.
    """
    for path in paths:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    with suppress(OSError):  # it holds something, or was never made
        home().rmdir()


def size(paths: Sequence[Path]) -> int:
    """Return the bytes in files and folders, as far as they can be read."""
    files = [file for path in paths for file in (path.rglob("*") if path.is_dir() else (path,))]
    total = 0
    for file in files:
        with suppress(OSError):
            total += file.lstat().st_size
    return total


def _existing(patterns: Sequence[str]) -> list[Path]:
    return sorted({path for pattern in patterns for path in home().glob(pattern)})
