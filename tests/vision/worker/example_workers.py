"""A worker for tests: reports the number it sees in each picture, and fails on demand."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from fourth_seat.processes.worker import Message
from fourth_seat.vision.camera.source import CameraFrame, FrameSource
from fourth_seat.vision.worker.loop import Settings
from fourth_seat.words import FourthSeatError, say
from tests.vision.camera.phone import number_in


class Numbers:
    """Satisfies `VisionWorker`. Settings: `stumble`, a number at which it fails; `sleep`, the seconds it takes per
    picture."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._position = ""

    @property
    def known(self) -> dict[str, Any]:
        return {"position": self._position}

    def see(self, frame: CameraFrame) -> Iterator[Message]:
        number = number_in(frame.image)
        time.sleep(self._settings.get("sleep", 0.0))
        if number == self._settings.get("stumble"):
            raise ZeroDivisionError("stumbled")
        yield {"t": frame.t, "frame": frame.number, "seen": number}

    def handle_command(self, name: str, rest: str) -> Message:
        if name == "position":
            self._position = rest
            return {"position": rest}
        if name == "break":
            raise KeyError(rest)
        raise FourthSeatError(say("unknown command {name}", name=name))


def watch(settings: Settings, source: FrameSource) -> Numbers:
    """Return a `MakeWorker`."""
    if settings.get("refuse"):
        raise FourthSeatError(say("it will not begin"))
    assert not source.over
    return Numbers(settings)
