"""A command is tried: does it start an engine?"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import psutil
import pytest

from fourth_seat.engines.errors import EngineFailed
from fourth_seat.engines.players.trial import MAX_NAME_CHARS, try_engine

MOCK = f"{sys.executable} {Path(__file__).with_name('mock_engine.py')}"
LONGEST_S = 10.0  # for a trial of a second and a busy machine


@pytest.mark.parametrize(
    "command", [f"{MOCK} --at list_commands hang", f"{MOCK} --at name hang", "sleep 60", "cat /dev/zero"]
)
def test_an_engine_that_does_not_answer_is_ended_in_its_time(command: str) -> None:
    with pytest.raises(EngineFailed):
        try_engine("true").wait()  # the first child process starts the guard, which stays
    before = set(psutil.Process().children(recursive=True))
    start = time.monotonic()
    with pytest.raises(EngineFailed):
        try_engine(command, 1.0).wait()
    assert time.monotonic() - start < LONGEST_S
    assert set(psutil.Process().children(recursive=True)) <= before


@pytest.mark.parametrize("command", ["", "   ", "'open"])
def test_what_is_no_command(command: str) -> None:
    with pytest.raises(EngineFailed):
        try_engine(command).wait()


def test_a_name_is_shown_in_one_line_and_not_too_long() -> None:
    answer = try_engine(f"{MOCK} --name '\x1b[2J{'x' * 500}'").wait()
    assert "\x1b" not in str(answer) and len(str(answer)) < 2 * MAX_NAME_CHARS
