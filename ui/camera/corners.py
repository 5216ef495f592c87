"""An editor for the board's corners, with four handles that can be moved with the mouse or the keyboard."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.games.protocol import Side
from fourth_seat.ui.camera.picture import DOUBT_COLOUR, HALO_COLOUR, LINE_COLOUR, LivePicture
from fourth_seat.ui.theme.theme import STRONG, Theme
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.ui.widgets.focus_ring import FocusRing
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.vision.camera_session import Grid, Pixels
from fourth_seat.vision.worker.frame_buffer import SharedPicture
from fourth_seat.words import Text, say

if TYPE_CHECKING:
    from fourth_seat.ui.board.game_board import GameBoard
    from fourth_seat.ui.window import Page

HANDLE_RADIUS_PX = 13  # at 96 dots an inch: large enough for a finger
INSET_SHARE = 0.2  # of the picture: where the handles are at first
WAYS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
FAST_STEP_PX = 10  # that an arrow key moves a handle together with shift
SHIFT_STATE = 0x1


class CornersEditor(LivePicture):
    """A live picture with handles for the corners.

    Attributes:
        corners: the positions of the handles in camera pixels. Empty before the first picture.
        chosen: the index of the handle moved by the keyboard.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, sides: tuple[Side, ...]) -> None:
        super().__init__(parent, theme, sides)
        self.configure(takefocus=True, cursor="crosshair")
        FocusRing(self)
        self.corners: list[tuple[float, float]] = []
        self.chosen = 0
        self.bind("<Button-1>", self._press)
        self.bind("<B1-Motion>", self._drag)
        self.bind("<Key>", self._key)

    def show(self, picture: SharedPicture) -> None:
        super().show(picture)
        if not self.corners:
            width, height = picture.whole, picture.height * picture.whole / picture.width
            left, top, right, bottom = (
                INSET_SHARE * width,
                INSET_SHARE * height,
                (1 - INSET_SHARE) * width,
                (1 - INSET_SHARE) * height,
            )
            self.begin(((left, top), (right, top), (right, bottom), (left, bottom)))

    def begin(self, corners: Pixels) -> None:
        """Set the initial positions of the handles."""
        self.corners = list(corners)
        self._draw()

    def _draw(self) -> None:
        self.delete("over")
        if not self.corners or not self.factor:
            return
        here = self._here(self.corners)
        for colour, width in ((HALO_COLOUR, 4), (LINE_COLOUR, 2)):
            self.create_polygon(here, outline=colour, fill="", width=width, tags="over")
        radius = HANDLE_RADIUS_PX * self._theme.density
        for number, (x, y) in enumerate(here):
            fill = DOUBT_COLOUR if number == self.chosen else ""
            for grow, colour in ((1.5, HALO_COLOUR), (0, LINE_COLOUR)):
                reach = radius + grow
                self.create_oval(x - reach, y - reach, x + reach, y + reach, outline=colour, width=2, tags="over")
            self.create_oval(x - 3, y - 3, x + 3, y + 3, fill=fill or LINE_COLOUR, outline=HALO_COLOUR, tags="over")
            self._number(number, (x, y), radius)

    def _number(self, number: int, place: tuple[float, float], radius: float) -> None:
        """Draw the number key that selects a handle next to it, on the side facing the board."""
        inner = [sum(values) / 4 for values in zip(*self._here(self.corners), strict=True)]
        x, y = (at + 1.7 * radius * (1 if middle > at else -1) for at, middle in zip(place, inner, strict=True))
        for shift, colour in ((1, HALO_COLOUR), (0, LINE_COLOUR)):
            self.create_text(x + shift, y + shift, text=str(number + 1), fill=colour, font=STRONG, tags="over")

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self.focus_set()
        if self.corners:
            away = [(x - event.x) ** 2 + (y - event.y) ** 2 for x, y in self._here(self.corners)]
            self.chosen = away.index(min(away))
            self._drag(event)

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        if self.corners:
            self._put(event.x / self.factor, event.y / self.factor)

    def _put(self, x: float, y: float) -> None:
        right, bottom = int(self.cget("width")) / self.factor, int(self.cget("height")) / self.factor
        self.corners[self.chosen] = min(max(x, 0.0), right), min(max(y, 0.0), bottom)
        self._draw()

    def _key(self, event: tk.Event[tk.Misc]) -> str | None:
        if self.corners and event.keysym in WAYS:
            far = FAST_STEP_PX if int(event.state) & SHIFT_STATE else 1
            (x, y), (right, down) = self.corners[self.chosen], WAYS[event.keysym]
            self._put(x + far * right, y + far * down)
        elif event.char in ("1", "2", "3", "4"):
            self.chosen = int(event.char) - 1
            self._draw()
        elif event.char == " ":
            self.chosen = (self.chosen + 1) % 4
            self._draw()
        else:
            return None
        return "break"


class CornersSheet(Sheet):
    """A sheet for marking the corners.

    Attributes:
        editor: the editor for the corners.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        text: Callable[[Text], str],
        sides: tuple[Side, ...],
        grid: Grid | None,
        done: Callable[[list[tuple[float, float]], bool], None],
        *,
        stores: bool = False,
    ) -> None:
        """`done` is called with the corners, and with whether they are in the board's own order, as in `grid`. `stores`
        means that stores are part of the playing area.
        """
        super().__init__(parent, theme, text, say("Where is the board?"))
        known = grid is not None and grid.known
        wide = max(320, round(0.75 * parent.winfo_width()))
        if stores:
            around = say("The playing area includes all pits and both stores: the stores are inside the four corners.")
            self.paragraph(around).configure(wraplength=wide)
        self.paragraph(
            say(
                "Drag the four handles to the corners of the playing area. On the keyboard, Space goes to "
                "the next handle, and the arrow keys move it (with Shift, ten times as far)."
            ),
            "Raised.Muted.TLabel",
        ).configure(wraplength=wide)
        self.editor = CornersEditor(self.body, theme, sides)
        self.editor.fit(round(0.8 * parent.winfo_width()), round(0.62 * parent.winfo_height()))
        self.editor.pack()
        if grid:
            self.editor.begin(grid.corners)
        self.done = self.button(
            say("The board is here"),
            lambda: done(self.editor.corners, known) if self.editor.corners else None,
            main=True,
        )
        self.button(say("Cancel"), lambda: None)
        on_return(self.editor, self.done.invoke)

    def open(self) -> None:
        super().open()
        self.editor.focus_set()
        ttk.Frame.lift(self)


def open_corners(
    page: Page, board: GameBoard, grid: Grid | None, done: Callable[[list[tuple[float, float]], bool], None]
) -> CornersSheet:
    """Open a `CornersSheet` for a board, and return it."""
    sides = board.game.sides(board.options)
    stores = any(cell.zone == "store" for cell in board.geometry.cells)
    sheet = CornersSheet(page, page.window.theme, page.window.text, sides, grid, done, stores=stores)
    page.open_sheet(sheet)
    return sheet
