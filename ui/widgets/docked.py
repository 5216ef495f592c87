"""A part that is shown for a while in a table's panel, such as the camera's picture."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from fourth_seat.words import Text


class Docked(ttk.Frame):
    """A part that is shown for a while in the panel.

    Attributes:
        headline: the text shown in place of whose turn it is, and of the course of the game if it does not concern that
            game.
    """

    headline: Text | None = None

    def fit(self, width: int, height: int, spare: int, most: int) -> None:
        """Fit this part into a panel of this inner width and height. The other parts leave `spare` pixels of the height if
        a few moves are among them, and `most` without the moves and the scores.
        """

    def _height_without(self, part: tk.Misc, gap: int) -> int:
        """Return the height in pixels of all other parts, each with a gap."""
        return sum(other.winfo_reqheight() + gap for other in self.pack_slaves() if other is not part)
