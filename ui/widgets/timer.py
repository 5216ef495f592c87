"""A delayed call that is cancelled if its widget is destroyed first."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Literal


class Timer:
    """A timer with at most one pending call.

    Tk's own `after` does not end with the widget: the widget's functions are deleted, and Tk then calls an unknown name, or
    a name that has been reused for another function.
    """

    def __init__(self, widget: tk.Misc) -> None:
        self._widget, self._due = widget, ""
        widget.bind("<Destroy>", lambda _: self.stop(), add="+")

    @property
    def due(self) -> bool:
        """Whether a call is pending."""
        return bool(self._due)

    def start(self, ms: int | Literal["idle"], action: Callable[[], object]) -> None:
        """Call `action` once, after this many milliseconds or when Tk is idle, replacing any pending call."""
        self.stop()
        self._due = self._widget.after(ms, self._call, action)

    def stop(self) -> None:
        """Cancel the pending call, if any."""
        if self._due:
            self._widget.after_cancel(self._due)
            self._due = ""

    def _call(self, action: Callable[[], object]) -> None:
        self._due = ""
        action()
