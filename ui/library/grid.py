"""A scrolling grid of game tiles; only the visible tiles are drawn."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tkinter import ttk

from fourth_seat.boundary.numbers import parse_decimal, parse_integer
from fourth_seat.table.record.saved import Saved
from fourth_seat.ui.library.pictures import Pictures
from fourth_seat.ui.library.tile import Tile, TilePainter
from fourth_seat.ui.theme.theme import BODY, Theme
from fourth_seat.ui.widgets.focus_ring import FocusRing
from fourth_seat.ui.widgets.scroll import Scrollable
from fourth_seat.words import Text

TAP_DISTANCE_PX = 10  # at 96 dots an inch: a finger that moves no farther taps
FRAME_MS = 16
FLICK_S = 0.08  # the last part of a finger's path, from which its speed at release is measured
MIN_GLIDE_SPEED, MAX_GLIDE_SPEED = 120.0, 6000.0  # pixels a second of content that glides on
FRICTION = 0.94  # of the speed that is left after a frame


@dataclass(frozen=True, slots=True)
class GridHandlers:
    """The grid's callbacks: `chosen` is called when the selection changes, and `opened` on a double tap or Enter."""

    chosen: Callable[[], None]
    opened: Callable[[], None]


class GameGrid(Scrollable):
    """A grid of games. A tap, the arrow keys, Page Up, Page Down, Home and End choose a game; a double tap opens it.

    Attributes:
        games: the games shown, in order.
        chosen: the chosen game, if any.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        clock: Callable[[], datetime],
        handlers: GridHandlers,
    ) -> None:
        super().__init__(parent)
        self._theme, self._handlers = theme, handlers
        self.games: Sequence[Saved] = ()
        self.chosen: Saved | None = None
        self._message = ""
        self.canvas = tk.Canvas(self, highlightthickness=0, borderwidth=0, takefocus=True, height=10, width=10)
        self._bar = ttk.Scrollbar(self, orient="vertical", command=self._dragged_bar)
        self.canvas.grid(row=0, column=0, sticky="nsew")
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, weight=1)
        self.pictures = Pictures(self, theme, self._picture_ready)
        self._tile = TilePainter(self.canvas, theme, text, clock, self.pictures)
        self._drawn: dict[int, Tile] = {}
        self._top = 0.0  # pixels of content above the canvas
        self._columns = 1
        self._held: tuple[int, int] | None = None  # where a finger came down
        self._trail: list[tuple[float, int]] = []  # where it was recently, and when
        self._moved = False
        self._speed = 0.0
        self._gliding = ""
        self.canvas.bind("<Configure>", lambda _: self.refresh())
        self.canvas.bind("<ButtonPress-1>", self._pressed)
        self.canvas.bind("<B1-Motion>", self._dragged)
        self.canvas.bind("<ButtonRelease-1>", self._released)
        self.canvas.bind("<Double-Button-1>", self._double)
        FocusRing(self.canvas)
        for focus in ("<FocusIn>", "<FocusOut>"):
            self.canvas.bind(focus, lambda _: self._mark(), add="+")
        theme.on_change(self, self.refresh)

    # -- display -----------------------------------------------------------------------------------------------------------

    def show(self, games: Sequence[Saved], message: str = "", *, chosen: Path | None = None, anew: bool = True) -> None:
        """Show these games, or a message if there are none.

        Args:
            chosen: the record of the game to choose; defaults to the previously chosen game or else the first.
            anew: whether to scroll to the top.
        """
        wanted = chosen or (self.chosen.path if self.chosen and not anew else None)
        self.games, self._message = games, message
        self.chosen = next((saved for saved in games if saved.path == wanted), games[0] if games else None)
        self._clear()
        if anew:
            self._top = 0.0
        self._place()
        if chosen:
            self._see()
        self._handlers.chosen()

    def extend(self, games: Sequence[Saved]) -> None:
        """Append more games."""
        before, self.games = len(self.games), games
        if self.chosen is None and games:
            self.chosen = games[0]
            self._handlers.chosen()
        if not before:
            self._clear()
        self._place()

    def refresh(self) -> None:
        """Redraw everything after a change of size or colours."""
        self.canvas.configure(background=self._theme.palette.surface)
        self._clear()
        width = self.canvas.winfo_width()
        if width > 1:
            self._columns = self._tile.fit(width, self.canvas.winfo_height())
            self._place()
            self._see()

    def close(self) -> None:
        """Stop painting and scrolling."""
        self._stop()
        self.pictures.close()

    # -- choosing ----------------------------------------------------------------------------------------------------------

    def choose(self, number: int) -> None:
        """Choose a game by index, and scroll to it."""
        if self.games:
            self.chosen = self.games[max(0, min(number, len(self.games) - 1))]
            self._see()
            self._mark()
            self._handlers.chosen()

    def move(self, by: int, *, rows: bool = False) -> None:
        """Move the selection by this many games or rows."""
        if self.games and self.chosen:
            self.choose(self.number + by * (self._columns if rows else 1))

    @property
    def number(self) -> int:
        """The index of the chosen game."""
        return self.games.index(self.chosen) if self.chosen else 0

    @property
    def page_rows(self) -> int:
        """The number of visible rows."""
        return max(1, self.canvas.winfo_height() // self._tile.pitch[1])

    # -- scrolling ---------------------------------------------------------------------------------------------------------

    def scroll(self, pixels: float) -> None:
        self._top += pixels
        self._place()

    def see(self, number: int) -> None:
        """Scroll until a game is completely visible."""
        high, margin = self._tile.pitch[1], self._tile.margin
        top = number // self._columns * high
        self._top = min(max(self._top, top + high + margin - self.canvas.winfo_height()), top)
        self._place()

    def _see(self) -> None:
        if self.chosen:
            self.see(self.number)

    def _dragged_bar(self, *arguments: str) -> None:
        if arguments[0] == "moveto":
            self._top = (parse_decimal(arguments[1], -1, 2) or 0.0) * self._height
        else:
            step = self.canvas.winfo_height() if arguments[2].startswith("page") else self._tile.pitch[1]
            self._top += (parse_integer(arguments[1], -9, 9) or 0) * step
        self._place()

    @property
    def _height(self) -> int:
        """The height of all rows in pixels."""
        rows = -(-len(self.games) // self._columns)
        return rows * self._tile.pitch[1] + self._tile.margin

    def _place(self) -> None:
        """Draw newly visible tiles, remove those no longer visible, and move the others into place."""
        view, whole = self.canvas.winfo_height(), self._height
        self._top = max(0.0, min(self._top, whole - view))
        if whole > view > 1:
            self._bar.grid(row=0, column=1, sticky="ns")
            self._bar.set(self._top / whole, (self._top + view) / whole)
        else:
            self._bar.grid_remove()
        if self.canvas.winfo_width() <= 1:
            return
        if not self.games:
            self._write_message()
            return
        high, top = self._tile.pitch[1], round(self._top)
        first = max(0, top // high * self._columns)
        last = min(len(self.games), ((top + view) // high + 1) * self._columns)
        for number in [number for number in self._drawn if not first <= number < last]:
            self._tile.remove(self._drawn.pop(number))
        for number in range(first, last):
            x, y = self._tile.place(number, self._columns)
            tile = self._drawn.get(number)
            if tile is None:
                saved = self.games[number]
                self._drawn[number] = self._tile.draw(
                    saved, x, y - top, chosen=saved is self.chosen, highlighted=self._focused
                )
            else:
                self._tile.move(tile, y - top)
        self.pictures.want([self.games[number] for number in range(first, last)])

    def _write_message(self) -> None:
        self.canvas.delete("all")
        width = self.canvas.winfo_width()
        room = width - 2 * self._theme.space(4)
        self.canvas.create_text(
            width // 2, self.canvas.winfo_height() // 3, text=self._message, width=room, font=BODY,
            fill=self._theme.palette.muted, justify="center",
        )  # fmt: skip

    def _clear(self) -> None:
        self.canvas.delete("all")
        self._drawn.clear()

    def _mark(self) -> None:
        for number, tile in self._drawn.items():
            self._tile.mark(tile, chosen=self.games[number] is self.chosen, highlighted=self._focused)

    @property
    def _focused(self) -> bool:
        return self.focus_get() is self.canvas

    def _picture_ready(self, path: Path) -> None:
        for tile in self._drawn.values():
            if tile.path == path:
                self._tile.show_picture(tile)

    # -- a finger ----------------------------------------------------------------------------------------------------------

    def _pressed(self, event: tk.Event[tk.Misc]) -> None:
        self._stop()
        self.canvas.focus_set()
        self._held, self._moved = (event.x, event.y), False
        self._trail = [(time.monotonic(), event.y)]

    def _dragged(self, event: tk.Event[tk.Misc]) -> None:
        if self._held is None:
            return
        if not self._moved and abs(event.y - self._held[1]) <= TAP_DISTANCE_PX * self._theme.density:
            return
        self._moved = True
        self.scroll(self._trail[-1][1] - event.y)
        now = time.monotonic()
        self._trail = [*(point for point in self._trail if now - point[0] < FLICK_S), (now, event.y)]

    def _released(self, event: tk.Event[tk.Misc]) -> None:
        if self._held is None:
            return
        self._held = None
        if not self._moved:
            self._tapped(event.x, event.y)
            return
        (begun, start), now = self._trail[0], time.monotonic()
        self._speed = (start - event.y) / max(FRAME_MS / 1000, now - begun)
        self._speed = max(-MAX_GLIDE_SPEED, min(self._speed, MAX_GLIDE_SPEED))
        self._glide()

    def _glide(self) -> None:
        self._gliding = ""
        if abs(self._speed) < MIN_GLIDE_SPEED:
            return
        before = self._top
        self.scroll(self._speed * FRAME_MS / 1000)
        self._speed *= FRICTION
        if self._top != before:
            self._gliding = self.after(FRAME_MS, self._glide)

    def _stop(self) -> None:
        self._speed = 0.0
        if self._gliding:
            self.after_cancel(self._gliding)
            self._gliding = ""

    def _at(self, x: int, y: int) -> int | None:
        return self._tile.at(x, y + round(self._top), self._columns, len(self.games))

    def _tapped(self, x: int, y: int) -> None:
        number = self._at(x, y)
        if number is not None:
            self.choose(number)

    def _double(self, event: tk.Event[tk.Misc]) -> None:
        number = self._at(event.x, event.y)
        if number is not None and self.chosen is self.games[number]:
            self._held = None
            self._handlers.opened()
