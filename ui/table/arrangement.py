"""The layout of the table page: the panel is beside the board on a wide page, and below it on a tall page or where this
makes a low, wide board much larger.
"""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from fourth_seat.ui.table.correction_bar import CorrectionBar
from fourth_seat.ui.table.stage import Stage

LOW_ASPECT = 2.0  # of a board's width to its height, from which it may lie above the panel on a wide page, too
LARGER = 1.12  # by which it must be wider there
MIN_PANEL_PX = 260  # of the height of a panel below such a board, at 96 dots an inch and medium text
MIN_WIDE_RATIO = 1.1  # of width to height from which the panel is beside the board
PANEL_PX = 340  # of its width beside the board, at 96 dots an inch and medium text
MAX_PANEL = 0.4  # of the page's width
MIN_BELOW = 0.36  # of the page's height, for the panel below the board
ACROSS_SHARE = 0.46  # of the page's width that the instruction takes across the room


class Arrangement:
    """Lays out a table page whenever its size or its visible parts change."""

    def __init__(self, stage: Stage, bar: ttk.Frame, other: CorrectionBar) -> None:
        """`bar` is under the board, with enough room for `other` in its place, so that the board does not move."""
        self._stage, self._page, self._theme = stage, stage.page, stage.window.theme
        self._board, self._bar, self._bars, self._panel = stage.board, bar, (bar, other), stage.panel
        self._laid_out: object = None
        self._page.bind("<Configure>", self._resized, add="+")
        self._theme.on_measured(self._page, self.refresh)

    def use(self, bar: ttk.Frame) -> None:
        """Replace the bar under the board."""
        if bar is not self._bar:
            self._bar.grid_remove()
            self._bar = bar
            self.refresh()

    def refresh(self) -> None:
        """Lay everything out for the page's current size."""
        self._lay_out(self._page.winfo_width(), self._page.winfo_height())

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self._page:
            self._lay_out(event.width, event.height)

    def _lay_out(self, width: int, height: int) -> None:
        bar, other = self._bars
        aspect, bars = self._board.aspect_in(width, height), (bar.winfo_reqheight(), other.height_in(width))
        wanted = width, height, self._stage.across, aspect, self._theme.scale, self._bar, bars
        if wanted == self._laid_out:
            return
        self._laid_out = wanted
        self._theme.read_from_afar(min(width, height) if self._stage.across else 0)
        if min(width, height) <= 1:  # not on the screen yet
            width, height = self._page.winfo_toplevel().winfo_reqwidth(), self._page.winfo_toplevel().winfo_reqheight()
        gap = self._theme.space(1)
        height_of_bar = bar.winfo_reqheight()
        beside = width >= MIN_WIDE_RATIO * height and not self._is_low(width, height - height_of_bar - gap)
        if beside:  # otherwise the panel makes room for a higher one
            height_of_bar = max(height_of_bar, other.height_in(width - self._beside(width)))
        self._board.grid(row=0, column=0, sticky="nsew")
        self._bar.grid(row=1, column=0, sticky="ew", pady=(0, gap))
        self._panel.grid(row=0 if beside else 2, column=1 if beside else 0, rowspan=2 if beside else 1, sticky="nsew")
        self._panel.grid_configure(padx=0 if beside else (gap, 0))  # begins where the bar does
        page = self._page
        page.columnconfigure(0, weight=1)
        page.columnconfigure(1, weight=0, minsize=self._beside(width) if beside else 0)
        board = 0 if beside else self._board_height(width, height - height_of_bar)
        page.rowconfigure(0, weight=1 if beside else 0, minsize=board)
        page.rowconfigure(1, minsize=height_of_bar + gap)
        page.rowconfigure(2, weight=0 if beside else 1)
        self._panel.arrange(beside=beside, alone=self._stage.across)

    def _is_low(self, width: int, height: int) -> bool:
        """Return whether the board is low and wide and would be larger above the panel than beside it on a page of this
        size; False in the view from across the room.
        """
        if self._stage.across:
            return False
        left = width - self._beside(width)
        aspect, other = self._board.aspect_in(left, height), self._board.aspect_in(width, height)
        below = min(width, self._board_height(width, height) * other)
        return min(aspect, other) >= LOW_ASPECT and below >= LARGER * min(left, height * aspect)

    def _beside(self, width: int) -> int:
        if self._stage.across:
            return round(ACROSS_SHARE * width)
        return min(round(PANEL_PX * self._theme.scale), round(MAX_PANEL * width))

    def _board_height(self, width: int, height: int) -> int:
        most = round((1 - MIN_BELOW) * height)
        if width >= MIN_WIDE_RATIO * height:
            most = min(most, height - round(MIN_PANEL_PX * self._theme.scale))
        return max(1, min(round(width / self._board.aspect_in(width, most)), most))
