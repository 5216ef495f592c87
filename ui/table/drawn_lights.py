"""Lights that exist only on the screen, in the panel of a table without any."""

from __future__ import annotations

import tkinter as tk

from fourth_seat.hardware.lights.strip import Strip
from fourth_seat.ui.board.game_board import GameBoard
from fourth_seat.ui.devices.lit_board import LitBoard
from fourth_seat.ui.table.panel import Docked
from fourth_seat.ui.theme.theme import Theme

PICTURE_SHARE, LOW_PICTURE_SHARE = 0.26, 0.18  # of the panel's height that it may take; and while a card is shown as well


class DrawnLights(Docked):
    """The board's lights drawn in the panel, for a table without any.

    Attributes:
        picture: the board with the lights.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, board: GameBoard, strip: Strip) -> None:
        super().__init__(parent)
        self._strip, self._size = strip, (160, 120)
        self.picture = LitBoard(self, theme, board, len(strip.layout.rim), self._size, "surface")
        self.picture.pack()

    def refresh(self) -> None:
        """Show the lights as they are now."""
        self.picture.light(self._strip.frame)

    def fit(self, width: int, height: int, spare: int, most: int, crowded: bool) -> None:
        size = max(32, width), max(32, round((LOW_PICTURE_SHARE if crowded else PICTURE_SHARE) * height))
        if size != self._size:
            self._size = size
            self.picture.resize(*size)
