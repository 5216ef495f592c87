"""The folder of a bundle: a newer version takes its place, or it is removed. What a person has put beside it stays.

So it is on Linux. On Windows a program that runs cannot be replaced, and on macOS it is an application: people do it.
"""

from __future__ import annotations

import lzma
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from words import FourthSeatError, Text, error_text, say

FOLDER = Path(sys.executable).parent
PROGRAM = "fourth-seat.exe" if sys.platform == "win32" else "fourth-seat"
REPLACES_ITSELF = sys.platform == "linux"
PARTS = (PROGRAM, "_internal", "LICENSE", "README.txt")
"""Parts of a bundle, in the folder of its archive, which bears the program's name."""
TRIAL_TIMEOUT_S = 60.0
BLOCK_BYTES = 1 << 20
MAX_UNPACKED_BYTES = 1 << 30


class NotReplaced(FourthSeatError, RuntimeError):
    """The newer version cannot take the place of this one, which is as it was."""


def replace(archive: Path, folder: Path = FOLDER) -> str:
    """Put the bundle of an archive in the place of the one in `folder`, once it has run; return its version.

    Raises:
        NotReplaced: it is no bundle, does not run here, or the folder cannot be written.
    """
    if not REPLACES_ITSELF:
        raise _not_replaced(archive, say("on this system, unpack it and delete {folder}", folder=str(folder)))
    try:
        with tempfile.TemporaryDirectory(prefix=".update-", dir=folder) as made:
            new, old = Path(made) / "new", Path(made) / "old"
            unpack(archive, new)
            unpacked = new / "fourth-seat"
            version = _version(unpacked, archive)
            old.mkdir()
            _exchange(unpacked, folder, old)
            return version
    except OSError as error:
        raise _not_replaced(archive, error_text(error)) from None


def unpack(archive: Path, folder: Path) -> None:
    """Unpack an archive into a folder, and nowhere else.

    Raises:
        NotReplaced: it is damaged, is no archive, or would take more than `MAX_UNPACKED_BYTES`.
        OSError: the disk does not take it.
    """
    size = 0
    try:
        with lzma.open(archive) as packed, tarfile.open(fileobj=packed, mode="r|") as tar:
            for member in tar:
                size += member.size
                if size > MAX_UNPACKED_BYTES:
                    raise _not_replaced(archive, say("it is too large"))
                tar.extract(member, folder, filter="data")
            while packed.read(BLOCK_BYTES):  # to its end, where it says whether all of it is right
                pass
    except (EOFError, ValueError, lzma.LZMAError, tarfile.TarError):
        raise _not_replaced(archive, say("it is damaged, or no archive of this program")) from None


def remove(folder: Path = FOLDER) -> None:
    """Remove the bundle in a folder, and the folder too if nothing else is in it.

    Raises:
        OSError: a part of it cannot be removed.
    """
    for part in (folder / name for name in PARTS):
        if part.is_dir():
            shutil.rmtree(part)
        else:
            part.unlink(missing_ok=True)
    if not any(folder.iterdir()):
        folder.rmdir()


def _version(unpacked: Path, archive: Path) -> str:
    program = unpacked / PROGRAM
    if not program.is_file():
        raise _not_replaced(archive, say("it holds no bundle of Fourth Seat"))
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=TRIAL_TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        raise _not_replaced(archive, say("its program does not answer")) from None
    if done.returncode or not done.stdout.strip():
        raise _not_replaced(archive, say("its program does not run here: {reason}", reason=done.stderr.strip()[-300:]))
    return done.stdout.split()[-1]


def _exchange(new: Path, folder: Path, old: Path) -> None:
    """Move the parts of a bundle into a folder, and those that are there into another; all of them or none."""
    moved: list[tuple[Path, Path]] = []
    try:
        for name in PARTS:
            for at, to in ((folder / name, old / name), (new / name, folder / name)):
                if at.exists():
                    at.rename(to)
                    moved.append((at, to))
    except OSError:
        for at, to in reversed(moved):
            to.rename(at)
        raise


def _not_replaced(archive: Path, reason: Text | str) -> NotReplaced:
    return NotReplaced(
        say("{file} cannot take the place of this version ({reason}): it stays as it was", file=archive.name, reason=reason)
    )
