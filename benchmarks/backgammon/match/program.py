"""GNU Backgammon as a program that is called; nothing of it is in here."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

DEBIAN = "/usr/games/gnubg"  # where Debian puts it, often off the path


def program() -> str | None:
    """Return the path of GNU Backgammon; None where it is missing."""
    return shutil.which("gnubg") or (DEBIAN if Path(DEBIAN).exists() else None)


def run_script(script: str, input_text: str, plies: int) -> str:
    """Run a Python script inside the program; return its output.

    Args:
        script: finds in its environment the names of two files, `ASKED` to read and `ANSWER` to write, and `PLIES`.
        input_text: the text of the one to read.
        plies: throws that the program shall look ahead.
    """
    command = program()
    if not command:
        raise SystemExit("install the reference for this run: apt install gnubg")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "asked.mat").write_text(input_text, "utf-8")
        (folder / "script.py").write_text(script, "utf-8")
        variables = {
            "HOME": name,
            "PLIES": str(plies),
            "ASKED": str(folder / "asked.mat"),
            "ANSWER": str(folder / "answer"),
        }
        arguments = [command, "-t", "-q", "-r", "-p", str(folder / "script.py")]
        environment = {**os.environ, **variables}
        subprocess.run(arguments, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True, cwd=name)
        return (folder / "answer").read_text("utf-8")
