"""Whether nothing should move: which answers count, and that nothing waits for them."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from fourth_seat.hardware.machine.reduced_motion import GNOME, MACOS, ReducedMotion, wanted
from fourth_seat.processes.output import ProgramFailed
from fourth_seat.words import say


def fails(_: Sequence[str]) -> Sequence[str]:
    raise ProgramFailed(say("it does not answer"))


@pytest.mark.quick
@pytest.mark.parametrize(
    ("name", "line", "reduced"),
    [
        ("gtk-3.0/settings.ini", "gtk-enable-animations=0", True),
        ("gtk-4.0/settings.ini", "gtk-enable-animations = false", True),
        ("gtk-4.0/settings.ini", "gtk-enable-animations=1", False),
        ("kdeglobals", "AnimationDurationFactor=0", True),
        ("kdeglobals", "AnimationDurationFactor=0.5", False),
        ("kdeglobals", "\x00\xff", False),
    ],
)
def test_files(tmp_path: Path, name: str, line: str, reduced: bool) -> None:
    file = tmp_path / ".config" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"[Settings]\n{line}\n")
    assert wanted({"XDG_CONFIG_HOME": str(tmp_path / ".config")}, fails) is reduced
    assert wanted({"HOME": str(tmp_path)}, fails) is reduced


@pytest.mark.quick
@pytest.mark.parametrize(
    ("answer", "macos", "reduced"), [("false", False, True), ("true", False, False), ("1", True, True)]
)
def test_programs(tmp_path: Path, answer: str, macos: bool, reduced: bool) -> None:
    asked: list[Sequence[str]] = []

    def ask(command: Sequence[str]) -> Sequence[str]:
        asked.append(command)
        return [answer]

    assert wanted({"HOME": str(tmp_path)}, ask, macos=macos) is reduced
    assert asked == [MACOS[0] if macos else GNOME[0]]
    assert not wanted({"HOME": str(tmp_path)}, fails)


def test_nothing_moves_before_the_system_has_answered_and_nothing_waits_for_it() -> None:
    answer = threading.Event()
    asked: list[None] = []

    def slow() -> bool:
        asked.append(None)
        assert answer.wait(10)
        return False

    wish = ReducedMotion(slow)
    assert wish.wanted
    assert wish.wanted
    answer.set()
    end = time.monotonic() + 10
    while wish.wanted:
        assert time.monotonic() < end
        time.sleep(0.005)
    assert len(asked) == 1
    assert ReducedMotion(lambda: True).wanted
