"""A part shown temporarily in the table's panel, such as the camera picture."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from fourth_seat.words import Text


class Docked(ttk.Frame):
    """A part shown temporarily in the panel.

    Attributes:
        headline: the text shown in place of the player to move and, if it is unrelated to the game, of the list of moves.
    """

    headline: Text | None = None

    def fit(self, width: int, height: int, spare: int, most: int) -> None:
        """Fit this part into a panel of this inner width and height. The other parts leave `spare` pixels of the height
        when a few moves are shown, and `most` pixels without the moves and scores.
        """

    def _height_without(self, part: tk.Misc, gap: int) -> int:
        """Return the total height of all other parts with their gaps, in pixels."""
        return sum(other.winfo_reqheight() + gap for other in self.pack_slaves() if other is not part)
