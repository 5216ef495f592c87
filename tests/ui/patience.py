"""Waiting for a window."""

from __future__ import annotations

import time
from collections.abc import Callable

from fourth_seat.ui.window import Window

LONGEST = 20.0  # seconds to wait for something to happen


def settle(window: Window, seconds: float = 0.0) -> None:
    """Let the window do everything that is due, timers included."""
    end = time.monotonic() + seconds
    while True:
        window.root.update()
        if time.monotonic() >= end:
            return
        time.sleep(0.005)


def wait_for(window: Window, what: Callable[[], object]) -> None:
    """Let the window run until a condition holds."""
    end = time.monotonic() + LONGEST
    while not what():
        assert time.monotonic() < end, "it did not happen"
        settle(window, 0.02)
