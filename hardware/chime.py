"""A soft chime when the computer has moved, so that nobody has to watch the screen."""

from __future__ import annotations

import io
import math
import os
import struct
import subprocess
import sys
import tempfile
import wave
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from fourth_seat.processes.start import find_program, start
from fourth_seat.table.protocols import Announcement, AnnouncementKind

SAMPLE_RATE_HZ = 22_050  # samples a second
CHIME_S = 0.9
PEAK_LEVEL = 0.22  # of the loudest there is
NOTES = ((0.0, 659.26), (0.14, 987.77))  # seconds of their start and hertz: e, then b above it
OVERTONES = ((1.0, 1.0), (2.0, 0.28), (3.0, 0.09))  # of each note: times its frequency, and how strong
DECAY_PER_S = 5.5  # decay rate of a note, 1/s; its overtones decay faster
ATTACK_S = 0.006  # until a note is as loud as it gets; without it, it would click

# Programs that play a file and end, the first one found is taken.
PLAYERS = (("pw-play",), ("paplay",), ("aplay", "-q"), ("afplay",))
FILE = "chime.wav"

Play = Callable[[Path], None]


class Chime:
    """A display (`table.protocols.Display`) that sounds when the computer's move is to be set down. It never waits and
    never raises, and is silent where nothing can play.
    """

    def __init__(self, play: Play | None = None) -> None:
        """`play` starts playing a file and returns at once; the machine's own player unless given."""
        self.on = True
        self._play = play or sound_player()
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def show(self, announcement: Announcement) -> None:
        """Play the chime if the computer's move is announced."""
        if self.on and announcement.kind is AnnouncementKind.PLACE:
            self.sound()

    def sound(self) -> None:
        """Play the chime once."""
        if self._play:
            with suppress(OSError):
                self._play(self._file())

    def close(self) -> None:
        """Delete the sound file. Safe to call twice."""
        if self._folder:
            self._folder.cleanup()
            self._folder = None

    def _file(self) -> Path:
        """Return the sound file, written anew where it is not there; systems tidy their temporary folders."""
        if self._folder is None or not Path(self._folder.name, FILE).is_file():
            self.close()
            folder = tempfile.TemporaryDirectory(prefix="fourth-seat-", ignore_cleanup_errors=True)
            try:
                Path(folder.name, FILE).write_bytes(chime_wav())
            except OSError:  # such as a full disk: half a sound is none
                folder.cleanup()
                raise
            self._folder = folder
        return Path(self._folder.name, FILE)


def chime_wav() -> bytes:
    """Return the chime as a WAV file: 16 bit, one channel."""
    samples = [
        sum(_note(n / SAMPLE_RATE_HZ - start, hertz) for start, hertz in NOTES)
        for n in range(round(SAMPLE_RATE_HZ * CHIME_S))
    ]
    loudest = max(map(abs, samples))
    end = round(SAMPLE_RATE_HZ * 0.05)  # the last moments fade to nothing, so that it does not end with a click
    fade = [1.0] * (len(samples) - end) + [1 - n / end for n in range(end)]
    levels = [round(32767 * PEAK_LEVEL * sample * part / loudest) for sample, part in zip(samples, fade, strict=True)]
    file = io.BytesIO()
    with wave.open(file, "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(SAMPLE_RATE_HZ)
        wav.writeframes(struct.pack(f"<{len(levels)}h", *levels))
    return file.getvalue()


def _note(time: float, hertz: float) -> float:
    if time < 0:
        return 0.0
    attack = min(1.0, time / ATTACK_S)
    return attack * sum(
        strength * math.exp(-DECAY_PER_S * times * time) * math.sin(math.tau * hertz * times * time)
        for times, strength in OVERTONES
    )


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
