"""The power of the screen: which program switches it, in which order, and that nothing waits for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Sequence

import pytest
from Xlib.display import Display

from fourth_seat.hardware.machine.screen_power import ScreenPower, screen_power
from fourth_seat.processes.output import ProgramFailed
from fourth_seat.words import say

ALL = {"xset": "/usr/bin/xset", "wlopm": "/usr/bin/wlopm"}


def wait_until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)


@pytest.mark.parametrize(
    ("environment", "programs", "last"),
    [
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, ALL, ("wlopm", "--off", "*")),
        ({"DISPLAY": ":0"}, ALL, ("xset", "dpms", "force", "off")),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, {"xset": "xset"}, None),
        ({"DISPLAY": ":0"}, {}, None),
        ({}, ALL, None),
    ],
)
def test_the_program_that_fits(environment: dict[str, str], programs: dict[str, str], last: tuple[str, ...] | None) -> None:
    ran: list[tuple[str, ...]] = []
    power = screen_power(environment, programs.get, lambda command: ran.append(tuple(command)))
    power.set(on=False)
    if last is None:
        assert not power._off and not ran
    else:
        wait_until(lambda: ran and ran[-1] == last)


def test_what_was_wanted_last_counts_and_nothing_waits() -> None:
    ran: list[str] = []
    hold = threading.Event()

    def run(command: Sequence[str]) -> None:
        hold.wait(10)
        ran.append(command[0])

    power = ScreenPower([["off"]], [["on"]], run)
    for on in (False, True, False, True):
        power.set(on=on)
    hold.set()
    wait_until(lambda: ran[-1:] == ["on"])
    assert len(ran) <= 2


def test_a_program_that_fails_is_no_trouble() -> None:
    tried: list[str] = []

    def run(command: Sequence[str]) -> None:
        tried.append(command[0])
        raise OSError("no such program") if len(tried) == 1 else ProgramFailed(say("it does not answer"))

    power = ScreenPower([["one"], ["two"]], [["on"]], run)
    power.set(on=False)
    wait_until(lambda: tried == ["one", "two"])
    power.set(on=True)
    wait_until(lambda: tried[-1] == "on")


@pytest.mark.skipif(not shutil.which("xset") or "DISPLAY" not in os.environ, reason="needs xset and a screen")
def test_the_real_program_answers() -> None:
    ended: list[int] = []

    def run(command: Sequence[str]) -> None:
        ended.append(subprocess.run(command, capture_output=True, timeout=10, check=False).returncode)

    held = Display(os.environ["DISPLAY"])  # with nobody connected, the server forgets its settings
    screen_power({"DISPLAY": os.environ["DISPLAY"]}, run=run).set(on=True)
    wait_until(lambda: len(ended) == 3)
    state = subprocess.run(["xset", "q"], capture_output=True, text=True, timeout=10, check=True).stdout
    held.close()
    assert "timeout:  0" in state, "X11 itself would switch the screen off, which counts no moves of the camera"
