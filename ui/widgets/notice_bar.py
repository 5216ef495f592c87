"""Notices, which are shown temporarily over the upper edge of the page without moving anything."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.ui.widgets.tooltip import explained
from fourth_seat.words import Text, say

SHOWN_MS = 8000
MAX_WIDTH_PX = 560  # of a notice, at 96 dots an inch and medium text
MAX_SHARE = 0.5  # of the page's width: the buttons in the page's other corner stay free


class Notice(ttk.Frame):
    """A card with a message and a close button."""

    def __init__(self, root: tk.Misc, theme: Theme, sentence: str, close: str, drop: Callable[[], None]) -> None:
        """`close` is the button's tooltip."""
        super().__init__(root, style="DropDown.TFrame", padding=max(1, round(theme.density)))
        card = ttk.Frame(self, style="Raised.TFrame", padding=(theme.space(1.5), 0, 0, 0))
        card.pack()
        self.close = explained(ttk.Button(card, text="✕", style="Raised.Toolbutton", width=2, command=drop), close)
        self._theme = theme
        self._label = ttk.Label(card, text=sentence, style="Raised.TLabel", justify="left")
        self._label.pack(side="left", padx=(0, theme.space(1)), pady=theme.space(1))
        self.close.pack(side="right", anchor="n")
        Timer(self).start(SHOWN_MS, drop)

    def fit(self, window: int) -> None:
        """Wrap the message for a window this many pixels wide."""
        width = min(MAX_WIDTH_PX * self._theme.scale, MAX_SHARE * window)
        room = round(width) - self.close.winfo_reqwidth() - self._theme.space(2.5)
        self._label.configure(wraplength=max(1, room))


class NoticeBar:
    """Shows notices over the page, one at a time.

    Attributes:
        shown: the current message.
        notice: its card.
    """

    def __init__(self, root: tk.Misc, theme: Theme, text: Callable[[Text], str]) -> None:
        self._root, self._theme, self._text = root, theme, text
        self.shown: str | None = None
        self.notice: Notice | None = None
        self._top = self._lying = 0  # pixels above a notice, and above the one that is shown
        root.bind("<Configure>", self._resized, add="+")
        theme.on_measured(root, self._fit)

    def show(self, rendered: str) -> None:
        """Show a message, replacing any current one."""
        self.drop()
        self.shown = rendered
        self.notice = Notice(self._root, self._theme, rendered, self._text(say("Close")), self.drop)
        self._fit()

    def leave_free(self, pixels: int) -> None:
        """Leave this many pixels free along the upper edge; a visible notice moves down if necessary, but never up."""
        self._top = pixels
        if self.notice and pixels > self._lying:
            self._place()

    def lift(self) -> None:
        """Raise the notice above a new page."""
        if self.notice:
            self.notice.lift()

    def _fit(self) -> None:
        """Wrap and position the notice for the window's current width."""
        if self.notice:
            self.notice.fit(self._root.winfo_width())
            self._place()

    def _place(self) -> None:
        if self.notice:
            gap, self._lying = self._theme.space(1), self._top
            self.notice.place(x=gap, y=self._top + gap)
            self.notice.lift()

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self._root:
            self._fit()

    def drop(self) -> None:
        """Hide the notice."""
        if self.notice:
            self.notice.destroy()
            self.notice, self.shown = None, None
