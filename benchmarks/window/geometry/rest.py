"""Runs a window until nothing in it moves any more."""

from __future__ import annotations

import _tkinter
import time

from benchmarks.window.geometry.checks import Box, box_of, shown
from fourth_seat.ui.main_window import MainWindow

LOOK_INTERVAL_S, REST_TIMEOUT_S = 0.08, 5.0  # between two checks whether anything moves, and at most
BUSY_TIMEOUT_S = 60.0  # for what a window has to do in one go; a large one may take many seconds on a busy machine


def come_to_rest(window: MainWindow, pause: float = LOOK_INTERVAL_S) -> None:
    """Wait until nothing has moved for a while."""
    end = time.monotonic() + REST_TIMEOUT_S
    before: list[Box] = []
    while time.monotonic() < end:
        settle(window, pause)
        now = [box_of(widget) for widget in shown(window.root)]
        if now == before:
            return
        before = now


def settle(window: MainWindow, seconds: float) -> None:
    """Let the window process its pending events.

    Raises:
        RuntimeError: its work never ends, as with two widgets that resize each other.
    """
    end = time.monotonic() + seconds
    last = end + BUSY_TIMEOUT_S
    while True:
        while window.root.tk.dooneevent(_tkinter.DONT_WAIT):
            if time.monotonic() > last:
                raise RuntimeError(f"the window does not come to rest within {BUSY_TIMEOUT_S:.0f} s")
        if time.monotonic() >= end:
            return
        time.sleep(0.005)
