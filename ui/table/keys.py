"""Keyboard control of the board, equivalent to using the mouse."""

from __future__ import annotations

import tkinter as tk
from functools import partial

from fourth_seat.ui.table.correction_mode import CorrectionMode
from fourth_seat.ui.table.stage import Stage
from fourth_seat.ui.window import typed_character

WAYS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
STEPS = {"Next": 1, "Prior": -1}  # page down, page up


class Keyboard:
    """Handles key presses at the table.

    Arrow keys move a cursor over the board, and Enter taps at the cursor. Space confirms a placement or plays the piece
    laid on the board, letters begin a typed move, and Page Down and Page Up step through a placement.
    """

    def __init__(self, stage: Stage, correction: CorrectionMode) -> None:
        self._stage, self._correction = stage, correction
        self._board = stage.board
        self._board.bind("<Key>", self._pressed)

    def _pressed(self, event: tk.Event[tk.Misc]) -> str | None:
        if event.keysym in WAYS:
            self._board.move_cursor(WAYS[event.keysym])
        elif event.keysym == "space":
            self._space()
        elif event.keysym in ("Return", "KP_Enter"):
            self._enter()
        elif event.keysym in STEPS:
            self._stage.panel.card.walk(STEPS[event.keysym])
        elif event.keysym == "BackSpace":
            self._take_back()
        elif event.keysym == "Escape":
            self._stage.page.back()
        elif character := typed_character(event):
            self._character(character)
        else:
            return None
        return "break"

    def _space(self) -> None:
        """Play the piece laid on the board, or confirm the pending placement; otherwise ignore Space."""
        stage = self._stage
        if self._correction.active:
            return
        if stage.table.move_input.laid:
            stage.enter(stage.table.confirm)
        elif stage.table.pending:
            stage.set_down()

    def _take_back(self) -> None:
        """Take the piece off the board or put it back; without a piece in hand, act like the other mouse button."""
        stage = self._stage
        if stage.table.move_input.in_hand and not self._correction.active:
            stage.enter(stage.table.untap)
        else:
            self._board.handlers.tap_other(self._board.cursor)

    def _enter(self) -> None:
        """Press the main button, play the entered move if the cursor is on one of its cells, or else tap at the cursor."""
        stage, correction = self._stage, self._correction
        taps, cursor = stage.table.taps, self._board.cursor
        entry = stage.table.move_input
        entered = (*taps, entry.tapped.over, *entry.laid.cells) if entry.laid else taps
        if correction.active and not cursor:
            correction.finish()
        elif stage.table.pending and not taps and not correction.active:
            stage.set_down()
        elif (
            (not cursor or cursor in entered)
            and not correction.active
            and taps
            and (entry.laid or entry.complete is not None)
        ):
            stage.enter(stage.table.confirm)
        elif cursor:
            self._board.handlers.tap(cursor, False)

    def _character(self, character: str) -> None:
        """Turn the piece in hand, enter a digit of a correction, or begin a typed move."""
        stage, correction = self._stage, self._correction
        if correction.active:
            if character in "0123456789":
                correction.digit(int(character))
        elif stage.table.move_input.in_hand and character in "rR":
            stage.enter(partial(stage.table.turn_piece, 1 if character == "r" else -1))
        elif stage.table.move_input.in_hand and character in "fF":
            stage.enter(stage.table.flip_piece)
        else:
            stage.line.begin(character)
