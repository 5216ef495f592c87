"""Test an add-on the way the program's own games and drivers are tested.

    python -m uv run --group conformance python -m tests.conformance FOLDER [arguments for pytest]

FOLDER holds the add-on's `pyproject.toml`. Its code runs.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from fourth_seat.boundary.additions import GAMES, LIGHTS, TEXT_DISPLAYS, VARIABLE, tell
from fourth_seat.boundary.faults import VARIABLE as TRACEBACKS
from fourth_seat.commands.installation.addons import why_unusable
from fourth_seat.table.settings.addons import unpacked

ROOT = Path(__file__).resolve().parents[1]
SUITES = {
    GAMES: (
        "tests/games/test_conformance.py",
        "tests/games/test_letters.py",
        "tests/games/test_drawing.py",
        "tests/engines/test_conformance.py",  # with its engine, or with the generic search
    ),
    LIGHTS: ("tests/hardware/lights/drivers/test_conformance.py",),
    TEXT_DISPLAYS: ("tests/hardware/text/test_conformance.py",),
}


def main(folder: Path, arguments: list[str]) -> int:
    """Run the suites for what the add-on adds; return the exit status."""
    addon = unpacked(folder.resolve())
    if not addon.additions:
        sys.exit(f"{folder} is no add-on: {addon.trouble}")
    tried = [each for each in addon.additions if each.group in SUITES]
    if not tried:
        sys.exit(f"{addon.name} adds no game, lights or text display: there is no suite for it")
    tell(addon.additions)
    sys.path.append(str(addon.path or addon.place))
    for each in tried:
        if why := why_unusable(each):
            sys.exit(f"{why}: its traceback is added to the file that {TRACEBACKS} names")
    paths = [str(addon.path or addon.place), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), VARIABLE: os.environ[VARIABLE]}
    files = [file for group in {each.group for each in tried} for file in SUITES[group]]
    names = " or ".join(each.name for each in tried)
    print(f"{addon.name} {addon.version}: {', '.join(f'{each.group} {each.name}' for each in tried)}", flush=True)
    for each in addon.additions:
        if each not in tried:
            print(f"{each.group} {each.name} is not tried: there is no suite for it", flush=True)
    command = [sys.executable, "-m", "pytest", *files, "-k", names, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
