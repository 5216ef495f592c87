"""The client of the vision process, for the window and the terminal: it starts, polls and ends the process. Does not import
OpenCV.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fourth_seat.inference.packing import unpack
from fourth_seat.processes.start import current_folder
from fourth_seat.processes.worker import Message, WorkerProcess
from fourth_seat.vision.worker.frame_buffer import FrameBuffer, SharedPicture
from fourth_seat.vision.worker.message_forms import read_message
from fourth_seat.words import Text

NICENESS = 5  # on Unix: after the window, before the engines


class VisionProcess:
    """A running vision process. No method except `close` blocks."""

    def __init__(self, settings: Mapping[str, Any], worker: str) -> None:
        """Start it.

        Args:
            settings: as in `vision/worker/loop.py`; the folder is the current one.
            worker: the function that makes the `VisionWorker`, as MODULE:FUNCTION.

        Raises:
            OSError: no process can be started.
        """
        self._number = 0
        self._failure: Text | None = None  # why it could not begin
        self._buffer = FrameBuffer()
        try:
            self._process = WorkerProcess(
                "fourth_seat.vision.worker",
                (worker, self._buffer.handle),
                {"folder": current_folder(), **settings},
                read_message,
                niceness=NICENESS,
                descriptors=self._buffer.descriptors,
            )
        except OSError:
            self._buffer.close()
            raise
        self.pid = self._process.pid
        self._buffer.released()

    def lines(self) -> list[Message]:
        """Return the messages that have come since the last call; see `WorkerProcess.lines`.

        The `reason` why a process could not begin is a `Text`, to be rendered in the language of its readers.
        """
        lines = self._process.lines()
        for line in lines:
            if line.get("event") == "failed":
                self._failure = unpack(line["text"])
            elif line.get("event") == "ended" and self._failure:
                line["reason"] = self._failure
        return lines

    def frame(self) -> SharedPicture | None:
        """Return the newest picture; None if none has come since the last one."""
        return self._buffer.read()

    def send(self, command: str) -> int:
        """Send a command; return the number that its reply will have. If the process has ended, the command is lost."""
        self._number += 1
        self._process.send(f"{self._number} {' '.join(command.splitlines())}")
        return self._number

    def close(self) -> None:
        """End the process. Safe to call twice."""
        self._process.close()
        self._buffer.close()
