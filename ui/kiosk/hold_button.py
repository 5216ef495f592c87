"""A button that works only when it is held down for a while, so that nobody presses it by accident."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

HOLD_MS = 2_000


class HoldButton(ttk.Button):
    """Calls its action when a finger has rested on it for `HOLD_MS`."""

    def __init__(self, parent: tk.Misc, text: str, held: Callable[[], None]) -> None:
        super().__init__(parent, text=text)
        self._held, self._timer = held, ""
        self.bind("<ButtonPress-1>", lambda _: self._begin(), add="+")
        for event in ("<ButtonRelease-1>", "<Leave>", "<Destroy>"):
            self.bind(event, lambda _: self._end(), add="+")

    def _begin(self) -> None:
        self._end()
        self._timer = self.after(HOLD_MS, self._work)

    def _end(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
            self._timer = ""

    def _work(self) -> None:
        self._timer = ""
        self._held()
