"""Files of any kind and content: read within limits, and written so that they are complete at every instant."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

BLOCK_BYTES = 1 << 16
MAX_STEM_CHARS = 60  # of a name that its unfinished successor begins with: four bytes each leave room within 255
_BAD_NAME = "a file name cannot contain this character"
# A FIFO is opened without waiting for its other end, a terminal without becoming ours.
_READ_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NOCTTY", "O_NONBLOCK"))

_NEW_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC"))
_NOT_SYNCED_ERRNOS = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)  # of file systems that cannot sync folders


def open_regular(path: Path) -> BufferedReader:
    """Open a regular file for reading.

    Raises:
        OSError: it cannot be opened, or is a folder, FIFO, socket or device, which may have no end, or act on being opened.
    """
    return os.fdopen(_opened(path), "rb")


def _opened(path: Path) -> int:
    """Return the descriptor of a regular file that is open for reading; raise as `open_regular`."""
    try:
        _check_regular(path, path.stat())
        descriptor = os.open(path, _READ_FLAGS)
    except ValueError:
        raise OSError(errno.EINVAL, _BAD_NAME, str(path)) from None
    try:
        _check_regular(path, os.fstat(descriptor))
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _check_regular(path: Path, found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "Not a regular file", str(path))


def read_bytes(path: Path, most: int) -> bytes:
    """Read a regular file of at most this many bytes.

    Raises:
        OSError: it cannot be read, is not a regular file, or is larger.
    """
    with open_regular(path) as file:
        # As much as it has now, since `read` allocates all the memory that it is asked for; then whatever was added
        # meanwhile.
        data = file.read(min(os.fstat(file.fileno()).st_size, most) + 1)
        while len(data) <= most and (more := file.read(BLOCK_BYTES)):
            data += more
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


def read_end(path: Path, most: int) -> bytes:
    """Return up to this many bytes from the end of a regular file, quickly enough to do so for thousands of files.

    Raises:
        OSError: it cannot be read, or is not a regular file.
    """
    descriptor = _opened(path)
    try:
        os.lseek(descriptor, max(0, os.fstat(descriptor).st_size - most), os.SEEK_SET)
        return os.read(descriptor, most)
    finally:
        os.close(descriptor)


@contextmanager
def replaced_file(path: Path, *, private: bool = True) -> Iterator[BinaryIO]:
    """Open a new file for writing, which replaces `path` once it is complete; after an error, `path` is unchanged.

    The new file is on disk before it gets its name. Only the user can read it; unless it is `private`, so can those who
    could read the old one.

    Raises:
        OSError: it cannot be written, or a link, a folder, FIFO, socket or device has this name.
    """
    try:
        before = _replaceable(path)
        new = path.with_name(f"{path.name[:MAX_STEM_CHARS]}.{os.urandom(4).hex()}.new")
        descriptor = os.open(new, _NEW_FLAGS, 0o600 if private else 0o666)
    except ValueError:
        raise OSError(errno.EINVAL, _BAD_NAME, str(path)) from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            if before and not private:
                _give_to_owner_of(before, new)
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
    sync_folder(path.parent)


def _replaceable(path: Path) -> os.stat_result | None:
    """Return the status of a regular file; None if there is no file."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(found.st_mode):
        raise OSError(errno.ELOOP, "it is a link", str(path))
    _check_regular(path, found)
    return found


def _give_to_owner_of(before: os.stat_result, new: Path) -> None:
    """Give a new file the owner and the permissions of the one that it replaces."""
    with suppress(OSError, AttributeError):  # only root may give files away; Windows has no such owners
        os.chown(new, before.st_uid, before.st_gid)
    with suppress(OSError):  # sticks have no permissions
        new.chmod(stat.S_IMODE(before.st_mode))


def followed(path: Path) -> Path:
    """Return the file to which a path leads, following any links; the file may not exist yet. Replacing that file
    leaves the links as they are.

    Raises:
        OSError: no file can have this name.
    """
    try:
        return Path(os.path.realpath(path)) if path.is_symlink() else path
    except ValueError:
        raise OSError(errno.EINVAL, _BAD_NAME, str(path)) from None


def write_file(path: Path, data: bytes) -> None:
    """Write a file that the user asked for, following any links: completely or, after an error, not at all.

    Raises:
        OSError: it cannot be written, or is a folder, FIFO, socket or device.
    """
    with replaced_file(followed(path), private=False) as file:
        file.write(data)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder, and the folder itself, are on disk.

    The folders above it are synced too, as far as they may be read: if the name of a new folder is not on disk, the folder
    is lost with all its contents. Syncing a folder without changes costs next to nothing.

    Raises:
        OSError: the folder itself cannot be synced.
    """
    if os.name != "posix":  # Windows cannot open folders; its file creation is journalled
        return
    _sync(folder)
    for above in folder.absolute().parents:
        with suppress(OSError):
            _sync(above)


def sync_tree(folder: Path) -> None:
    """Wait until everything below a folder, and the folder itself, is on disk.

    Raises:
        OSError: a file or a folder cannot be synced.
    """
    if os.name == "posix":
        for at, _, names in os.walk(folder):
            for path in (Path(at, name) for name in names):
                if not path.is_symlink():
                    _sync(path)
            _sync(Path(at))
    sync_folder(folder)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _NOT_SYNCED_ERRNOS:
            raise
    finally:
        os.close(handle)
