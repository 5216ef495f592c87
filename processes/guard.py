"""Child processes that end with their parent, however it died.

On Unix a shell waits for the end of a pipe that only the parent holds, and then kills the child's process group. Linux's
own parent-death signal would come too early: it is sent when the *thread* that started the child ends. On Windows the
child belongs to a job that the system ends when its last handle is closed; that part has not been tried.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress

_SCRIPT = "read -r _; kill -s KILL -- -$1"


class ProcessGuard:
    """Ends a child process, and on Unix its process group, when this process ends."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        """Begin to guard a process, which must lead a process group of its own on Unix."""
        self._shell: subprocess.Popen[bytes] | None = None
        self._job: object = None
        if sys.platform == "win32":
            from processes.windows_job import WindowsJob

            self._job = WindowsJob(process)
        else:
            self._shell = _shell_for(process.pid)

    def release(self) -> None:
        """Stop guarding a process that has ended, whose number the system may give to another one. Safe to call twice."""
        self._job = None
        shell, self._shell = self._shell, None
        if shell:
            shell.kill()
            shell.wait()
            assert shell.stdin
            shell.stdin.close()

    def __del__(self) -> None:
        """Leave no shell behind when the process is forgotten after its end."""
        with suppress(OSError):
            self.release()


def _shell_for(group: int) -> subprocess.Popen[bytes] | None:
    """Start the shell that waits; None where there is none to start."""
    with suppress(OSError):
        return subprocess.Popen(
            ("/bin/sh", "-c", _SCRIPT, "guard", str(group)),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=os.sep,
            start_new_session=True,  # Ctrl+C in a terminal is not meant for it
        )
    return None
