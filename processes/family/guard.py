"""Child processes that end with their parent, however it ends.

On Unix, a small guard process (`guard_process`) reads from a pipe that only this process holds open. When this process ends
and the pipe closes, it kills the families (`marked`) that have been reported to it. Linux's own parent-death signal would
come too early, since it is sent when the *thread* that started the child ends. On Windows, each child belongs to a job that
the system terminates when the job's last handle is closed; this has not been tested.
"""

from __future__ import annotations

import atexit
import secrets
import subprocess
import sys
import threading
from contextlib import suppress

from fourth_seat.processes.family.marked import environment, kill_marked
from fourth_seat.processes.installation import PACKAGE_FOLDER
from fourth_seat.processes.start import python, start

_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from fourth_seat.processes.family.guard_process import main; main(sys.stdin)"
)


class _GuardProcess:
    """The guard process of this program, which is started with the first child."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the guard, unless it is already running."""
        with self._lock, suppress(OSError):
            if self._process is None:
                self._process = start(
                    python("-S", "-c", _PROGRAM, str(PACKAGE_FOLDER)),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,  # Ctrl+C in a terminal must not end it
                )
                atexit.register(self._close)

    def send(self, line: str) -> None:
        """Report an event in a child's life to the guard, with the child's mark and group. If the guard cannot run, nothing
        is guarded.
        """
        with self._lock, suppress(OSError):
            if self._process and self._process.stdin and not self._process.stdin.closed:
                self._process.stdin.write(line.encode() + b"\n")
                self._process.stdin.flush()

    def _close(self) -> None:
        assert self._process and self._process.stdin
        with self._lock, suppress(OSError):
            self._process.stdin.close()
        self._process.wait()


_guard = _GuardProcess()


class ProcessGuard:
    """Ends a child process, and on Unix everything that it started, when this process ends.

    Attributes:
        environment: the environment variables that the child must be started with.
    """

    def __init__(self) -> None:
        """Start guarding before the child is started, so that it is never unguarded."""
        self._mark = secrets.token_hex(8)
        self.environment = environment(self._mark)
        self._group = 0
        self._job: object = None
        if sys.platform != "win32":
            _guard.start()
            self._send("starting")

    def started(self, process: subprocess.Popen[bytes]) -> None:
        """Guard the child that has been started; on Unix, it must lead its own process group."""
        self._group = process.pid
        if sys.platform == "win32":
            from fourth_seat.processes.family.windows_job import WindowsJob

            self._job = WindowsJob(process)
        else:
            self._send("started")

    def release(self) -> None:
        """Stop guarding a child that could not be started or has ended, since the system may reuse its process ID. Any
        remaining processes that it started outside its group are killed.
        """
        self._job = None
        if sys.platform != "win32":
            kill_marked([self._mark])
            self._send("over")

    def _send(self, kind: str) -> None:
        _guard.send(f"{kind} {self._mark} {self._group}")
