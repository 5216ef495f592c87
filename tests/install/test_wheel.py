"""The installed program: a wheel is built, installed into an environment of its own, and plays there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from fourth_seat.processes.installation import ROOT
from tests.house.structure import PACKAGES
from tests.install.installed import check_window, environment_of, run

UV = os.environ.get("UV") or shutil.which("uv")
SOURCES_ONLY = (".po", ".pot")  # of catalogues that go along compiled

pytestmark = [pytest.mark.slow, pytest.mark.skipif(UV is None, reason="needs uv")]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([str(UV), "build", "--quiet", "--wheel", "--out-dir", folder, ROOT], check=True)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def program(wheel: Path) -> Path:
    """Return the command of an environment in which nothing but the wheel is installed, and what it needs."""
    environment = wheel.parent / "environment"
    subprocess.run([str(UV), "venv", "--quiet", "--seed", "--python", sys.executable, environment], check=True)
    python = environment / "bin" / "python"
    subprocess.run([str(UV), "pip", "install", "--quiet", "--python", python, wheel], check=True)
    return environment / "bin" / "fourth-seat"


def test_all_of_it_lies_in_one_package(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"fourth_seat"}
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    wanted = [Path(name) for name in tracked if name.partition("/")[0] in (*PACKAGES, "companion.py")]
    assert [path for path in wanted if path.suffix not in SOURCES_ONLY and f"fourth_seat/{path}" not in names] == []


def test_packages_that_the_program_imports_are_in_it(program: Path, tmp_path: Path) -> None:
    assert "Without a command, the window opens." in run(program, tmp_path, "--help")
    for command in ("play", "engine", "solve", "arena", "lights", "tables", "extras", "kiosk", "update", "uninstall"):
        assert f"usage: fourth-seat {command}" in run(program, tmp_path, command, "--help")


@pytest.mark.parametrize("command", ["look", "calibrate", "watch", "keep", "print"])
def test_a_command_that_needs_an_extra_says_so(program: Path, tmp_path: Path, command: str) -> None:
    done = subprocess.run(
        [program, command, "--help"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment_of(tmp_path),
        check=False,
    )
    assert done.returncode == 1
    assert "fourth-seat extras --add" in done.stderr


def test_it_plays(program: Path, tmp_path: Path) -> None:
    assert run(program, tmp_path, "solve", "connect4", given="4455\n") == "4455 18 3 6\n"
    assert run(program, tmp_path, "engine", "kalah", given="version\nlevel 9\ngenmove 1\nquit\n").count("= ") == 2
    assert "share of win" in run(program, tmp_path, "arena", "tridice", "1", "2", "--games", "2")  # two processes of ours


def test_the_window_opens(program: Path, tmp_path: Path) -> None:
    check_window(program, tmp_path)


def test_it_removes_itself_and_leaves_games(program: Path, tmp_path: Path) -> None:
    games = tmp_path / "data" / "records"
    games.mkdir(parents=True)
    (games / "one.jsonl").write_text("x")
    assert "installed by pip" in run(program, tmp_path, "update")
    run(program, tmp_path, "uninstall", "--yes")
    assert not program.exists() and (games / "one.jsonl").exists()
