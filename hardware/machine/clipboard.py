"""Copies pictures to the desktop clipboard with external Linux programs, because Tk can copy only text."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping

from fourth_seat.processes.start import find_program, start

TIMEOUT_S = 4.0  # that handing over a picture may take
COMMANDS = {  # by the variable of the kind of desktop that each is for
    "WAYLAND_DISPLAY": ("wl-copy", "--type", "image/png"),
    "DISPLAY": ("xclip", "-selection", "clipboard", "-target", "image/png", "-in"),
}


def picture_command(
    environment: Mapping[str, str] = os.environ, which: Callable[[str], str | None] = find_program
) -> tuple[str, ...]:
    """Return the command that copies a PNG picture from standard input to the clipboard, or an empty tuple if there is
    none.
    """
    commands = (command for variable, command in COMMANDS.items() if environment.get(variable) and which(command[0]))
    return next(commands, ())


def copy_picture(png: bytes, command: tuple[str, ...]) -> bool:
    """Copy a picture to the clipboard; return whether this succeeded."""
    try:
        child = start(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return False
    with child:
        try:
            child.communicate(png, TIMEOUT_S)
        except (OSError, subprocess.TimeoutExpired):
            child.kill()
            return False
    return child.returncode == 0
