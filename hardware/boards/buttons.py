"""The actions of buttons on a board or in a smart home."""

from __future__ import annotations

from collections.abc import Callable

from fourth_seat.hardware.boards.description import Button
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError, Text


def press(table: Table, button: Button, on_text: Callable[[Text, bool], None], on_button: Callable[[Button], None]) -> None:
    """Perform a button's action, or report why this is impossible.

    Args:
        on_text: called with the reason, and with True to mark it as an error.
        on_button: called for *hint* and *again*, which display something.
    """
    try:
        if button is Button.DONE:
            if table.pending:
                table.set_down()
        elif button is Button.UNDO:
            table.undo()
        else:
            on_button(button)
    except FourthSeatError as error:
        on_text(error.text, True)
