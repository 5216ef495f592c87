"""Gamepad buttons, read from `/dev/input/js*` (linux/joystick.h). On other systems, no gamepads are found."""

from __future__ import annotations

import os
import struct
import time
from contextlib import suppress
from pathlib import Path

FOLDER = Path("/dev/input")
RESCAN_S = 1.0  # between two looks for gamepads that were plugged in
MAX_BYTES = 4096  # of one read; the kernel keeps 64 events
EVENT = struct.Struct("=IhBB")  # milliseconds, value, type, number
BUTTON, INITIAL = 0x01, 0x80  # types; initial events tell how things are when a gamepad is opened, or events were lost


class ButtonEvents:
    """Decodes the button events of one gamepad."""

    def __init__(self) -> None:
        self._rest = b""
        self._down: dict[int, bool] = {}

    def read(self, data: bytes) -> list[tuple[int, int]]:
        """Return the button presses in the received bytes, as pairs of button number (counted from 1) and time in
        milliseconds.

        A button that was already held down when the gamepad was opened does not count as pressed.
        """
        data = self._rest + data
        whole = len(data) - len(data) % EVENT.size
        self._rest = data[whole:]
        presses = []
        for ms, value, kind, number in EVENT.iter_unpack(data[:whole]):
            if kind & ~INITIAL == BUTTON:
                if value and not self._down.get(number, bool(kind & INITIAL)):
                    presses.append((number + 1, ms))
                self._down[number] = bool(value)
        return presses


class Gamepads:
    """All gamepads, which may be plugged in at any time. No method blocks."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._open: dict[Path, tuple[int, ButtonEvents]] = {}
        self._looked = 0.0

    def presses(self) -> list[tuple[int, int]]:
        """Return the button presses since the last call, on any gamepad, in the same form as `ButtonEvents.read`."""
        if not self._looked or time.monotonic() - self._looked > RESCAN_S:
            self._looked = time.monotonic()
            for path in set(self._folder.glob("js*")) - self._open.keys():
                with suppress(OSError):  # somebody else's, who is logged in at the same machine
                    self._open[path] = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), ButtonEvents()
        return [press for path in tuple(self._open) for press in self._read(path)]

    def _read(self, path: Path) -> list[tuple[int, int]]:
        descriptor, events = self._open[path]
        try:
            if data := os.read(descriptor, MAX_BYTES):
                return events.read(data)
        except BlockingIOError:
            return []
        except OSError:  # it was unplugged
            pass
        os.close(descriptor)
        del self._open[path]
        return []

    def close(self) -> None:
        """Release all gamepads. Safe to call twice."""
        for descriptor, _ in self._open.values():
            os.close(descriptor)
        self._open, self._looked = {}, 0.0
