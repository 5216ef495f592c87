"""Devices beside the table that can be pulled out: the lights' Arduino, the text display's server, the camera's network,
and the program's own helpers, which die or are stopped.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import psutil

from tests.hardware.emulation.lcdd_server import LcddServer
from tests.hardware.emulation.nano import NanoEmulation, build
from tests.vision.camera.phone import Phone


class Cable(Protocol):
    """Something that can be pulled and put back."""

    name: str

    def pull(self) -> bool:
        """Pull it; return whether there was anything to pull."""

    def put_back(self) -> None:
        """Put it back; safe if it was not pulled."""


class LightsCable:
    """An emulated Arduino with LEDs, always plugged in under the same name."""

    name = "lights"

    def __init__(self, folder: Path, count: int) -> None:
        self._port, self._count, self._firmware = folder / "ttyUSB0", count, build()
        self.address = f"adalight://{self._port}"
        self._board: NanoEmulation | None = None
        self.put_back()

    def pull(self) -> bool:
        if self._board:
            self._board.unplug()
            self._board = None
        return True

    def put_back(self) -> None:
        self._board = self._board or NanoEmulation(self._port, self._count, self._firmware)


class TextCable:
    """LCDd with a panel of 20 x 4."""

    name = "text display"

    def __init__(self, folder: Path) -> None:
        self._server = LcddServer(folder)
        self.address = self._server.url
        self._runs = False
        self.put_back()

    def pull(self) -> bool:
        self._server.stop()
        self._runs = False
        return True

    def put_back(self) -> None:
        if not self._runs:
            self._server.start()
            self._runs = True


class CameraCable:
    """The network between the camera and the program: streams end, new ones end at once."""

    name = "camera"

    def __init__(self, camera: Phone) -> None:
        self._camera = camera
        self.address = camera.url("/video")

    def pull(self) -> bool:
        self._camera.broken.set()
        return True

    def put_back(self) -> None:
        self._camera.broken.clear()


class HelperCable:
    """A process that the program has started: it is killed, or stopped for good."""

    def __init__(
        self, name: str, program: int, marks: Sequence[str], signals: Sequence[signal.Signals], rng: random.Random
    ) -> None:
        """`program` is the program's number; `marks` are words of the helper's command line."""
        self.name = name
        self._program, self._marks, self._signals, self._rng = program, frozenset(marks), signals, rng

    def pull(self) -> bool:
        with suppress(psutil.NoSuchProcess):
            for child in psutil.Process(self._program).children():
                if self._marks <= set(child.cmdline()):
                    os.kill(child.pid, self._rng.choice(self._signals))
                    return True
        return False

    def put_back(self) -> None:
        """Do nothing: the program restarts the process."""
