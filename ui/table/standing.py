"""An unobtrusive line in solved games that shows the outcome with best play to players with full help, and to everybody
once the game is over.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.table.analysis.review import Review
from fourth_seat.table.table import Table
from fourth_seat.words import Text, sentence


class Standing(ttk.Label):
    """Shows the outcome with best play, in space reserved from the start so that nothing moves when it appears."""

    def __init__(self, parent: tk.Misc, text: Callable[[Text], str], table: Table, review: Review) -> None:
        super().__init__(parent, style="Muted.TLabel")
        self._text, self._table, self._review = text, table, review

    def refresh(self, viewing: int | None, waiting: bool) -> None:
        """Show the proven outcome, or keep the previous text while `waiting` for a proof."""
        wording = self._wording(viewing, waiting)
        if self.cget("text") != wording:
            self.configure(text=wording)

    def _wording(self, viewing: int | None, waiting: bool) -> str:
        over = self._table.result is not None and viewing is None  # then the page shows the result
        if over or not self._review.unasked:
            return ""
        standing = self._review.standing(self._table.history.at if viewing is None else viewing)
        if standing:
            return sentence(self._text(standing))
        return str(self.cget("text")) if waiting and viewing is None else ""
