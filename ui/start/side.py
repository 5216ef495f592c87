"""The tile beside the games, with unfinished games and the evening's scores."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from itertools import accumulate
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.table.settings.folders import records
from fourth_seat.ui.widgets.card import Card
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.ui.window import Page
from fourth_seat.words import say

if TYPE_CHECKING:
    from fourth_seat.table.record.saved import Saved
    from fourth_seat.ui.after.evening import EveningScores
    from fourth_seat.ui.start.unfinished import UnfinishedGames


MAX_GAMES = 6  # to go on with
USUAL_GAMES = 3  # of those to go on with, if the page scrolls to them


class SideTile(ttk.Frame):
    """A tile that is filled once the page is visible, because that requires reading from disk; `when_filled` is then called
    with the last unfinished game, which is shown elsewhere.
    """

    def __init__(
        self, parent: tk.Misc, page: Page, open_library: Callable[[], None], when_filled: Callable[[Saved | None], None]
    ) -> None:
        super().__init__(parent, padding=page.window.theme.space(1))
        self._page, self._open_library, self._when_filled = page, open_library, when_filled
        self._unfinished: UnfinishedGames | None = None
        self._scores: EveningScores | None = None
        self.filled = False
        Timer(self).start("idle", self._fill)

    @property
    def cards(self) -> list[Card]:
        """The cards of the visible unfinished games."""
        return self._unfinished.cards if self._unfinished else []

    def fit(self, height: int | None) -> None:
        """Show as many games as fit in this height, in pixels, and the scores if they fit as well. With None, show the
        default number of games without a height limit.
        """
        gap = self._page.window.theme.space(2)
        if self._unfinished:
            self._unfinished.show(None)
        if self._scores:
            self._scores.pack(fill="x", pady=(gap, 0))
        if self._unfinished is None:
            return
        self.update_idletasks()
        below = list(accumulate(self._unfinished.heights, initial=0))  # of the first games, by how many they are
        scores = self._scores.winfo_reqheight() + gap if self._scores else 0
        others = self.winfo_reqheight() - below[-1] - scores
        if height is None:
            self._unfinished.show(USUAL_GAMES)
            return
        count = max(1, max((count for count, each in enumerate(below) if others + each <= height), default=0))
        self._unfinished.show(count)
        if self._scores and others + below[count] + scores > height:
            self._scores.pack_forget()

    def _fill(self) -> None:
        from fourth_seat.table.record.saved import unfinished
        from fourth_seat.ui.after.evening import EveningScores  # with everything that reads records, slow to import
        from fourth_seat.ui.start.unfinished import UnfinishedGames

        space = self._page.window.theme.space
        self.filled = True
        if not records().is_dir():
            text = say("Unfinished games appear here.")
            wrapped(ttk.Label(self, text=self._page.window.text(text), style="Muted.TLabel")).pack(fill="x")
            self._when_filled(None)
            return
        title = self._page.window.text(say("All games ...")) + " (G)"
        self.library = ttk.Button(self, text=title, command=self._open_library)
        self.library.pack(fill="x")  # first, because later parts may be out of sight
        games = unfinished(records(), MAX_GAMES, notify=self._page.window.notice_once, blank=False)
        scores = EveningScores(self, self._page)
        if games[1:]:
            self._unfinished = UnfinishedGames(self, self._page, games[1:])
            self._unfinished.pack(fill="x", pady=(space(2), 0))
        if scores.scores:
            scores.pack(fill="x", pady=(space(2), 0))
            self._scores = scores
        self._when_filled(games[0] if games else None)
