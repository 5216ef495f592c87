"""Marker files for folders created by the program, and removal of the program's own files.

The user may have created the data folder, so a file's name does not prove who wrote it. Each folder created by the program
receives a file that nothing else would write. Existing folders may belong to somebody else and are not marked.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fourth_seat.boundary.files import read_bytes


@dataclass(frozen=True, slots=True)
class FolderMark:
    """A file that marks the folders created for one particular purpose.

    Attributes:
        name: the name of the file.
        content: its entire content.
    """

    name: str
    content: bytes

    def make(self, folder: Path, above: int = 0) -> None:
        """Create a folder and any missing parents, and mark it; also mark up to `above` of the parents created.

        Raises:
            OSError: the folder cannot be created, or is not a folder.
        """
        if folder.is_dir():
            return
        if above:
            self.make(folder.parent, above - 1)
        try:
            folder.mkdir(parents=not above)
        except FileExistsError:
            if not folder.is_dir():
                raise
            return
        self.put(folder)

    def put(self, folder: Path) -> None:
        """Mark a newly created folder; if that fails, the folder remains unmarked."""
        with suppress(OSError):
            (folder / self.name).write_bytes(self.content)

    def is_on(self, folder: Path) -> bool:
        """Return whether the program created this folder; False for a link to such a folder."""
        mark = folder / self.name
        try:
            return not folder.is_symlink() and is_plain(mark) and read_bytes(mark, len(self.content)) == self.content
        except OSError:
            return False

    def remove(self, files: Iterable[Path], top: Path, folders: Iterable[Path] = ()) -> None:
        """Remove files below the folder `top` and all folders that become empty. Also remove `top` itself, and any folder
        in or below `folders`, if it is marked and otherwise empty.

        Files that cannot be removed, links, and files reached only through a link are left in place, so check afterwards.
        """
        emptied: set[Path] = set()
        for file in files:
            above = _between(file, top)
            with suppress(OSError):
                if is_plain(file) and not any(map(Path.is_symlink, above)):
                    file.unlink()
                    emptied.update(above)
        walked = (Path(at) for folder in folders if not folder.is_symlink() for at, _, _ in os.walk(folder))
        candidates = {*emptied, *filter(self.is_on, (*walked, top))}
        for folder in sorted(candidates, key=lambda path: len(path.parts), reverse=True):
            self._remove_empty(folder)

    def _remove_empty(self, folder: Path) -> None:
        with suppress(OSError):  # another process uses it
            if self.is_alone(folder):
                (folder / self.name).unlink()
            folder.rmdir()

    def is_alone(self, folder: Path) -> bool:
        """Return whether the program created this folder and it contains only its mark."""
        with suppress(OSError):
            return self.is_on(folder) and os.listdir(folder) == [self.name]  # noqa: PTH208 - of which there may be many
        return False


OWN = FolderMark(".fourth-seat", b"Fourth Seat made this folder, and removes from it only what it wrote itself.\n")


def is_plain(path: Path) -> bool:
    """Return whether a path is a regular file rather than a link to one."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except (OSError, ValueError):
        return False


def plain_files(folder: Path, is_ours: Callable[[Path], bool]) -> Iterator[Path]:
    """Yield the regular files below a folder that satisfy `is_ours`; links are not followed, even if the folder is one."""
    if folder.is_symlink():
        return
    for at, _, names in os.walk(folder):
        yield from (path for name in sorted(names) if is_plain(path := Path(at, name)) and is_ours(path))


def _between(file: Path, top: Path) -> list[Path]:
    """Return the folders between a file and `top`, innermost first, without `top` itself."""
    return list(file.parents)[: len(file.relative_to(top).parts) - 1]
