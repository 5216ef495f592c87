"""The board that people click: reports the place that was tapped, the place under the mouse, and turns of the wheel."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fourth_seat.games.geometry import centre, contains
from fourth_seat.ui.board.cursor import Way, first, step, tap_places
from fourth_seat.ui.board.marks import Mark
from fourth_seat.ui.board.view import BoardView

DOUBLE_CLICK_MS = 400  # between the two clicks of a double-click, at most


@dataclass(frozen=True)
class BoardHandlers:
    """Callbacks for the pointer's actions on a board.

    Attributes:
        tap: a click on a place, by mouse or keyboard, and whether it is the second of a double-click.
        tap_other: a click with the other mouse button.
        hover: the place under the mouse has changed; empty beside the board.
        wheel: the wheel was turned by one notch (1 down, -1 up), and whether shift was held.
    """

    tap: Callable[[str, bool], None] = lambda *_: None
    tap_other: Callable[[str], None] = lambda _: None
    hover: Callable[[str], None] = lambda _: None
    wheel: Callable[[int, bool], None] = lambda *_: None


NO_HANDLERS = BoardHandlers()


class BoardCanvas(BoardView):
    """A board that takes clicks.

    Attributes:
        handlers: what is called for clicks, hovering and the wheel.
        cells_only: tap areas take no taps now, only the cells under them.
        cursor: the place where the keyboard is; empty until it is used, and when the mouse is used again.
    """

    cursor: str

    def __init__(self, *args: Any, handlers: BoardHandlers = NO_HANDLERS, **options: Any) -> None:
        super().__init__(*args, **options)
        self.configure(takefocus=True)
        self.bind("<<TraverseIn>>", lambda _: self.move_cursor((0, 0)))  # Tab has led here, and it shows where
        self.bind("<FocusOut>", lambda _: self.mark(Mark.CURSOR))
        self.bind("<FocusIn>", lambda _: self.mark(Mark.CURSOR, (self.cursor,) if self.cursor else ()))
        self.handlers = handlers
        self.cells_only = False
        self.cursor = ""
        self.hovered = ""
        self._clicked: tuple[str, int] = ("", 0)
        self.bind("<Button-1>", self._click)
        self.bind("<Button-2>", self._click_other)
        self.bind("<Button-3>", self._click_other)
        self.bind("<Motion>", self._moved)
        self.bind("<Leave>", lambda _: self._hover(""))
        self.bind("<MouseWheel>", lambda event: handlers.wheel(-1 if event.delta > 0 else 1, _shift(event)))
        self.bind("<Button-4>", lambda event: handlers.wheel(-1, _shift(event)))
        self.bind("<Button-5>", lambda event: handlers.wheel(1, _shift(event)))

    # -- mouse -------------------------------------------------------------------------------------------------------------

    def place_at(self, x: float, y: float) -> str:
        """Return the tap area or cell at a pixel; empty beside the board."""
        point = self.projection.unit((x, y))
        if self.cells_only:
            return next((cell.name for cell in self.geometry.cells if contains(cell.polygon, point)), "")
        return self.geometry.hit(point) or ""

    def _click(self, event: tk.Event[tk.Misc]) -> None:
        self.focus_set()
        self.hide_cursor()
        name = self.place_at(event.x, event.y)
        # A third click begins a new pair, so the time of a double-click's second is not kept.
        double = (
            bool(name and event.time) and name == self._clicked[0] and 0 <= event.time - self._clicked[1] < DOUBLE_CLICK_MS
        )
        self._clicked = ("", 0) if double else (name, event.time)
        self.handlers.tap(name, double)

    def _click_other(self, event: tk.Event[tk.Misc]) -> None:
        self.focus_set()
        self.handlers.tap_other(self.place_at(event.x, event.y))

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        self.hide_cursor()
        self._hover(self.place_at(event.x, event.y))

    def _hover(self, name: str) -> None:
        if name != self.hovered:
            self.hovered = name
            self.handlers.hover(name)

    # -- keyboard ----------------------------------------------------------------------------------------------------------

    def move_cursor(self, way: Way) -> None:
        """Move the cursor; the first time, it appears in the middle."""
        places = {cell.name: centre(cell.polygon) for cell in self.geometry.cells}
        if not self.cells_only:
            places = tap_places(self.geometry)
        here = self.cursor or self.hovered
        if here not in places:
            here = first(self.geometry, places)
        self.set_cursor(step(places, self.projection, here, way) if self.cursor else here)

    def set_cursor(self, name: str) -> None:
        """Put the cursor on a place; nowhere when empty."""
        self.cursor = name
        self.mark(Mark.CURSOR, (name,) if name else ())
        self._hover(name)

    def hide_cursor(self) -> None:
        """Hide the cursor of the keyboard: the mouse is used again."""
        if self.cursor:
            self.cursor = ""
            self.mark(Mark.CURSOR)


def _shift(event: tk.Event[tk.Misc]) -> bool:
    return bool(int(event.state) & 1)
