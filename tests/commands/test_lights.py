"""`lights` and `calibrate lights`, from outside: what is lit, what is printed, what is kept."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import find
from fourth_seat.hardware.lights.layout import LedLayout
from fourth_seat.hardware.lights.regular import regular_panels
from fourth_seat.hardware.lights.settings import LightsSettings, load_layout, load_lights_settings, save_layout
from tests.hardware.emulation.serial_lines import other_end

ROOT = Path(__file__).resolve().parents[2]
COMPANION = (sys.executable, "companion.py")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    return tmp_path


def companion(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (*COMPANION, *arguments), cwd=ROOT, input=typed, capture_output=True, text=True, timeout=60, check=False
    )


def test_cells_are_lit_as_the_board_is_wired() -> None:
    game = find("connect4")
    geometry = game.geometry(game.options())
    save_layout(game, geometry, LedLayout(regular_panels(geometry, Orientation(2), serpentine=True)))
    done = companion("lights", "connect4", "--device", "screen:", "--cells", "a1,g1", "--seconds", "0.1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "0, 6 #ffffff\n"
    assert load_lights_settings("connect4").url == "screen:"  # and need not be given next time
    again = companion("lights", "connect4", "--cells", "a1", typed="\n")
    assert (again.returncode, again.stdout) == (0, "6 #ffffff\n")


@pytest.mark.slow
def test_the_test_lights_everything() -> None:
    done = companion("lights", "tridice", "--device", "screen:", "--test")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    for colour in ("#ff0000", "#00ff00", "#0000ff", "#ffffff"):
        assert f"0-15 {colour}" in lines
    assert {f"{led} #ffffff" for led in range(16)} <= set(lines)
    assert lines[-1] == "dark"


def test_the_map_and_cells_that_are_typed() -> None:
    done = companion("lights", "kalah", "--device", "screen:", typed="\na store\nx9\nquit\n")
    lines = done.stdout.splitlines()
    assert "store: 7, 8" in lines and "a: 14" in lines
    assert lines[-1] == "7, 8, 14 #ffffff"
    assert "there is no cell x9" in done.stderr


@pytest.mark.quick
@pytest.mark.parametrize("option", ["--lights", "--device"])
@pytest.mark.parametrize("command", [("lights",), ("calibrate", "lights"), ("play", "--terminal")])
def test_lights_are_named_by_either_option_in_every_command(command: tuple[str, ...], option: str) -> None:
    done = companion(*command, "connect4", option, "lamp")
    assert done.returncode == 1 and "lamp is not an address for lights" in done.stderr


@pytest.mark.parametrize("word", ["none", "off", "None"])
def test_no_device_is_said_with_either_word(word: str) -> None:
    done = companion("play", "connect4", "--terminal", "--seats", "random,random", "--lights", word, "--text", word)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("lights", "connect4"), "say where the lights are"),
        (("lights", "connect4", "--device", "lamp"), "lamp is not an address for lights"),
        (("lights", "connect4", "--device", "screen:", "--cells", "z1"), "there is no cell z1"),
        (("lights", "connect4", "--device", "ddp://localhost", "--budget", "20"), "the budget is 20 mA"),
        (("lights", "connect4", "--device", "screen:", "--brightness", "0"), "above 0 and at most 1"),
        (
            ("lights", "connect4", "--device", "screen:", "--budget", "-5"),
            "the current limit must be from 1 to 1000000 mA, not -5",
        ),
        (("lights", "chess", "--device", "screen:"), "there is no game chess"),
        (("calibrate", "lights", "connect4", "--device", "screen:", "--leds", "0"), "0 is not a number of LEDs"),
        (("calibrate", "lights", "connect4", "--device", "screen:", "--leds", "1000000000000"), "number from 1 to 4096"),
        (("calibrate", "lights", "connect4"), "say where the lights are"),
        (("play", "connect4", "--terminal", "--lights", "lamp"), "lamp is not an address for lights"),
    ],
)
def test_what_is_wrong_is_one_line(arguments: tuple[str, ...], expected: str, home: Path) -> None:
    done = companion(*arguments)
    assert done.returncode == 1
    assert expected in done.stderr and len(done.stderr.splitlines()) == 1
    assert not (home / "records").exists()


def test_a_device_that_is_not_there() -> None:
    done = companion("lights", "connect4", "--device", "adalight:///dev/ttyNOPE", "--cells", "a1", "--seconds", "1")
    assert done.returncode == 1
    assert "Nothing is connected to /dev/ttyNOPE" in done.stderr and len(done.stderr.splitlines()) == 1
    assert load_lights_settings("connect4") == LightsSettings()  # lights that do not work are not remembered
    tested = companion("lights", "connect4", "--device", "adalight:///dev/ttyNOPE", "--test")
    assert (tested.returncode, tested.stdout, tested.stderr) == (1, "", done.stderr)  # no invisible colour


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX's")
def test_input_that_ends_at_once_waits_for_the_device() -> None:
    questions = []

    def answer(received: bytes) -> bytes:
        """Wake up late, like an Arduino that was reset by opening its port."""
        if received:
            questions.append(received)
        return b"WLED 2605010\r\n" if received and len(questions) > 3 else b""

    with other_end(answer) as port:
        done = companion("lights", "connect4", "--device", f"adalight://{port}")
    assert (done.returncode, done.stderr) == (0, "")
    assert any(b"Ada" in received for received in questions)  # a frame
    assert load_lights_settings("connect4").url == f"adalight://{port}"


def test_a_layout_that_cannot_be_is_said(home: Path) -> None:
    (home / "calibration.toml").write_text("[connect4.lights.panel-1]\nlength = 'many'\n")
    done = companion("lights", "connect4", "--device", "screen:", "--cells", "a1")
    assert done.returncode == 1
    assert "length must be a whole number, not 'many'" in done.stderr and "calibration.toml" in done.stderr


def test_a_layout_that_cannot_be_is_calibrated_anew(home: Path) -> None:
    (home / "calibration.toml").write_text("[connect4.lights.cells]\nz9 = '3'\n")
    done = companion("calibrate", "lights", "connect4", "--device", "screen:", typed="quit\n")
    assert "there is no cell z9" in done.stderr and "calibration.toml" in done.stderr
    assert "LED 0 is lit" in done.stdout


@contextmanager
def talking(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = (*COMPANION, *arguments)
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_layout_is_learned_by_typing_cells() -> None:
    game = find("connect4")
    geometry = game.geometry(game.options())
    truth = LedLayout(regular_panels(geometry, Orientation(3, True), serpentine=False)).under(geometry)
    cell_of = {led: name for name, leds in truth.cells.items() for led in leds}
    questions = 0
    with talking("calibrate", "lights", "connect4", "--device", "screen:", "--leds", "45") as process:
        assert process.stdin and process.stdout
        for line in process.stdout:
            answer = None
            if match := re.match(r"LED (\d+) is lit", line):
                questions += 1
                answer = cell_of.get(int(match[1]), "-")
            elif "Is it?" in line or "edge of the board?" in line:
                answer = "yes"
            if answer:
                process.stdin.write(f"{answer}\n")
                process.stdin.flush()
        assert process.wait(10) == 0
    assert questions <= 10
    plan = load_layout(game, geometry)
    assert plan and plan.under(geometry).cells == truth.cells
    assert plan.rim == (42, 43, 44)


def test_who_quits_keeps_nothing() -> None:
    done = companion("calibrate", "lights", "kalah", "--device", "screen:", typed="a\nquit\n")
    assert done.returncode == 1
    kalah = find("kalah")
    assert load_layout(kalah, kalah.geometry(kalah.options())) is None


def test_a_game_in_the_terminal_with_lights_that_are_not_there_goes_on() -> None:
    done = companion(
        "play", "connect4", "--terminal", "--level", "random", "--lights", "adalight:///dev/ttyNOPE", typed="4\n4\n"
    )
    assert done.returncode == 0
    assert done.stdout.count("Red played 4") == 2
    assert done.stderr.count("Nothing is connected to /dev/ttyNOPE") == 1
    assert load_lights_settings("connect4") == LightsSettings()


def test_in_the_terminal_each_computers_move_is_lit_until_enter_is_pressed() -> None:
    game = ("play", "blokus", "--terminal", "--json", "--seats", "random,random,random,human")
    done = companion(*game, "--lights", "screen:", typed="\n")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert [event["event"] for event in events] == ["game", "move", "notice", "set-down", "move", "notice"]
    assert "Enter" in events[2]["text"]
    assert "leave --terminal out to see them" in done.stderr
    without = companion(*game, typed="\n")
    assert [json.loads(line)["event"] for line in without.stdout.splitlines()] == ["game", "move", "move", "move"]
    assert without.stderr == ""
