"""The layout of the seats page, with the board beside the seats, or above them if the board is wide or the window tall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.ui.widgets.timer import Timer

if TYPE_CHECKING:
    from fourth_seat.ui.seats.board import BoardPreview
    from fourth_seat.ui.seats.row import SeatRow
    from fourth_seat.ui.theme.theme import Theme
    from fourth_seat.ui.widgets.scroll import Scrolled

MIN_WIDE_RATIO = 1.15  # of width to height from which the seats are beside the board
LOW_ASPECT = 2.0  # of a board's width to its height, from which it lies above the seats
MIN_COLUMN_PX, MAX_COLUMN_PX = 430, 640  # of the seats' width beside the board, at 96 dots an inch and medium text
MAX_COLUMN_SHARE = 0.6  # of the page's width, for the seats beside the board
IN_LINE_PX = 600  # of the seats' width from which a seat has its name or level beside its colours
MIN_BOARD_SHARE = 0.28  # of the page's width that the board keeps beside the seats
MIN_ABOVE_SHARE = 0.2  # of the page's height that the board keeps above the seats
TWO_ABREAST_PX = 860  # of the seats' width from which on two are side by side below the board
BAR_STEPS = 2  # steps of the grid to the right of the seats, in the margin of the page, that a scroll bar takes
SETTLING_MS = 20  # between what makes another layout necessary and that layout


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the page.

    Attributes:
        board: the picture of the board.
        column: the part beside or below the board, which contains `scrolled` and `footer`.
        content: the seats and everything that scrolls with them, no higher than necessary.
        seats: the container for the cards of the seats.
        beginner, rules, start: the choice of who begins, the line with the rules, and the button in the footer.
    """

    board: BoardPreview
    column: ttk.Frame
    scrolled: Scrolled
    content: ttk.Frame
    footer: ttk.Frame
    seats: ttk.Frame
    beginner: ttk.Frame
    rules: ttk.Frame
    start: ttk.Button


class SeatsArrangement:
    """Lays out the page according to the window's size, the board's shape and the number of seats. The start button is
    directly below the seats, which scroll if they do not all fit.
    """

    def __init__(self, room: ttk.Frame, theme: Theme, parts: Parts) -> None:
        """`room` is the frame that contains the board and the column."""
        self._room, self._theme, self._parts = room, theme, parts
        self._rows: Sequence[SeatRow] = ()
        self._laid_out: object = None
        self._laying = Timer(room)
        room.bind("<Configure>", lambda _: self.refresh())
        self._theme.on_change(room, self._soon)
        for part in (parts.content, parts.footer):
            part.bind("<Configure>", lambda _: self._soon(), add="+")

    def seat(self, rows: Sequence[SeatRow]) -> None:
        """Show the cards of these seats, from top to bottom."""
        self._rows = rows
        self.refresh()

    def refresh(self) -> None:
        """Lay everything out for the current size."""
        self._laying.stop()
        space = self._theme.space
        width, height = self._room.winfo_width() - 2 * space(3), self._room.winfo_height()
        if min(width, height) <= 1 or not self._rows:  # not on the screen yet
            return
        aspect = self._parts.board.aspect
        heights = self._parts.content.winfo_reqheight(), self._parts.footer.winfo_reqheight()
        wanted = width, height, aspect, self._theme.scale, heights, tuple(self._rows)
        if wanted == self._laid_out:
            return
        self._laid_out = wanted
        if aspect >= LOW_ASPECT or width < MIN_WIDE_RATIO * height:
            self._above(width, height, aspect)
        else:
            self._beside(width, height, aspect)

    def _soon(self) -> None:
        self._laying.start(SETTLING_MS, self.refresh)

    def _beside(self, width: int, height: int, aspect: float) -> None:
        space, scale = self._theme.space, self._theme.scale
        high = height - space(2.5)
        most = min(round(MAX_COLUMN_PX * scale), round(MAX_COLUMN_SHARE * width))
        column = max(min(round(MIN_COLUMN_PX * scale), most), min(most, width - space(2) - round(high * aspect)))
        in_line = round(IN_LINE_PX * scale)
        if self._needed(1, in_line=False) > height and width - in_line - space(2) >= MIN_BOARD_SHARE * width:
            column = max(column, in_line)
        self._seat(1, in_line=column >= in_line)
        board = width - column - space(2)
        left = space(3)
        self._parts.board.place(x=left, y=0, width=board, height=min(high, round(board / aspect)))
        self._place_column(left + board + space(2), 0, column, height)

    def _above(self, width: int, height: int, aspect: float) -> None:
        space = self._theme.space
        abreast = 2 if width >= TWO_ABREAST_PX * self._theme.scale else 1
        self._seat(abreast, in_line=False)
        most = max(height - self._needed(abreast, in_line=False) - space(2), round(MIN_ABOVE_SHARE * height))
        high = min(most, round(width / aspect))
        self._parts.board.place(x=space(3), y=0, width=width, height=high)
        self._place_column(space(3), high + space(2), width, height - high - space(2))

    def _seat(self, abreast: int, *, in_line: bool) -> None:
        """Lay out the seats in this many columns."""
        gap = self._theme.space(1)
        for number, row in enumerate(self._rows):
            row.arrange(in_line=in_line)
            row.grid(
                row=number // abreast, column=number % abreast, sticky="ew",
                pady=(gap if number >= abreast else 0, 0), padx=(gap if number % abreast else 0, 0),
            )  # fmt: skip
        for column in range(2):
            self._parts.seats.columnconfigure(
                column, weight=int(column < abreast), uniform="seats" if column < abreast else "none"
            )
        self._parts.content.update_idletasks()  # only then does Tk have the heights of rows that were remade

    def _needed(self, abreast: int, *, in_line: bool) -> int:
        """Return the height required for the seats and the parts below them, in pixels."""
        parts, space = self._parts, self._theme.space
        rows = -(-len(self._rows) // abreast)
        seats = rows * (max(row.usual_height for row in self._rows) + space(1))
        beginner = parts.beginner.winfo_reqheight() + space(1) if parts.beginner.winfo_manager() else 0
        return seats + beginner + parts.rules.winfo_reqheight() + parts.start.winfo_reqheight() + space(4)

    def _place_column(self, x: int, y: int, width: int, height: int) -> None:
        parts = self._parts
        parts.column.place(x=x, y=y, width=width + self._theme.space(BAR_STEPS), height=height)
        footer = parts.footer.winfo_reqheight()
        seats = max(1, min(parts.content.winfo_reqheight(), height - footer))
        parts.scrolled.place(x=0, y=0, relwidth=1, height=seats)
        parts.footer.place(x=0, y=seats, relwidth=1)
