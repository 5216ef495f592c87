"""A worker in a separate process that exchanges JSON lines with this process and sends a heartbeat."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from fourth_seat.boundary.faults import last_words
from fourth_seat.processes.child import ChildProcess, own_module
from fourth_seat.words import say

CLOSE_TIMEOUT_S = 1.0  # for the process to end by itself
MAX_REASON_CHARS = 300
START_TIMEOUT_S = 60.0  # until the first line of the process: it loads libraries, perhaps on a slow machine
SILENCE_TIMEOUT_S = 10.0  # without a line; there is a heartbeat every two seconds

Message = dict[str, Any]


class WorkerProcess:
    """A running worker process. Only `close` blocks until it has exited."""

    def __init__(
        self,
        module: str,
        arguments: Sequence[str],
        settings: Mapping[str, Any],
        read_message: Callable[[str], Message | None],
        *,
        niceness: int,
        descriptors: Sequence[int] = (),
    ) -> None:
        """Start the worker.

        Args:
            module: the Python module to run with `arguments`.
            settings: the settings, sent to the worker as the first line.
            read_message: callback that parses a line from the worker. Returns None if the line is not a message.
            niceness, descriptors: as in `ChildProcess`.

        Raises:
            OSError: no process can be started.
        """
        self._lines: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._read_message = read_message
        self._ended = False
        self._deadline = time.monotonic() + START_TIMEOUT_S
        self._process = ChildProcess(
            own_module(module, *arguments),
            niceness=niceness,
            on_line=self._read_line,
            on_end=self._read_end,
            descriptors=descriptors,
        )
        self.pid = self._process.pid
        self.send(settings)

    def lines(self) -> list[Message]:
        """Return the messages received since the last call.

        The final message is `{"event": "ended", "status": ..., "reason": ...}`, where `reason` is null on success. A
        process that no longer responds is killed.
        """
        if time.monotonic() > self._deadline and not self._ended:
            self._ended = True
            self._lines.put({"event": "ended", "status": 1, "reason": say("it no longer responds")})
            self._process.kill()
        lines = []
        with suppress(queue.Empty):
            while True:
                lines.append(self._lines.get_nowait())
        return lines

    def send(self, message: Mapping[str, Any] | str) -> None:
        """Send a message or a line of text. It is lost if the process has exited."""
        self._process.send(message if isinstance(message, str) else json.dumps(message, separators=(",", ":")))

    def close(self) -> None:
        """Terminate the process. Can be called more than once."""
        self._process.close(CLOSE_TIMEOUT_S)

    def _read_line(self, line: str) -> None:
        self._deadline = time.monotonic() + SILENCE_TIMEOUT_S
        message = self._read_message(line)
        if message and message.get("event") != "alive" and not self._ended:
            self._lines.put(message)

    def _read_end(self, process: ChildProcess) -> None:
        errors, status = last_words(process.last_errors()), process.wait()
        if self._ended:
            return
        self._ended = True
        self._lines.put(
            {"event": "ended", "status": status, "reason": errors[:MAX_REASON_CHARS] or None if status else None}
        )
