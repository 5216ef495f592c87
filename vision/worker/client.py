"""The client of the vision process, for the window and the terminal. It starts, polls and ends the process, and does not
import OpenCV.
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
    """A running vision process. Only `close` may block."""

    def __init__(self, settings: Mapping[str, Any], worker: str) -> None:
        """Start the vision process.

        Args:
            settings: the settings described in `vision/worker/loop.py`, except `folder`, which is the current one.
            worker: the factory function of the `VisionWorker`, as MODULE:FUNCTION.

        Raises:
            OSError: the process cannot be started.
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
        """Return the messages received since the last call; see `WorkerProcess.lines`.

        If the process could not start, the `reason` is a `Text`, to be rendered in the user's language.
        """
        lines = self._process.lines()
        for line in lines:
            if line.get("event") == "failed":
                self._failure = unpack(line["text"])
            elif line.get("event") == "ended" and self._failure:
                line["reason"] = self._failure
        return lines

    def frame(self) -> SharedPicture | None:
        """Return the newest picture, or None if there is none since the last call."""
        return self._buffer.read()

    def send(self, command: str) -> int:
        """Send a command and return the number of its reply. If the process has ended, the command is lost."""
        self._number += 1
        self._process.send(f"{self._number} {' '.join(command.splitlines())}")
        return self._number

    def close(self) -> None:
        """End the process. May be called more than once."""
        self._process.close()
        self._buffer.close()
