"""A board on paper: asks for a file, writes the sheet."""

from __future__ import annotations

from pathlib import Path

from games import AnyGame
from hardware.paper.board_sheet import write_board
from ui.context import WindowContext
from ui.widgets.save_as import PDF, ask_where
from words import say


def print_board(window: WindowContext, game: AnyGame) -> Path | None:
    """Write the game's board to the file that somebody names; None where they name none.

    Raises:
        NotSaved: the file cannot be written.
    """
    path = ask_where(window, say("Print board"), f"{game.name}-board", PDF)
    if path:
        write_board(game, path, window.catalogue)
        window.notice(say("The board is in {file}: print it at 100 %, not fitted to the page.", file=str(path)))
    return path
