"""A button that works only when it is held down for a while, so that nobody presses it by accident."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.ui.widgets.timer import Timer

HOLD_MS = 2_000


class HoldButton(ttk.Button):
    """Calls its action when a finger has rested on it for `HOLD_MS`."""

    def __init__(self, parent: tk.Misc, text: str, held: Callable[[], None]) -> None:
        super().__init__(parent, text=text)
        self._held, timer = held, Timer(self)
        self.bind("<ButtonPress-1>", lambda _: timer.start(HOLD_MS, self._held), add="+")
        for event in ("<ButtonRelease-1>", "<Leave>"):
            self.bind(event, lambda _: timer.stop(), add="+")
