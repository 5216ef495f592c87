"""Without an extra, everything else works, and features that need it say so in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fourth_seat.processes.extras.catalogue import EXTRAS
from fourth_seat.processes.installation import ROOT

RUN_WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

MODULES = set(sys.argv[1].split(","))
sys.meta_path.insert(0, Missing())
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name.partition(".")[0] in MODULES else found(name, package)
sys.path.insert(0, sys.argv[2])
from fourth_seat.companion import main
sys.exit(main(sys.argv[3:]))
"""
ALL = [module for extra in EXTRAS.values() for module in extra.modules] + ["llvmlite"]
PICTURE = "picture.png"
COMMANDS = {
    "camera": ["look", "connect4", PICTURE],
    "print": ["print", "tridice", "board.pdf"],
    "phones": ["play", "connect4", "--terminal", "--phones"],
    "mqtt": ["play", "connect4", "--terminal", "--mqtt", "mqtt://localhost"],
}


def run(home: Path, modules: list[str], *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command line while some modules are missing."""
    return subprocess.run(
        [sys.executable, "-c", RUN_WITHOUT, ",".join(modules), str(ROOT), *arguments],
        input=given, capture_output=True, text=True, check=False, cwd=home, timeout=240,
        env={**os.environ, "FOURTH_SEAT_HOME": str(home), "FOURTH_SEAT_LANGUAGE": "en"},
    )  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_needs_it_says_how_to_add_it(name: str, tmp_path: Path) -> None:
    done = run(tmp_path, list(EXTRAS[name].modules), *COMMANDS[name], given="quit\n")
    lines = done.stderr.strip().splitlines()
    assert done.returncode == 1 and len(lines) == 1, done.stderr
    assert f"extras --add {name}" in lines[0] and "MB to download" in lines[0]


def test_a_game_is_solved_and_played_without_any(tmp_path: Path) -> None:
    assert run(tmp_path, ALL, "solve", "connect4", given="4455\n").stdout.strip() == "4455 18 3 6"
    played = run(tmp_path, ALL, "play", "connect4", "--terminal", "--seats", "computer:9,computer:2")
    assert played.returncode == 0 and "Traceback" not in played.stderr, played.stderr


def test_the_list_says_what_there_is(tmp_path: Path) -> None:
    lines = run(tmp_path, ["cv2"], "extras").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(EXTRAS)
    assert "MB to download" in lines[0] and "installed with the program" in lines[-1]
