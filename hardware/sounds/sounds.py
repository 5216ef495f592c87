"""A display that makes sounds: a chime when the computer has moved, a knock when somebody sets down a piece, two knocks
when one is captured, and three notes at the end.

The files beside this one, one for each sound and volume, are written by `python -m training.sounds`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from queue import SimpleQueue

from fourth_seat.hardware.sounds.player import sound_player
from fourth_seat.table.protocols import Announcement, AnnouncementKind

QUIET, MEDIUM, LOUD = VOLUMES = ("quiet", "medium", "loud")

Play = Callable[[Path], None]


class Sound(Enum):
    """The sounds that this program can make."""

    CHIME = "chime"  # the computer has moved
    PLACING = "placing"  # somebody else has moved
    CAPTURE = "capture"  # and has captured something
    END = "end"  # of the game


def file_of(sound: Sound, volume: str) -> Path:
    """Return the file of a sound."""
    return Path(__file__).with_name(f"{sound.value}-{volume}.wav")


class Sounds:
    """A display (`table.protocols.Display`) that makes sounds. It never waits and never raises, and is silent if nothing
    can play sounds: its own thread starts the system's player whenever there is something to play.

    Attributes:
        on: whether it makes sounds.
        volume: one of `VOLUMES`.
        audible: whether this computer has a program that plays sounds.
    """

    def __init__(self, play: Play | None = None) -> None:
        """`play` plays a file to its end; the machine's own player unless given."""
        self.on, self.volume = True, MEDIUM
        self._play = play or sound_player()
        self.audible = self._play is not None
        self._waiting: SimpleQueue[Path] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def show(self, announcement: Announcement) -> None:
        """Play the sound of an announcement."""
        if self.on and (sound := sound_of(announcement)):
            self.sound(sound)

    def sound(self, sound: Sound) -> None:
        """Play a sound once, after the present one."""
        if self._play is None:
            return
        self._waiting.put(file_of(sound, self.volume))
        if self._thread is None:
            # A daemon: a player that does not end must not keep the program from ending.
            self._thread = threading.Thread(target=self._run, args=(self._play,), name="sounds", daemon=True)
            self._thread.start()

    def _run(self, play: Play) -> None:
        while True:
            file = self._waiting.get()
            while not self._waiting.empty():  # the last of those that came meanwhile
                file = self._waiting.get()
            with suppress(OSError):
                play(file)


def sound_of(announcement: Announcement) -> Sound | None:
    """Return the sound of an announcement; None for silence."""
    match announcement.kind:
        case AnnouncementKind.PLACE:
            return Sound.CHIME
        case AnnouncementKind.MOVE:
            return Sound.CAPTURE if announcement.captures else Sound.PLACING
        case AnnouncementKind.OVER:
            return Sound.END
    return None
