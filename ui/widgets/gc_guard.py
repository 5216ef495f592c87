"""Garbage is collected on the window's own thread alone.

Python collects on whatever thread happens to run, and Tk's variables and pictures call Tk when they are collected: from the
thread of an engine's client that fails, or stops everything (CPython issue 83274). So automatic collection is off while a
window is open, and the window collects by its timer, by the same rule.
"""

from __future__ import annotations

import gc
import tkinter as tk

OFTEN = 250  # milliseconds between two looks


class GcGuard:
    """Collects while the window is open."""

    def __init__(self, root: tk.Misc) -> None:
        self._root = root
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._timer = root.after(OFTEN, self._look)

    def _look(self) -> None:
        self._timer = self._root.after(OFTEN, self._look)
        self.collect()

    def collect(self) -> None:
        """Collects the oldest generation that is due, if one is."""
        due = [n for n, (count, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if count > most]
        if due:
            gc.collect(max(due))

    def close(self) -> None:
        """Leaves collecting to Python again, where Python did it before."""
        self._root.after_cancel(self._timer)
        gc.collect()
        if self._was_enabled:
            gc.enable()
