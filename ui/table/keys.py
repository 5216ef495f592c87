"""The keyboard at the table: everything that the mouse can do on the board."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from typing import TYPE_CHECKING

from fourth_seat.ui.page import typed_character

if TYPE_CHECKING:
    from fourth_seat.ui.table.context import TableContext

WAYS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
STEPS = {"Next": 1, "Prior": -1}  # page down, page up


class Keyboard:
    """Arrows move a cursor over the board, Enter taps there; Space confirms a placement; letters begin a move.

    Page Down and Page Up go through the steps of a placement.
    """

    def __init__(self, page: TableContext) -> None:
        self._page = page
        self._board = page.board
        page.board.bind("<Key>", self._pressed)

    def _pressed(self, event: tk.Event[tk.Misc]) -> str | None:
        if event.keysym in WAYS:
            self._board.move_cursor(WAYS[event.keysym])
        elif event.keysym == "space":
            self._space()
        elif event.keysym in ("Return", "KP_Enter"):
            self._enter()
        elif event.keysym in STEPS:
            self._page.panel.card.walk(STEPS[event.keysym])
        elif event.keysym == "BackSpace":
            self._page.tap_other(self._board.cursor)
        elif event.keysym == "Escape":
            self._page.back()
        elif character := typed_character(event):
            self._character(character)
        else:
            return None
        return "break"

    def _space(self) -> None:
        """Confirm that the pending placement has been made on the real board; Space does nothing else."""
        if self._page.table.pending and not self._page.correction_mode.active:
            self._page.set_down()

    def _enter(self) -> None:
        """Press the large button; else tap at the cursor; on a tapped cell, play the move entered."""
        page = self._page
        taps, cursor = page.table.taps, self._board.cursor
        if page.correction_mode.active and not cursor:
            page.correction_mode.finish()
        elif page.table.pending and not taps and not page.correction_mode.active:
            page.set_down()
        elif (
            (not cursor or cursor in taps)
            and not page.correction_mode.active
            and taps
            and page.table.move_input.partial.complete is not None
        ):
            page.enter(page.table.confirm)
        elif cursor:
            page.tap(cursor, False)

    def _character(self, character: str) -> None:
        """Handle a turn of the piece in hand, a digit of a correction, or the beginning of a move."""
        page = self._page
        if page.correction_mode.active:
            if character in "0123456789":
                page.correction_mode.digit(int(character))
        elif page.table.move_input.in_hand and character in "rR":
            page.enter(partial(page.table.turn_piece, 1 if character == "r" else -1))
        elif page.table.move_input.in_hand and character in "fF":
            page.enter(page.table.flip_piece)
        else:
            page.line.begin(character)
