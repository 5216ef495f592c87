"""Restricts garbage collection to the window's own thread.

Python collects garbage on whichever thread is running, but Tk's variables and pictures call Tk when they are collected,
which fails or hangs on the thread of an engine's client (CPython issue 83274). Automatic collection is therefore disabled
while a window is open, and the window collects on a timer by the same rule as Python. When a page has been left, all of its
garbage is collected and free memory is returned to the system, since glibc would otherwise retain 10 MB per game.
"""

from __future__ import annotations

import gc
import sys
import tkinter as tk

POLL_INTERVAL_MS = 250  # between two checks
REST_MS = 1000  # after a page has been left, until it is collected: the next page is shown first


class GcGuard:
    """Collects garbage while the window is open."""

    def __init__(self, root: tk.Misc) -> None:
        self._root = root
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._timer = root.after(POLL_INTERVAL_MS, self._look)
        self._collecting: str | None = None

    def collect_soon(self) -> None:
        """Schedule a full collection after a page has been left, and return free memory to the system."""
        if self._collecting is None:
            self._collecting = self._root.after(REST_MS, self._collect_all)

    def _collect_all(self) -> None:
        self._collecting = None
        gc.collect()
        release_free_memory()

    def _look(self) -> None:
        self._timer = self._root.after(POLL_INTERVAL_MS, self._look)
        self.collect()

    def collect(self) -> None:
        """Collect the oldest generation that is due, if any."""
        due = [n for n, (count, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if count > most]
        if due:
            gc.collect(max(due))

    def close(self) -> None:
        """Re-enable automatic collection, if it was enabled before."""
        self._root.after_cancel(self._timer)
        if self._collecting is not None:
            self._root.after_cancel(self._collecting)
        gc.collect()
        if self._was_enabled:
            gc.enable()


def release_free_memory() -> None:
    """Return free memory to the system, if the C library (glibc) would retain it."""
    if sys.platform == "linux":
        import ctypes

        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
