"""The first turn with somebody at one's side: a line above the page says what to do next, until a move of the computer has
been made on the real board, and then how the board is read across the room. It ends by itself.
"""

from __future__ import annotations

from dataclasses import replace
from tkinter import ttk

from fourth_seat.ui.widgets.dead_time import renew
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.ui.window import Page, Window
from fourth_seat.words import Text, say, sentence

POLL_INTERVAL_MS = 150  # between checks of the page
LAST_WORDS_MS = 12_000  # for which each of the last sentences stays, unless they are put away before
FAMILIAR = 6  # moves and throws after which nobody needs to be led, though none waited to be made on the real board
ACROSS_KEY = "<F9>"


class Tour(ttk.Frame):
    """Follows the pages of a window; `said` is the sentence that is shown now.

    Attributes:
        skip: ends the tour.
        across: reads the page across the room, as the last sentence says.
    """

    def __init__(self, window: Window) -> None:
        space = window.theme.space
        super().__init__(window.root, style="Card.TFrame", padding=(space(2), space(1)))
        self._window = window
        self._waited: int | None = None  # how much was played when a move waited to be made on the real board
        self._carried_out: tuple[Page, int] | None = None  # where that was done, and how much was played then
        self._last = False  # whether the last sentence is said
        self._over = Timer(self)
        self.skip = ttk.Button(self, text=window.text(say("Skip")), command=self.end)
        self.skip.pack(side="right", padx=(space(2), 0))
        self.across = ttk.Button(self, text=window.text(say("Try it")), command=self._read_across)
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
        if not page.led:
            self.pack_forget()
            return
        self._follow(page)
        self._show_text(self._next(page))
        if page.winfo_ismapped() and not self.winfo_manager():
            self.pack(side="top", fill="x", before=page)

    def _follow(self, page: Page) -> None:
        """Note what has happened on a page: a turn was carried out, or taken back."""
        done = self._carried_out
        if done is None and self._waited is not None and not page.placing and page.in_game and page.played >= self._waited:
            self._carried_out = page, page.played  # and not taken back
            self._over.start(LAST_WORDS_MS, self._say_last)
        elif done and not self._last and done[0] is page and page.played < done[1]:
            self._carried_out = None
            self._over.stop()
        elif done is None and not self._last and page.in_game and page.played >= FAMILIAR and not page.placing:
            self._say_last()
        self._waited = page.played if page.placing else None

    def _next(self, page: Page) -> Text:
        ending = self._last or self._carried_out is not None
        title = self._window.text(say("That's all") if ending else say("Skip"))
        if title != self.skip.cget("text"):
            self.skip.configure(text=title)
        if self._last:
            return say("Sitting further away? “Read across the room” (F9) makes everything large, and small again.")
        if self._carried_out:
            return say("That was a whole turn: you play, the computer answers, you carry out its move. Have fun!")
        steps = page.now()
        return say("{one} {two}", one=steps[0], two=steps[1]) if len(steps) > 1 else steps[0]

    def _show_text(self, text: Text) -> None:
        if text != self.message:
            self.message = text
            self._label.configure(text=sentence(self._window.text(text)))

    def _say_last(self) -> None:
        """Say how the board is read across the room, and end after that."""
        self._last = True
        self.across.pack(side="right", padx=(self._window.theme.space(2), 0))
        self._over.start(LAST_WORDS_MS, self.end)

    def _read_across(self) -> None:
        page = self._window.page
        if page and (read := page.shortcuts.get(ACROSS_KEY)):
            read()

    def end(self) -> None:
        """End the tour, for good: it was followed, or skipped. A tap that was aimed before the page moved up is lost."""
        window = self._window
        self.destroy()
        window.change(replace(window.settings, toured=True))
        if window.page:
            for part in window.page.winfo_children():
                renew(part)
            window.page.focus_set()


def begin_tour(window: Window) -> None:
    """Show the next instruction above the page, until a whole turn has been played or the tour is skipped."""
    if tour := tour_of(window):
        tour.destroy()
    Tour(window)


def tour_of(window: Window) -> Tour | None:
    """Return the tour that goes on in a window, if one does."""
    return next((part for part in window.root.winfo_children() if isinstance(part, Tour)), None)
