"""The folder of a bundle, with functions for updating and removing it.

Files that the user has put there are kept. A newer version is unpacked below `_versions`, tested, and synced to disk. Then
the program's name in the folder is atomically replaced with a link to the new version, so it always refers to a complete
version, even after a failure. The previous version is kept until the newer one has run (see `settle`). Until then, it can
be started from `_versions`. If it was unpacked into the folder itself, it is available as `_versions/before/fourth-seat`.

This applies only to Linux. On Windows, a running program cannot be replaced, and on macOS, the bundle is an application. On
both systems, users have to update it manually.
"""

from __future__ import annotations

import lzma
import os
import secrets
import shutil
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fourth_seat.boundary.files import sync_folder, sync_tree
from fourth_seat.boundary.marks import OWN
from fourth_seat.processes.installation import VERSIONS, folder_of, version_folder
from fourth_seat.processes.output import ProgramFailed, output_of
from fourth_seat.words import FourthSeatError, Text, error_text, say

FOLDER = folder_of(Path(sys.executable))
PROGRAM = "fourth-seat.exe" if sys.platform == "win32" else "fourth-seat"
REPLACES_ITSELF = sys.platform == "linux"
ARCHIVED = "fourth-seat"
"""The top-level folder of an archive."""
INSIDE = "_internal"
PARTS = (PROGRAM, INSIDE, "LICENSE", "README.txt")
"""The contents of that folder."""
BEFORE = "before"
TRIAL_TIMEOUT_S = 60.0
BLOCK_BYTES = 1 << 20
MAX_UNPACKED_BYTES = 1 << 30


class NotReplaced(FourthSeatError, RuntimeError):
    """The newer version cannot replace the current one, which is left unchanged."""


def replace(archive: Path, folder: Path = FOLDER) -> str:
    """Replace the bundle in `folder` with the one in an archive after a trial run, and return the new version.

    Raises:
        NotReplaced: the archive is not a bundle, its program does not run on this system, or the folder is not writable.
    """
    if not REPLACES_ITSELF:
        raise _not_replaced(
            archive, say("on this system, unpack the file yourself and delete {folder}", folder=str(folder))
        )
    versions = folder / VERSIONS
    new, done = versions / secrets.token_hex(4), False
    try:
        with _alone(folder):
            OWN.make(versions)
            new.mkdir()
            unpack(archive, new)
            version = _version(new / ARCHIVED, archive)
            sync_tree(new)
            _keep(folder)
            link = new / "link"
            link.symlink_to((new / ARCHIVED / PROGRAM).relative_to(folder))
            sync_folder(new)
            link.rename(folder / PROGRAM)
            done = True
            with suppress(OSError):  # until it is on the disk, a power failure brings the former version back
                sync_folder(folder)
            return version
    except BlockingIOError:
        raise _not_replaced(archive, say("another update is running")) from None
    except OSError as error:
        raise _not_replaced(archive, error_text(error)) from None
    finally:
        if not done:
            shutil.rmtree(new, ignore_errors=True)
            if not (folder / PROGRAM).is_symlink():
                shutil.rmtree(versions / BEFORE, ignore_errors=True)
            OWN.remove([], versions)


def unpack(archive: Path, folder: Path) -> None:
    """Unpack an archive into a folder. No files are written outside that folder.

    Raises:
        NotReplaced: the file is damaged, is not an archive, or would exceed `MAX_UNPACKED_BYTES` when unpacked.
        OSError: the folder is not writable.
    """
    size = 0
    try:
        with lzma.open(archive) as packed, tarfile.open(fileobj=packed, mode="r|") as tar:
            for member in tar:
                size += member.size
                if size > MAX_UNPACKED_BYTES:
                    raise _not_replaced(archive, say("it is too large"))
                tar.extract(member, folder, filter="data")
            while packed.read(BLOCK_BYTES):  # to its end, which shows whether all of it is intact
                pass
    except (EOFError, ValueError, lzma.LZMAError, tarfile.TarError):
        raise _not_replaced(archive, say("it is damaged, or is not an archive of this program")) from None


def settle(program: Path | None = None) -> None:
    """Remove all versions of the bundle except that of `program` (defaults to the running program), which is known to work.
    Nothing is removed while another version is running or being installed. Errors are ignored.
    """
    program = program or Path(sys.executable)
    folder = folder_of(program)
    versions, own = folder / VERSIONS, version_folder(program)
    if not OWN.is_on(versions):
        return
    with suppress(OSError), _alone(folder):
        if not program.samefile(folder / PROGRAM) or _runs_another(folder, own):
            return
        sync_folder(folder)
        for other in versions.iterdir():
            if other != own and other.is_dir():
                shutil.rmtree(other)
        if own == folder:
            OWN.remove([], versions)
        elif (folder / INSIDE).exists():
            shutil.rmtree(folder / INSIDE)


def remove(folder: Path = FOLDER) -> None:
    """Remove the bundle from a folder, and then the folder itself if it is empty.

    Raises:
        OSError: a part of the bundle cannot be removed.
    """
    for part in (folder / name for name in (*PARTS, *([VERSIONS] if OWN.is_on(folder / VERSIONS) else []))):
        if part.is_dir():
            shutil.rmtree(part)
        else:
            part.unlink(missing_ok=True)
    if not any(folder.iterdir()):
        folder.rmdir()


def _version(unpacked: Path, archive: Path) -> str:
    program = unpacked / PROGRAM
    if not program.is_file():
        raise _not_replaced(archive, say("it does not contain Fourth Seat"))
    try:
        words = " ".join(output_of([str(program), "--version"], TRIAL_TIMEOUT_S)).split()
    except ProgramFailed as error:
        raise _not_replaced(archive, say("its program does not run here: {reason}", reason=error.text)) from None
    if not words:
        raise _not_replaced(archive, say("its program does not run here: {reason}", reason=say("it does not answer")))
    return words[-1]


def _keep(folder: Path) -> None:
    """If the version that was unpacked into the folder itself is in use, give it a permanent name below `_versions`."""
    program, before = folder / PROGRAM, folder / VERSIONS / BEFORE
    if program.is_symlink():
        return
    shutil.rmtree(before, ignore_errors=True)  # of an update that was interrupted
    before.mkdir()
    (before / INSIDE).symlink_to(Path("..", "..", INSIDE))
    (before / PROGRAM).hardlink_to(program)
    sync_folder(before)


def _runs_another(folder: Path, own: Path) -> bool:
    """Return whether another version in this folder is currently running."""
    import psutil  # takes a moment, and is seldom needed

    paths = [Path(path) for each in psutil.process_iter(["exe"]) if (path := each.info["exe"])]
    return any(path.is_relative_to(folder) and version_folder(path) != own for path in paths)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock a folder against concurrent updates. Raises `BlockingIOError` if another update holds the lock."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


def _not_replaced(archive: Path, reason: Text | str) -> NotReplaced:
    return NotReplaced(
        say("{file} could not replace this version, which stays as it was ({reason})", file=archive.name, reason=reason)
    )
