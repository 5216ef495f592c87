"""A section of the hardware page: a raised card with a title and lines of labelled widgets."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.ui.widgets.label import SharedWidth, wrapped
from fourth_seat.words import Text

if TYPE_CHECKING:
    from fourth_seat.ui.window import Window


class SectionCard(ttk.Frame):
    """A card with a title for a section of the page.

    Attributes:
        inside: the frame that holds the lines.
    """

    def __init__(self, parent: tk.Misc, window: Window, title: Text) -> None:
        super().__init__(parent)
        self.window = window
        space = window.theme.space
        wrapped(ttk.Label(self, text=window.text(title), style="Muted.TLabel")).pack(fill="x", pady=(0, space(1)))
        card = ttk.Frame(self, style="Card.TFrame", padding=space(2))
        card.pack(fill="both", expand=True)
        self.inside = ttk.Frame(card, style="Raised.TFrame")
        self.inside.pack(fill="both", expand=True)
        self.inside.columnconfigure(1, weight=1)
        self._shared = SharedWidth(self.inside, window.theme, 4)
        self._lines = 0

    def line(self, title: Text | None, widget: tk.Widget, *, fill: bool = False, tall: bool = False) -> None:
        """Add a line. Without a title, the widget spans the line. Next to a tall widget, the title is at the top."""
        space = self.window.theme.space
        if title:
            label = ttk.Label(self.inside, text=self.window.text(title), style="Raised.TLabel")
            self._shared.add(label, widget)
            place, top = ("nw", space(1.5)) if tall else ("w", space(0.5))
            label.grid(row=self._lines, column=0, sticky=place, pady=(top, space(0.5)), padx=(0, space(3)))
            widget.grid(row=self._lines, column=1, sticky="ew" if fill else "w", pady=space(0.5))
        else:
            widget.grid(row=self._lines, column=0, columnspan=2, sticky="ew" if fill else "w", pady=space(0.5))
        self._lines += 1
