"""What the fields for people and for computers have in common."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ui.seats.choice import Choice

Rebuild = Callable[[Choice, bool], None]
"""Makes the fields anew for a choice, with its details or without."""


class Fields(ttk.Frame):
    """The widgets for one kind of player; `choice` reads them."""

    def __init__(self, parent: tk.Misc, choice: Choice) -> None:
        super().__init__(parent, style="Raised.TFrame")
        self._choice = choice

    @property
    def choice(self) -> Choice:
        return self._choice
