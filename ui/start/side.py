"""Beside the games: those to go on with, and the scores of the evening."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from table.settings.folders import records
from ui.page import Page
from ui.widgets.card import Card
from ui.widgets.label import wrapped
from words import say


class SideTile(ttk.Frame):
    """Filled once the page can be seen, because it looks at the disk; `cards` are the games to go on with."""

    def __init__(self, parent: tk.Misc, page: Page) -> None:
        super().__init__(parent, padding=page.window.theme.space(1))
        self._page = page
        self.cards: list[Card] = []
        self.filled = False
        self.after_idle(self._fill)

    def _fill(self) -> None:
        from ui.start.evening import EveningScores  # with all that reads records, which takes a while to import
        from ui.start.unfinished import UnfinishedGames

        space = self._page.window.theme.space
        if not records().is_dir():
            text = say("Unfinished games appear here.")
            wrapped(ttk.Label(self, text=self._page.window.text(text), style="Muted.TLabel")).pack(fill="x")
            self.filled = True
            return
        title = self._page.window.text(say("All games ...")) + " (G)"
        self.library = ttk.Button(self, text=title, command=self._page.window.show_library, takefocus=False)
        self.library.pack(fill="x")  # first, because what comes after it may be out of sight
        unfinished, scores = UnfinishedGames(self, self._page), EveningScores(self, self._page)
        self.cards = unfinished.cards
        if unfinished.cards:
            unfinished.pack(fill="x", pady=(space(2), 0))
        if scores.scores:
            scores.pack(fill="x", pady=(space(2), 0))
        self.filled = True
