"""Small discs that show a side's colour beside a line of text."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from PIL import ImageTk

from fourth_seat.games.protocol import Side
from fourth_seat.ui.board.paint import disc
from fourth_seat.ui.theme.theme import BODY, Theme


class Swatches:
    """Creates and caches a small disc for each side, redrawn after a change of theme."""

    def __init__(self, widget: tk.Misc, theme: Theme, sides: tuple[Side, ...], size: int, beside: str = BODY) -> None:
        """`size` is in pixels at 96 dpi and medium text size; the discs scale with the font `beside` them."""
        self._widget, self._theme, self._sides, self._size, self._beside = widget, theme, sides, size, beside
        self._photos: dict[tuple[str, int], ImageTk.PhotoImage] = {}

    @property
    def size(self) -> int:
        """The current size of a disc in pixels."""
        return round(self._size * self._theme.growth(self._beside))

    def of(self, colour: int) -> str:
        """Return Tk's name for the picture of a colour, 1..n; empty for 0."""
        if not 0 < colour <= len(self._sides):
            return ""
        size, hue = self.size, self._theme.palette.hue(self._sides[colour - 1].hue)
        key = hue, size
        if key not in self._photos:
            picture = disc(size, hue)
            self._photos[key] = ImageTk.PhotoImage(picture, master=self._widget)
        return str(self._photos[key])

    def show(self, control: ttk.Button | ttk.Radiobutton, colour: int) -> None:
        """Show a colour on a control, and update it when the theme changes."""

        def paint() -> None:
            control.configure(image=self.of(colour), compound="left")

        paint()
        self._theme.on_change(control, paint)
