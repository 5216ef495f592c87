"""The placement on paper: asks for a file, writes the card."""

from __future__ import annotations

from pathlib import Path

from calibration.orientation import Orientation
from hardware.paper.placement_card import write_card
from table.announce import placement
from table.errors import OutOfTurn
from table.table import Table
from ui.context import WindowContext
from ui.widgets.save_as import PDF, PNG, ask_where
from words import say


def print_card(window: WindowContext, table: Table, orientation: Orientation) -> Path | None:
    """Write the card of the computer's move to the file that somebody names; None where they name none.

    Raises:
        FourthSeatError: nothing is to be set down, or the file cannot be written.
    """
    announcement = placement(table)
    if announcement is None:
        raise OutOfTurn(say("there is nothing to set down"))
    path = ask_where(window, say("Print card"), f"{table.game.name}-{len(table.history.standing)}", PDF, PNG)
    if path:
        write_card(path, announcement, table.game, table.options, orientation, window.catalogue)
        window.notice(say("The card is in {file}.", file=str(path)))
    return path
