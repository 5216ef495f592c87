"""The panel's buttons while an earlier position is shown."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.ui.theme.theme import Theme
from fourth_seat.words import Text, say

Action = Callable[[], None]


class LookingBack(ttk.Frame):
    """Buttons for returning to the game, or for continuing from the earlier position shown."""

    def __init__(self, parent: tk.Misc, theme: Theme, text: Callable[[Text], str], go_on: Action, back: Action) -> None:
        super().__init__(parent, style="Card.TFrame", padding=theme.space(0.75))
        self._theme = theme
        row = ttk.Frame(self, style="Raised.TFrame")
        row.pack(fill="x")
        self.back = ttk.Button(row, text=text(say("Back to the game")), style="Accent.TButton", command=back)
        self.go_on = ttk.Button(row, text=text(say("Continue from here")), command=go_on)
        row.bind("<Configure>", lambda event: self._fit(event.width))

    def _fit(self, width: int) -> None:
        """Lay out the buttons side by side if there is room, or else stacked."""
        space = self._theme.space(1)
        beside = self.back.winfo_reqwidth() + space + self.go_on.winfo_reqwidth() <= width
        for place, button in enumerate((self.back, self.go_on)):
            gap = space if place else 0
            if beside:
                button.pack(side="left", fill="x", expand=True, padx=(gap, 0), pady=0)
            else:
                button.pack(side="top", fill="x", padx=0, pady=(gap, 0))
