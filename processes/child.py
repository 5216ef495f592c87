"""A child process, such as an engine, that exchanges lines over its standard streams and never outlives its parent."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import IO

from fourth_seat.processes.family.guard import ProcessGuard
from fourth_seat.processes.installation import PACKAGE_FOLDER
from fourth_seat.processes.start import python_module, start

MAX_LINE_BYTES = 1_000_000  # longer lines come in pieces
STDERR_LINES_KEPT = 3  # for the report of a failure
LAST_OUTPUT_TIMEOUT_S = 1.0  # for the last lines of one that is closed to reach `on_line`
STDERR_TIMEOUT_S = 1.0  # for the last lines of a process that has ended
# On Windows: no console window, and a lower priority than the programs that people see. On Unix, `niceness` does the
# latter.
_WINDOWS_FLAGS = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)


def own_module(module: str, *arguments: str) -> tuple[str, ...]:
    """Return the command that runs a module of this program, regardless of where it is installed or was started."""
    return python_module(module, *arguments, first=[PACKAGE_FOLDER])


class ChildProcess:
    """A running program. Its lines are passed to callbacks on separate threads. All methods are thread-safe."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        niceness: int,
        on_line: Callable[[str], None],
        on_end: Callable[[ChildProcess], None],
        on_error_line: Callable[[str], bool] = lambda _: False,
        descriptors: Sequence[int] = (),
        named: bool = False,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        """Start the program.

        Args:
            niceness: added to this process's own niceness on Unix, so that the window has priority.
            on_line: called with each line of standard output, without the line ending.
            on_end: called once after the last line, with this object.
            on_error_line: called with each line of standard error; returns whether the line has been handled, so that it
                need not be kept for a failure report.
            descriptors: open files that the program inherits, on Unix.
            named, variables: as in `processes.start`.

        Raises:
            OSError, ValueError: the program cannot be started.
        """
        self._on_line, self._on_end, self._on_error_line = on_line, on_end, on_error_line
        self._errors: deque[str] = deque(maxlen=STDERR_LINES_KEPT)
        self._number_lock = threading.Lock()  # held while the process's number is used, or given back to the system
        self._end_lock, self._end_reported = threading.Lock(), False
        self._ended = threading.Event()
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()  # None: no more lines
        self._guard = ProcessGuard()
        try:
            self._process = start(
                command,
                named=named,
                variables={**(variables or {}), **self._guard.environment},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that wrappers such as `uv run` or `ssh` are killed with their children
                creationflags=_WINDOWS_FLAGS,
                pass_fds=tuple(descriptors),
            )
        except BaseException:
            self._guard.release()
            raise
        self._guard.started(self._process)
        self.pid = self._process.pid
        if hasattr(os, "setpriority"):
            with suppress(OSError):  # it has ended already
                inherited = os.getpriority(os.PRIO_PROCESS, self._process.pid)
                os.setpriority(os.PRIO_PROCESS, self._process.pid, inherited + niceness)
        self._error_thread = self._in_thread(self._read_errors, self._process.stderr)
        self._output_thread = self._in_thread(self._read_output, self._process.stdout)
        self._in_thread(self._write, self._process.stdin)
        threading.Thread(target=self._watch, name="child process", daemon=True).start()

    def send(self, line: str) -> None:
        """Send a line without blocking, even if the process is not reading. If the process has ended, this is a no-op, and
        `on_end` is called instead.
        """
        self._outgoing.put(line.encode() + b"\n")

    def end_input(self) -> None:
        """Close the input of the process after the lines sent so far."""
        self._outgoing.put(None)

    def last_errors(self, timeout_s: float = STDERR_TIMEOUT_S) -> str:
        """Return a process's last lines on standard error after its output has ended, waiting up to this many seconds."""
        self._error_thread.join(timeout_s)
        return " | ".join(self._errors)

    def wait(self) -> int:
        """Wait until the process has ended; return its exit status."""
        self._ended.wait()
        return self._process.returncode

    def close(self, timeout_s: float) -> None:
        """End the process and everything that it started, by closing its input and killing it after a timeout. Its last
        lines are still passed to the callbacks. Safe to call twice.
        """
        self.end_input()
        if not self._ended.wait(timeout_s):
            self.kill()
            self._ended.wait()
        if threading.current_thread() is not self._output_thread:  # `on_end` may close it
            self._output_thread.join(LAST_OUTPUT_TIMEOUT_S)

    def pause(self) -> None:
        """Suspend the process and everything that it started; do nothing on Windows."""
        self._signal("SIGSTOP")

    def resume(self) -> None:
        """Resume the process after `pause`."""
        self._signal("SIGCONT")

    def kill(self) -> None:
        """Kill the process, and on Unix everything that it started."""
        if os.name == "posix":
            self._signal("SIGKILL")
        else:
            self._process.kill()

    def _signal(self, name: str) -> None:
        """Signal the process group, on Unix, while its number is the process's own; once the process has been reaped, the
        number may belong to anybody.
        """
        with self._number_lock:
            if os.name == "posix" and self._process.returncode is None:
                with suppress(OSError):
                    os.killpg(self._process.pid, getattr(signal, name))

    def _watch(self) -> None:
        """Wait for the process to end, whoever holds its output; end its leftover children, then reap it."""
        if hasattr(os, "waitid"):  # not in Python before 3.13 on macOS, where its leftover children stay
            with suppress(ChildProcessError):
                os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
            self.kill()
        else:
            self._process.wait()
        self._guard.release()
        with self._number_lock:
            self._process.wait()
        self._ended.set()
        self._output_thread.join(LAST_OUTPUT_TIMEOUT_S)
        self._report_end()

    def _report_end(self) -> None:
        with self._end_lock:
            reported, self._end_reported = self._end_reported, True
        if not reported:
            self._on_end(self)

    def _write(self, stream: IO[bytes]) -> None:
        with suppress(OSError), stream:  # it has ended; closing flushes bytes that it no longer accepts
            while (line := self._outgoing.get()) is not None:
                stream.write(line)
                stream.flush()

    def _read_output(self, stream: IO[bytes]) -> None:
        for line in _lines(stream):
            if self._end_reported:  # the process has ended; a descendant that could not be found goes on writing
                break
            self._on_line(line)
        self.end_input()
        self._report_end()

    def _read_errors(self, stream: IO[bytes]) -> None:
        for line in _lines(stream):
            if line.strip() and not self._on_error_line(line.strip()):
                self._errors.append(line.strip())

    @staticmethod
    def _in_thread(target: Callable[[IO[bytes]], None], stream: IO[bytes] | None) -> threading.Thread:
        thread = threading.Thread(target=target, args=(stream,), name="child process", daemon=True)
        thread.start()
        return thread


def _lines(stream: IO[bytes]) -> Iterator[str]:
    """Yield the lines of a stream to its end, then close it; endless lines come in pieces."""
    with stream:
        while line := stream.readline(MAX_LINE_BYTES):
            yield line.decode("utf-8", "replace").rstrip("\r\n")


def tree_seconds(pid: int) -> float | None:
    """Return the CPU time used so far by a process, its living descendants, and the dead ones that they waited for, in
    seconds.

    Returns None once the process has ended.
    """
    import psutil  # only measuring players need it

    try:
        process = psutil.Process(pid)
        family = [process, *process.children(recursive=True)]
    except psutil.Error:
        return None
    total = 0.0
    for member in family:
        try:
            total += sum(member.cpu_times()[:4])  # user, system, and the same for children that have ended
        except psutil.Error:  # it ended while we counted
            continue
    return total
