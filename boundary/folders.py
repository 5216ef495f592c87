"""Folders that may hold anything: listed within bounds; and where people put their files."""

from __future__ import annotations

import os
import string
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MAX_LISTED_ENTRIES = 300  # folders and files each
MAX_READ_NAMES = 20_000
# Under these the systems show sticks and other drives, each as a folder; under some, folders of users come first.
_DRIVE_FOLDERS = ("/Volumes",) if sys.platform == "darwin" else ("/run/media", "/media", "/mnt")


@dataclass(frozen=True, slots=True)
class Listing:
    """Contents of a folder, by name.

    Attributes:
        more: whether there is more than is listed.
    """

    folders: tuple[Path, ...]
    files: tuple[Path, ...]
    more: bool


def list_folder(folder: Path, suffixes: Sequence[str] | None = None) -> Listing:
    """List the folders in a folder, and its files with one of these suffixes; of None: all. What is hidden is left out.

    Raises:
        OSError: it cannot be opened.
    """
    folders: list[str] = []
    files: list[str] = []
    try:
        entries = os.scandir(folder)
    except ValueError:
        raise FileNotFoundError(str(folder)) from None
    with entries:
        for number, entry in enumerate(entries):
            if number >= MAX_READ_NAMES:
                break
            if entry.name.startswith((".", "$")):
                continue
            with suppress(OSError):  # a drive that is gone, a link in a circle
                if entry.is_dir():
                    folders.append(entry.name)
                elif entry.is_file() and (suffixes is None or entry.name.lower().endswith(tuple(suffixes))):
                    files.append(entry.name)
        else:
            number = 0
    more = number >= MAX_READ_NAMES or len(folders) > MAX_LISTED_ENTRIES or len(files) > MAX_LISTED_ENTRIES
    return Listing(_sorted(folder, folders), _sorted(folder, files), more)


def _sorted(folder: Path, names: list[str]) -> tuple[Path, ...]:
    return tuple(folder / name for name in sorted(names, key=str.lower)[:MAX_LISTED_ENTRIES])


def drives() -> tuple[Path, ...]:
    """Return the removable drives, and others beside the system's own."""
    if sys.platform == "win32":
        return tuple(path for letter in string.ascii_uppercase[3:] if (path := Path(f"{letter}:\\")).is_dir())
    return tuple(path for place in _DRIVE_FOLDERS for path in _mounted(Path(place)))


def _mounted(folder: Path, depth: int = 2) -> Iterator[Path]:
    with suppress(OSError):
        for inner in list_folder(folder).folders:
            if os.path.ismount(inner):
                yield inner
            elif depth > 1:
                yield from _mounted(inner, depth - 1)
