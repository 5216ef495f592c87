"""Follows a desktop setting without blocking the window."""

from __future__ import annotations

import threading
import time
import tkinter as tk
from collections.abc import Callable

from fourth_seat.ui.widgets.timer import Timer

LOOK_INTERVAL_MS = 50  # between checks whether the answer has come
PAUSE_S = 5.0  # least time between two questions


class DesktopWish:
    """Queries the setting when switched `on`, and again whenever the window gets the focus, since the setting is changed
    elsewhere.

    Attributes:
        on: whether the window follows the desktop.
    """

    def __init__(self, root: tk.Tk, ask: Callable[[], bool], changed: Callable[[bool], object]) -> None:
        """`ask` is called on a thread and may be slow; `changed` is called with each answer."""
        self._root, self._ask, self._changed = root, ask, changed
        self._timer = Timer(root)
        self._answers: list[bool] = []
        self._asked = -PAUSE_S
        self.on = False
        root.bind("<FocusIn>", lambda event: self.look() if event.widget is root else None, add="+")

    def follow(self, on: bool) -> None:
        """Start or stop following the desktop."""
        self.on = on
        self.look()

    def look(self) -> None:
        """Query the setting, unless it was queried a moment ago."""
        if self.on and not self._timer.due and time.monotonic() - self._asked >= PAUSE_S:
            self._asked = time.monotonic()
            # A daemon: a desktop that does not answer must not keep the program from ending.
            threading.Thread(target=lambda: self._answers.append(self._ask()), name="desktop", daemon=True).start()
            self._timer.start(LOOK_INTERVAL_MS, self._take)

    def _take(self) -> None:
        if not self._answers:
            self._timer.start(LOOK_INTERVAL_MS, self._take)
        elif self.on:
            self._changed(self._answers.pop())
