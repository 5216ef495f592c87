"""GNU Backgammon as a program that runs our scripts; it is not part of this project."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

DEBIAN_PROGRAM = "/usr/games/gnubg"  # where Debian puts it, often off the path
GIVEN_NAME, ANSWER_NAME = "given.json", "answer.json"  # files in the folder of the run

SCRIPT_HEAD = f"""
import json
import gnubg
for line in ("set automatic game off", "set automatic roll off", "set automatic move off", "set display off",
             "set jacoby off", "set beavers 0", "set threads 2", "set confirm new off", "set confirm save off"):
    gnubg.command(line)
with open("{GIVEN_NAME}") as file:
    given = json.load(file)
"""
# One thread would make each evaluation wait 10 ms.
SCRIPT_END = f"""
with open("{ANSWER_NAME}", "w") as file:
    json.dump(answer, file)
"""


def program() -> str | None:
    """Return the path of GNU Backgammon; None if it is missing."""
    return shutil.which("gnubg") or (DEBIAN_PROGRAM if Path(DEBIAN_PROGRAM).exists() else None)


def query(script: str, given: Any, command: str | None = None) -> Any:
    """Run a Python script in the program and return the value of its variable `answer`; both values travel as JSON.

    Args:
        script: finds its data in the variable `given`, and may write files into the current folder, a temporary one.
        command: the program's path, instead of searching for it.
    """
    command = command or program()
    if not command:
        raise SystemExit("install the reference for this run: apt install gnubg")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / GIVEN_NAME).write_text(json.dumps(given), "utf-8")
        (folder / "script.py").write_text(SCRIPT_HEAD + script + SCRIPT_END, "utf-8")
        arguments = [command, "-t", "-q", "-r", "-p", str(folder / "script.py")]
        environment = {**os.environ, "HOME": name}
        subprocess.run(arguments, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True, cwd=name)
        return json.loads((folder / ANSWER_NAME).read_text("utf-8"))
