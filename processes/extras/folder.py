"""Folder of added extras: in the user's data folder, one for each, so that no way of installing the program matters.

An environment of `uv run`, `uv tool`, `pipx` or a system's package is left as it is: another command may rebuild it, or it
may not be writable. What lies here survives an update, and is removed by removing its folder.
"""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

from processes.extras.catalogue import EXTRAS, Extra

TAG = f"{sys.implementation.cache_tag}-{sys.platform}"  # packages of one Python do not work with another
PREFIX = "extras"
_active: list[str] = []  # folders of extras that this process imports from


class ExtrasFolder:
    """The added extras of this Python."""

    def __init__(self, home: Path) -> None:
        """`home` is the user's data folder; it need not exist."""
        self.path = home / PREFIX / TAG

    def of(self, extra: Extra) -> Path:
        """Return the folder of an extra, which need not exist."""
        return self.path / extra.name

    def added(self) -> list[Extra]:
        """Return the extras that were added here."""
        return [extra for extra in EXTRAS.values() if self.of(extra).is_dir()]

    def size(self, extra: Extra) -> int:
        """Return the bytes that an added extra takes."""
        return size_of(self.of(extra))

    def activate(self) -> None:
        """Let this process and its workers (`active_paths`) import what was added: after all that is installed."""
        for extra in self.added():
            path = str(self.of(extra))
            if path not in sys.path:
                sys.path.append(path)
                _active.append(path)
        importlib.invalidate_caches()

    def remove(self, extra: Extra) -> int:
        """Remove an extra and return the bytes that are free again. What is loaded stays usable until the program ends.

        Raises:
            OSError: it cannot be removed.
        """
        path, freed = self.of(extra), self.size(extra)
        shutil.rmtree(path)
        for paths in (sys.path, _active):
            with suppress(ValueError):
                paths.remove(str(path))
        importlib.invalidate_caches()
        return freed


def active_paths() -> list[str]:
    """Return the folders of extras that this process imports from."""
    return list(_active)


def size_of(folder: Path) -> int:
    """Return the bytes of all files below a folder; those that come or go meanwhile may be left out."""
    total = 0
    for at, _, files in os.walk(folder):
        for name in files:
            with suppress(OSError):
                total += Path(at, name).lstat().st_size
    return total
