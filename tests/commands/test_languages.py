"""The command line in another language, with a text display and a voice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hardware.emulation.lcdd_server import LcddServer, missing_packages, until

ROOT = Path(__file__).resolve().parents[2]


def run(home: Path, *arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "companion.py"), *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "FOURTH_SEAT_HOME": str(home), "PYTHONIOENCODING": "utf-8", **environment},
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("where", [("--language", "de", "play"), ("play", "--language=de")])
def test_a_game_in_german(tmp_path: Path, where: tuple[str, ...]) -> None:
    done = run(tmp_path, *where, "connect4", "--terminal", "--seats", "human:Anna,computer:1", typed="4\n9\n")
    assert done.returncode == 0, done.stderr
    assert "Anna (Rot) ist am Zug." in done.stdout
    assert "Gelb spielt" in done.stdout
    assert "1. wirf einen Stein von Gelb in Spalte" in done.stdout
    assert "es gibt keine Spalte 9, nur die Spalten 1 bis 7" in done.stdout


@pytest.mark.parametrize(
    ("command", "typed", "expected"),
    [
        (("calibrate", "lights", "kalah", "--device", "screen:", "--leds", "9"), "done\nyes\n", "9 LEDs rund um das Brett"),
        (("solve", "connect4"), "nonsense\n", "Zeile 1: "),
        (("look", "connect4", "nothing.png"), "", "es gibt keine Datei nothing.png"),
    ],
)
def test_other_commands_in_german(tmp_path: Path, command: tuple[str, ...], typed: str, expected: str) -> None:
    done = run(tmp_path, *command, "--language", "de", typed=typed)
    assert expected in done.stdout + done.stderr


def test_errors_in_hebrew_by_the_environment(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "chess", "--terminal", FOURTH_SEAT_LANGUAGE="he")
    assert done.returncode == 1
    assert "אין משחק" in done.stderr


def test_a_language_that_there_is_not(tmp_path: Path) -> None:
    done = run(tmp_path, "--language", "xx", "play", "connect4", "--terminal")
    assert done.returncode == 1
    assert done.stderr.strip() == "companion.py: there is no language xx; the languages are: en, de, he"


def test_a_bad_text_display_is_refused_before_anything_is_recorded(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "connect4", "--terminal", "--text", "vga://x")
    assert done.returncode == 1
    assert (
        "vga://x is not the address of a text display: enter an address such as " in done.stderr
        and "lcd://localhost" in done.stderr
    )
    assert not list(tmp_path.rglob("*.jsonl"))


def test_a_text_display_that_is_not_there_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        *("play", "connect4", "--terminal", "--seats", "human,computer:1", "--text", "lcd://127.0.0.1:9"),
        typed="4\n4\n4\n",
    )
    assert done.returncode == 0
    assert done.stderr.startswith("There is no text display at 127.0.0.1:9: start LCDd there")
    assert done.stderr.count("start LCDd there") == 1
    assert done.stdout.count("Yellow plays") == 3


def test_the_text_display_tells_the_game(tmp_path: Path) -> None:
    if packages := " ".join(missing_packages()):
        pytest.skip(f"needs: sudo apt install {packages}")
    server = LcddServer(tmp_path)
    server.start()
    game = subprocess.Popen(
        [sys.executable, str(ROOT / "companion.py"), "play", "kalah", "--terminal", "--text", server.url],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "FOURTH_SEAT_HOME": str(tmp_path), "FOURTH_SEAT_LANGUAGE": "de"},
    )
    assert game.stdin is not None
    game.stdin.write(b"f\n")
    game.stdin.flush()
    try:
        until(lambda: any("Nord spielt" in line for line in server.screen), 60)
        assert any(line.startswith("Nimm") for line in server.screen), server.screen
    finally:
        game.stdin.close()
        game.wait(60)
        server.stop()
