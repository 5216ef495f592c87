"""A container that shows one of several widgets at a time."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk


class OneOf(ttk.Frame):
    """Shows one of its parts, and is always as large as the largest part requires, so that nothing around it moves."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, style="Raised.TFrame")
        self._parts: tuple[tk.Widget, ...] = ()

    def hold(self, *parts: tk.Widget) -> None:
        """Add these children, which must be complete, and show the first."""
        self.update_idletasks()  # before that, a frame does not know what its children need
        self._parts = parts
        self.columnconfigure(0, minsize=max(part.winfo_reqwidth() for part in parts))
        self.rowconfigure(0, minsize=max(part.winfo_reqheight() for part in parts))
        self.show(parts[0])

    def show(self, shown: tk.Widget | None) -> None:
        """Show this part, or none."""
        for part in self._parts:
            if part is shown:
                part.grid(row=0, column=0, sticky="w")
            else:
                part.grid_remove()
