"""A GTP engine process and the communication with it: numbered commands, and answers that must arrive by a deadline."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from fourth_seat.boundary.faults import last_words
from fourth_seat.engines.errors import EngineFailed, EngineRefused
from fourth_seat.engines.process.responses import GtpResponse, ResponseReader, is_progress, parse_progress
from fourth_seat.processes.child import ChildProcess
from fourth_seat.processes.start import runs_module
from fourth_seat.words import Text, error_text, say

# Engines run at a low priority, so that the window answers a click at once.
NICENESS = 10  # how "nice" the process is, on Unix
POLL_INTERVAL_S = 0.1  # between two checks of the deadline, which may be shortened meanwhile
MAX_BANNER_LINES = 200  # before the first answer
MAX_UNREAD_ANSWERS = 1_000  # answers and lines that wait to be received; any further ones are dropped


def start_engine(
    command: Sequence[str],
    on_line: Callable[[str], None],
    on_end: Callable[[ChildProcess], None],
    on_error_line: Callable[[str], bool],
) -> ChildProcess:
    """Start an engine; the callbacks are those of `ChildProcess`.

    Raises:
        EngineFailed: the program does not exist or cannot be started.
    """
    try:
        return ChildProcess(
            command,
            niceness=NICENESS,
            on_line=on_line,
            on_end=on_end,
            on_error_line=on_error_line,
            named=not runs_module(command),
        )
    except FileNotFoundError:
        missing = say("it could not be started: there is no program {program} on this computer", program=command[0])
        raise EngineFailed(missing) from None
    except (OSError, ValueError) as error:
        raise EngineFailed(say("it could not be started: {reason}", reason=error_text(error))) from None


class EngineProcess:
    """A running engine process. `ask` blocks and must be called from a single thread; all other methods are thread-safe.

    Attributes:
        progress: the latest progress reported on standard error since the last command, from 0 to 1, or None.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start the process.

        Raises:
            EngineFailed: the program does not exist or cannot be started.
        """
        self.progress: float | None = None
        self._number = 0
        self._command = ""
        self._greeted = False
        self._deadline = 0.0
        self._answers: queue.Queue[GtpResponse | str] = queue.Queue(MAX_UNREAD_ANSWERS)
        self._ended = threading.Event()
        self._reader = ResponseReader()
        self._process = start_engine(command, self._read_line, lambda _: self._ended.set(), self._read_progress)
        self.pid = self._process.pid

    def ask(self, command: str, seconds: float) -> str:
        """Send a command and block until its answer arrives.

        Raises:
            EngineRefused: the engine answered with an error.
            EngineFailed: the process exited, did not answer within `seconds`, or sent something that is not GTP; the caller
                should then terminate it.
        """
        self.send(command, seconds)
        return self.receive()

    def send(self, command: str, seconds: float) -> None:
        """Send a command whose answer has to arrive within `seconds`; read it with `receive`."""
        self._number += 1
        self._command = command
        self.progress = None
        self._deadline = time.monotonic() + seconds
        self.send_line(f"{self._number} {command}")

    def receive(self) -> str:
        """Block until the answer to the last command arrives; raises the same errors as `ask`."""
        banner_lines = 0
        while True:
            answer = self._next()
            if isinstance(answer, str):
                banner_lines += 1
                if self._greeted or banner_lines > MAX_BANNER_LINES:  # a banner before the first answer is forgiven
                    raise EngineFailed(say("it sent {text}, which is not a GTP response", text=answer[:80]))
                continue
            if answer.number not in ("", str(self._number)):
                continue  # a late answer to an earlier command
            self._greeted = True
            if not answer.ok:
                raise EngineRefused(say("it refused {command}: {reason}", command=self._command, reason=answer.text[:200]))
            return answer.text

    def _next(self) -> GtpResponse | str:
        """Wait for the next answer, or for a line outside any answer."""
        while (left := self._deadline - time.monotonic()) > 0:  # checked each time: an engine may send without end
            ended = self._ended.is_set()  # read before the queue, so that the last answer is not lost
            try:
                return self._answers.get(timeout=0.0 if ended else min(POLL_INTERVAL_S, left))
            except queue.Empty:
                if ended:
                    raise EngineFailed(self._why_ended()) from None
        raise EngineFailed(say("it did not answer in time"))

    def send_line(self, line: str) -> None:
        """Send a line without waiting, such as `stop`, which has no answer. If the process has exited, `ask` fails."""
        self._process.send(line)

    def shorten(self, seconds: float) -> None:
        """Limit the remaining wait for the current answer to this many seconds."""
        self._deadline = min(self._deadline, time.monotonic() + seconds)

    def pause(self) -> None:
        """Suspend the engine, if the operating system supports this."""
        self._process.pause()

    def resume(self) -> None:
        """Resume the suspended engine."""
        self._process.resume()

    def end(self, patience: float = 0.0) -> None:
        """End the process; if `patience` is positive, send `quit` first and wait that long. Calling this twice is safe."""
        if patience:
            self.send_line("quit")
        self._process.close(patience)

    def _why_ended(self) -> Text:
        words = last_words(self._process.last_errors(POLL_INTERVAL_S))
        return say("it exited: {words}", words=words[:200]) if words else say("it exited")

    def _read_line(self, line: str) -> None:
        """Queue complete answers, and lines outside any answer."""
        response = self._reader.take(line)
        self._greeted |= self._reader.overlong  # no banner is that long
        if response is not None:
            with suppress(queue.Full):
                self._answers.put_nowait(response)

    def _read_progress(self, line: str) -> bool:
        """Parse a progress line; return False for any other line."""
        if not is_progress(line):
            return False
        fraction = parse_progress(line)
        self.progress = self.progress if fraction is None else fraction
        return True
