"""The placement on paper: asks for a file, writes the card."""

from __future__ import annotations

from pathlib import Path
from tkinter import filedialog

from calibration.orientation import Orientation
from hardware.paper.placement_card import write_card
from table.announce import placement
from table.errors import OutOfTurn
from table.settings.folders import documents
from table.table import Table
from ui.context import WindowContext
from words import say


def print_card(window: WindowContext, table: Table, orientation: Orientation) -> Path | None:
    """Writes the card of the computer's move to the file that somebody names; None where they name none.

    Raises:
        FourthSeatError: nothing is to be set down, or the file cannot be written.
    """
    announcement = placement(table)
    if announcement is None:
        raise OutOfTurn(say("there is nothing to set down"))
    kinds = [(window.text(say("PDF, for the printer")), "*.pdf"), (window.text(say("PNG, a picture")), "*.png")]
    named = filedialog.asksaveasfilename(
        parent=window.root,
        title=window.text(say("Print card")),
        initialdir=str(documents()),
        initialfile=f"{table.game.name}-{len(table.history.standing)}.pdf",
        defaultextension=".pdf",
        filetypes=kinds,
    )
    if not named:
        return None
    write_card(Path(named), announcement, table.game, table.options, orientation, window.catalogue)
    window.notice(say("The card is in {file}.", file=named))
    return Path(named)
