"""A GTP engine process and the conversation with it: numbered commands out, answers in, with a deadline for each."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from engines.errors import EngineFailed, EngineRefused
from words import Text, say

# Thinking takes what the window and the rest of the machine leave: a click is drawn at once, whatever an engine does.
NICENESS = 10  # how "nice" the process is, on Unix
WINDOWS_FLAGS = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
POLL_INTERVAL_S = 0.1  # seconds between two looks at a deadline that may have been shortened
STDERR_LINES_KEPT = 3  # lines of standard error kept for the report of a failure
MAX_LINE_BYTES = 1_000_000  # bytes
MAX_RESPONSE_CHARS = 4_000_000  # characters; an engine that says more is not answering


@dataclass(frozen=True, slots=True)
class GtpResponse:
    """One answer of the engine; `ok` is whether it began with `=`."""

    number: str
    ok: bool
    text: str


class EngineProcess:
    """One running engine process. `ask` blocks and belongs to one thread; everything else may be called from any.

    Attributes:
        progress: the last `progress` the engine told on standard error, 0..1; None since a command was sent.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Starts the process.

        Raises:
            EngineFailed: there is no such program.
        """
        self.progress: float | None = None
        self._number = 0
        self._command = ""
        self._greeted = False
        self._deadline = 0.0
        self._errors: deque[str] = deque(maxlen=STDERR_LINES_KEPT)
        self._answers: queue.SimpleQueue[GtpResponse | str | None] = queue.SimpleQueue()
        self._writing = threading.Lock()
        try:
            self._process = subprocess.Popen(
                tuple(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that wrappers such as `uv run` or `ssh` are ended with their children
                creationflags=WINDOWS_FLAGS,
            )
        except (OSError, ValueError) as error:
            raise EngineFailed(say("it could not be started: {reason}", reason=str(error))) from None
        if hasattr(os, "setpriority"):
            with suppress(OSError):  # it has ended already
                os.setpriority(os.PRIO_PROCESS, self._process.pid, NICENESS)
        self._hearing = self._listen(self._read_errors, self._process.stderr)
        self._listen(self._read_answers, self._process.stdout)

    @staticmethod
    def _listen(target: Callable[[IO[bytes]], None], stream: IO[bytes] | None) -> threading.Thread:
        thread = threading.Thread(target=target, args=(stream,), name="engine output", daemon=True)
        thread.start()
        return thread

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def ask(self, command: str, seconds: float) -> str:
        """Sends a command and waits for its answer.

        Raises:
            EngineRefused: the engine answered with an error.
            EngineFailed: it ended, or did not answer within `seconds`, or what it says is no GTP. It must be ended then.
        """
        self.send(command, seconds)
        return self.receive()

    def send(self, command: str, seconds: float) -> None:
        """Sends a command whose answer, to be had from `receive`, must come within `seconds`."""
        self._number += 1
        self._command = command
        self.progress = None
        self._deadline = time.monotonic() + seconds
        self.tell(f"{self._number} {command}")

    def receive(self) -> str:
        """Waits for the answer to the command sent last; raises as `ask`."""
        while True:
            try:
                answer = self._answers.get(timeout=max(0.0, min(POLL_INTERVAL_S, self._deadline - time.monotonic())))
            except queue.Empty:
                if time.monotonic() < self._deadline:
                    continue
                raise EngineFailed(say("it did not answer in time")) from None
            if answer is None:
                raise EngineFailed(self._why_ended())
            if isinstance(answer, str):
                if self._greeted:  # a banner before the first answer is forgiven
                    raise EngineFailed(say("it said {text}, which is no answer", text=answer[:80]))
                continue
            if answer.number not in ("", str(self._number)):
                continue  # late, to a command nobody waits for
            self._greeted = True
            if not answer.ok:
                raise EngineRefused(say("it refused {command}: {reason}", command=self._command, reason=answer.text[:200]))
            return answer.text

    def tell(self, line: str) -> None:
        """Sends a line without waiting; for `stop`, which has no answer. A process that has ended shows in `ask`."""
        with self._writing:
            stdin = self._process.stdin
            assert stdin is not None
            with suppress(OSError, ValueError):  # it has ended, or was ended
                stdin.write(line.encode() + b"\n")
                stdin.flush()

    def shorten(self, seconds: float) -> None:
        """The answer that is waited for must come within so many seconds from now."""
        self._deadline = min(self._deadline, time.monotonic() + seconds)

    def end(self, patience: float = 0.0) -> None:
        """Ends the process, politely where there is time. Safe to call twice."""
        if patience:
            self.tell("quit")
        with self._writing, suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            kill(self._process)
            self._process.wait()

    def _why_ended(self) -> Text:
        self._hearing.join(POLL_INTERVAL_S)  # its last words may still be on their way
        words = " | ".join(self._errors)
        return say("it ended: {words}", words=words[:200]) if words else say("it ended")

    def _read_answers(self, stream: IO[bytes]) -> None:
        """Puts whole answers, and lines that belong to none, into the queue; None at the end."""
        lines: list[str] = []
        size = 0
        for raw in _lines(stream):
            line = raw.decode("utf-8", "replace").rstrip("\r\n")
            if lines and not line:
                self._answers.put(_answered(lines))
                lines, size = [], 0
            elif lines or line.startswith(("=", "?")):
                size += len(line)
                if size < MAX_RESPONSE_CHARS:
                    lines.append(line)
            elif line:
                self._answers.put(line)
        self._answers.put(None)

    def _read_errors(self, stream: IO[bytes]) -> None:
        for raw in _lines(stream):
            line = raw.decode("utf-8", "replace").strip()
            word, _, rest = line.partition(" ")
            if word == "progress":
                try:
                    self.progress = min(1.0, max(0.0, float(rest.split()[0])))
                except (ValueError, IndexError):
                    continue
            elif line:
                self._errors.append(line)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Ends a process that was started in a session of its own, and on Unix all that it started."""
    if os.name == "posix":
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines of a stream to its end, then closes it; endless ones come in pieces."""
    with stream:
        while line := stream.readline(MAX_LINE_BYTES):
            yield line


def _answered(lines: list[str]) -> GtpResponse:
    first = lines[0]
    digits = len(first) - len(first[1:].lstrip("0123456789")) - 1
    text = "\n".join([first[1 + digits :].strip(), *lines[1:]])
    return GtpResponse(first[1 : 1 + digits], first[0] == "=", text.strip())
