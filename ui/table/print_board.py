"""Printing a board: the choice of a file, and writing the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fourth_seat.hardware.paper.board_sheet import write_board
from fourth_seat.ui.files.save_sheet import PDF, FileKind, SaveSheet
from fourth_seat.words import say

if TYPE_CHECKING:
    from fourth_seat.ui.table.context import TableContext


def print_board(page: TableContext) -> None:
    """Ask where the board of the game is to be written."""
    game, catalogue = page.table.game, page.window.catalogue
    kinds = [FileKind(*PDF, lambda path: write_board(game, path, catalogue))]
    page.open_sheet(
        SaveSheet(
            page,
            say("Print board"),
            f"{game.name}-board",
            kinds,
            lambda path: say("The board is in {file}: print it at 100 %, not fitted to the page.", file=str(path)),
        )
    )
