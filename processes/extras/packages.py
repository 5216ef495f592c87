"""Files of the packages in an extra's folder: those that their installer has listed (`RECORD`, of each package), and those
that the program has listed itself as it added the extra.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from fourth_seat.boundary.files import read_bytes
from fourth_seat.boundary.marks import is_plain
from fourth_seat.processes.extras import contents

MAX_LIST_BYTES = 1 << 23
LISTS = "*.dist-info/RECORD"
BESIDE = ("bin", "share")  # the packages, though lists have them elsewhere
INSTALLERS_LOCK = ".lock"  # of uv, empty
COMPILED = "__pycache__"


def has_packages(folder: Path) -> bool:
    """Return whether packages were installed into a folder, or the program has found that none are needed."""
    return not folder.is_symlink() and (is_plain(folder / contents.NAME) or any(folder.glob(LISTS)))


def installed_files(folder: Path) -> list[Path]:
    """Return the files that an installer has put into a folder, those in which Python keeps their compiled code included.
    Nothing behind a link or outside the folder is among them, whatever a list says.
    """
    if folder.is_symlink():
        return []
    listed = {path for record in folder.glob(LISTS) for path in _listed(record, folder)}
    first, *lines = _lines(folder / contents.NAME) or [""]
    listed.update(folder / name for line in lines if (name := _inside(line.split(" ", 2)[-1])))
    if listed or first == contents.FIRST_LINE:  # an extra may need no packages of its own
        lock = folder / INSTALLERS_LOCK
        listed.update((folder / contents.NAME, *([lock] if is_plain(lock) and not lock.stat().st_size else [])))
    return sorted(path for path in (*listed, *_compiled(listed)) if _within(path, folder))


def _listed(record: Path, folder: Path) -> Iterator[Path]:
    with suppress(csv.Error):
        for row in csv.reader(_lines(record)):
            if row and (name := _inside(row[0])):
                yield folder / name


def _lines(path: Path) -> list[str]:
    with suppress(OSError, ValueError):
        return read_bytes(path, MAX_LIST_BYTES).decode().splitlines()
    return []


def _inside(name: str) -> PurePosixPath | None:
    """Return a listed name as it is within the folder; None for one outside."""
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
    """Return whether a path is a regular file, to which no link leads."""
    above = list(path.parents)[: len(path.relative_to(folder).parts) - 1]
    return is_plain(path) and not any(map(Path.is_symlink, above))
