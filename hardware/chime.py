"""A soft chime when the computer has moved, so that nobody has to watch the screen.

`chime.wav` holds two notes, e (659.26 Hz) and 0.14 s later b (987.77 Hz), each with two overtones and dying away.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from fourth_seat.processes.start import find_program, start
from fourth_seat.table.protocols import Announcement, AnnouncementKind

SOUND = Path(__file__).with_name("chime.wav")
# Programs that play a file and end, the first one found is taken.
PLAYERS = (("pw-play",), ("paplay",), ("aplay", "-q"), ("afplay",))

Play = Callable[[Path], None]


class Chime:
    """A display (`table.protocols.Display`) that sounds when the computer's move is to be set down. It never waits and
    never raises, and is silent where nothing can play.
    """

    def __init__(self, play: Play | None = None) -> None:
        """`play` starts playing a file and returns at once; the machine's own player unless given."""
        self.on = True
        self._play = play or sound_player()

    def show(self, announcement: Announcement) -> None:
        """Play the chime if the computer's move is announced."""
        if self.on and announcement.kind is AnnouncementKind.PLACE:
            self.sound()

    def sound(self) -> None:
        """Play the chime once."""
        if self._play:
            with suppress(OSError):
                self._play(SOUND)


def sound_player() -> Play | None:
    """Return what plays a sound file on this computer; None if nothing does."""
    if sys.platform == "win32":
        return _play_on_windows
    return next((_Program(command) for command in PLAYERS if find_program(command[0])), None)


class _Program:
    """Plays a file with one of the system's programs: one sound at a time, none while the last one is still playing."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._running: subprocess.Popen[bytes] | None = None

    def __call__(self, file: Path) -> None:
        if self._running is None or self._running.poll() is not None:
            null = subprocess.DEVNULL
            self._running = start([*self._command, os.fspath(file)], stdin=null, stdout=null, stderr=null)


def _play_on_windows(file: Path) -> None:
    if sys.platform == "win32":
        import winsound

        with suppress(RuntimeError):
            winsound.PlaySound(os.fspath(file), winsound.SND_FILENAME | winsound.SND_ASYNC | winsound.SND_NODEFAULT)
