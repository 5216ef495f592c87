"""Switches the screen off while nobody is playing, and on again without delay."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from fourth_seat.processes.output import output_of
from fourth_seat.processes.start import find_program

TIMEOUT_S = 5.0  # for a program that switches the screen

Run = Callable[[Sequence[str]], object]
Commands = Sequence[Sequence[str]]


class ScreenPower:
    """Switches the screen on and off by running commands in a separate thread; the last call wins.

    No method blocks or raises.
    """

    def __init__(self, off: Commands = (), on: Commands = (), run: Run | None = None) -> None:
        """`off` and `on` are lists of commands to run in sequence; without any, the screen stays on."""
        self._off, self._on, self._run = off, on, run or _run
        self._lock = threading.Lock()
        self._wanted: bool | None = None
        self._busy = False

    def set(self, *, on: bool) -> None:
        """Switch the screen on or off in the background."""
        with self._lock:
            self._wanted = on
            if self._off and not self._busy:
                self._busy = True
                threading.Thread(target=self._switch, name="screen", daemon=True).start()

    def _switch(self) -> None:
        while True:
            with self._lock:
                wanted, self._wanted = self._wanted, None
                if wanted is None:
                    self._busy = False
                    return
            for command in self._on if wanted else self._off:
                with suppress(OSError):
                    self._run(command)


def _run(command: Sequence[str]) -> None:
    output_of(command, TIMEOUT_S)


def screen_power(
    environment: Mapping[str, str] = os.environ, which: Callable[[str], str | None] = find_program, run: Run | None = None
) -> ScreenPower:
    """Return the screen switch for this session: wlopm on Wayland (labwc, sway), xset on X11, or else a no-op.

    With xset, X11's own screen timeouts are disabled as well, because they ignore moves seen by the camera.
    """
    if environment.get("WAYLAND_DISPLAY"):
        if which("wlopm"):
            return ScreenPower([("wlopm", "--off", "*")], [("wlopm", "--on", "*")], run)
    elif environment.get("DISPLAY") and which("xset"):
        never = ("xset", "dpms", "0", "0", "0"), ("xset", "s", "off")
        return ScreenPower([*never, ("xset", "dpms", "force", "off")], [*never, ("xset", "dpms", "force", "on")], run)
    return ScreenPower()
