"""Listing folders, finding the user's folders and drives, and checking whether other users can modify a folder."""

from __future__ import annotations

import os
import stat
import string
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fourth_seat.boundary.given_path import given_path

HOME_VARIABLE = "FOURTH_SEAT_HOME"
MAX_LISTED_ENTRIES = 300  # folders and files each
MAX_READ_NAMES = 20_000
# Under these, systems show sticks and other drives, each as a folder; under some, there are folders of users first.
_DRIVE_FOLDERS = ("/Volumes",) if sys.platform == "darwin" else ("/run/media", "/media", "/mnt")


def data_folder() -> Path:
    """Return the path of the user's data folder, which may not exist yet; `FOURTH_SEAT_HOME` overrides it.

    Raises:
        RuntimeError: the user has no home folder.
    """
    if named := os.environ.get(HOME_VARIABLE):
        return given_path(named)
    from platformdirs import user_data_path  # not every program that lists folders has this

    return user_data_path("fourth-seat", appauthor=False)


@dataclass(frozen=True, slots=True)
class Listing:
    """The contents of a folder, sorted by name.

    Attributes:
        more: whether the listing is incomplete.
    """

    folders: tuple[Path, ...]
    files: tuple[Path, ...]
    more: bool


def list_folder(folder: Path, suffixes: Sequence[str] | None = None) -> Listing:
    """List the subfolders of a folder and its files with these suffixes (None for all), skipping hidden ones.

    Raises:
        OSError: the folder cannot be opened.
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
            with suppress(OSError):  # a drive that is gone, or a circle of links
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
    """Return the removable drives and any other drives except the system's own."""
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


def is_private(folder: Path) -> bool:
    """Return whether only this user and the administrator can modify a folder's contents.

    This depends on the owner and permissions of the folder, of its parent folders, and of any links in its path. Code is
    loaded only from such folders. On Windows, where users' folders are private by default, the result is True for every
    existing folder.
    """
    try:
        if sys.platform == "win32":
            return folder.is_dir()
        inner = folder.resolve(strict=True)
        return inner.is_dir() and not any(_others_change(place, sticky=place != inner) for place in {inner, *_way(folder)})
    except (OSError, RuntimeError, ValueError):  # inaccessible, a circle of links, or a name that no folder can have
        return False


def changed_by_others(folder: Path) -> Path | None:
    """Return the folder, or the first path below it, that another user can modify, even through a link; None if there is
    none. Hidden files and folders are skipped because Python loads nothing from them.
    """
    if not is_private(folder):
        return folder
    if sys.platform == "win32":
        return None
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in sorted(folders) if not name.startswith(".")]
        for path in (Path(place) / name for name in (*folders, *sorted(files)) if not name.startswith(".")):
            if path.is_symlink():
                target = path.resolve()
                if not is_private(target.parent) or _others_change(target, sticky=False):
                    return path
                if target.is_dir() and (found := changed_by_others(target)):
                    return found
            elif _others_change(path, sticky=False):
                return path
    return None


def _way(path: Path) -> Iterator[Path]:
    """Yield the folders and links that lead to a path, which has no circle of links in it; the path itself first."""
    for place in (path.absolute(), *path.absolute().parents):
        yield place
        if place.is_symlink():
            yield from _way(place.parent / place.readlink())


def _others_change(place: Path, *, sticky: bool) -> bool:
    """Return whether another user owns a folder or link, or can write to it; `sticky` permits a folder like /tmp."""
    found = place.lstat()
    if found.st_uid not in (0, os.geteuid()):
        return True
    if stat.S_ISLNK(found.st_mode) or (sticky and found.st_mode & stat.S_ISVTX):
        return False
    by_group = found.st_mode & stat.S_IWGRP and not _is_own_group(found.st_gid)
    return bool(by_group or found.st_mode & stat.S_IWOTH)


def _is_own_group(group: int) -> bool:
    """Return whether a group is the administrator's, or this user's alone: some systems create one for each user."""
    import grp  # neither exists on Windows
    import pwd

    if not group:
        return True
    try:
        found, name = grp.getgrgid(group), pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return False
    return found.gr_name == name and set(found.gr_mem) <= {name}
