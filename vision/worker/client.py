"""The vision process as the window and the terminal have it: started, asked now and then, ended. Light: knows no OpenCV."""

from __future__ import annotations

import json
import os
import queue
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from processes.child import ChildProcess
from vision.worker.frame_buffer import FrameBuffer, SharedPicture
from vision.worker.message_forms import read_message
from words import say

ROOT = Path(__file__).resolve().parents[2]
NICENESS = 5  # on Unix: after the window, before the engines
CLOSE_TIMEOUT_S = 1.0  # for the process to end by itself
MAX_REASON_CHARS = 300
START_TIMEOUT_S = 60.0  # seconds until the process is first heard of: it loads OpenCV, perhaps on a slow machine
SILENCE_TIMEOUT_S = 10.0  # seconds; it speaks every two seconds, whatever it does


class VisionProcess:
    """One running vision process. No method waits for it, but for `close`."""

    def __init__(self, settings: Mapping[str, Any], worker: str) -> None:
        """Start it.

        Args:
            settings: as `vision/worker/loop.py` has them.
            worker: what makes the `VisionWorker`, as MODULE:FUNCTION.

        Raises:
            OSError: no process can be started.
        """
        self._lines: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._number = 0
        self._ended = False
        self._deadline = time.monotonic() + START_TIMEOUT_S
        self._buffer = FrameBuffer()
        try:
            self._process = ChildProcess(
                # -P: a folder called `vision` where the program was started must not be taken for this one.
                (sys.executable, "-P", "-m", "vision.worker", worker, self._buffer.handle),
                niceness=NICENESS,
                on_line=self._read_line,
                on_end=self._read_end,
                environment={"PYTHONPATH": os.pathsep.join([str(ROOT), *_python_path()])},
                descriptors=self._buffer.descriptors,
            )
        except OSError:
            self._buffer.close()
            raise
        self._buffer.released()
        self._process.send(json.dumps(dict(settings)))

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def lines(self) -> list[dict[str, Any]]:
        """The messages that have come since this was last asked.

        The last one of all is `{"event": "ended", "status": ..., "reason": ...}`, the reason null when all went well. A
        process that has gone silent is killed.
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

    def frame(self) -> SharedPicture | None:
        """The newest picture; None where none has come since the last."""
        return self._buffer.read()

    def send(self, command: str) -> int:
        """Send a command; the number that its reply will carry. One to a process that has ended is lost."""
        self._number += 1
        self._process.send(f"{self._number} {' '.join(command.splitlines())}")
        return self._number

    def close(self) -> None:
        """End the process. Safe to call twice."""
        self._process.close(CLOSE_TIMEOUT_S)
        self._buffer.close()

    def _read_line(self, line: str) -> None:
        self._deadline = time.monotonic() + SILENCE_TIMEOUT_S
        message = read_message(line)
        if message and message.get("event") != "alive" and not self._ended:
            self._lines.put(message)

    def _read_end(self, process: ChildProcess) -> None:
        errors, status = process.last_errors(), process.wait()
        if self._ended:
            return
        self._ended = True
        self._lines.put(
            {"event": "ended", "status": status, "reason": errors[:MAX_REASON_CHARS] or None if status else None}
        )


def _python_path() -> list[str]:
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
