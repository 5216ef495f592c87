"""The folder where numba caches machine code, and the removal of older folders.

`NUMBA_CACHE_DIR` may point to a folder that also holds the user's own files. Every folder created here is therefore marked
with a cache directory tag (https://bford.info/cachedir/) in our own wording. In marked folders, only numba's files are
removed, and then the folder itself if it is empty.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import platformdirs

from fourth_seat.boundary.folders import is_private
from fourth_seat.boundary.marks import FolderMark, plain_files

VARIABLE = "NUMBA_CACHE_DIR"  # numba's own
TAG = FolderMark(
    "CACHEDIR.TAG",
    b"Signature: 8a477f597d28d172789f06886806bc55\n"
    b"# Fourth Seat made this folder for machine code that numba compiles, and removes it when the code is out of date.\n",
)
NUMBA_FILE = re.compile(r".*\.nb[ic](\.tmp\.\w+)?")  # index, code, and either half written


def parent_folder() -> Path:
    """Return the parent of the machine code folders; it may not exist yet."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else platformdirs.user_cache_path("fourth-seat", appauthor=False) / "kernels"


def code_folder(parent: Path, name: str) -> Path:
    """Return the folder with this name. If it does not exist, it is created and marked, and all other marked folders in
    `parent` are removed.

    If other users can write to this folder, they could replace our code, so a temporary folder for this process is returned
    instead.
    """
    with suppress(OSError):
        parent.mkdir(parents=True, exist_ok=True)
    if any(folder.exists() and not is_private(folder) for folder in (parent, parent / name)):
        sys.stderr.write(f"{parent} can be changed by other users: machine code is not kept there, but made each time\n")
        parent = Path(tempfile.mkdtemp(prefix="fourth-seat-kernels-"))
        atexit.register(shutil.rmtree, parent, ignore_errors=True)
    own = parent / name
    with suppress(OSError):  # numba then keeps the code elsewhere or nowhere
        if not own.exists():
            TAG.make(own)
            remove(folder for folder in marked_folders(parent) if folder != own)
    return own


def marked_folders(parent: Path) -> list[Path]:
    """Return the marked folders in a folder; empty if it cannot be read."""
    with suppress(OSError):
        return sorted(filter(TAG.is_on, parent.iterdir()))
    return []


def code_files(folder: Path) -> list[Path]:
    """Return numba's files in a machine code folder."""
    return list(plain_files(folder, lambda path: NUMBA_FILE.fullmatch(path.name) is not None))


def remove(folders: Iterable[Path]) -> None:
    """Remove the machine code in marked folders, and the folders themselves if they are then empty."""
    for folder in folders:
        TAG.remove(code_files(folder), folder.parent, [folder])
