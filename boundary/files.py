"""Files that may be anything: read within bounds, and written so that they are whole at every instant."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

BLOCK_BYTES = 1 << 16
_BAD_NAME = "a file name cannot contain this character"
# A FIFO is opened without waiting for its other end, a terminal without becoming ours.
_READ_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NOCTTY", "O_NONBLOCK"))


def open_regular(path: Path) -> BufferedReader:
    """Open a regular file for reading.

    Raises:
        OSError: it cannot be opened, or is a folder, FIFO, socket or device, which may have no end, or act on being opened.
    """
    try:
        _check_regular(path, path.stat())
        descriptor = os.open(path, _READ_FLAGS)
    except ValueError:
        raise OSError(errno.EINVAL, _BAD_NAME, str(path)) from None
    try:
        _check_regular(path, os.fstat(descriptor))
        return os.fdopen(descriptor, "rb")
    except OSError:
        os.close(descriptor)
        raise


def _check_regular(path: Path, found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "Not a regular file", str(path))


def read_bytes(path: Path, most: int) -> bytes:
    """Read a regular file of at most so many bytes.

    Raises:
        OSError: it cannot be read, is no regular file, or is larger.
    """
    with open_regular(path) as file:
        # As much as it has now, for `read` takes memory for all that it is asked for; then whatever was added meanwhile.
        data = file.read(min(os.fstat(file.fileno()).st_size, most) + 1)
        while len(data) <= most and (more := file.read(BLOCK_BYTES)):
            data += more
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


@contextmanager
def replaced_file(path: Path) -> Iterator[BinaryIO]:
    """Open a new file for writing that takes the place of `path` at the end; after an error `path` is as it was.

    Only the user may read it. It is on the disk before it has its name.

    Raises:
        OSError: the disk does not take it.
    """
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.", suffix=".new")
    except ValueError:
        raise OSError(errno.EINVAL, _BAD_NAME, str(path)) from None
    new = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
    sync_folder(path.parent)


def write_file(path: Path, data: bytes) -> None:
    """Write a file that somebody asked for; raise `OSError` if it cannot be."""
    try:
        path.write_bytes(data)
    except ValueError:
        raise OSError(errno.EINVAL, _BAD_NAME, str(path)) from None


def sync_folder(folder: Path) -> None:
    """Wait until the disk has the names in a folder, and the folder itself.

    The folders above it are synced too, as far as they may be read: a new folder is lost with all that it holds if its own
    name is not on the disk. Syncing a folder without changes costs next to nothing.

    Raises:
        OSError: the folder itself cannot be synced.
    """
    if os.name != "posix":  # Windows cannot open folders; its file creation is journalled
        return
    _sync(folder)
    for above in folder.absolute().parents:
        with suppress(OSError):
            _sync(above)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def expand_user(text: str) -> Path:
    """Return a path in which `~` and `~NAME` stand for home folders; one that nobody has stays as it is written."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)
