"""A button that shows more, or puts it away."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

OPEN, CLOSED = "▴", "▾"


class Disclosure(ttk.Button):
    """Says whether what it shows is open: by an arrow, behind its name where it has one.

    A double tap on it is one press, as on a switch (`ui/widgets/dead_time.py`): the second half would undo the first.
    """

    def __init__(self, parent: tk.Misc, toggle: Callable[[], None], name: str = "") -> None:
        super().__init__(parent, command=toggle, style="TButton" if name else "Narrow.TButton")
        self._name = name
        self.show(open=False)

    def show(self, *, open: bool) -> None:
        """Show whether it is open."""
        arrow = OPEN if open else CLOSED
        if self._name:
            self.configure(text=f"{self._name} {arrow}")
        else:
            self.configure(text=arrow)
