"""A round chip in a side's colour, with its letter: how the window names colours beside the board."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from PIL import ImageTk

from fourth_seat.games.protocol import Side
from fourth_seat.hardware.hues import hue_colour
from fourth_seat.ui.board.paint import disc
from fourth_seat.ui.theme import STRONG, Theme

SIZE_PX = 26  # at 96 dots an inch and medium text


class Badge(ttk.Label):
    """A label that shows the chip, growing with the text."""

    def __init__(self, parent: tk.Misc, theme: Theme, side: Side, ground: str = "Raised.") -> None:
        super().__init__(parent, style=f"{ground}TLabel", compound="center", font=STRONG, text=side.mark)
        self._theme, self._side = theme, side
        self._paint()
        theme.on_change(self, self._paint)

    def _paint(self) -> None:
        palette = self._theme.palette
        picture = disc(round(SIZE_PX * self._theme.scale), hue_colour(self._side.hue))
        self._photo = ImageTk.PhotoImage(picture, master=self)
        self.configure(image=str(self._photo), foreground=palette.ink_on(self._side.hue))
