"""An interactive board that handles taps, hovering, the mouse wheel, drags and the keyboard cursor."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fourth_seat.games.geometry import centre, contains
from fourth_seat.ui.board.cursor import Way, first, step, tap_places
from fourth_seat.ui.board.marks import Mark
from fourth_seat.ui.board.view import BoardView

DOUBLE_CLICK_MS = 400  # between the two clicks of a double-click, at most
STILL_MM = 2.5  # that a finger may move in a tap
RIM = 1.0  # units around the playing area that still belong to it while something is dragged there


@dataclass(frozen=True)
class BoardHandlers:
    """Callbacks for pointer events on a board.

    Attributes:
        tap: called on a click, by mouse or keyboard, with the place and whether it is the second click of a double-click.
        tap_other: called on a click with another mouse button.
        hover: called when the place under the mouse has changed. The place is empty outside the board.
        wheel: called when the wheel is turned by one notch (1 down, -1 up), with whether shift is held.
    """

    tap: Callable[[str, bool], None] = lambda *_: None
    tap_other: Callable[[str], None] = lambda _: None
    hover: Callable[[str], None] = lambda _: None
    wheel: Callable[[int, bool], None] = lambda *_: None


NO_HANDLERS = BoardHandlers()


class Drags:
    """Handles drags on a board. In this base class, nothing can be dragged."""

    def takes(self, name: str) -> bool:
        """Return whether something can be dragged from this place. If so, clicks on it are reported when the button is
        released.
        """
        return False

    def begin(self, name: str) -> None:
        """Handle the start of a drag."""

    def go(self, start: str, over: str) -> None:
        """Handle a drag to another place, `over`, which is empty outside the board."""

    def end(self, start: str, over: str) -> None:
        """Handle the end of a drag over a place."""


@dataclass
class _Press:
    """A button press on something that can be dragged."""

    name: str
    x: int
    y: int
    double: bool
    soon: bool
    over: str | None = None  # where it is dragged to; None before it moves


class BoardCanvas(BoardView):
    """An interactive board.

    Attributes:
        handlers: the callbacks for clicks, hovering and the wheel.
        drags: the handler for drags.
        soon: whether the click being handled came so soon after the previous one, anywhere on the board, that both may have
            been intended as a double-click.
        cells_only: whether only cells, rather than tap areas, currently react to taps.
        cursor: the place of the keyboard cursor. It is empty until the keyboard is used, and reset when the mouse is used.
    """

    cursor: str

    def __init__(self, *args: Any, handlers: BoardHandlers = NO_HANDLERS, **options: Any) -> None:
        super().__init__(*args, **options)
        self.configure(takefocus=True)
        self.bind("<<TraverseIn>>", lambda _: self.move_cursor((0, 0)))  # Tab has led here, so the cursor is shown
        self.bind("<FocusOut>", lambda _: self.mark(Mark.CURSOR))
        self.bind("<FocusIn>", lambda _: self.mark(Mark.CURSOR, (self.cursor,) if self.cursor else ()))
        self.handlers, self.drags = handlers, Drags()
        self.soon = False
        self.cells_only = False
        self.cursor = ""
        self.hovered = ""
        self._clicked: tuple[str, int] = ("", 0)
        self._released_ms = 0
        self._press: _Press | None = None
        self.bind("<Button-1>", self._click)
        self.bind("<ButtonRelease-1>", self._release)
        self.bind("<Button-2>", self._click_other)
        self.bind("<Button-3>", self._click_other)
        self.bind("<Motion>", self._moved)
        self.bind("<Leave>", lambda _: self._hover(""))
        self.bind("<MouseWheel>", lambda event: handlers.wheel(-1 if event.delta > 0 else 1, _shift(event)))
        self.bind("<Button-4>", lambda event: handlers.wheel(-1, _shift(event)))
        self.bind("<Button-5>", lambda event: handlers.wheel(1, _shift(event)))

    # -- mouse -------------------------------------------------------------------------------------------------------------

    def place_at(self, x: float, y: float) -> str:
        """Return the tap area or cell at a pixel, or an empty string outside the board."""
        point = self.projection.unit((x, y))
        if self.cells_only:
            return next((cell.name for cell in self.geometry.cells if contains(cell.polygon, point)), "")
        name = self.geometry.hit(point) or ""
        return "" if self._is_no_button(name) else name

    def _is_no_button(self, name: str) -> bool:
        """Return whether a cell is a button that is currently hidden."""
        return name in self.geometry and self.geometry[name].zone == "buttons" and name not in self.buttons

    def _click(self, event: tk.Event[tk.Misc]) -> None:
        self.motion.cut()
        self.focus_set()
        self.hide_cursor()
        name = self.place_at(event.x, event.y)
        # A third click begins a new pair, so the time of a double-click's second is not kept.
        double = (
            bool(name and event.time) and name == self._clicked[0] and 0 <= event.time - self._clicked[1] < DOUBLE_CLICK_MS
        )
        self._clicked = ("", 0) if double else (name, event.time)
        soon = 0 < event.time - self._released_ms < DOUBLE_CLICK_MS
        if name and self.drags.takes(name):
            self._press = _Press(name, event.x, event.y, double, soon)
        else:
            self._tap(name, double, soon)

    def _tap(self, name: str, double: bool, soon: bool) -> None:
        self.soon = soon
        try:
            self.handlers.tap(name, double)
        finally:
            self.soon = False

    def _release(self, event: tk.Event[tk.Misc]) -> None:
        self._released_ms = event.time
        press, self._press = self._press, None
        if press is None:
            return
        if press.over is None:
            self._tap(press.name, press.double, press.soon)
        else:
            self.drags.end(press.name, self._dragged_to(event))

    def _drag(self, press: _Press, event: tk.Event[tk.Misc]) -> None:
        if press.over is None:
            if math.hypot(event.x - press.x, event.y - press.y) <= self.winfo_fpixels(f"{STILL_MM}m"):
                return
            self.drags.begin(press.name)
        over = self._dragged_to(event)
        if over != press.over:
            press.over = self.hovered = over
            self.drags.go(press.name, over)

    def _dragged_to(self, event: tk.Event[tk.Misc]) -> str:
        """Return the place under the pointer. On the rim of the playing area, this is the nearest place inside it."""
        x, y = self.projection.unit((event.x, event.y))
        left, top, right, bottom = self.geometry.area
        if left - RIM <= x <= right + RIM and top - RIM <= y <= bottom + RIM:
            x, y = min(max(x, left + 0.01), right - 0.01), min(max(y, top + 0.01), bottom - 0.01)
        return self.geometry.hit((x, y)) or ""

    def _click_other(self, event: tk.Event[tk.Misc]) -> None:
        self.motion.cut()
        self.focus_set()
        self.handlers.tap_other(self.place_at(event.x, event.y))

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        self.hide_cursor()
        if self._press is None:
            self._hover(self.place_at(event.x, event.y))
        else:
            self._drag(self._press, event)

    def _hover(self, name: str) -> None:
        if name != self.hovered:
            self.hovered = name
            self.handlers.hover(name)

    # -- keyboard ----------------------------------------------------------------------------------------------------------

    def move_cursor(self, way: Way) -> None:
        """Move the cursor. The first time, it appears in the middle of the board."""
        places = {cell.name: centre(cell.polygon) for cell in self.geometry.cells}
        if not self.cells_only:
            places = tap_places(self.geometry)
        places = {name: place for name, place in places.items() if not self._is_no_button(name)}
        here = self.cursor or self.hovered
        if here not in places:
            here = first(self.geometry, places)
        self.set_cursor(step(places, self.projection, here, way) if self.cursor else here)

    def set_cursor(self, name: str) -> None:
        """Move the cursor to a place. An empty name hides it."""
        self.cursor = name
        self.mark(Mark.CURSOR, (name,) if name else ())
        self._hover(name)

    def hide_cursor(self) -> None:
        """Hide the keyboard cursor when the mouse is used."""
        if self.cursor:
            self.cursor = ""
            self.mark(Mark.CURSOR)


def _shift(event: tk.Event[tk.Misc]) -> bool:
    return bool(int(event.state) & 1)
