"""Starts the program when the user logs in, using an entry in the desktop's autostart folder (XDG Autostart)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from platformdirs import user_config_path

from fourth_seat.boundary.files import read_bytes, write_file
from fourth_seat.boundary.marks import is_plain
from fourth_seat.processes.installation import PACKAGE, ROOT, own_command
from fourth_seat.words import FourthSeatError, error_text, say

HEAD = """[Desktop Entry]
Type=Application
Version=1.5
Name=Fourth Seat
"""
ENTRY = f"""{HEAD}Exec={{command}}
Path={{folder}}
Terminal=false
X-GNOME-Autostart-enabled=true
"""
MAX_BYTES = 1 << 16  # of an entry
RESERVED = set(" \t\n\"'\\><~|&;$*?#()`")  # characters for which an argument has to be quoted
ESCAPED = '"`$\\'  # of those, the ones that need a backslash within quotes


class NotStarted(FourthSeatError, OSError):
    """The entry cannot be written or removed. It is left unchanged."""


def entry_path(config: Path | None = None) -> Path:
    """Return the path of this program's entry. `config` is the user's configuration folder."""
    return (config or user_config_path()) / "autostart" / f"{PACKAGE}.desktop"


def install(arguments: Sequence[str], config: Path | None = None) -> Path:
    """Make the desktop start this program with these arguments at login, and return the path of the entry.

    Raises:
        NotStarted: the file cannot be written.
    """
    path = entry_path(config)
    with suppress(OSError):  # the file cannot be written either
        path.parent.mkdir(parents=True, exist_ok=True)
    command = " ".join(map(quoted, (*own_command(), *arguments)))
    try:
        write_file(path, ENTRY.format(command=command, folder=_escaped(str(ROOT))).encode())
    except OSError as error:
        raise NotStarted(say("{file} cannot be written: {reason}", file=str(path), reason=error_text(error))) from None
    return path


def remove(config: Path | None = None) -> bool:
    """Stop the desktop from starting this program at login, and return whether there was an entry to remove. An entry with
    the same name that was not written by this program is kept.

    Raises:
        NotStarted: the file cannot be removed.
    """
    path = entry_path(config)
    try:
        if not (is_plain(path) and read_bytes(path, MAX_BYTES).startswith(HEAD.encode())):
            return False
        path.unlink()
    except OSError as error:
        raise NotStarted(say("{file} cannot be removed: {reason}", file=str(path), reason=error_text(error))) from None
    return True


def quoted(argument: str) -> str:
    """Quote an argument for the `Exec` key (Desktop Entry Specification, "The Exec key")."""
    argument = argument.replace("%", "%%")
    if argument and not RESERVED & set(argument):
        return argument
    inside = "".join(f"\\{character}" if character in ESCAPED else character for character in argument)
    return _escaped(f'"{inside}"')


def _escaped(text: str) -> str:
    """Escape backslashes and control characters in the value of a desktop entry key."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
