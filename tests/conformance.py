"""Try an add-on as the program's own games and drivers are tried.

    python -m uv run --group dev --all-extras python -m tests.conformance FOLDER [arguments for pytest]

FOLDER holds the add-on's `pyproject.toml`. Its code runs.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from fourth_seat.boundary.additions import GAMES, LIGHTS, TEXT_DISPLAYS, VARIABLE, tell
from fourth_seat.table.settings.addons import unpacked

ROOT = Path(__file__).resolve().parents[1]
SUITES = {
    GAMES: ("tests/games/test_conformance.py", "tests/games/test_letters.py", "tests/games/test_drawing.py"),
    LIGHTS: ("tests/hardware/lights/drivers/test_conformance.py",),
    TEXT_DISPLAYS: ("tests/hardware/text/test_conformance.py",),
}


def main(folder: Path, arguments: list[str]) -> int:
    """Run the suites for what the add-on adds; return the exit status."""
    addon = unpacked(folder.resolve())
    if addon is None:
        sys.exit(f"{folder} has no pyproject.toml whose entry points add anything")
    tried = [each for each in addon.additions if each.group in SUITES]
    if not tried:
        sys.exit(f"{addon.name} adds neither a game nor a device: there is no suite for it")
    tell(addon.additions)
    paths = [str(addon.path or addon.place), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), VARIABLE: os.environ[VARIABLE]}
    files = [file for group in {each.group for each in tried} for file in SUITES[group]]
    names = " or ".join(each.name for each in tried)
    command = [sys.executable, "-m", "pytest", *files, "-k", names, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
