"""A call made later on behalf of a widget, and dropped if the widget is gone by then."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Literal


class Timer:
    """A timer with at most one call pending.

    A widget's `after` does not end with the widget: its functions disappear, and Tk then calls an unknown name, or one that
    by then belongs to another function.
    """

    def __init__(self, widget: tk.Misc) -> None:
        self._widget, self._due = widget, ""
        widget.bind("<Destroy>", lambda _: self.stop(), add="+")

    @property
    def due(self) -> bool:
        """Whether a call is pending."""
        return bool(self._due)

    def start(self, ms: int | Literal["idle"], action: Callable[[], object]) -> None:
        """Call `action` once, this many milliseconds from now or when Tk is idle; a pending call is dropped."""
        self.stop()
        self._due = self._widget.after(ms, self._call, action)

    def stop(self) -> None:
        """Drop the pending call."""
        if self._due:
            self._widget.after_cancel(self._due)
            self._due = ""

    def _call(self, action: Callable[[], object]) -> None:
        self._due = ""
        action()
