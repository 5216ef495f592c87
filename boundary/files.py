"""Reading files within a size limit, and writing them atomically."""

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
        OSError: it cannot be opened, or is a folder, FIFO, socket or device, which may be endless or have side effects.
    """
    return os.fdopen(_opened(path), "rb")


def _opened(path: Path) -> int:
    """Open a regular file for reading and return its descriptor; raise the same errors as `open_regular`."""
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
    """Read a regular file of at most `most` bytes.

    Raises:
        OSError: the file cannot be read, is not a regular file, or is larger.
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
    """Read up to `most` bytes from the end of a regular file; fast enough for thousands of files.

    Raises:
        OSError: the file cannot be read, or is not a regular file.
    """
    descriptor = _opened(path)
    try:
        os.lseek(descriptor, max(0, os.fstat(descriptor).st_size - most), os.SEEK_SET)
        return os.read(descriptor, most)
    finally:
        os.close(descriptor)


@contextmanager
def replaced_file(path: Path, *, private: bool = True) -> Iterator[BinaryIO]:
    """Open a new file for writing that replaces `path` once it is complete; after an error, `path` is unchanged.

    The new file is flushed to disk before it is renamed. It is readable only by the user or, if not `private`, by anyone
    who could read the old file.

    Raises:
        OSError: the file cannot be written, or `path` is a link, folder, FIFO, socket or device.
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
    """Return the status of a regular file, or None if there is no file."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(found.st_mode):
        raise OSError(errno.ELOOP, "it is a link", str(path))
    _check_regular(path, found)
    return found


def _give_to_owner_of(before: os.stat_result, new: Path) -> None:
    """Give a new file the owner and permissions of the file that it replaces."""
    with suppress(OSError, AttributeError):  # only root may give files away; Windows has no such owners
        os.chown(new, before.st_uid, before.st_gid)
    with suppress(OSError):  # sticks have no permissions
        new.chmod(stat.S_IMODE(before.st_mode))


def followed(path: Path) -> Path:
    """Return the file that a path refers to, following any links; it need not exist. Replacing this file leaves the links
    intact.

    Raises:
        OSError: no file can have this name.
    """
    try:
        return Path(os.path.realpath(path)) if path.is_symlink() else path
    except ValueError:
        raise OSError(errno.EINVAL, _BAD_NAME, str(path)) from None


def write_file(path: Path, data: bytes) -> None:
    """Atomically write a file requested by the user, following any links.

    Raises:
        OSError: the file cannot be written, or is a folder, FIFO, socket or device.
    """
    with replaced_file(followed(path), private=False) as file:
        file.write(data)


def sync_folder(folder: Path) -> None:
    """Block until a folder and its entries are on disk.

    Its parent folders are synced too, where permissions allow: if the name of a new folder is not on disk, the folder is
    lost with all its contents. Syncing an unchanged folder costs almost nothing.

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
    """Block until a folder and everything below it are on disk.

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
