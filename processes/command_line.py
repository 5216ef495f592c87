"""Splits and joins commands typed by the user, such as `pentobi-gtp --level 3`, without a shell."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import PurePath

SCRIPT_SUFFIXES = (".jar", ".js", ".lua", ".pl", ".py", ".rb", ".sh")


def split_command(text: str) -> list[str]:
    """Split a command into words, starting with the program; raise `ValueError` if a quotation mark is not closed."""
    if os.name != "nt":
        return shlex.split(text)
    words = shlex.split(text, posix=False)  # which keeps backslashes, but also the quotation marks around a word
    return [word[1:-1] if len(word) > 1 and word[0] == word[-1] == '"' else word for word in words]


def join_command(words: Sequence[str]) -> str:
    """Join words into a command that `split_command` splits into the same words."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def program_name(text: str) -> str:
    """Return the name of a command's program, without folders, or an empty string if there is none."""
    try:
        words = split_command(text)
    except ValueError:
        words = text.split()
    return PurePath(words[0]).name if words else ""


def short_name(text: str) -> str:
    """Return the name of the script that a command runs, without its suffix, or else that of its program."""
    try:
        paths = map(PurePath, split_command(text))
    except ValueError:
        return program_name(text)
    return next((path.stem for path in paths if path.suffix in SCRIPT_SUFFIXES), program_name(text))


def find_program(text: str) -> str | None:
    """Return the path of the program that a command would start, or None if there is none."""
    try:
        words = split_command(text)
        return shutil.which(words[0]) if words else None
    except ValueError:  # an error in the quotation marks, or a name that no file can have
        return None
