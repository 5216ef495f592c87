"""The steps of the pages by which a newcomer makes an engine, a game, a lamp or a language in a fresh copy, with uv alone.

`tests/install/test_addons.py` plays with the examples of a game and a lamp as installed packages, `tests/words/test_new.py`
begins a language, `tests/docs/test_engine_protocol.py` speaks the protocol as the page about engines does.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from fourth_seat.processes.installation import ROOT

PAGES = ("engine-protocol.md", "adding-a-game.md", "add-ons.md", "translating.md")
UV_RUN = "python -m uv run "


def run(home: Path, command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command from a page as it is written there, with this Python, which has the program's packages, in place of
    uv's."""
    words = shlex.split(command.removeprefix(UV_RUN))
    words[0] = sys.executable if words[0] == "python" else words[0]
    words = words if words[0] == sys.executable else [sys.executable, *words]
    return subprocess.run(
        words, input=typed, cwd=ROOT, capture_output=True, text=True, check=False, timeout=280,
        env={**os.environ, "FOURTH_SEAT_HOME": str(home), "FOURTH_SEAT_LANGUAGE": "en"},
    )  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_no_command_wants_packages_that_a_fresh_copy_lacks(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    commands = re.findall(r"(?:[\w./-]+ )*python (?:-m |companion)[^\n`]*", text)
    wrong = [each for each in commands if not each.startswith(UV_RUN) and " pip " not in each]
    assert [
        each for each in wrong if not each.startswith("python -m fourth_seat.words.new")
    ] == []  # of an installed program


def test_the_engine_is_checked_and_played_with_by_the_commands_of_its_page(tmp_path: Path) -> None:
    (block,) = re.findall(
        r"```sh\n(python -m uv run companion.py engine-check.*?)```", (ROOT / "docs" / PAGES[0]).read_text(), re.DOTALL
    )
    check, play = block.strip().splitlines()
    done = run(tmp_path, check)
    assert done.returncode == 0 and "no faults found" in done.stdout, done.stderr
    done = run(tmp_path, play, typed="4\n")
    assert done.returncode == 0 and "Computer (connect4)" in done.stdout and " Y " in done.stdout, done.stderr


def test_add_ons_are_used_from_a_folder_and_from_a_link_once_they_are_allowed(tmp_path: Path) -> None:
    folder = tmp_path / "addons"
    folder.mkdir()
    shutil.copytree(ROOT / "examples" / "lamp", folder / "lamp", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "othello").symlink_to(ROOT / "examples" / "othello")
    command = "python -m uv run companion.py"
    assert run(tmp_path, f"{command} addons").stdout.count("not yet allowed or refused") == 2
    for name in ("fourth-seat-othello", "fourth-seat-drgb"):
        assert "allowed" in run(tmp_path, f"{command} addons --allow {name}").stdout
    done = run(tmp_path, f"{command} play othello --terminal --seats human,computer:1", typed="d3\n")
    assert done.returncode == 0 and "White plays" in done.stdout, done.stderr
    (arena,) = re.findall(r"companion.py (arena othello .*)", (ROOT / "docs" / "add-ons.md").read_text("utf-8"))
    done = run(tmp_path, f"{command} {arena}")
    assert done.returncode == 0 and "share of win" in done.stdout, done.stderr
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as lamp:
        lamp.bind(("127.0.0.1", 0))
        lamp.settimeout(30)
        address = f"drgb://127.0.0.1:{lamp.getsockname()[1]}"
        done = run(tmp_path, f"{command} lights othello --lights {address} --cells a1 --seconds 0.5")
        assert done.returncode == 0, done.stderr
        assert len(lamp.recv(2000)) == 2 + 3 * 64
