"""The house holds together: dependencies point one way, and light rooms stay light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Lowest first: a room imports those before it, never those after it.
ROOMS = ["words", "games", "engines", "table", "calibration", "hardware", "vision", "setup", "ui", "commands"]
LEVEL = {room: level for level, room in enumerate(ROOMS)} | {"setup": 7, "ui": 8, "commands": 8}
# What a room must not know, however it gets there.
FORBIDDEN = {
    "games": {"tkinter", "cv2", "serial", "numba", "numpy", "random", "time", "os", "pathlib", "datetime"},
    "table": {"tkinter", "cv2", "serial", "numba"},
    "hardware": {"tkinter"},
    "vision": {"tkinter", "serial"},
    "setup": {"tkinter"},
    "commands": {"tkinter"},
    "engines": {"tkinter", "cv2", "serial"},
}
MOST_LINES = 400


def sources(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The full names of modules that a file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names.add(node.module or "")
    return names


FILES = [path for room in ROOMS for path in sources(room)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    for name in imported(path):
        top = name.partition(".")[0]
        if top in LEVEL and top != room:
            assert LEVEL[top] < LEVEL[room] or (room, top) == ("commands", "ui"), f"{room} must not import {name}"
        assert top not in FORBIDDEN.get(room, ()), f"{room} must not know {top}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_are_small(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= MOST_LINES


@pytest.mark.parametrize(
    "modules",
    [
        "table.table, table.host",
        "engines.client, engines.levels, engines.players",
        "setup.watching, vision.observer, calibration.chosen",
        "setup.lighting, setup.lights, setup.lights_seen, calibration.lit",
        "words",
    ],
)
def test_light_rooms_stay_light(modules: str) -> None:
    check = f"import sys, {modules}; print(sorted({{'numba', 'cv2', 'numpy', 'tkinter'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
