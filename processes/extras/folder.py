"""The folders of added extras, which are in the user's data folder, regardless of how the program was installed.

An environment created by `uv run`, `uv tool`, `pipx` or a system package is left unchanged, because another command may
rebuild it, or it may not be writable. The folders of extras survive updates.
"""

from __future__ import annotations

import importlib
import os
import sys
from contextlib import suppress
from pathlib import Path

from fourth_seat.boundary.folders import is_private
from fourth_seat.boundary.marks import OWN, plain_files
from fourth_seat.processes.extras import contents
from fourth_seat.processes.extras.catalogue import EXTRAS, Extra, unsafe, used
from fourth_seat.processes.extras.contents import has_packages, installed_files
from fourth_seat.words import FourthSeatError, say

TAG = f"{sys.implementation.cache_tag}-{sys.platform}"  # packages of one Python do not work with another
PREFIX = "extras"
UNFINISHED = ".adding-"  # the beginning of the name of a folder in which something is being added


class NotRemoved(FourthSeatError, OSError):
    """An extra's folder is a link, or contains files that the program did not put there."""


class ExtrasFolder:
    """The extras that have been added for this Python."""

    def __init__(self, home: Path) -> None:
        """`home` is the user's data folder; it need not exist."""
        self.path = home / PREFIX / TAG

    def of(self, extra: Extra) -> Path:
        """Return the folder of an extra, which need not exist."""
        return self.path / extra.name

    def added(self) -> list[Extra]:
        """Return the extras that were added here."""
        return [extra for extra in EXTRAS.values() if has_packages(self.of(extra))]

    def size(self, extra: Extra) -> int:
        """Return the number of bytes that an added extra occupies."""
        return size_of(self.of(extra))

    def activate(self) -> None:
        """Make the added packages importable in this process and in the modules of this program that it starts. Installed
        packages take precedence over them, and only folders that no other user can modify are used.
        """
        contents.forget()
        for extra in self.added():
            path = self.of(extra)
            if not is_private(path):
                unsafe[extra.name] = path
                continue
            used[extra.name] = path
            if str(path) not in sys.path:
                sys.path.append(str(path))
        importlib.invalidate_caches()

    def remove(self, extra: Extra) -> int:
        """Remove an extra and return the number of bytes freed. Loaded code stays usable until the program ends.

        Raises:
            NotRemoved: the folder is a link, or contains unlisted files, which are kept.
        """
        path, before = self.of(extra), self.size(extra)
        if path.is_symlink():
            raise NotRemoved(say("{folder} is a link that the program did not make: remove it yourself", folder=str(path)))
        OWN.remove(installed_files(path), self.path, [path])
        with suppress(ValueError):
            sys.path.remove(str(path))
        used.pop(extra.name, None)
        unsafe.pop(extra.name, None)
        contents.forget()
        importlib.invalidate_caches()
        if path.exists():
            raise NotRemoved(
                say(
                    (
                        "there are files in {folder} that the program did not put there: they were kept, and "
                        "everything else was removed"
                    ),
                    folder=str(path),
                )
            )
        return before

    def files(self) -> list[Path]:
        """Return all files of all extras, for every version of Python, including those of unfinished extras."""
        found: list[Path] = []
        for python in _folders(self.path.parent):
            for place in _folders(python):
                found += installed_files(place)
                found += plain_files(place, lambda _: True) if is_unfinished(place) else ()
        return found


def is_unfinished(folder: Path) -> bool:
    """Return whether a folder is left over from an unfinished attempt to add an extra; everything in it is ours."""
    return folder.name.startswith(UNFINISHED) and OWN.is_on(folder)


def _folders(folder: Path) -> list[Path]:
    with suppress(OSError):
        return [path for path in folder.iterdir() if path.is_dir() and not folder.is_symlink() and not path.is_symlink()]
    return []


def size_of(folder: Path) -> int:
    """Return the total size of all files below a folder in bytes; files that are created or deleted during the scan may be
    missed.
    """
    total = 0
    for at, _, files in os.walk(folder):
        for name in files:
            with suppress(OSError):
                total += Path(at, name).lstat().st_size
    return total
