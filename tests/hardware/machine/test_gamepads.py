"""Gamepads as the kernel has them, with a FIFO in place of the device: pressed, held, lost, unplugged and plugged in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourth_seat.hardware.machine.gamepads import BUTTON, EVENT, INITIAL, ButtonEvents, Gamepads

AXIS = 0x02


def event(number: int, value: int, kind: int = BUTTON, ms: int = 1000) -> bytes:
    return EVENT.pack(ms, value, kind, number)


@pytest.fixture
def gamepads(tmp_path: Path) -> Iterator[Gamepads]:
    made = Gamepads(tmp_path)
    yield made
    made.close()


def plugged_in(folder: Path, name: str = "js0") -> int:
    """Make a gamepad, and return the descriptor through which it reports."""
    os.mkfifo(folder / name)
    return os.open(folder / name, os.O_RDWR)


def test_a_button_is_pressed_once_however_long_it_is_held() -> None:
    events = ButtonEvents()
    assert events.read(event(1, 1, ms=7)) == [(2, 7)]
    assert events.read(event(1, 1)) == []
    assert events.read(event(1, 0) + event(1, 1, ms=9) + event(0, 1, ms=9)) == [(2, 9), (1, 9)]


def test_sticks_are_no_buttons() -> None:
    assert ButtonEvents().read(event(1, -32767, AXIS) + event(1, 1, AXIS | INITIAL)) == []


def test_a_button_that_is_down_at_first_was_not_pressed() -> None:
    events = ButtonEvents()
    assert events.read(event(3, 1, BUTTON | INITIAL) + event(4, 0, BUTTON | INITIAL)) == []
    assert events.read(event(3, 0) + event(3, 1) + event(4, 1)) == [(4, 1000), (5, 1000)]


def test_a_press_that_the_kernel_could_not_keep_is_seen_in_how_things_are_afterwards() -> None:
    events = ButtonEvents()
    events.read(event(3, 0, BUTTON | INITIAL))
    assert events.read(event(3, 1, BUTTON | INITIAL)) == [(4, 1000)]


def test_events_may_come_in_pieces() -> None:
    events, data = ButtonEvents(), event(0, 1) + event(0, 0) + event(0, 1)
    assert [press for at in range(0, len(data), 3) for press in events.read(data[at : at + 3])] == [(1, 1000), (1, 1000)]


def test_gamepads_come_and_go(tmp_path: Path, gamepads: Gamepads, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourth_seat.hardware.machine.gamepads.RESCAN_S", 0.0)
    assert gamepads.presses() == []
    one = plugged_in(tmp_path)
    assert gamepads.presses() == []
    os.write(one, event(0, 1))
    assert gamepads.presses() == [(1, 1000)]
    other = plugged_in(tmp_path, "js1")
    gamepads.presses()
    os.write(one, event(1, 1))
    os.write(other, event(5, 1))
    assert sorted(gamepads.presses()) == [(2, 1000), (6, 1000)]
    os.close(one)
    assert gamepads.presses() == []
    (tmp_path / "js0").unlink()
    one = plugged_in(tmp_path)
    gamepads.presses()
    os.write(one, event(0, 1))
    os.write(other, event(5, 0))
    assert gamepads.presses() == [(1, 1000)]
    os.close(one)
    os.close(other)


def test_none_is_plugged_in_where_there_is_no_such_folder(tmp_path: Path) -> None:
    assert Gamepads(tmp_path / "none").presses() == []
