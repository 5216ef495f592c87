"""GNU Backgammon as a program that runs our scripts; nothing of it is in here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

DEBIAN = "/usr/games/gnubg"  # where Debian puts it, often off the path

BEFORE = """
import json, os
import gnubg
for line in ("set automatic game off", "set automatic roll off", "set automatic move off", "set display off",
             "set jacoby off", "set beavers 0", "set threads 2", "set confirm new off", "set confirm save off"):
    gnubg.command(line)
with open(os.environ["ASKED"]) as file:
    given = json.load(file)
"""
# One thread would make each evaluation wait 10 ms.
AFTER = """
with open(os.environ["ANSWER"], "w") as file:
    json.dump(answer, file)
"""


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


def query(script: str, given: Any) -> Any:
    """Run a script in the program and return the value of its variable `answer`; both values travel as JSON.

    Args:
        script: finds its data in the variable `given`.
    """
    return json.loads(run_script(BEFORE + script + AFTER, json.dumps(given), 0))
