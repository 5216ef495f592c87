"""The main loop of the vision process, which passes pictures to a `VisionWorker`, writes the worker's messages to standard
output, and executes commands.

The first line of input is a JSON object with the settings: `source` (as for `open_source`), `folder` (to which relative
file names refer), `patient` (whether to wait for a missing camera), `rate` (for a folder, in pictures per second), `still`
(the number of times a single picture is shown), `pace` (whether files play at their own speed, for viewing), and `linger`
(whether commands are still accepted after the end of a file). Any other settings are for the worker. The following lines
are commands: `record FILE`, `quit`, and those of the worker. The messages are:

    {"event": "alive"}                      every two seconds
    {"event": "ready", "live": ...}         the source has been opened
    {"event": "failed", "text": ...}        the source cannot be opened, or the worker cannot start; the process ends
    {"event": "trouble", "text": ...}       no pictures are arriving; null when they arrive again
    {"event": "error", "text": ...}         a picture could not be processed; the process continues
    {"event": "end"}                        a file has ended; the process ends too, unless `linger` is set
    {"reply": NUMBER, "ok": true, ...}      the reply to a command
    {"reply": NUMBER, "ok": false, "reason": ..., "text": ...}

There are also the worker's own messages. A `text` is packed as in `inference/packing.py`, and a `reason` is the same in
English.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, Protocol

import cv2
import numpy as np

from fourth_seat.boundary.faults import fault
from fourth_seat.boundary.given_path import given_path
from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.inference.packing import pack
from fourth_seat.processes.standard_input import InputQueue
from fourth_seat.processes.worker import Message
from fourth_seat.vision.camera.open_source import open_source
from fourth_seat.vision.camera.recording import FrameRecorder
from fourth_seat.vision.camera.source import CameraFrame, FrameSource
from fourth_seat.vision.errors import CameraError
from fourth_seat.vision.worker.frame_buffer import MAX_PICTURE_BYTES, FrameBuffer
from fourth_seat.words import FourthSeatError, Text, say

SETTINGS_TIMEOUT_S = 60.0  # for the settings to come
MAX_NUMBER = 1 << 62  # of a command
MAX_WAIT_S = 1.0  # for which a file is held back to keep its pace, however far apart its pictures are


@dataclass(frozen=True, slots=True)
class WorkerCommand:
    """A line of input: `[NUMBER] NAME [REST]`. The number, if any, is returned with the reply."""

    number: int | None
    name: str
    rest: str

    @classmethod
    def parse(cls, line: str) -> WorkerCommand:
        first, _, rest = line.strip().partition(" ")
        number = parse_integer(first, 0, MAX_NUMBER)
        if number is not None:
            name, _, rest = rest.strip().partition(" ")
            return cls(number, name, rest.strip())
        return cls(None, first, rest.strip())


Settings = Mapping[str, Any]


class VisionWorker(Protocol):
    """Processes pictures one by one, and reports events."""

    @property
    def known(self) -> Mapping[str, Any]:
        """The worker's state (such as position and calibration) as a JSON object, to be stored with recorded pictures."""

    def see(self, frame: CameraFrame) -> Iterable[Message]:
        """Process a picture, and yield the resulting messages."""

    def handle_command(self, name: str, rest: str) -> Message:
        """Execute a command, such as `position TEXT`, and return the fields of the reply other than `ok`.

        Raises:
            FourthSeatError: the command is unknown, or cannot be executed.
        """


MakeWorker = Callable[[Settings, FrameSource], VisionWorker]


class BadSettings(FourthSeatError, ValueError):
    """The first line of input does not contain valid settings."""


class WorkerLoop:
    """The main loop, which passes a source's pictures to a worker."""

    def __init__(
        self,
        watch: MakeWorker,
        inbox: InputQueue,
        out: BinaryIO,
        buffer: FrameBuffer | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read the settings and open the source.

        Raises:
            FourthSeatError: the settings are invalid, or the source cannot be opened.
        """
        self._inbox, self._out, self._buffer, self._clock = inbox, out, buffer, clock
        settings = _settings(inbox.take(SETTINGS_TIMEOUT_S))
        if folder := settings.get("folder"):
            with suppress(OSError, ValueError):  # it is gone
                os.chdir(str(folder))
        self._source = open_source(
            settings["source"],
            clock,
            float(settings.get("rate", 10.0)),
            bool(settings.get("patient", False)),
            int(settings.get("still", 1)),
        )
        self._linger = bool(settings.get("linger", False))
        self._pace = bool(settings.get("pace", False)) and not self._source.live
        self._ahead: float | None = None  # by how much the clock is ahead of the file's time
        self._worker = watch(settings, self._source)
        self._recorder = FrameRecorder()
        self._trouble: Text | None = None
        self._error: Text | None = None

    def run(self) -> None:
        """Run until `quit`, the end of the input or the source, or the loss of the reader."""
        try:
            self._send({"event": "ready", "live": self._source.live})
            while self._obey(0.0):
                if self._source.over:
                    self._send({"event": "end"})
                    while self._linger and self._obey(MAX_WAIT_S):
                        continue
                    return
                self._process_picture()
        except BrokenPipeError:
            return
        finally:
            self._source.close()

    # -- pictures ---------------------------------------------------------------------------------------------------------

    def _process_picture(self) -> None:
        frame: CameraFrame | None = None
        try:
            frame = self._source.read()
            self._report_trouble()
            if frame is None or not self._keep_pace(frame):
                return
            self._show(frame)
            self._recorder.add(frame, self._worker.known)
            for line in self._worker.see(frame):
                self._send(line)
            self._error = None
        except BrokenPipeError:
            raise
        except Exception as error:  # one picture must not cost the game
            text = (
                error.text if isinstance(error, FourthSeatError) else say("an internal error, {error}", error=fault(error))
            )
            if text != self._error:  # a camera gives thirty pictures a second: one report is enough
                self._error = text
                self._send({"event": "error", "frame": frame and frame.number, "text": pack(text), "reason": str(text)})

    def _report_trouble(self) -> None:
        trouble = self._source.trouble
        if trouble != self._trouble:
            self._trouble = trouble
            reason = None if trouble is None else str(trouble)
            self._send({"event": "trouble", "text": None if trouble is None else pack(trouble), "reason": reason})

    def _keep_pace(self, frame: CameraFrame) -> bool:
        """Wait until a file's picture is due, executing commands while waiting; return False if the process should end."""
        if self._pace:
            now = self._clock()
            due = now if self._ahead is None else min(frame.t + self._ahead, now + MAX_WAIT_S)
            self._ahead = max(due, now) - frame.t
            while (left := due - self._clock()) > 0:
                if not self._obey(left):
                    return False
        return True

    def _show(self, frame: CameraFrame) -> None:
        if self._buffer:
            image, whole = frame.image, frame.image.shape[1]
            if image.nbytes > MAX_PICTURE_BYTES:
                factor = (MAX_PICTURE_BYTES / image.nbytes) ** 0.5
                size = int(whole * factor), int(image.shape[0] * factor)
                image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
            height, width = image.shape[:2]
            self._buffer.write(np.ascontiguousarray(image).data, width, height, whole, frame.t, frame.number)

    # -- commands ---------------------------------------------------------------------------------------------------------

    def _obey(self, seconds: float) -> bool:
        """Execute pending commands, waiting this long for the first; return False if the process should end."""
        line = self._inbox.take(seconds)
        while line is not None:
            command = WorkerCommand.parse(line)
            self._send({"reply": command.number, "command": command.name, **self._reply(command)})
            if command.name == "quit":
                return False
            line = self._inbox.take()
        return not self._inbox.over

    def _reply(self, command: WorkerCommand) -> Message:
        try:
            if command.name == "quit":
                return {"ok": True}
            if command.name == "record":
                return {"ok": True, "pictures": self._record(command.rest), "file": command.rest}
            return {"ok": True, **self._worker.handle_command(command.name, command.rest)}
        except FourthSeatError as error:
            return {"ok": False, "reason": str(error), "text": pack(error.text)}
        except Exception as error:  # a mistake of ours must not cost the game
            text = say("an internal error, {error}", error=fault(error))
            return {"ok": False, "reason": str(text), "text": pack(text)}

    def _record(self, name: str) -> int:
        if not name:
            raise CameraError(say("record needs the name of a file: record problem.zip"))
        return self._recorder.save(given_path(name))

    def _send(self, line: Message) -> None:
        send_line(self._out, line)


def send_line(out: BinaryIO, line: Message) -> None:
    """Write a message to `out`; raise `OSError` if the reader is gone."""
    # A name that is not UTF-8 has lone surrogates, which cannot be encoded, and would be refused by the reader.
    out.write(json.dumps(line, ensure_ascii=False).encode(errors="replace") + b"\n")
    out.flush()


def _settings(line: str | None) -> Settings:
    try:
        settings = json.loads(line or "")
    except ValueError:
        settings = None
    if not isinstance(settings, dict) or not isinstance(settings.get("source"), str):
        raise BadSettings(say("the first line must be the settings, such as {example}", example='{"source": "0"}'))
    return settings
