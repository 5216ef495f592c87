"""Lists of the files in an extra's folder.

When the program adds an extra, it writes a list with sizes and hashes, to detect damage later. The package installer writes
another list (`RECORD`) for each package.
"""

from __future__ import annotations

import csv
import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path, PurePosixPath

from fourth_seat.boundary.files import open_regular, read_bytes
from fourth_seat.boundary.marks import OWN, is_plain
from fourth_seat.boundary.numbers import parse_integer

NAME = "contents.txt"
"""The name of the list in an extra's folder. Extras added by older versions have no list, and are not checked."""
FIRST_LINE = "files of this extra: size, SHA-256, name"
_MAX_BYTES = 10_000_000  # of a list
_MAX_SIZE = 1 << 40  # of a file
LISTS = "*.dist-info/RECORD"
BESIDE = ("bin", "share")  # the packages, though lists have them elsewhere
INSTALLERS_LOCK = ".lock"  # of uv, empty
COMPILED = "__pycache__"


def write_contents(folder: Path) -> None:
    """Write the list of all files in an extra's folder, except its mark and compiled Python files.

    Raises:
        OSError: the list cannot be written.
    """
    names = ((Path(at), name) for at, _, found in os.walk(folder) for name in found)
    paths = [at / name for at, name in names if not name.endswith(".pyc") and name != OWN.name]
    lines = [f"{path.stat().st_size} {_hash(path)} {path.relative_to(folder).as_posix()}" for path in paths]
    (folder / NAME).write_text("\n".join([FIRST_LINE, *lines, ""]), "utf-8", "surrogateescape")


def is_damaged(folder: Path) -> bool:
    """Return whether a file of an added extra is missing or has changed since it was added."""
    return _differs(folder, hashes=True)


@cache
def is_cut(folder: Path) -> bool:
    """Return whether a file of an added extra is missing or has a different size, as may happen after a power loss. This
    takes milliseconds, and the result is cached until `forget` is called.
    """
    return _differs(folder, hashes=False)


def forget() -> None:
    """Clear the cache of `is_cut`."""
    is_cut.cache_clear()


def _differs(folder: Path, hashes: bool) -> bool:
    try:
        first, *lines = read_bytes(folder / NAME, _MAX_BYTES).decode("utf-8", "surrogateescape").splitlines()
        return first != FIRST_LINE or any(_line_differs(folder, *line.split(" ", 2), hashes=hashes) for line in lines)
    except FileNotFoundError:
        return False
    except (OSError, ValueError, TypeError):  # it cannot be read, or is not such a list
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


def has_packages(folder: Path) -> bool:
    """Return whether packages have been installed into a folder, or the program has recorded there that none are needed."""
    return not folder.is_symlink() and (is_plain(folder / NAME) or any(folder.glob(LISTS)))


def installed_files(folder: Path) -> list[Path]:
    """Return the files that an installer has put into a folder, including compiled Python files. Files behind links or
    outside the folder are never included, even if they are listed.
    """
    if folder.is_symlink():
        return []
    listed = {path for record in folder.glob(LISTS) for path in _listed(record, folder)}
    first, *lines = _lines(folder / NAME) or [""]
    listed.update(folder / name for line in lines if (name := _inside(line.split(" ", 2)[-1])))
    if listed or first == FIRST_LINE:  # an extra may need no packages of its own
        lock = folder / INSTALLERS_LOCK
        listed.update((folder / NAME, *([lock] if is_plain(lock) and not lock.stat().st_size else [])))
    return sorted(path for path in (*listed, *_compiled(listed)) if _within(path, folder))


def _listed(record: Path, folder: Path) -> Iterator[Path]:
    with suppress(csv.Error):
        for row in csv.reader(_lines(record)):
            if row and (name := _inside(row[0])):
                yield folder / name


def _lines(path: Path) -> list[str]:
    with suppress(OSError, ValueError):
        return read_bytes(path, _MAX_BYTES).decode().splitlines()
    return []


def _inside(name: str) -> PurePosixPath | None:
    """Return a listed name relative to the folder, or None if it is outside the folder."""
    path = PurePosixPath(name)
    inside = path.parts[sum(part == ".." for part in path.parts) :]
    elsewhere = path.is_absolute() or ".." in inside or not inside or "\0" in name
    return None if elsewhere or (inside != path.parts and inside[0] not in BESIDE) else PurePosixPath(*inside)


def _compiled(sources: set[Path]) -> Iterator[Path]:
    """Yield the files of compiled code: `__pycache__/NAME.PYTHON.pyc` for each `NAME.py`."""
    stems: dict[Path, set[str]] = {}
    for path in sources:
        if path.suffix == ".py":
            stems.setdefault(path.parent, set()).add(path.stem)
    for parent, names in stems.items():
        cache = parent / COMPILED
        yield from (path for path in cache.glob("*.pyc") if path.name.partition(".")[0] in names)


def _within(path: Path, folder: Path) -> bool:
    """Return whether a path is a regular file that is not reached through a link."""
    above = list(path.parents)[: len(path.relative_to(folder).parts) - 1]
    return is_plain(path) and not any(map(Path.is_symlink, above))
