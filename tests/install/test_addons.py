"""The examples as somebody else's packages: built, installed beside the program, allowed, used, and removed again."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from fourth_seat.processes.installation import ROOT
from tests.install.installed import environment_of, run

UV = os.environ.get("UV") or shutil.which("uv")
NAMES = {"fourth-seat-othello": "othello", "fourth-seat-drgb": "lamp"}

pytestmark = [pytest.mark.slow, pytest.mark.skipif(UV is None, reason="needs uv")]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the command of a fresh environment with the program and both add-ons."""
    folder = tmp_path_factory.mktemp("addons")
    for sources in (ROOT, *(ROOT / "examples" / name for name in NAMES.values())):
        subprocess.run([str(UV), "build", "--quiet", "--wheel", "--out-dir", folder, sources], check=True)
    subprocess.run([str(UV), "venv", "--quiet", "--seed", "--python", sys.executable, folder / "environment"], check=True)
    python = folder / "environment" / "bin" / "python"
    subprocess.run([str(UV), "pip", "install", "--quiet", "--python", python, *folder.glob("*.whl")], check=True)
    return folder / "environment" / "bin" / "fourth-seat"


def allowed(program: Path, home: Path) -> None:
    for name in NAMES:
        assert f"{name} 1.0  allowed" in run(program, home, "addons", "--allow", name)


def test_none_of_it_runs_before_it_is_allowed(program: Path, tmp_path: Path) -> None:
    assert run(program, tmp_path, "addons").count("not yet allowed or refused") == 2
    command: list[str | Path] = [program, "play", "othello", "--terminal"]
    home = environment_of(tmp_path)
    done = subprocess.run(command, cwd=tmp_path, env=home, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "addons --allow fourth-seat-othello" in done.stderr


def test_the_game_is_played_everywhere(program: Path, tmp_path: Path) -> None:
    allowed(program, tmp_path)
    seats = ("--seats", "human:Anna,computer:4")
    assert "White plays" in run(program, tmp_path, "play", "reversi", "--terminal", *seats, given="d3\n")
    assert "White plays" in run(program, tmp_path, "play", "othello", "--terminal", "--resume", given="hint\nundo\nd3\n")
    assert "share of win" in run(program, tmp_path, "arena", "othello", "random", "3", "--games", "2", "--farm", "2")
    assert run(program, tmp_path, "engine", "othello", given="1 genmove 1\n2 quit\n").startswith("=1 ")
    assert list((tmp_path / "data" / "records").glob("*-othello*.jsonl"))


def test_its_board_is_lit_by_the_lamp(program: Path, tmp_path: Path) -> None:
    allowed(program, tmp_path)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as lamp:
        lamp.bind(("127.0.0.1", 0))
        lamp.settimeout(30)
        address = f"drgb://127.0.0.1:{lamp.getsockname()[1]}"
        with subprocess.Popen(
            [program, "lights", "othello", "--device", address, "--cells", "a1", "--seconds", "3"],
            cwd=tmp_path, env=environment_of(tmp_path),
        ) as shining:  # fmt: skip
            packets = [lamp.recv(2000)]
            while not any(packets[-1][2:]):
                packets.append(lamp.recv(2000))
            assert packets[-1][:2] == bytes((2, 2)) and len(packets[-1]) == 2 + 3 * 64
            assert shining.wait(30) == 0


def test_refused_or_uninstalled_it_is_gone(program: Path, tmp_path: Path) -> None:
    allowed(program, tmp_path)
    run(program, tmp_path, "play", "othello", "--terminal", "--seats", "human,human", given="d3\n")
    run(program, tmp_path, "addons", "--refuse", "fourth-seat-othello")
    assert "othello" not in run(program, tmp_path, "play", "--help")
    run(program, tmp_path, "uninstall", "--yes", "--games", "remove")
    assert not (tmp_path / "data").exists()
