"""The buttons of gamepads, as Linux reports them in `/dev/input/js*` (linux/joystick.h); none on other systems."""

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
    """Decodes one gamepad's reports about its buttons."""

    def __init__(self) -> None:
        self._rest = b""
        self._down: dict[int, bool] = {}

    def read(self, data: bytes) -> list[tuple[int, int]]:
        """Return the presses in the bytes received: the number of each button, counted from 1, and the time in
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
    """All gamepads, whenever they are plugged in; nothing here waits for them."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._open: dict[Path, tuple[int, ButtonEvents]] = {}
        self._looked = 0.0

    def presses(self) -> list[tuple[int, int]]:
        """Return the buttons that were pressed since the last call, on any gamepad, as `ButtonEvents.read` does."""
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
