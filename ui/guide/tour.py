"""The first turn with somebody at one's side: a line above the page says what to do next, until a move of the computer has
been made on the real board.
"""

from __future__ import annotations

from dataclasses import replace
from tkinter import ttk

from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.ui.window import Page, Window
from fourth_seat.words import Text, say, sentence

POLL_INTERVAL_MS = 150  # between checks of the page
LAST_WORDS_MS = 20_000  # for which the last sentence stays, unless it is put away before


class Tour(ttk.Frame):
    """Follows the pages of a window; `said` is the sentence that is shown now."""

    def __init__(self, window: Window) -> None:
        space = window.theme.space
        super().__init__(window.root, style="Card.TFrame", padding=(space(2), space(1)))
        self._window = window
        self._waited: int | None = None  # how much was played when a move waited to be made on the real board
        self._done = False
        self._over = Timer(self)
        self.skip = ttk.Button(self, text=window.text(say("Skip")), command=self.end)
        self.skip.pack(side="right", padx=(space(2), 0))
        self._label = ttk.Label(self, style="Raised.Strong.TLabel")
        self._label.pack(side="left", fill="x", expand=True)
        wrapped(self._label)
        self.message: Text | None = None
        self._timer = Timer(self)
        self._look()

    def _look(self) -> None:
        self._timer.start(POLL_INTERVAL_MS, self._look)
        page = self._window.page
        if page is None:
            return
        carried_out = self._waited is not None and not page.placing and page.in_game and page.played >= self._waited
        if carried_out and not self._done:  # and not taken back
            self._done = True
            self._over.start(LAST_WORDS_MS, self.end)
        self._waited = page.played if page.placing else None
        self._show_text(self._next(page))
        if page.winfo_ismapped() and not self.winfo_manager():
            self.pack(side="top", fill="x", before=page)

    def _next(self, page: Page) -> Text:
        if self._done:
            self.skip.configure(text=self._window.text(say("That is all")))
            return say("That was a whole turn: you play, the computer answers, you carry out its move. Have fun!")
        steps = page.now()
        return say("{one} {two}", one=steps[0], two=steps[1]) if len(steps) > 1 else steps[0]

    def _show_text(self, text: Text) -> None:
        if text != self.message:
            self.message = text
            self._label.configure(text=sentence(self._window.text(text)))

    def end(self) -> None:
        """End the tour, for good: it was followed, or skipped."""
        window = self._window
        self.destroy()
        window.change(replace(window.settings, toured=True))
        if window.page:
            window.page.focus_set()


def begin_tour(window: Window) -> None:
    """Show the next instruction above the page, until a whole turn has been played or the tour is skipped."""
    if tour := tour_of(window):
        tour.destroy()
    Tour(window)


def tour_of(window: Window) -> Tour | None:
    """Return the tour that goes on in a window, if one does."""
    return next((part for part in window.root.winfo_children() if isinstance(part, Tour)), None)
