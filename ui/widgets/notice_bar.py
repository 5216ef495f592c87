"""A sentence along the lower edge of the window, for a while: a notice or an error."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.tooltip import explained
from fourth_seat.words import Text, say

SHOWN_MS = 8000
BUTTON_STEPS = 16  # steps of the grid that the button and the margins take


class NoticeBar:
    """Shows notices over the page, one at a time.

    Attributes:
        shown: the sentence that is shown now.
    """

    def __init__(self, root: tk.Misc, theme: Theme, text: Callable[[Text], str]) -> None:
        self._root, self._theme, self._text = root, theme, text
        self.shown: str | None = None
        self._bar: ttk.Frame | None = None
        self._timer = ""

    def show(self, rendered: str) -> None:
        """Show a text in place of the present one."""
        self.drop()
        self.shown = rendered
        space = self._theme.space
        self._bar = bar = ttk.Frame(self._root, style="Sunken.TFrame", padding=(space(2), space(1)))
        room = self._root.winfo_width() - space(BUTTON_STEPS)
        ttk.Label(bar, text=self.shown, style="Sunken.TLabel", wraplength=room).pack(side="left", fill="x", expand=True)
        close = ttk.Button(bar, text="✕", style="Toolbutton", width=2, command=self.drop)
        explained(close, self._text(say("Close"))).pack(side="right")
        above = self._root.pack_slaves()
        bar.pack(side="bottom", fill="x")
        if above:  # the page makes room: a notice over its lower edge would hide the main button
            bar.pack_configure(before=above[0])
        self._timer = bar.after(SHOWN_MS, self.drop)

    def drop(self) -> None:
        """Clear the bar."""
        if self._bar:
            self._bar.after_cancel(self._timer)  # Tk would keep it, and call the next callback of the same name
            self._bar.destroy()
            self._bar, self.shown = None, None
