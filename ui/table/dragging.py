"""Dragging pieces onto the board with the mouse button held down."""

from __future__ import annotations

from fourth_seat.table.stage.entry import is_piece
from fourth_seat.ui.board.canvas import Drags
from fourth_seat.ui.table.stage import Stage


class Dragging(Drags):
    """Drags pieces from their tray onto the board and across it."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def takes(self, name: str) -> bool:
        stage = self._stage
        return not stage.correcting and stage.shown.viewing is None and is_piece(stage.table, name)

    def begin(self, name: str) -> None:
        if not self._is_held(name):
            self._stage.tap(name, double=False)

    def go(self, start: str, over: str) -> None:
        entry, geometry = self._stage.table.move_input, self._stage.geometry
        if over and geometry[over].zone == "board" and entry.laid and start in entry.laid.cells:
            over = entry.moved(start, over)
        self._stage.shown.drag(over)

    def end(self, start: str, over: str) -> None:
        if self._is_held(start):
            self._stage.drag(start, over)

    def _is_held(self, name: str) -> bool:
        entry = self._stage.table.move_input
        return entry.in_hand == name or bool(entry.laid and name in entry.laid.cells)
