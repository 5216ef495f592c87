"""Beside the games: those to go on with, and the scores of the evening."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.table.settings.folders import records
from fourth_seat.ui.widgets.card import Card
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.ui.window import Page
from fourth_seat.words import say

if TYPE_CHECKING:
    from fourth_seat.ui.after.evening import EveningScores
    from fourth_seat.ui.start.unfinished import UnfinishedGames


class SideTile(ttk.Frame):
    """Filled once the page can be seen, because it looks at the disk; then `when_filled` is called."""

    def __init__(
        self, parent: tk.Misc, page: Page, open_library: Callable[[], None], when_filled: Callable[[], None]
    ) -> None:
        super().__init__(parent, padding=page.window.theme.space(1))
        self._page, self._open_library, self._when_filled = page, open_library, when_filled
        self._unfinished: UnfinishedGames | None = None
        self._scores: EveningScores | None = None
        self.filled = False
        Timer(self).start("idle", self._fill)

    @property
    def cards(self) -> list[Card]:
        """The games to go on with that are shown."""
        return self._unfinished.cards if self._unfinished else []

    def fit(self, height: int | None) -> None:
        """Drop parts to fit into a height in pixels: games down to one, then the scores; None: show all."""
        gap = self._page.window.theme.space(2)
        if self._unfinished:
            self._unfinished.show_all()
        if self._scores:
            self._scores.pack(fill="x", pady=(gap, 0))
        self.update_idletasks()
        while height and self.winfo_reqheight() > height and self._unfinished and len(self.cards) > 1:
            self._unfinished.drop_last()
            self.update_idletasks()
        if height and self.winfo_reqheight() > height and self._scores:
            self._scores.pack_forget()

    def _fill(self) -> None:
        from fourth_seat.ui.after.evening import EveningScores  # with all that reads records, which takes a while to import
        from fourth_seat.ui.start.unfinished import UnfinishedGames

        space = self._page.window.theme.space
        self.filled = True
        if not records().is_dir():
            text = say("Unfinished games appear here.")
            wrapped(ttk.Label(self, text=self._page.window.text(text), style="Muted.TLabel")).pack(fill="x")
            return
        title = self._page.window.text(say("All games ...")) + " (G)"
        self.library = ttk.Button(self, text=title, command=self._open_library)
        self.library.pack(fill="x")  # first, because later parts may be out of sight
        unfinished, scores = UnfinishedGames(self, self._page), EveningScores(self, self._page)
        if unfinished.cards:
            unfinished.pack(fill="x", pady=(space(2), 0))
            self._unfinished = unfinished
        if scores.scores:
            scores.pack(fill="x", pady=(space(2), 0))
            self._scores = scores
        self._when_filled()
