"""Child processes that end with their parent, however it died.

On Unix one small guard process reads from a pipe that only this process holds; at its end, which comes with ours, it kills
the process groups that it knows. A child whose number this process had no time to pass on is found by a mark in its
environment (on Linux). Linux's own parent-death signal would come too early: it is sent when the *thread* that started the
child ends. On Windows each child belongs to a job that the system ends when its last handle is closed;
that part has not been tried.
"""

from __future__ import annotations

import atexit
import secrets
import subprocess
import sys
import threading
from contextlib import suppress

from processes.start import python, start

MARK = "FOURTH_SEAT_CHILD"  # in the environment of a child
_PROGRAM = f"""
import os, sys, time

groups, starting = set(), set()
for line in sys.stdin:
    kind, mark, group = line.split()
    starting.discard(mark)
    if kind == "starting":
        starting.add(mark)
    elif kind == "started":
        groups.add(int(group))
    else:
        groups.discard(int(group))

def marked():
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/" + name + "/environ", "rb") as file:
                environment = file.read().split(bytes(1))
        except OSError:
            continue
        if any(b"{MARK}=" + mark.encode() in environment for mark in starting):
            yield int(name)

end = time.monotonic() + 2  # a child that was being started has its environment by then
while True:
    for group in groups | set(marked() if starting and os.path.isdir("/proc") else ()):
        try:
            os.killpg(group, 9)
        except OSError:
            pass
    if not starting or time.monotonic() > end:
        break
    time.sleep(0.05)
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
                self._process = start(
                    python("-S", "-c", _PROGRAM),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,  # Ctrl+C in a terminal must not end it
                )
                atexit.register(self._close)

    def send(self, line: str) -> None:
        """Report a child to the guard: what happens to it, its mark, its group. Where the guard cannot run, nothing is
        guarded.
        """
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


class ProcessGuard:
    """Ends a child process, and on Unix its process group, when this process ends.

    Attributes:
        environment: variables that the child must be started with.
    """

    def __init__(self) -> None:
        """Begin before the child is started, so that none is without a guard from its first moment."""
        self._mark = secrets.token_hex(8)
        self.environment = {MARK: self._mark}
        self._group = 0
        self._job: object = None
        if sys.platform != "win32":
            _guard.start()
            self._send("starting")

    def started(self, process: subprocess.Popen[bytes]) -> None:
        """Go on with the child's number; it must lead a process group of its own on Unix."""
        self._group = process.pid
        if sys.platform == "win32":
            from processes.windows_job import WindowsJob

            self._job = WindowsJob(process)
        else:
            self._send("started")

    def release(self) -> None:
        """Stop guarding a process that has ended, whose number the system may give to another one, or that could not be
        started. Safe to call twice.
        """
        self._job = None
        mark, self._mark = self._mark, ""  # first: the window and the thread that reads the output may both be here
        if mark and sys.platform != "win32":
            _guard.send(f"over {mark} {self._group}")

    def _send(self, kind: str) -> None:
        _guard.send(f"{kind} {self._mark} {self._group}")
