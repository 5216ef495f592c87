"""A guided tour of the first turn.

A line above the page says what to do next until a player has made a computer's move on the real board, and then how to read
the board from across the room. The tour ends by itself; its space stays reserved until the page changes, so that nothing
moves under a finger.
"""

from __future__ import annotations

from dataclasses import replace
from tkinter import ttk

from fourth_seat.ui.widgets.label import font_of, steady, update, wrapped
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.ui.window import Page, Window
from fourth_seat.words import Text, say, sentence
from fourth_seat.words.direction import break_lines

POLL_INTERVAL_MS = 150  # between checks of the page
LAST_WORDS_MS = 12_000  # for which each of the last sentences stays, unless it is dismissed earlier
LINES = 2  # of a sentence, for which there is room, whether it needs them or not
STYLES = "Raised.Strong.TLabel", "Raised.Small.TLabel"  # of a sentence; the smaller letters if it needs more lines
FAMILIAR = 6  # moves and throws after which nobody needs guiding, even if none waited to be made on the real board
ACROSS_KEY = "<F9>"
SKIP, END = say("Skip"), say("That's all")


class Tour(ttk.Frame):
    """Shows instructions for the current page of a window.

    Attributes:
        skip: the button that ends the tour.
        across: the button that enlarges the page, as the last sentence suggests.
        ended: whether the tour has ended and only its space is left.
    """

    def __init__(self, window: Window) -> None:
        space = window.theme.space
        super().__init__(window.root, style="Card.TFrame", padding=(space(2), space(1)))
        self._window = window
        self._waited: int | None = None  # how much was played when a move waited to be made on the real board
        self._carried_out: tuple[Page, int] | None = None  # where that was done, and how much was played then
        self._last = False  # whether the last sentence has been shown
        self._over = Timer(self)
        self.ended = False
        self.skip = ttk.Button(self, command=self.end)
        steady(self.skip, *map(window.text, (SKIP, END))).pack(side="right", padx=(space(2), 0))
        self.across = ttk.Button(self, text=window.text(say("Try it")), command=self._read_across)
        self._label = ttk.Label(self, style=STYLES[0])
        self._label.pack(side="left", fill="x", expand=True)
        room = window.root.winfo_width() - self.skip.winfo_reqwidth() - space(6)
        wrapped(self._label).configure(wraplength=max(0, room))  # from the first layout on
        self._label.bind("<Configure>", lambda event: self._choose_letters(event.width), add="+")
        ttk.Label(self, style=STYLES[0], text="\n" * (LINES - 1)).pack(side="right")
        self.message: Text | None = None
        self._timer = Timer(self)
        self.bind("<Configure>", lambda event: window.notices.leave_free(event.height))
        window.page_shown.append(self._page_shown)
        if window.page:
            self._page_shown()

    def _page_shown(self) -> None:
        """Appear above a page that belongs to the first turn, or release the space reserved on the previous page."""
        page = self._window.page
        assert page
        if self.ended:
            self.destroy()
        elif page.led:
            self.pack(side="top", fill="x", before=page)
            self._window.notices.leave_free(self.winfo_height())
            self._look()
        else:
            self.pack_forget()
            self._window.notices.leave_free(0)
            self._timer.stop()

    def _look(self) -> None:
        page = self._window.page
        assert page
        self._timer.start(POLL_INTERVAL_MS, self._look)
        self._follow(page)
        self._show_text(self._next(page))

    def _follow(self, page: Page) -> None:
        """Record that a turn was carried out or taken back on a page."""
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
        title = self._window.text(END if ending else SKIP)
        if title != self.skip.cget("text"):
            self.skip.configure(text=title)
        if self._last:
            return say(
                "Sitting further away? “Read across the room” (F9) makes everything larger; press F9 again to return to "
                "the normal size."
            )
        if self._carried_out:
            return say("That was a whole turn: you play, the computer answers, and you carry out its move. Have fun!")
        steps = page.now()
        return say("{one} {two}", one=steps[0], two=steps[1]) if len(steps) > 1 else steps[0]

    def _show_text(self, text: Text) -> None:
        if text != self.message:
            self.message = text
            self._label.configure(text=sentence(self._window.text(text)))
            self._choose_letters(self._label.winfo_width())

    def _choose_letters(self, width: int) -> None:
        """Show the sentence in the largest font in which it fits, or else in the smallest one."""
        width = width if width > 1 else self.tk.getint(self._label.cget("wraplength"))
        said = str(self._label.cget("text"))
        for style in STYLES:
            update(self._label, style=style)
            if len(break_lines(said, width, font_of(self._label).measure)) <= LINES:
                break

    def _say_last(self) -> None:
        """Explain how to read the board from across the room, and then end the tour."""
        self._last = True
        # Before the sentence, which fills what is left.
        self.across.pack(side="right", padx=(self._window.theme.space(2), 0), before=self._label)
        self._over.start(LAST_WORDS_MS, self.end)

    def _read_across(self) -> None:
        page = self._window.page
        if page and (read := page.shortcuts.get(ACROSS_KEY)):
            read()

    def end(self) -> None:
        """End the tour for good, after it has been completed or skipped."""
        window = self._window
        self.ended = True
        self._timer.stop()
        self._over.stop()
        self.pack_propagate(False)
        self.configure(style="TFrame", height=self.winfo_height())
        for part in self.winfo_children():
            part.destroy()
        window.change(replace(window.settings, toured=True))
        if window.page:
            window.page.focus_set()
        if not self.winfo_manager():
            self.destroy()

    def destroy(self) -> None:
        """Release the reserved space."""
        self._window.page_shown.remove(self._page_shown)
        self._window.notices.leave_free(0)
        super().destroy()


def begin_tour(window: Window) -> None:
    """Start a tour that lasts until a whole turn has been played or somebody skips it."""
    for tour in _tours(window):
        tour.destroy()
    Tour(window)


def tour_of(window: Window) -> Tour | None:
    """Return a window's active tour, if any."""
    return next((tour for tour in _tours(window) if not tour.ended), None)


def _tours(window: Window) -> list[Tour]:
    return [part for part in window.root.winfo_children() if isinstance(part, Tour)]
