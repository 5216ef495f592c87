"""The list of an extra's files with their sizes and hashes, written when it is added: by it a damaged one is found."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

from fourth_seat.boundary.files import open_regular, read_bytes
from fourth_seat.boundary.marks import OWN
from fourth_seat.boundary.numbers import parse_integer

NAME = "contents.txt"
"""The list's file, in the folder of the extra; one that was added by an older version has none, and is not checked."""
FIRST_LINE = "files of this extra: size, SHA-256, name"
_MAX_BYTES = 10_000_000  # of the list
_MAX_SIZE = 1 << 40  # of a file


def write_contents(folder: Path) -> None:
    """Write the list of all files in the folder of an extra, but for its mark and those that Python makes of others.

    Raises:
        OSError: the disk does not take it.
    """
    names = ((Path(at), name) for at, _, found in os.walk(folder) for name in found)
    paths = [at / name for at, name in names if not name.endswith(".pyc") and name != OWN.name]
    lines = [f"{path.stat().st_size} {_hash(path)} {path.relative_to(folder).as_posix()}" for path in paths]
    (folder / NAME).write_text("\n".join([FIRST_LINE, *lines, ""]), "utf-8", "surrogateescape")


def is_damaged(folder: Path) -> bool:
    """Return whether a file of an added extra is missing or has another content than when it was added."""
    return _differs(folder, hashes=True)


@cache
def is_cut(folder: Path) -> bool:
    """Return whether a file of an added extra is missing or has another size: what a power loss may do. It takes
    milliseconds, and its answer is kept until `forget`.
    """
    return _differs(folder, hashes=False)


def forget() -> None:
    """Look again at the next `is_cut`."""
    is_cut.cache_clear()


def _differs(folder: Path, hashes: bool) -> bool:
    try:
        first, *lines = read_bytes(folder / NAME, _MAX_BYTES).decode("utf-8", "surrogateescape").splitlines()
        return first != FIRST_LINE or any(_line_differs(folder, *line.split(" ", 2), hashes=hashes) for line in lines)
    except FileNotFoundError:
        return False
    except (OSError, ValueError, TypeError):  # it cannot be read, or is no such list
        return True


def _line_differs(folder: Path, size: str, digest: str, name: str, *, hashes: bool) -> bool:
    path = folder / name
    try:
        return path.lstat().st_size != parse_integer(size, 0, _MAX_SIZE) or (hashes and _hash(path) != digest)
    except OSError:
        return True


def _hash(path: Path) -> str:
    with open_regular(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
