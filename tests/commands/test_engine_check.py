"""The command that checks an engine, as people type it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from fourth_seat.commands import run

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "engine" / "connect4.py"


def test_a_sound_engine_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["engine-check", shlex.join([sys.executable, str(EXAMPLE)]), "--game", "connect4"]) == 0
    assert capsys.readouterr().out == "Example: no faults found; it has played Connect 4.\n"


def test_faults_are_lines_and_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["engine-check", "sleep 0", "--game", "connect4"]) == 1
    assert capsys.readouterr().out == "It exited when it was sent list_commands\nsleep: one fault found.\n"


@pytest.mark.parametrize("command", ["", "'open"])
def test_what_is_no_command_is_refused_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["engine-check", command]) == 1
    assert 'engine-check "python3 engine.py" --game connect4' in capsys.readouterr().err
