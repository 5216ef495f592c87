"""Rows of switches and other titled controls, such as drop-down boxes, with wrapped titles."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import TypeVar

from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.label import SharedWidth, fitted
from fourth_seat.words import Text

V = TypeVar("V")
GAP_STEPS = 3  # of the grid, between a title and its control


class ChoiceRows(ttk.Frame):
    """A frame of rows from top to bottom, which must be placed so that it fills its parent's width."""

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        style: str = "Raised.TFrame",
        padding: float = 0,
        room: Callable[[], int] | None = None,
    ) -> None:
        """`padding` is on all sides, in spacing steps; `room` returns the maximum width in pixels, for a parent that is as
        wide as its content.
        """
        super().__init__(parent, style=style, padding=theme.space(padding))
        self._theme, self._text, self._padding, self._room = theme, text, padding, room
        self._shared = SharedWidth(self, theme, GAP_STEPS + 2 * padding, room)
        self.columnconfigure(1, weight=1)

    def box(self, title: Text, names: Mapping[V, str], value: V, chosen: Callable[[V], None]) -> ChoiceBox[V]:
        """Add a drop-down box for choosing one of several values."""
        box = ChoiceBox(self, names, value, chosen)
        self.line(title, box)
        return box

    def flag(self, title: Text, on: bool, chosen: Callable[[bool], None]) -> ttk.Checkbutton:
        """Add a switch."""
        flag = tk.BooleanVar(self, on)
        switch = ttk.Checkbutton(
            self,
            text=self._text(title),
            variable=flag,
            style="Raised.Switch.TCheckbutton",
            command=lambda: chosen(flag.get()),
        )
        fitted(switch, self, lambda: 2 * self._theme.space(self._padding), self._room)
        switch.grid(row=self.next_row, column=0, columnspan=2, sticky="w", pady=self._theme.space(0.5))
        return switch

    def line(self, title: Text, widget: ttk.Widget) -> None:
        """Add a titled widget."""
        space = self._theme.space
        row, tall = self.next_row, isinstance(widget, ttk.Frame)
        label = ttk.Label(self, text=self._text(title), style="Raised.TLabel", padding=(0, space(1) if tall else 0))
        self._shared.add(label, widget)
        label.grid(row=row, column=0, sticky="nw" if tall else "w", pady=space(0.5), padx=(0, space(GAP_STEPS)))
        widget.grid(row=row, column=1, sticky="ew" if tall else "w", pady=space(0.5))

    def heading(self, title: Text, sentence: Text, width: int) -> None:
        """Add a heading, and below it a sentence wrapped at this width in pixels."""
        space = self._theme.space
        for text, style, above in ((title, "Raised.Strong.TLabel", space(2)), (sentence, "Raised.Muted.TLabel", 0)):
            label = ttk.Label(self, text=self._text(text), style=style, wraplength=width, justify="left")
            label.grid(row=self.next_row, column=0, columnspan=2, sticky="w", pady=(above, space(0.5)))

    def clear(self, first: int) -> None:
        """Remove this row and all rows below it."""
        for row in range(first, self.next_row):
            for part in self.grid_slaves(row=row):
                part.destroy()

    @property
    def next_row(self) -> int:
        """The first free row of the grid."""
        return self.grid_size()[1]
