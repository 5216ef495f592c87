"""The installed program: a wheel is built, installed into an environment of its own, and plays there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from zipfile import ZipFile

import pytest
from Xlib.display import Display
from Xlib.xobject.drawable import Window

from processes.installation import ROOT
from tests.house.structure import ROOMS

UV = os.environ.get("UV") or shutil.which("uv")
SOURCES_ONLY = (".po", ".pot")  # of catalogues that go along compiled
WINDOW_S = 60.0

pytestmark = [pytest.mark.slow, pytest.mark.skipif(UV is None, reason="needs uv")]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([str(UV), "build", "--quiet", "--wheel", "--out-dir", folder, ROOT], check=True)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def program(wheel: Path) -> Path:
    """The command of an environment in which nothing but the wheel is installed, and what it needs."""
    environment = wheel.parent / "environment"
    subprocess.run([str(UV), "venv", "--quiet", "--python", sys.executable, environment], check=True)
    python = environment / "bin" / "python"
    subprocess.run([str(UV), "pip", "install", "--quiet", "--python", python, wheel], check=True)
    return environment / "bin" / "fourth-seat"


def environment_of(home: Path) -> dict[str, str]:
    """The environment of somebody who has just installed it."""
    ours = ("PYTHON", "FOURTH_SEAT_", "NUMBA_", "VIRTUAL_ENV", "UV")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)} | {
        "FOURTH_SEAT_HOME": str(home)
    }


def run(program: Path, home: Path, *arguments: str, given: str = "") -> str:
    """What a command prints, run in an empty folder."""
    home.mkdir(exist_ok=True)
    done = subprocess.run(
        [program, *arguments], input=given, capture_output=True, text=True, cwd=home, env=environment_of(home), check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_of_it_lies_in_one_package(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"fourth_seat"}
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    wanted = [Path(name) for name in tracked if name.partition("/")[0] in (*ROOMS, "companion.py")]
    assert [path for path in wanted if path.suffix not in SOURCES_ONLY and f"fourth_seat/{path}" not in names] == []


def test_rooms_that_the_program_imports_are_in_it(program: Path, tmp_path: Path) -> None:
    assert "Without a command, the window opens." in run(program, tmp_path, "--help")
    for command in ("play", "engine", "solve", "arena", "look", "calibrate", "watch", "lights", "tables", "keep", "print"):
        assert f"usage: fourth-seat {command}" in run(program, tmp_path, command, "--help")


def test_it_plays(program: Path, tmp_path: Path) -> None:
    assert run(program, tmp_path, "solve", "connect4", given="4455\n") == "4455 18 3 6\n"
    assert run(program, tmp_path, "engine", "kalah", given="version\nlevel 9\ngenmove 1\nquit\n").count("= ") == 2
    assert "share of win" in run(program, tmp_path, "arena", "tridice", "1", "2", "--games", "2")  # two processes of ours


def test_the_window_opens(program: Path, tmp_path: Path) -> None:
    display = Display()
    with subprocess.Popen([program], cwd=tmp_path, env=environment_of(tmp_path)) as window:
        try:
            end = time.monotonic() + WINDOW_S
            while not opened(display.screen().root) and window.poll() is None:
                assert time.monotonic() < end
                time.sleep(0.1)
            assert window.poll() is None
        finally:
            window.terminate()
            display.close()


def opened(window: Window) -> bool:
    """Whether a window of ours is on the screen, below this one."""
    shown = "Fourth-seat" in (window.get_wm_class() or ()) and window.get_attributes().map_state
    return bool(shown) or any(map(opened, window.query_tree().children))
