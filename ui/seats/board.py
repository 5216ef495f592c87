"""A preview of the board with the chosen options, oriented as on this table."""

from __future__ import annotations

import tkinter as tk
from contextlib import suppress
from tkinter import ttk

from PIL import ImageTk

from fourth_seat.calibration.orientation import Orientation, load_orientation
from fourth_seat.games import AnyGame
from fourth_seat.games.options import Options
from fourth_seat.table.errors import BadConfig
from fourth_seat.ui.board.board_picture import opening_picture, picture_aspect
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.timer import Timer

SETTLING_MS = 40  # between what makes another picture necessary and that picture


class BoardPreview(ttk.Frame):
    """A card with a picture of the board, painted once the card's size is known."""

    def __init__(self, parent: tk.Misc, theme: Theme, game: AnyGame, options: Options) -> None:
        super().__init__(parent, style="Card.TFrame", padding=theme.space(1))
        self._label = ttk.Label(self, style="Raised.TLabel", anchor="center")
        self._label.place(relwidth=1, relheight=1)
        self._theme, self._game, self._chosen = theme, game, options
        self._orientation = Orientation()
        with suppress(BadConfig):  # the table reports that
            self._orientation = load_orientation(game.name)
        self.picture: tuple[AnyGame, Options, Orientation] | None = None  # the contents of the picture, once painted
        self._shown: object = None
        self._painting = Timer(self)
        self._label.bind("<Configure>", lambda _: self._soon())
        theme.on_change(self, self._soon)

    @property
    def aspect(self) -> float:
        """The picture's ratio of width to height."""
        return picture_aspect(self._game, self._chosen, self._orientation)

    def show(self, options: Options) -> None:
        """Show the board with these options."""
        self._chosen = options
        self._soon()

    def _soon(self) -> None:
        self._painting.start(SETTLING_MS, self._paint)

    def _paint(self) -> None:
        size, palette = (self._label.winfo_width(), self._label.winfo_height()), self._theme.palette
        wanted = size, palette, self._chosen
        if min(size) > 1 and wanted != self._shown:
            self._shown = wanted
            picture = opening_picture(self._game, self._chosen, self._orientation, size, palette)
            self._photo = ImageTk.PhotoImage(picture, master=self)
            self.picture = self._game, self._chosen, self._orientation
            self._label.configure(image=self._photo)
