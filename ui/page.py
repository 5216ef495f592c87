"""A page of the window: one is shown at a time."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.app import App


class Page(ttk.Frame):
    """Base of all pages.

    Attributes:
        app: the window: `app.theme`, `app.settings`, `app.text(...)`, and the ways to other pages.
    """

    def __init__(self, parent: tk.Misc, app: App) -> None:
        super().__init__(parent)
        self.app = app

    def back(self) -> None:
        """Escape, or the button: one step back, by default to the start page."""
        self.app.show_start()

    def leave(self) -> None:
        """Another page is about to be shown, or the window closes: let go of what this one holds."""
