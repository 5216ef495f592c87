"""The corner markers on paper: asks for a file, writes the sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fourth_seat.hardware.paper.corner_markers import write_markers
from fourth_seat.ui.files.save_sheet import PDF, PNG, FileKind, SaveSheet
from fourth_seat.words import Text, say

if TYPE_CHECKING:
    from fourth_seat.ui.table.context import TableContext


def print_markers(page: TableContext) -> None:
    """Ask where the sheet is to be written."""

    def write(path: Path) -> None:
        write_markers(path, page.window.catalogue)

    def saved(path: Path) -> Text:
        return say("The corner markers are in {file}: cut them out, and lay them at the board's corners.", file=str(path))

    kinds = [FileKind(*PDF, write), FileKind(*PNG, write)]
    page.open_sheet(SaveSheet(page, say("Print corner markers"), "corner-markers", kinds, saved))
