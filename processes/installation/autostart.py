"""Autostart of a desktop once its user is logged in: an entry of its autostart folder (XDG Autostart)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_config_path

from processes.installation import PACKAGE, ROOT, own_command

ENTRY = """[Desktop Entry]
Type=Application
Version=1.5
Name=Fourth Seat
Exec={command}
Path={folder}
Terminal=false
X-GNOME-Autostart-enabled=true
"""
RESERVED = set(" \t\n\"'\\><~|&;$*?#()`")  # characters for which an argument has to be quoted
ESCAPED = '"`$\\'  # of those, what needs a backslash within quotes


def entry_path(config: Path | None = None) -> Path:
    """Return where the entry of this program lies; `config` is the user's configuration folder, None for the usual one."""
    return (config or user_config_path()) / "autostart" / f"{PACKAGE}.desktop"


def install(arguments: Sequence[str], config: Path | None = None) -> Path:
    """Have the desktop start this program with these arguments at login; return the entry's file.

    Raises:
        OSError: the file cannot be written.
    """
    path = entry_path(config)
    path.parent.mkdir(parents=True, exist_ok=True)
    command = " ".join(map(quoted, (*own_command(), *arguments)))
    path.write_text(ENTRY.format(command=command, folder=_escaped(str(ROOT))), "utf-8")
    return path


def remove(config: Path | None = None) -> bool:
    """Stop the desktop from starting this program at login; return whether it did so before.

    Raises:
        OSError: the file cannot be removed.
    """
    path = entry_path(config)
    there = path.is_file()
    path.unlink(missing_ok=True)
    return there


def quoted(argument: str) -> str:
    """Return an argument as the key `Exec` has it (Desktop Entry Specification, "The Exec key")."""
    argument = argument.replace("%", "%%")
    if argument and not RESERVED & set(argument):
        return argument
    inside = "".join(f"\\{character}" if character in ESCAPED else character for character in argument)
    return _escaped(f'"{inside}"')


def _escaped(text: str) -> str:
    """Return a value of an entry: backslashes and ends of lines are escaped once more."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
