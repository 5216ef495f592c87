"""Whether the person has told this computer that nothing should move on the screen.

GNOME and those like it keep that in their settings, GTK and KDE in files, macOS in a setting, Windows in one that is asked
for directly. What none of them forbids may move.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from fourth_seat.boundary.files import read_bytes
from fourth_seat.processes.output import output_of
from fourth_seat.words import FourthSeatError

TIMEOUT_S = 5.0  # for a program that is asked
MAX_FILE_BYTES = 100_000
GNOME = ("gsettings", "get", "org.gnome.desktop.interface", "enable-animations"), "false"
MACOS = ("defaults", "read", "com.apple.universalaccess", "reduceMotion"), "1"
# Files below the folder of settings, with the line by which each forbids motion.
FILES = {
    "gtk-4.0/settings.ini": ("gtk-enable-animations", ("0", "false")),
    "gtk-3.0/settings.ini": ("gtk-enable-animations", ("0", "false")),
    "kdeglobals": ("AnimationDurationFactor", ("0", "0.0")),
}
SPI_GETCLIENTAREAANIMATION = 0x1042

Ask = Callable[[Sequence[str]], Sequence[str]]


class ReducedMotion:
    """The system's wish, asked for in a thread of its own, which may take its time. Never waits, never raises."""

    def __init__(self, wish: Callable[[], bool] | None = None) -> None:
        self._wish = wish or wanted_here
        self._answer: bool | None = None
        self._lock = threading.Lock()
        self._asked = False

    @property
    def wanted(self) -> bool:
        """Whether nothing should move; so it is until the system has answered, which is first asked now."""
        with self._lock:
            if not self._asked:
                self._asked = True
                # A daemon: a system that does not answer must not keep the program from ending.
                threading.Thread(target=self._ask, name="motion", daemon=True).start()
        return self._answer is not False

    def _ask(self) -> None:
        answer = False
        with suppress(Exception):
            answer = self._wish()
        self._answer = answer


def wanted_here() -> bool:
    """Return whether the person has told this computer that nothing should move."""
    if sys.platform == "win32":
        return not _windows_animates()
    return wanted(os.environ, lambda command: output_of(command, TIMEOUT_S), macos=sys.platform == "darwin")


def wanted(environment: Mapping[str, str], ask: Ask, *, macos: bool = False) -> bool:
    """Return whether files of settings, or the program that knows the desktop's, say that nothing should move."""
    folder = Path(environment.get("XDG_CONFIG_HOME") or Path(environment.get("HOME", "/"), ".config"))
    if any(_forbidden(folder / name, key, values) for name, (key, values) in FILES.items()):
        return True
    command, word = MACOS if macos else GNOME
    try:
        return [line.strip() for line in ask(command)] == [word]
    except (FourthSeatError, OSError):  # there is no such desktop, or it has no such setting
        return False


def _forbidden(file: Path, key: str, values: Sequence[str]) -> bool:
    try:
        lines = read_bytes(file, MAX_FILE_BYTES).decode(errors="replace").splitlines()
    except OSError:
        return False
    settings = (line.partition("=") for line in lines)
    return any(name.strip() == key and value.strip().lower() in values for name, _, value in settings)


def _windows_animates() -> bool:
    if sys.platform == "win32":
        import ctypes

        on = ctypes.c_int(1)
        if ctypes.windll.user32.SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(on), 0):
            return bool(on.value)
    return True
