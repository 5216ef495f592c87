"""A bridge between a table and the process that listens to its board."""

from __future__ import annotations

from collections.abc import Callable

from fourth_seat.inference.move_bridge import MoveBridge
from fourth_seat.table.table import Table
from fourth_seat.words import Text


class BoardBridge(MoveBridge):
    """A bridge that also tells the process when no move is due on the board. Sensors do not see hands, so a nudged piece
    would otherwise look like a move by the computer while it is thinking.
    """

    def __init__(self, table: Table, send: Callable[[str], object], on_text: Callable[[Text, bool], None]) -> None:
        super().__init__(table, send, on_text, by="board")

    def step(self) -> None:
        before = self._sent
        super().step()
        table = self._table
        if self._sent is not before and table.pending is None and (table.computers_turn or table.elsewhere):
            self._send("hold")
