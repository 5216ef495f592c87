"""Child processes that end with their parent, however it died.

On Unix one small guard process reads from a pipe that only this process holds; at its end, which comes with ours, it kills
the process groups that it was told of. Linux's own parent-death signal would come too early: it is sent when the *thread*
that started the child ends. On Windows each child belongs to a job that the system ends when its last handle is closed;
that part has not been tried.
"""

from __future__ import annotations

import atexit
import subprocess
import sys
import threading
from contextlib import suppress

_PROGRAM = """
import os, sys
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, 9)
    except OSError:
        pass
"""


class _GuardProcess:
    """The guard process of this program; started with the first child."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the guard, unless it runs already."""
        with self._lock, suppress(OSError):
            if self._process is None:
                self._process = subprocess.Popen(
                    (sys.executable, "-I", "-S", "-c", _PROGRAM),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,  # Ctrl+C in a terminal is not meant for it
                )
                atexit.register(self._close)

    def send(self, line: str) -> None:
        """Tell the guard of a group (`+12`) or of its end (`-12`). Where it cannot run, nothing is guarded."""
        with self._lock, suppress(OSError):
            if self._process and self._process.stdin:
                self._process.stdin.write(line.encode() + b"\n")
                self._process.stdin.flush()

    def _close(self) -> None:
        assert self._process and self._process.stdin
        with suppress(OSError):
            self._process.stdin.close()
        self._process.wait()


_guard = _GuardProcess()


def prepare_guard() -> None:
    """Start what guards processes, so that none is without a guard from its first moment."""
    if sys.platform != "win32":
        _guard.start()


class ProcessGuard:
    """Ends a child process, and on Unix its process group, when this process ends."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        """Begin to guard a process, which must lead a process group of its own on Unix."""
        self._group = process.pid
        self._job: object = None
        if sys.platform == "win32":
            from processes.windows_job import WindowsJob

            self._job = WindowsJob(process)
        else:
            _guard.send(f"+{self._group}")

    def release(self) -> None:
        """Stop guarding a process that has ended, whose number the system may give to another one. Safe to call twice."""
        self._job = None
        if self._group and sys.platform != "win32":
            _guard.send(f"-{self._group}")
        self._group = 0
