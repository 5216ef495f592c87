"""Saving a placement or a board to a printable file."""

from __future__ import annotations

from pathlib import Path

from fourth_seat.hardware.paper.board_sheet import write_board
from fourth_seat.hardware.paper.placement_card import write_card
from fourth_seat.table.announce import placement
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.ui.extras.sheet import with_extra
from fourth_seat.ui.files.save_sheet import PDF, PNG, FileKind, SaveSheet
from fourth_seat.ui.table.stage import Stage
from fourth_seat.words import say


def print_card(stage: Stage) -> None:
    """Ask where to save a printable card with the computer's move, first offering the printing extra if it is missing.

    Raises:
        OutOfTurn: there is no pending placement.
    """
    with_extra(stage.page, "print", lambda: _print_card(stage))


def _print_card(stage: Stage) -> None:
    page, table = stage.page, stage.table
    announcement = placement(table)
    if announcement is None:
        raise OutOfTurn(say("there is nothing to set down"))

    def write(path: Path) -> None:
        write_card(path, announcement, table.game, table.options, stage.orientation, page.window.catalogue)

    name = f"{table.game.name}-{len(table.history.standing)}"
    kinds = [FileKind(*PDF, write), FileKind(*PNG, write)]
    page.open_sheet(
        SaveSheet(
            page, say("Print card"), name, kinds, lambda path: say("The card has been saved to {file}.", file=str(path))
        )
    )


def print_board(stage: Stage) -> None:
    """Ask where to save a printable board for this game, first offering the printing extra if it is missing."""
    with_extra(stage.page, "print", lambda: _print_board(stage))


def _print_board(stage: Stage) -> None:
    page, game, catalogue = stage.page, stage.table.game, stage.window.catalogue
    kinds = [FileKind(*PDF, lambda path: write_board(game, path, catalogue))]
    page.open_sheet(
        SaveSheet(
            page,
            say("Print board"),
            f"{game.name}-board",
            kinds,
            lambda path: say(
                "The board has been saved to {file}: print it at 100 %, not scaled to fit the page.", file=str(path)
            ),
        )
    )
