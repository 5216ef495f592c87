"""Marks in the folders that the program has made, and the removal of its files, which leaves everything else alone.

The user may have made the data folder, so a file's name does not show who wrote it. Each folder made by the program gets a
file that nobody else would write. An existing folder may be somebody else's, and gets no such file.
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
    """The file that marks the folders made for one purpose, and no others.

    Attributes:
        name: the name of the file.
        content: its whole content.
    """

    name: str
    content: bytes

    def make(self, folder: Path, above: int = 0) -> None:
        """Make a folder and any missing folders above it, and mark it; also mark up to `above` of the others made.

        Raises:
            OSError: it cannot be made, or it is not a folder.
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
        """Mark a folder that has just been made; if that fails, the folder is used without a mark."""
        with suppress(OSError):
            (folder / self.name).write_bytes(self.content)

    def is_on(self, folder: Path) -> bool:
        """Return whether the program made this folder; False for a link to one that it made."""
        mark = folder / self.name
        try:
            return not folder.is_symlink() and is_plain(mark) and read_bytes(mark, len(self.content)) == self.content
        except OSError:
            return False

    def remove(self, files: Iterable[Path], top: Path, folders: Iterable[Path] = ()) -> None:
        """Remove files below the folder `top` and all folders that this leaves empty; also `top` itself, and any folder in
        or below `folders`, if it is marked and otherwise empty.

        A file stays if it cannot be removed, is a link, or is reached only through a link, so check afterwards.
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
        """Return whether the program made this folder and there is nothing in it but the program's mark."""
        with suppress(OSError):
            return self.is_on(folder) and os.listdir(folder) == [self.name]  # noqa: PTH208 - of which there may be many
        return False


OWN = FolderMark(".fourth-seat", b"Fourth Seat made this folder, and removes from it only what it wrote itself.\n")


def is_plain(path: Path) -> bool:
    """Return whether a path is a regular file, and not a link to one."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except (OSError, ValueError):
        return False


def plain_files(folder: Path, is_ours: Callable[[Path], bool]) -> Iterator[Path]:
    """Yield the regular files below a folder that pass a test; links are not followed, not even if the folder is one."""
    if folder.is_symlink():
        return
    for at, _, names in os.walk(folder):
        yield from (path for name in sorted(names) if is_plain(path := Path(at, name)) and is_ours(path))


def _between(file: Path, top: Path) -> list[Path]:
    """Return the folders above a file, up to one that is not among them."""
    return list(file.parents)[: len(file.relative_to(top).parts) - 1]
