"""The vision process as the window and the terminal have it: started, asked now and then, ended. Light: knows no OpenCV."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from engines.process.engine_process import WINDOWS_FLAGS, kill
from vision.worker.frame_buffer import FrameBuffer, SharedPicture

ROOT = Path(__file__).resolve().parents[2]
POLITENESS = 5  # how "nice" it is, on Unix: after the window, before the engines
LAST_WORDS = 3  # lines of standard error kept for the report of a failure
CLOSING = 1.0  # seconds for the process to end by itself


class VisionProcess:
    """One running vision process. No method waits for it, but for `close`."""

    def __init__(self, settings: Mapping[str, Any], watch: str) -> None:
        """Starts it. `watch` names a `Watch` as MODULE:FUNCTION; `settings` as `vision/worker/loop.py` has them.

        Raises:
            OSError: no process can be started.
        """
        self._lines: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._errors: deque[str] = deque(maxlen=LAST_WORDS)
        self._number = 0
        self._buffer = FrameBuffer()
        try:
            self._process = subprocess.Popen(
                # -P: a folder called `vision` where the program was started must not be taken for this one.
                (sys.executable, "-P", "-m", "vision.worker", watch, self._buffer.handle),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                creationflags=WINDOWS_FLAGS,
                pass_fds=self._buffer.descriptors,
                env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *_elsewhere()])},
            )
        except OSError:
            self._buffer.close()
            raise
        self._buffer.released()
        if hasattr(os, "setpriority"):
            with suppress(OSError):  # it has ended already
                os.setpriority(os.PRIO_PROCESS, self._process.pid, POLITENESS)
        hearing = threading.Thread(
            target=self._read_errors, args=(self._process.stderr,), name="vision errors", daemon=True
        )
        hearing.start()
        threading.Thread(target=self._read, args=(self._process.stdout, hearing), name="vision output", daemon=True).start()
        self._write(json.dumps(dict(settings)))

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def lines(self) -> list[dict[str, Any]]:
        """What it has said since this was last asked.

        The last thing ever said is `{"event": "ended", "status": ..., "reason": ...}`, the reason null when all went well.
        """
        lines = []
        with suppress(queue.Empty):
            while True:
                lines.append(self._lines.get_nowait())
        return lines

    def frame(self) -> SharedPicture | None:
        """The newest picture; None where none has come since the last."""
        return self._buffer.read()

    def tell(self, command: str) -> int:
        """Sends a command; the number that its reply will carry. One that has ended shows in `lines`."""
        self._number += 1
        self._write(f"{self._number} {' '.join(command.splitlines())}")
        return self._number

    def close(self) -> None:
        """Ends it. Safe to call twice."""
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        try:
            self._process.wait(CLOSING)
        except subprocess.TimeoutExpired:
            kill(self._process)
            self._process.wait()
        self._buffer.close()

    def _write(self, line: str) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(OSError, ValueError):  # it has ended, or was ended
            stdin.write(line.encode() + b"\n")
            stdin.flush()

    def _read(self, stream: IO[bytes], hearing: threading.Thread) -> None:
        with stream:
            for raw in stream:
                try:
                    line = json.loads(raw)
                except ValueError:
                    line = None
                if isinstance(line, dict):
                    self._lines.put(line)
        hearing.join(CLOSING)  # its last words may still be on their way
        status = self._process.wait()
        words = " | ".join(self._errors)
        self._lines.put({"event": "ended", "status": status, "reason": words[:300] or None if status else None})

    def _read_errors(self, stream: IO[bytes]) -> None:
        with stream:
            for raw in stream:
                if line := raw.decode("utf-8", "replace").strip():
                    self._errors.append(line)


def _elsewhere() -> list[str]:
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
