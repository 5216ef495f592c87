"""Adds an extra by running a package installer as a child process.

Its progress is measured by the files that it writes, and it can be cancelled.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from fourth_seat.boundary.files import sync_folder, sync_tree
from fourth_seat.boundary.folders import is_private
from fourth_seat.boundary.marks import OWN
from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.processes.child import ChildProcess
from fourth_seat.processes.extras.catalogue import MB, Extra, unsafe_folder
from fourth_seat.processes.extras.contents import write_contents
from fourth_seat.processes.extras.folder import UNFINISHED, ExtrasFolder, NotRemoved, is_unfinished, size_of
from fourth_seat.processes.extras.installers import find_installer, variables
from fourth_seat.processes.extras.pins import missing
from fourth_seat.processes.start import python_code
from fourth_seat.words import FourthSeatError, Text, error_text, say

NICENESS = 5  # added to this process's own
SPARE_BYTES = 100 * MB  # that stay free on the disk
ALMOST_DONE = 0.99  # of the progress, until the extra is there
WATCH_S = 1.0  # between checks of what an installer has written
STALL_S = 60.0  # within which it has to write at least
STALL_BYTES = 100_000
LONGEST_S = 3600.0  # for all of it
LARGEST_SHARE = 3.0  # of its known size, on the system for which that is largest
IMPORT = "import importlib; [importlib.import_module(name) for name in sys.argv[1:]]"
OFFLINE_WORDS = (
    "dns error",
    "connect",
    "network",
    "resolve host",
    "name resolution",
    "timed out",
    "timeout",
    "unreachable",
)
FULL_DISK_WORDS = ("no space left", "disk full", "quota")
OTHER_HASH_WORDS = ("hash mismatch", "do not match the hashes")
NO_WHEEL_WORDS = ("no matching distribution", "no usable wheels", "no wheels", "no compatible", "no solution found")
MAX_REASON_CHARS = 200
MAX_PROCESS = (1 << 31) - 1  # number of a process


class NotAdded(FourthSeatError, OSError):
    """An extra could not be added; nothing has changed."""


class Adding:
    """An extra that is being added. Only `wait` blocks.

    Attributes:
        extra: the extra being added.
    """

    def __init__(self, extra: Extra, folder: ExtrasFolder) -> None:
        """Start adding an extra.

        Raises:
            NotAdded: there is no installer, the disk lacks room, the folder cannot be written, or other users can write to
                it.
        """
        self.extra = extra
        self._folder = folder
        installer = find_installer()
        if installer is None:
            raise _not_added(extra, say("the download needs uv or pip, but neither was found: install one of them"))
        self._installer = installer
        bytes_needed = round((extra.disk + (0 if installer.unpacks else extra.download)) * MB)
        self._work = _work_folder(extra, folder, bytes_needed)
        self._bytes_needed = bytes_needed
        self._most_bytes = LARGEST_SHARE * bytes_needed + MB
        self._begun = time.monotonic()
        self._mark = 0, self._begun  # bytes that were there at a time since which fewer than STALL_BYTES have come
        self._limit: Text | None = None  # the one that was exceeded
        self._process: ChildProcess | None = None
        self._cancelled = False
        self._error: NotAdded | None = None
        self._thread = threading.Thread(target=self._add, name="adding an extra", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether adding the extra has succeeded, failed or been cancelled; `check` distinguishes these cases."""
        return not self._thread.is_alive()

    @property
    def progress(self) -> float:
        """The progress, from 0 to 1, measured by the files on disk."""
        return min(size_of(self._work) / self._bytes_needed, ALMOST_DONE)

    def check(self) -> bool:
        """Return whether the extra can be used; False while it is being added, or if this was cancelled.

        Raises:
            NotAdded: adding the extra has failed.
        """
        if self._error and self.done:
            raise self._error
        return self.done and not self._cancelled

    def cancel(self) -> None:
        """Cancel adding the extra; downloaded files are removed."""
        self._cancelled = True
        if process := self._process:
            process.kill()

    def wait(self, seconds: float) -> bool:
        """Wait up to this many seconds for the installer to finish; return whether it has."""
        self._thread.join(seconds)
        return self.done

    def _add(self) -> None:
        target, wanted = self._work / "packages", self._work / "requirements.txt"
        try:
            OWN.make(target)  # which gets no packages if all are installed already
            if packages := missing(self.extra.pins, self._folder.path):
                wanted.write_text("\n".join(packages) + "\n", "utf-8")
                self._run(self._installer.install(wanted, target))
            self._try(target)
            write_contents(target)
            sync_tree(target)
            if not self._cancelled:
                self._put(target)
        except NotAdded as error:
            self._error = None if self._cancelled else error
        except NotRemoved as error:
            self._error = _not_added(self.extra, error.text)
        except OSError as error:  # of the disk
            self._error = _failure(self.extra, str(error_text(error)))
        finally:
            shutil.rmtree(self._work, ignore_errors=True)

    def _try(self, target: Path) -> None:
        """Import the modules of the extra in another process; raise `NotAdded` if it fails."""
        places = [path for path in sys.path if not Path(path).is_relative_to(self._folder.path)]
        try:
            self._run(python_code(IMPORT, *self.extra.modules, more=[*places, str(target)]))
        except NotAdded:
            if self._cancelled or self._limit:
                raise
            raise _not_added(self.extra, say("its packages do not work with this Python")) from None

    def _put(self, target: Path) -> None:
        """Move the installed packages into the folder of the extra, all or none of them."""
        place = self._folder.of(self.extra)
        if os.path.lexists(place):
            self._folder.remove(self.extra)
        target.rename(place)
        sync_folder(self._folder.path)
        self._folder.activate()
        if not self.extra.there:
            self._folder.remove(self.extra)
            raise _not_added(self.extra, say("its packages do not work with this Python"))

    def _over_limit(self) -> bool:
        """Return whether the installer has used too much room or time; `_limit` says which."""
        size, now = size_of(self._work), time.monotonic()
        if size >= self._mark[0] + STALL_BYTES:
            self._mark = size, now
        if size > self._most_bytes:
            self._limit = say("the download is larger than it should be")
        elif now > self._mark[1] + STALL_S or now > self._begun + LONGEST_S:
            self._limit = say("the download is too slow: try again later")
        return self._limit is not None

    def _run(self, command: Sequence[str]) -> str:
        """Run the installer, and return its output; raise `NotAdded` if it fails."""
        lines: list[str] = []
        ended = threading.Event()

        def keep(line: str) -> bool:
            lines.append(line)
            return True

        if self._cancelled:
            raise _not_added(self.extra, say("it was cancelled"))
        self._process = ChildProcess(
            command,
            niceness=NICENESS,
            on_line=lines.append,
            on_end=lambda _: ended.set(),
            on_error_line=keep,
            variables=variables(self._work),
        )
        if self._cancelled:  # in the meantime
            self._process.kill()
        while not ended.wait(WATCH_S):
            if self._over_limit():
                self._process.kill()
        status = self._process.wait()
        self._process.last_errors()
        self._process.close(0)
        if self._limit:
            raise _not_added(self.extra, self._limit)
        if status:
            raise _failure(self.extra, "\n".join(lines))
        return "\n".join(lines)


def _work_folder(extra: Extra, folder: ExtrasFolder, bytes_needed: int) -> Path:
    """Make a folder beside the extras, if there is room; remove those left by interrupted runs."""
    try:
        new = not folder.path.is_dir()
        OWN.make(folder.path, above=2)
        if new:
            folder.path.chmod(0o700)
        if not is_private(folder.path):
            raise _not_added(extra, unsafe_folder(folder.path))
        for old in folder.path.glob(f"{UNFINISHED}*"):
            if is_unfinished(old) and not _alive(old):
                shutil.rmtree(old, ignore_errors=True)
        free = shutil.disk_usage(folder.path).free
        if free < bytes_needed + SPARE_BYTES:
            raise _not_added(
                extra,
                say(
                    "{needed} MB must be free on the disk, but only {free} MB are: free up some space and try again",
                    needed=(bytes_needed + SPARE_BYTES) // MB,
                    free=free // MB,
                ),
            )
        work = Path(tempfile.mkdtemp(prefix=f"{UNFINISHED}{os.getpid()}-", dir=folder.path))
        OWN.put(work)
        return work
    except NotAdded:
        raise
    except OSError as error:
        reason = say("{folder} cannot be written to ({reason})", folder=str(folder.path), reason=error_text(error))
        raise _not_added(extra, reason) from error


def _alive(work: Path) -> bool:
    """Return whether the process that works in a folder is still running."""
    import psutil

    number = parse_integer(work.name.removeprefix(UNFINISHED).partition("-")[0], 1, MAX_PROCESS)
    return number is not None and psutil.pid_exists(number)


def _failure(extra: Extra, output: str) -> NotAdded:
    """Return the error that an installer's output describes."""
    low = output.lower()
    if any(word in low for word in FULL_DISK_WORDS):
        return _not_added(extra, say("the disk is full"))
    if any(word in low for word in OTHER_HASH_WORDS):
        return _not_added(extra, say("the download is not the package for this version of the program"))
    if any(word in low for word in OFFLINE_WORDS):
        return _not_added(extra, say("it cannot be downloaded; is this computer online?"))
    if any(word in low for word in NO_WHEEL_WORDS):
        return _not_added(extra, say("there is no package for this Python and this kind of computer"))
    last = next((line.strip() for line in reversed(output.splitlines()) if line.strip()), "")
    return _not_added(extra, last[:MAX_REASON_CHARS])


def _not_added(extra: Extra, reason: Text | str) -> NotAdded:
    return NotAdded(say("{feature} could not be added: {reason}", feature=extra.title, reason=reason))
