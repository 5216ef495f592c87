"""Printing a placement: the choice of a file, and writing the card."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fourth_seat.hardware.paper.placement_card import write_card
from fourth_seat.table.announce import placement
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.ui.extras.sheet import with_extra
from fourth_seat.ui.files.save_sheet import PDF, PNG, FileKind, SaveSheet
from fourth_seat.words import say

if TYPE_CHECKING:
    from fourth_seat.ui.table.context import TableContext


def print_card(page: TableContext) -> None:
    """Ask for the file of the card of the computer's move, once the printing extra is installed.

    Raises:
        OutOfTurn: nothing is to be set down.
    """
    with_extra(page, "print", lambda: _print_card(page))


def _print_card(page: TableContext) -> None:
    table = page.table
    announcement = placement(table)
    if announcement is None:
        raise OutOfTurn(say("there is nothing to set down"))

    def write(path: Path) -> None:
        write_card(path, announcement, table.game, table.options, page.orientation, page.window.catalogue)

    name = f"{table.game.name}-{len(table.history.standing)}"
    kinds = [FileKind(*PDF, write), FileKind(*PNG, write)]
    page.open_sheet(
        SaveSheet(page, say("Print card"), name, kinds, lambda path: say("The card is in {file}.", file=str(path)))
    )
