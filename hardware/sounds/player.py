"""Finds a program on this computer that can play sound files."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from fourth_seat.processes.start import find_program, start

# Programs that play a file and end, the first one found is taken.
PLAYERS = (("pw-play",), ("paplay",), ("aplay", "-q"), ("afplay",))
TIMEOUT_S = 3.0  # for a sound; a player whose device never takes it is terminated


def sound_player() -> Callable[[Path], None] | None:
    """Return a function that plays a sound file to the end, or None if this computer has no player.

    The function raises `OSError` if the player cannot be started.
    """
    if sys.platform == "win32":
        return _play_on_windows
    command = next((command for command in PLAYERS if find_program(command[0])), None)
    if command is None:
        return None

    def play(file: Path) -> None:
        null = subprocess.DEVNULL
        running = start([*command, os.fspath(file)], stdin=null, stdout=null, stderr=null)
        try:
            running.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()

    return play


def _play_on_windows(file: Path) -> None:
    if sys.platform == "win32":
        import winsound

        with suppress(RuntimeError):
            winsound.PlaySound(os.fspath(file), winsound.SND_FILENAME | winsound.SND_NODEFAULT)
